import Glibc

/// A file mapped into memory. Owns the mapping.
///
/// The file must not change. Files of a store are complete before they get their names, and removing a file
/// keeps its mappings valid. If a file is truncated nevertheless, reading a missing page ends the process;
/// see ``Signals/reportTruncatedFiles()``. Wraps `mmap(2)`.
///
/// Unchecked: the pointer is set once, and the mapped memory is never written.
@safe package final class MappedFile: @unchecked Sendable {
    /// The first mapped byte; nil for an empty file, which has no mapping.
    @usableFromInline let start: UnsafeRawPointer?
    /// The size of the file in bytes.
    package let count: Int
    /// The path from which the file was mapped.
    package let path: String
    /// Differs if the file has been written again; nil for memory that replaces a file.
    package let signature: FileStatus.Signature?

    /// Maps an existing file for the lifetime of this object.
    ///
    /// - Throws: ``SystemError``; `EISDIR` or `EINVAL` if it is not a regular file.
    package convenience init(_ path: String) throws(SystemError) {
        try self.init(try FileDescriptor(opening: path, for: .readRegular), path: path)
    }

    /// Maps an open file, which may have been unlinked.
    ///
    /// - Parameter path: the path in errors.
    package init(_ file: borrowing FileDescriptor, path: String) throws(SystemError) {
        self.path = path
        let status = try file.status()
        count = status.size
        signature = status.signature
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

    /// Creates memory that replaces a file which cannot be written.
    ///
    /// - Parameter pieces: the contents, one piece after the other.
    package init(copying pieces: [[UInt8]], path: String) throws(SystemError) {
        self.path = path
        signature = nil
        count = pieces.reduce(0) { $0 + $1.count }
        guard count > 0 else {
            unsafe start = nil
            return
        }
        let address = unsafe mmap(
            nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw .current("mmap", path)
        }
        // The mapping has as many bytes as all pieces, and no other code has its address yet.
        var offset = 0
        for piece in pieces {
            unsafe piece.withUnsafeBytes {
                unsafe UnsafeMutableRawBufferPointer(start: address + offset, count: piece.count)
                    .copyMemory(from: $0)
            }
            offset += piece.count
        }
        unsafe start = UnsafeRawPointer(address)
    }

    deinit {
        if let start = unsafe start {
            unsafe munmap(UnsafeMutableRawPointer(mutating: start), count)
        }
    }

    /// Releases the memory of a range that is not needed soon; reading it loads it again.
    ///
    /// Wraps `madvise(2)`.
    package func forget(_ range: Range<Int>) {
        let pageByteCount = Int(sysconf(Int32(_SC_PAGESIZE)))
        // Only whole pages are released: the bytes around them may be in use.
        let first = (range.lowerBound + pageByteCount - 1) / pageByteCount * pageByteCount
        let end = range.upperBound / pageByteCount * pageByteCount
        guard signature != nil, let start = unsafe start, range.lowerBound >= 0,
            range.upperBound <= count,
            first < end
        else { return }
        // The file is never written, so its pages can be loaded again.
        _ = unsafe madvise(
            UnsafeMutableRawPointer(mutating: start + first), end - first, MADV_DONTNEED)
    }

    /// The contents.
    @inlinable package var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // `count` bytes from `start` are mapped until `deinit`, and are never written.
            let buffer = unsafe UnsafeBufferPointer(
                start: start?.assumingMemoryBound(to: UInt8.self), count: count)
            return unsafe _overrideLifetime(buffer.span, borrowing: self)
        }
    }
}
