internal import CLinux
import Glibc

/// How the allocator of the C library takes memory from the system.
package enum Heap {
    /// Memory that is not touched costs nothing.
    private static let step = 16 << 20

    /// Takes memory in large steps.
    ///
    /// Otherwise the heap of a second thread grows by a page at a time, and each of these system calls stops the other
    /// threads: a list of 10,000 tasks made 590 of them.
    package static func growInLargeSteps() {
        // Setting one of the three ends their adjustment to the program, so all are set. They are in range, so these
        // calls do not fail.
        _ = mallopt(M_TOP_PAD, Int32(step))
        _ = mallopt(M_MMAP_THRESHOLD, Int32(step) / 4)
        _ = mallopt(M_TRIM_THRESHOLD, Int32(step) * 2)
    }

    /// Asks for large pages for what this thread allocates next, for whoever makes many megabytes of small objects.
    ///
    /// Of the time that a list of 10,000 tasks takes, a fifth goes into mapping its memory page by page. Wraps
    /// `madvise(2)`, which is a hint: what is beyond the heap, or cannot have such pages, stays as it is.
    package static func useLargePages() {
        // A block of this size lies where the heap goes on.
        guard let block = unsafe malloc(step / 256) else { return }
        defer { unsafe free(block) }
        let page = UInt(bitPattern: block) & ~4095
        guard let start = unsafe UnsafeMutableRawPointer(bitPattern: page) else { return }
        _ = unsafe madvise(start, step, MADV_HUGEPAGE)
    }

    /// Gives back to the system what is free, for a process that goes on and has nothing to do. Wraps
    /// `malloc_trim(3)`.
    package static func trim() { _ = malloc_trim(0) }
}
