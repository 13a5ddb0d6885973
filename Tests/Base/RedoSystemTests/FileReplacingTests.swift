import Glibc
import TestSupport
import Testing

@testable import RedoSystem

/// A file is replaced in one step, and nothing is left over.
@Suite struct FileReplacingTests {
    static let new = Array("new".utf8)

    @Test func aNewFileIsWritten() throws {
        let directory = try TemporaryDirectory()
        try Files.replace(directory.path("file"), with: Self.new.span, mode: 0o600)
        #expect(directory.text(of: "file") == "new")
        #expect(directory.names == ["file"])
    }

    @Test func anOldFileIsReplaced() throws {
        let directory = try TemporaryDirectory()
        try directory.write("old and longer", to: "file")
        try Files.replace(directory.path("file"), with: Self.new.span, mode: 0o600)
        #expect(directory.text(of: "file") == "new")
        #expect(directory.names == ["file"])
    }

    @Test func whoeverHasTheOldFileOpenKeepsIt() throws {
        let directory = try TemporaryDirectory()
        try directory.write("old", to: "file")
        let reader = try FileDescriptor(opening: directory.path("file"), for: .read)
        try Files.replace(directory.path("file"), with: Self.new.span, mode: 0o600)
        var bytes: [UInt8] = []
        _ = try reader.read(atMost: 10, into: &bytes)
        #expect(bytes == Array("old".utf8))
    }

    @Test(arguments: [0o600, 0o400, 0o700] as [mode_t])
    func theFileHasTheMode(_ mode: mode_t) throws {
        let directory = try TemporaryDirectory()
        try directory.write("old", to: "file")
        try Files.replace(directory.path("file"), with: Self.new.span, mode: mode)
        #expect(try Files.status(of: directory.path("file"))?.permissions == mode)
    }

    @Test func aDirectoryInTheWayFailsAndNothingIsLeftOver() throws {
        let directory = try TemporaryDirectory()
        try Files.makeDirectories(directory.path("taken/inner"))
        let error = #expect(throws: SystemError.self) {
            try Files.replace(directory.path("taken"), with: Self.new.span, mode: 0o600)
        }
        #expect(error?.call == "rename")
        #expect(directory.names == ["taken"])
    }

    @Test func aMissingDirectoryFails() throws {
        let directory = try TemporaryDirectory()
        let error = #expect(throws: SystemError.self) {
            try Files.replace(directory.path("none/file"), with: Self.new.span, mode: 0o600)
        }
        #expect(error?.isNotFound == true)
        #expect(directory.names.isEmpty)
    }
}
