import Glibc
import TestSupport
import Testing

@testable import RedoSystem

/// What is not a regular file in the place of one that the suite keeps. A reading that waited would hang the test.
@Suite struct SpecialFileReadingTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        #expect(unsafe mkfifo(directory.path("pipe"), 0o600) == 0)
        try #require(symlink("/dev/zero", directory.path("device")) == 0)
        try #require(symlink("pipe", directory.path("link")) == 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The path of a temporary folder can be longer than an address.
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        let name = Array(directory.path("s").utf8)
        try #require(name.count < 108)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
    }

    @Test(arguments: ["pipe", "device", "link", "s"])
    func isRefusedWithWords(_ name: String) throws {
        let path = directory.path(name)
        let refusals: [() throws -> Void] = [
            { _ = try Files.read(path) }, { _ = try MappedFile(path) },
            { _ = try FileDescriptor(opening: path, for: .readRegular) },
        ]
        for refused in refusals {
            let error = #expect(throws: SystemError.self) { try refused() }
            #expect(error == .notARegularFile(path))
            #expect(error?.description == "Not a regular file: \(path)")
        }
    }

    @Test(arguments: ["pipe", "s"])
    func isNotWrittenToAsALogOrALock(_ name: String) throws {
        let path = directory.path(name)
        #expect(throws: SystemError.notARegularFile(path)) {
            try ContainedFile(path).append([1].span)
        }
        #expect(throws: SystemError.notARegularFile(path)) { _ = try FileLock.take(path) }
    }

    @Test func aDirectoryIsNoFile() throws {
        #expect(throws: SystemError(code: EISDIR, call: "read", path: directory.path)) {
            try Files.read(directory.path)
        }
    }
}
