import Glibc
import TestSupport
import Testing

@testable import RedoSystem

@Suite struct RenamingTests {
    @Test func aFreeNameIsTaken() throws {
        let folder = try TemporaryFolder()
        try folder.write("one", to: "a")
        #expect(
            try ContainedFile(folder.path("a")).moveUnlessTaken(to: ContainedFile(folder.path("b")))
        )
        #expect(folder.names == ["b"])
        #expect(folder.text(of: "b") == "one")
    }

    @Test func aTakenNameKeepsItsFileAndTheOtherIsGone() throws {
        let folder = try TemporaryFolder()
        try folder.write("one", to: "a")
        try folder.write("two", to: "b")
        #expect(
            try !ContainedFile(folder.path("a")).moveUnlessTaken(
                to: ContainedFile(folder.path("b"))))
        #expect(folder.names == ["b"])
        #expect(folder.text(of: "b") == "two")
    }

    @Test func anotherFailureIsThrownAndTheFileStays() throws {
        let folder = try TemporaryFolder()
        try folder.write("one", to: "a")
        let error = #expect(throws: SystemError.self) {
            try ContainedFile(folder.path("a")).moveUnlessTaken(
                to: ContainedFile(folder.path("none/b")))
        }
        #expect(error == SystemError(code: ENOENT, call: "open", path: folder.path("none")))
        #expect(folder.names == ["a"])
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
