import Glibc
import TestSupport
import Testing

@testable import RedoSystem

@Suite struct FileDescriptorTests {
    @Test func whatIsWrittenIsReadBackInPieces() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("file")
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
        let folder = try TemporaryFolder()
        try folder.write("old", to: "file")
        let path = folder.path("file")
        let error = #expect(throws: SystemError.self) {
            _ = try FileDescriptor(opening: path, for: .create(mode: 0o600))
        }
        #expect(error == SystemError(code: EEXIST, call: "open", path: path))
        #expect(folder.text(of: "file") == "old")
    }

    @Test func creatingDoesNotFollowALink() throws {
        let folder = try TemporaryFolder()
        try #require(symlink("target", folder.path("link")) == 0)
        #expect(throws: SystemError.self) {
            _ = try FileDescriptor(opening: folder.path("link"), for: .create(mode: 0o600))
        }
        #expect(folder.names == ["link"])
    }

    @Test func aFileIsNoDirectory() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        let error = #expect(throws: SystemError.self) {
            _ = try FileDescriptor(opening: folder.path("file"), for: .directory)
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
        let folder = try TemporaryFolder()
        let file = try FileDescriptor(opening: folder.path, for: .directory)
        #expect(fcntl(file.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func aFailedReadLeavesTheBytesAsTheyWere() throws {
        let folder = try TemporaryFolder()
        let file = try FileDescriptor(opening: folder.path, for: .directory)
        var bytes: [UInt8] = [1, 2]
        let error = #expect(throws: SystemError.self) { try file.read(atMost: 9, into: &bytes) }
        #expect(error?.code == EISDIR)
        #expect(bytes == [1, 2])
    }

    @Test func theStatusIsThatOfTheOpenFile() throws {
        let folder = try TemporaryFolder()
        try folder.write("12345", to: "file")
        let file = try FileDescriptor(opening: folder.path("file"), for: .read)
        try Files.remove(folder.path("file"))
        let status = try file.status()
        #expect(status.kind == .regular)
        #expect(status.size == 5)
        #expect(status.owner == geteuid())
    }
}
