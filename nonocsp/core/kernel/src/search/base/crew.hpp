// Threads that share out the work of one computation.
//
// The owner starts a task in another thread and does something else meanwhile.  The task shares out what falls into
// parts, and every thread that is free takes parts: the others of the crew, and the owner when it waits for the task.
// Which thread does what depends on timing, so a part must not depend on that.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "search/base/threads.hpp"

namespace nonocsp {

class Crew {
public:
    /// `threads` includes the owner's; the others start when they are first needed.
    Crew(int threads, SharedBudget& budget) : threads_(threads), budget_(budget) {}
    /// Waits for the task.
    ~Crew();
    Crew(const Crew&) = delete;

    int threads() const { return threads_; }
    /// What they count together.
    SharedBudget& budget() { return budget_; }

    /// Call `work(part, thread)` for 0 <= part < parts and return when all calls have returned.  To be called by the
    /// task, or by the owner when there is none.  The threads are numbered from 0, the owner's.
    void share(std::size_t parts, const std::function<void(std::size_t part, int thread)>& work);

    /// Run a task in another thread.  False if there is none.
    bool start(std::function<void()> task);
    /// Whether a task has been started whose end `help` has not reported.
    bool has_task() const { return has_task_; }
    /// Help the task for a while.  True if it has returned; throws on what it threw.
    bool help(double seconds);

private:
    struct Job {
        const std::function<void(std::size_t, int)>& work;
        std::size_t parts, next = 0;
        int busy = 0;  ///< parts being worked on
        std::exception_ptr failure = nullptr;

        bool is_open() const { return next < parts; }
    };

    bool grow();
    void serve(int number);
    void run_task(std::unique_lock<std::mutex>& lock, int number);
    void take_part(std::unique_lock<std::mutex>& lock, int number);
    bool has_parts() const { return job_ && job_->is_open(); }

    const int threads_;
    SharedBudget& budget_;
    std::vector<std::thread> others_;
    bool has_task_ = false;  ///< for the owner alone

    std::mutex mutex_;  ///< of everything below
    std::condition_variable changed_;
    std::function<void()> task_;  ///< that waits for a thread
    bool is_task_running_ = false;
    int task_thread_ = 0;         ///< the number of its thread; the owner's when there is none
    std::exception_ptr failure_;  ///< of the task
    Job* job_ = nullptr;
    bool is_over_ = false;
};

}  // namespace nonocsp
