internal import CLinux
import Glibc

/// Settings of the allocator of the C library: when it requests memory from the system.
package enum Heap {
    /// The size of a request in bytes. Memory that is not used costs nothing.
    private static let step = 16 << 20

    /// Requests memory in large steps.
    ///
    /// Otherwise the heap of a second thread grows by a page at a time, and each of these system calls stops the other
    /// threads: a list of 10,000 tasks needed 590 of them.
    package static func growInLargeSteps() {
        // Setting one of the three stops the allocator from adjusting the others, so all are set. The values are in
        // range, so the calls do not fail.
        _ = mallopt(M_TOP_PAD, Int32(step))
        _ = mallopt(M_MMAP_THRESHOLD, Int32(step) / 4)
        _ = mallopt(M_TRIM_THRESHOLD, Int32(step) * 2)
    }

    /// Requests large pages for the next allocations of this thread, for code that allocates many megabytes of small
    /// objects.
    ///
    /// A list of 10,000 tasks spends a fifth of its time on mapping memory page by page. Wraps `madvise(2)`, which is a
    /// hint: memory that is not part of the heap, or cannot have such pages, is not changed.
    package static func useLargePages() {
        // A block of this size is at the end of the heap, where it grows.
        guard let block = unsafe malloc(step / 256) else { return }
        defer { unsafe free(block) }
        let page = UInt(bitPattern: block) & ~4095
        guard let start = unsafe UnsafeMutableRawPointer(bitPattern: page) else { return }
        _ = unsafe madvise(start, step, MADV_HUGEPAGE)
    }

    /// Returns free memory to the system, for a process that continues but has nothing to do now. Wraps
    /// `malloc_trim(3)`.
    package static func trim() { _ = malloc_trim(0) }
}
