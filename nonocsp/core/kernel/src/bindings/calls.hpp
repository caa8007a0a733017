// Calls from the host into the kernel, and back from within one.
//
// The kernel works with the interpreter's lock released.  What a handler of signals or a report raises meanwhile waits
// here until the call ends: no function of Python may be called while an exception is set.  So everything that works
// for longer goes through `without_lock`, and every function of the host is called through `with_host`.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "bindings/host.hpp"

namespace nonocsp {

/// What was raised in this thread during the call that runs.  No std::exception_ptr: WebAssembly cannot throw it again.
/// It stands in a function, since clang 14 compiles a use of such a variable outside of one to a trap in WebAssembly.
inline std::optional<HostError>& raised() {
    static thread_local std::optional<HostError> error;
    return error;
}

/// Sets a flag as long as it lives.
struct FlagSet {
    explicit FlagSet(bool& flag) : flag(flag) { flag = true; }
    ~FlagSet() { flag = false; }
    bool& flag;
};

/// Throw what was raised.
inline void throw_raised() {
    if (!raised()) return;
    HostError error = std::move(*raised());
    raised().reset();
    throw error;
}

/// Call functions of the host, with its lock.  If something was raised, it is thrown and nothing is called.
template <class Function>
auto with_host(Function&& function) {
    const nb::gil_scoped_acquire lock;
    throw_raised();
    return function();
}

/// Work without the lock.  What was raised meanwhile is thrown at the end, before what the work itself throws.
template <class Work>
void without_lock(Work&& work) {
    try {
        const nb::gil_scoped_release unlocked;
        work();
    } catch (...) {
        throw_raised();
        throw;
    }
    throw_raised();
}

/// Guards what serves one call at a time.  A call from within another one or from another thread throws
/// std::runtime_error, and so does every call after one whose work threw and was left half done.
class Exclusive {
public:
    /// `what` it is, for messages.
    explicit Exclusive(const char* what) : what_(what) {}

    /// Throws unless what is guarded can be read.
    void check() const {
        if (is_running_) throw std::runtime_error(std::string("this ") + what_ + " is running in another call");
    }

    template <class Work>
    void run(Work&& work) {
        check();
        if (is_broken_) throw std::runtime_error(std::string("this ") + what_ + " has ended with an error");
        const FlagSet running(is_running_);
        without_lock([&] {
            try {
                work();
            } catch (...) {
                is_broken_ = true;
                throw;
            }
        });
    }

private:
    const char* const what_;
    bool is_running_ = false, is_broken_ = false;  ///< changed with the lock, or while running
};

}  // namespace nonocsp
