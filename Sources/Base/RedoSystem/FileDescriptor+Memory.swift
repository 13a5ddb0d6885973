internal import CLinux
import Glibc

extension FileDescriptor {
    /// A file in memory, open at its beginning. Wraps `memfd_create(2)` and `lseek(2)`.
    ///
    /// - Parameters:
    ///   - bytes: what it has.
    ///   - path: in errors.
    package static func inMemory(
        _ bytes: [UInt8] = [], _ path: String = "memory"
    ) throws(SystemError) -> FileDescriptor {
        let closesOnExec: UInt32 = 1
        let file = FileDescriptor(
            owning: try retrying("memfd_create", path) {
                unsafe memfd_create("input", closesOnExec)
            }, path: path)
        try file.write(bytes.span)
        try file.rewind()
        return file
    }

    /// All bytes of a file that can be read from its beginning.
    package func contents() throws(SystemError) -> [UInt8] {
        try rewind()
        var bytes: [UInt8] = []
        while try read(atMost: 1 << 16, into: &bytes) > 0 {}
        return bytes
    }

    private func rewind() throws(SystemError) {
        try retrying("lseek", path) { Int32(lseek(rawValue, 0, SEEK_SET)) }
    }
}
