import Glibc
import TestSupport
import Testing

@testable import RedoSystem

@Suite struct RenamingTests {
    @Test func aFreeNameIsTaken() throws {
        let folder = try TemporaryFolder()
        try folder.write("one", to: "a")
        #expect(try Files.renameUnlessTaken(folder.path("a"), to: folder.path("b")))
        #expect(folder.names == ["b"])
        #expect(folder.text(of: "b") == "one")
    }

    @Test func aTakenNameKeepsItsFileAndTheOtherIsGone() throws {
        let folder = try TemporaryFolder()
        try folder.write("one", to: "a")
        try folder.write("two", to: "b")
        #expect(try !Files.renameUnlessTaken(folder.path("a"), to: folder.path("b")))
        #expect(folder.names == ["b"])
        #expect(folder.text(of: "b") == "two")
    }

    @Test func anotherFailureIsThrownAndTheFileIsGone() throws {
        let folder = try TemporaryFolder()
        try folder.write("one", to: "a")
        let newPath = folder.path("none/b")
        let error = #expect(throws: SystemError.self) {
            try Files.renameUnlessTaken(folder.path("a"), to: newPath)
        }
        #expect(error == SystemError(code: ENOENT, call: "link", path: newPath))
        #expect(folder.names.isEmpty)
    }

    @Test func aPlainRenameReplaces() throws {
        let folder = try TemporaryFolder()
        try folder.write("one", to: "a")
        try folder.write("two", to: "b")
        try Files.rename(folder.path("a"), to: folder.path("b"))
        #expect(folder.names == ["b"])
        #expect(folder.text(of: "b") == "one")
    }

    @Test func removingWhatIsNotThereFails() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: SystemError.self) { try Files.remove(folder.path("none")) }
        #expect(error?.isNotFound == true)
    }
}
