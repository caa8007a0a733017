// Arrays of many megabytes that are read and written here and there.
//
// Where the system offers pages of two megabytes they are asked for, for with small ones most of such reads wait for
// the page's address too.  A hint: without them everything is as with any other array.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace nonocsp {

template <class T>
struct LargePages {
    using value_type = T;

    LargePages() = default;
    template <class U>
    LargePages(const LargePages<U>&) {}

    T* allocate(std::size_t n) {
        const std::size_t bytes = n * sizeof(T);
        if (!is_large(bytes)) return static_cast<T*>(::operator new(bytes));
        void* const at = ::operator new((bytes + page - 1) / page * page, std::align_val_t{page});
#ifdef MADV_HUGEPAGE
        madvise(at, bytes, MADV_HUGEPAGE);
#endif
        return static_cast<T*>(at);
    }
    void deallocate(T* at, std::size_t n) {
        if (!is_large(n * sizeof(T))) ::operator delete(at);
        else ::operator delete(at, std::align_val_t{page});
    }
    bool operator==(const LargePages&) const { return true; }

private:
    static constexpr std::size_t page = std::size_t{1} << 21;
    static bool is_large(std::size_t bytes) { return bytes >= 2 * page; }
};

template <class T>
using LargeArray = std::vector<T, LargePages<T>>;

}  // namespace nonocsp
