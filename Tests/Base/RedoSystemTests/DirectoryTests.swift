import Glibc
import TestSupport
import Testing

@testable import RedoSystem

@Suite struct DirectoryTests {
    @Test func namesAreThoseOfTheEntries() throws {
        let folder = try TemporaryFolder()
        // A name of 255 bytes, the longest there is, and one that starts with a point.
        let names = [".hidden", "Ünïcode 🍰", "a b", "file", String(repeating: "n", count: 255)]
        for name in names { try folder.write("", to: name) }
        _ = try Files.makeDirectory(folder.path("folder"))
        let found = try Files.names(in: folder.path)
        #expect(Set(found) == Set(names + ["folder"]))
        #expect(found.count == 6)
    }

    @Test func anEmptyDirectoryHasNoNames() throws {
        let folder = try TemporaryFolder()
        #expect(try Files.names(in: folder.path).isEmpty)
    }

    @Test func aMissingDirectoryHasNoNamesToGive() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("none")
        let error = #expect(throws: SystemError.self) { try Files.names(in: path) }
        #expect(error == SystemError(code: ENOENT, call: "opendir", path: path))
    }

    @Test func directoriesAreMadeFromTheTop() throws {
        let folder = try TemporaryFolder()
        try Files.makeDirectories(folder.path("a/b/c"), mode: 0o700)
        for path in ["a", "a/b", "a/b/c"] {
            let status = try Files.status(of: folder.path(path))
            #expect(status?.kind == .directory)
            #expect(status?.permissions == 0o700)
        }
    }

    @Test func aDirectoryThatIsThereStaysAsItIs() throws {
        let folder = try TemporaryFolder()
        _ = try Files.makeDirectory(folder.path("a"), mode: 0o700)
        try Files.makeDirectories(folder.path("a"), mode: 0o777)
        #expect(try Files.status(of: folder.path("a"))?.permissions == 0o700)
    }

    @Test func aFileInTheWayFails() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "a")
        #expect(throws: SystemError.self) { try Files.makeDirectories(folder.path("a")) }
        #expect(throws: SystemError.self) { try Files.makeDirectories(folder.path("a/b")) }
        #expect(folder.names == ["a"])
    }

    @Test func makingOneDirectorySaysWhetherItIsNew() throws {
        let folder = try TemporaryFolder()
        #expect(try Files.makeDirectory(folder.path("a")))
        #expect(try !Files.makeDirectory(folder.path("a")))
        #expect(throws: SystemError.self) { try Files.makeDirectory(folder.path("b/c")) }
    }

    /// What a link leads to stays.
    @Test func aFolderIsRemovedWithAllThatIsInIt() throws {
        let folder = try TemporaryFolder()
        try Files.makeDirectories(folder.path("tree/a/b"))
        try folder.write("x", to: "tree/a/b/file")
        try folder.write("y", to: "outside")
        #expect(symlink(folder.path("outside"), folder.path("tree/link")) == 0)
        #expect(symlink(folder.path, folder.path("tree/a/up")) == 0)
        try Files.removeTree(folder.path("tree"))
        #expect(try Files.names(in: folder.path) == ["outside"])
        try Files.removeTree(folder.path("tree"))
        try Files.removeTree(folder.path("outside"))
        #expect(try Files.names(in: folder.path).isEmpty)
    }

    @Test func aFolderIsLockedByOneAtATime() throws {
        let folder = try TemporaryFolder()
        do {
            let first = try FileLock.take(directory: folder.path)
            let second = try FileLock.take(directory: folder.path)
            let isTaken = second == nil
            #expect(isTaken)
            if first == nil { Issue.record("the lock was free") }
        }
        // A process that another test is starting has the descriptor until it runs its program.
        var isFree = false
        for _ in 0..<500 where !isFree {
            let again = try FileLock.take(directory: folder.path)
            isFree = again != nil
            if !isFree { usleep(10_000) }
        }
        #expect(isFree)
    }
}
