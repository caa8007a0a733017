// Everything that threads share here changes under one mutex: parts take milliseconds.
#include "search/base/crew.hpp"

#include <chrono>
#include <system_error>
#include <utility>

namespace nonocsp {

Crew::~Crew() {
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
    }
    changed_.notify_all();
    for (std::thread& other : others_) other.join();
}

/// Start the other threads, or as many as the system has.  False if there are none.
bool Crew::grow() {
    if (threads_ > 1 && others_.empty()) {
        try {
            for (int number = 1; number < threads_; ++number) others_.emplace_back(&Crew::serve, this, number);
        } catch (const std::system_error&) {
        }
    }
    return !others_.empty();
}

void Crew::serve(int number) {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return is_over_ || task_ || has_parts(); });
        if (task_) run_task(lock, number);
        else if (has_parts()) take_part(lock, number);
        else return;
    }
}

void Crew::run_task(std::unique_lock<std::mutex>& lock, int number) {
    const std::function<void()> task = std::exchange(task_, nullptr);
    task_thread_ = number;
    lock.unlock();
    std::exception_ptr failure;
    try {
        task();
    } catch (...) {
        failure = std::current_exception();
    }
    lock.lock();
    failure_ = failure;
    task_thread_ = 0;
    is_task_running_ = false;
    changed_.notify_all();
}

void Crew::take_part(std::unique_lock<std::mutex>& lock, int number) {
    Job& job = *job_;
    const std::size_t part = job.next++;
    ++job.busy;
    lock.unlock();
    std::exception_ptr failure;
    try {
        job.work(part, number);
    } catch (...) {
        failure = std::current_exception();
    }
    lock.lock();
    if (failure) {
        job.failure = failure;
        job.next = job.parts;
    }
    if (!--job.busy && !job.is_open()) changed_.notify_all();
}

void Crew::share(std::size_t parts, const std::function<void(std::size_t, int)>& work) {
    if (parts < 2 || !grow()) {
        for (std::size_t part = 0; part < parts; ++part) work(part, task_thread_);
        return;
    }
    Job job{work, parts};
    std::unique_lock lock(mutex_);
    job_ = &job;
    changed_.notify_all();
    while (job.is_open()) take_part(lock, task_thread_);
    changed_.wait(lock, [&] { return !job.busy; });
    job_ = nullptr;
    if (job.failure) std::rethrow_exception(job.failure);
}

bool Crew::start(std::function<void()> task) {
    if (!grow()) return false;
    {
        const std::lock_guard lock(mutex_);
        task_ = std::move(task);
        is_task_running_ = true;
    }
    has_task_ = true;
    changed_.notify_all();
    return true;
}

bool Crew::help(double seconds) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    std::unique_lock lock(mutex_);
    while (is_task_running_ && std::chrono::steady_clock::now() < until) {
        if (has_parts()) take_part(lock, 0);
        else changed_.wait_until(lock, until, [&] { return !is_task_running_ || has_parts(); });
    }
    if (is_task_running_) return false;
    has_task_ = false;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    return true;
}

}  // namespace nonocsp
