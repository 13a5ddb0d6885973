import Glibc
import TestSupport
import Testing

@testable import RedoSystem

@Suite struct RenamingTests {
    @Test func aFreeNameIsTaken() throws {
        let directory = try TemporaryDirectory()
        try directory.write("one", to: "a")
        #expect(
            try ContainedFile(directory.path("a")).moveUnlessTaken(
                to: ContainedFile(directory.path("b")))
        )
        #expect(directory.names == ["b"])
        #expect(directory.text(of: "b") == "one")
    }

    @Test func aTakenNameKeepsItsFileAndTheOtherIsGone() throws {
        let directory = try TemporaryDirectory()
        try directory.write("one", to: "a")
        try directory.write("two", to: "b")
        #expect(
            try !ContainedFile(directory.path("a")).moveUnlessTaken(
                to: ContainedFile(directory.path("b"))))
        #expect(directory.names == ["b"])
        #expect(directory.text(of: "b") == "two")
    }

    @Test func anotherFailureIsThrownAndTheFileStays() throws {
        let directory = try TemporaryDirectory()
        try directory.write("one", to: "a")
        let error = #expect(throws: SystemError.self) {
            try ContainedFile(directory.path("a")).moveUnlessTaken(
                to: ContainedFile(directory.path("none/b")))
        }
        #expect(error == SystemError(code: ENOENT, call: "open", path: directory.path("none")))
        #expect(directory.names == ["a"])
    }

    @Test func aPlainRenameReplaces() throws {
        let directory = try TemporaryDirectory()
        try directory.write("one", to: "a")
        try directory.write("two", to: "b")
        try Files.rename(directory.path("a"), to: directory.path("b"))
        #expect(directory.names == ["b"])
        #expect(directory.text(of: "b") == "one")
    }

    @Test func removingWhatIsNotThereFails() throws {
        let directory = try TemporaryDirectory()
        let error = #expect(throws: SystemError.self) { try Files.remove(directory.path("none")) }
        #expect(error?.isNotFound == true)
    }
}
