// Huge pages for large arrays with random access.
//
// Fewer reads miss the TLB where pages have two megabytes.  It is a hint to the system: without such pages the arrays
// work as any other.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace nonocsp {

template <class T>
struct HugePages {
    using value_type = T;

    HugePages() = default;
    template <class U>
    HugePages(const HugePages<U>&) {}

    T* allocate(std::size_t n) {
#ifdef MADV_HUGEPAGE
        if (const std::size_t bytes = whole_pages(n)) {
            void* const at = ::operator new(bytes, std::align_val_t{page});
            madvise(at, bytes, MADV_HUGEPAGE);
            return static_cast<T*>(at);
        }
#endif
        return static_cast<T*>(::operator new(n * sizeof(T)));
    }
    void deallocate(T* at, [[maybe_unused]] std::size_t n) {
#ifdef MADV_HUGEPAGE
        if (whole_pages(n)) return ::operator delete(at, std::align_val_t{page});
#endif
        ::operator delete(at);
    }
    bool operator==(const HugePages&) const { return true; }

private:
    static constexpr std::size_t page = std::size_t{1} << 21;
    /// The bytes of n elements, in whole pages; 0 for a small array.
    static std::size_t whole_pages(std::size_t n) {
        const std::size_t bytes = n * sizeof(T);
        return bytes < 2 * page ? 0 : (bytes + page - 1) / page * page;
    }
};

template <class T>
using HugePageArray = std::vector<T, HugePages<T>>;

}  // namespace nonocsp
