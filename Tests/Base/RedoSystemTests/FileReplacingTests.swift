import Glibc
import TestSupport
import Testing

@testable import RedoSystem

/// A file is replaced in one step, and nothing is left over.
@Suite struct FileReplacingTests {
    static let new = Array("new".utf8)

    @Test func aNewFileIsWritten() throws {
        let folder = try TemporaryFolder()
        try Files.replace(folder.path("file"), with: Self.new.span, mode: 0o600)
        #expect(folder.text(of: "file") == "new")
        #expect(folder.names == ["file"])
    }

    @Test func anOldFileIsReplaced() throws {
        let folder = try TemporaryFolder()
        try folder.write("old and longer", to: "file")
        try Files.replace(folder.path("file"), with: Self.new.span, mode: 0o600)
        #expect(folder.text(of: "file") == "new")
        #expect(folder.names == ["file"])
    }

    @Test func whoeverHasTheOldFileOpenKeepsIt() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "file")
        let reader = try FileDescriptor(opening: folder.path("file"), for: .read)
        try Files.replace(folder.path("file"), with: Self.new.span, mode: 0o600)
        var bytes: [UInt8] = []
        _ = try reader.read(atMost: 10, into: &bytes)
        #expect(bytes == Array("old".utf8))
    }

    @Test(arguments: [0o600, 0o400, 0o700] as [mode_t])
    func theFileHasTheMode(_ mode: mode_t) throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "file")
        try Files.replace(folder.path("file"), with: Self.new.span, mode: mode)
        #expect(try Files.status(of: folder.path("file"))?.permissions == mode)
    }

    @Test func aDirectoryInTheWayFailsAndNothingIsLeftOver() throws {
        let folder = try TemporaryFolder()
        try Files.makeDirectories(folder.path("taken/inner"))
        let error = #expect(throws: SystemError.self) {
            try Files.replace(folder.path("taken"), with: Self.new.span, mode: 0o600)
        }
        #expect(error?.call == "rename")
        #expect(folder.names == ["taken"])
    }

    @Test func aMissingDirectoryFails() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: SystemError.self) {
            try Files.replace(folder.path("none/file"), with: Self.new.span, mode: 0o600)
        }
        #expect(error?.isNotFound == true)
        #expect(folder.names.isEmpty)
    }
}
