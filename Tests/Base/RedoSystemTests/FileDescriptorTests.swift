import Glibc
import TestSupport
import Testing

@testable import RedoSystem

@Suite struct FileDescriptorTests {
    @Test func whatIsWrittenIsReadBackInPieces() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("file")
        do {
            let file = try FileDescriptor(opening: path, for: .create(mode: 0o600))
            try file.write(Array("hello, ".utf8).span)
            try file.write(Array("".utf8).span)
            try file.write(Array("world".utf8).span)
            try file.synchronize()
        }
        let file = try FileDescriptor(opening: path, for: .read)
        var bytes: [UInt8] = [0x21]
        #expect(try file.read(atMost: 5, into: &bytes) == 5)
        #expect(try file.read(atMost: 100, into: &bytes) == 7)
        #expect(try file.read(atMost: 100, into: &bytes) == 0)
        #expect(bytes == Array("!hello, world".utf8))
    }

    @Test func creatingKeepsAFileThatIsThere() throws {
        let directory = try TemporaryDirectory()
        try directory.write("old", to: "file")
        let path = directory.path("file")
        let error = #expect(throws: SystemError.self) {
            _ = try FileDescriptor(opening: path, for: .create(mode: 0o600))
        }
        #expect(error == SystemError(code: EEXIST, call: "open", path: path))
        #expect(directory.text(of: "file") == "old")
    }

    @Test func creatingDoesNotFollowALink() throws {
        let directory = try TemporaryDirectory()
        try #require(symlink("target", directory.path("link")) == 0)
        #expect(throws: SystemError.self) {
            _ = try FileDescriptor(opening: directory.path("link"), for: .create(mode: 0o600))
        }
        #expect(directory.names == ["link"])
    }

    @Test func aFileIsNoDirectory() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "file")
        let error = #expect(throws: SystemError.self) {
            _ = try FileDescriptor(opening: directory.path("file"), for: .directory)
        }
        #expect(error?.code == ENOTDIR)
    }

    @Test func theDescriptorIsClosedAtTheEndOfItsLife() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        do { _ = FileDescriptor(owning: ends[1], path: "pipe") }
        // With the only writer gone, the reader is at the end.
        var bytes: [UInt8] = []
        #expect(try readBytes(from: ends[0], atMost: 1, into: &bytes, path: "pipe") == 0)
    }

    @Test func programsThatAreStartedDoNotInheritIt() throws {
        let directory = try TemporaryDirectory()
        let file = try FileDescriptor(opening: directory.path, for: .directory)
        #expect(fcntl(file.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func aFailedReadLeavesTheBytesAsTheyWere() throws {
        let directory = try TemporaryDirectory()
        let file = try FileDescriptor(opening: directory.path, for: .directory)
        var bytes: [UInt8] = [1, 2]
        let error = #expect(throws: SystemError.self) { try file.read(atMost: 9, into: &bytes) }
        #expect(error?.code == EISDIR)
        #expect(bytes == [1, 2])
    }

    @Test func theStatusIsThatOfTheOpenFile() throws {
        let directory = try TemporaryDirectory()
        try directory.write("12345", to: "file")
        let file = try FileDescriptor(opening: directory.path("file"), for: .read)
        try Files.remove(directory.path("file"))
        let status = try file.status()
        #expect(status.kind == .regular)
        #expect(status.size == 5)
        #expect(status.owner == geteuid())
    }
}
