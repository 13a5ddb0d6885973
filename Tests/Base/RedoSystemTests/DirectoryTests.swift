import Glibc
import TestSupport
import Testing

@testable import RedoSystem

@Suite struct DirectoryTests {
    @Test func namesAreThoseOfTheEntries() throws {
        let directory = try TemporaryDirectory()
        // A name of 255 bytes, the longest there is, and one that starts with a point.
        let names = [".hidden", "Ünïcode 🍰", "a b", "file", String(repeating: "n", count: 255)]
        for name in names { try directory.write("", to: name) }
        _ = try Files.makeDirectory(directory.path("folder"))
        let found = try Files.names(in: directory.path)
        #expect(Set(found) == Set(names + ["folder"]))
        #expect(found.count == 6)
    }

    @Test func anEmptyDirectoryHasNoNames() throws {
        let directory = try TemporaryDirectory()
        #expect(try Files.names(in: directory.path).isEmpty)
    }

    @Test func aMissingDirectoryHasNoNamesToGive() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("none")
        let error = #expect(throws: SystemError.self) { try Files.names(in: path) }
        #expect(error == SystemError(code: ENOENT, call: "opendir", path: path))
    }

    @Test func directoriesAreMadeFromTheTop() throws {
        let directory = try TemporaryDirectory()
        try Files.makeDirectories(directory.path("a/b/c"), mode: 0o700)
        for path in ["a", "a/b", "a/b/c"] {
            let status = try Files.status(of: directory.path(path))
            #expect(status?.kind == .directory)
            #expect(status?.permissions == 0o700)
        }
    }

    @Test func aDirectoryThatIsThereStaysAsItIs() throws {
        let directory = try TemporaryDirectory()
        _ = try Files.makeDirectory(directory.path("a"), mode: 0o700)
        try Files.makeDirectories(directory.path("a"), mode: 0o777)
        #expect(try Files.status(of: directory.path("a"))?.permissions == 0o700)
    }

    @Test func aFileInTheWayFails() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "a")
        #expect(throws: SystemError.self) { try Files.makeDirectories(directory.path("a")) }
        #expect(throws: SystemError.self) { try Files.makeDirectories(directory.path("a/b")) }
        #expect(directory.names == ["a"])
    }

    @Test func makingOneDirectorySaysWhetherItIsNew() throws {
        let directory = try TemporaryDirectory()
        #expect(try Files.makeDirectory(directory.path("a")))
        #expect(try !Files.makeDirectory(directory.path("a")))
        #expect(throws: SystemError.self) { try Files.makeDirectory(directory.path("b/c")) }
    }

    /// What a link leads to stays.
    @Test func aFolderIsRemovedWithAllThatIsInIt() throws {
        let directory = try TemporaryDirectory()
        try Files.makeDirectories(directory.path("tree/a/b"))
        try directory.write("x", to: "tree/a/b/file")
        try directory.write("y", to: "outside")
        #expect(symlink(directory.path("outside"), directory.path("tree/link")) == 0)
        #expect(symlink(directory.path, directory.path("tree/a/up")) == 0)
        try Files.removeTree(directory.path("tree"))
        #expect(try Files.names(in: directory.path) == ["outside"])
        try Files.removeTree(directory.path("tree"))
        try Files.removeTree(directory.path("outside"))
        #expect(try Files.names(in: directory.path).isEmpty)
    }

    @Test func aFolderIsLockedByOneAtATime() throws {
        let directory = try TemporaryDirectory()
        do {
            let first = try FileLock.take(directory: directory.path)
            let second = try FileLock.take(directory: directory.path)
            let isTaken = second == nil
            #expect(isTaken)
            if first == nil { Issue.record("the lock was free") }
        }
        // A process that another test is starting has the descriptor until it runs its program.
        var isFree = false
        for _ in 0..<500 where !isFree {
            let again = try FileLock.take(directory: directory.path)
            isFree = again != nil
            if !isFree { usleep(10_000) }
        }
        #expect(isFree)
    }
}
