import Glibc

/// A file's contents as memory, read from disk when they are looked at.
///
/// Owns the mapping. Its file must never change: those of a store get their names when they are
/// complete, and removing one leaves its mappings as they are. If somebody cuts it off all the same, looking at
/// what is gone ends the process: ``Signals/reportCutOffFiles()``. Wraps `mmap(2)`.
///
/// Unchecked: the pointer is set once, and what it points to is never written.
@safe package final class MappedFile: @unchecked Sendable {
    /// Nil for an empty file, which has no mapping.
    @usableFromInline let start: UnsafeRawPointer?
    package let count: Int
    package let path: String

    /// Maps a file that is there, for as long as this value lives.
    ///
    /// - Throws: ``SystemError``, `EISDIR` or `EINVAL` where it is no regular file.
    package init(_ path: String) throws(SystemError) {
        let file = try FileDescriptor(opening: path, for: .readRegular)
        self.path = path
        count = try file.status().size
        guard count > 0 else {
            unsafe start = nil
            return
        }
        let address = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, file.rawValue, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw .current("mmap", path)
        }
        unsafe start = UnsafeRawPointer(address)
    }

    deinit {
        if let start = unsafe start {
            unsafe munmap(UnsafeMutableRawPointer(mutating: start), count)
        }
    }

    /// Says that a part will not be looked at again soon, so that it takes no memory. Wraps
    /// `madvise(2)`.
    package func forget(_ range: Range<Int>) {
        let pageByteCount = Int(sysconf(Int32(_SC_PAGESIZE)))
        // Whole pages: what is beside them may be in use.
        let first = (range.lowerBound + pageByteCount - 1) / pageByteCount * pageByteCount
        let end = range.upperBound / pageByteCount * pageByteCount
        guard let start = unsafe start, range.lowerBound >= 0, range.upperBound <= count,
            first < end
        else { return }
        // Pages of a file that nobody writes are read again when they are looked at.
        _ = unsafe madvise(
            UnsafeMutableRawPointer(mutating: start + first), end - first, MADV_DONTNEED)
    }

    /// The contents.
    @inlinable package var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // `count` bytes from `start` on are mapped, and nobody writes them, until `deinit`.
            let buffer = unsafe UnsafeBufferPointer(
                start: start?.assumingMemoryBound(to: UInt8.self), count: count)
            return unsafe _overrideLifetime(buffer.span, borrowing: self)
        }
    }
}
