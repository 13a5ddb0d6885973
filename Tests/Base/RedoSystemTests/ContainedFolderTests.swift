import Glibc
import TestSupport
import Testing

@testable import RedoSystem

@Suite struct ContainedFolderTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try Files.makeDirectories(directory.path("outside/sub"))
        try directory.write("kept", to: "outside/file")
        try Files.makeDirectories(directory.path("root/inner"))
        try #require(symlink(directory.path("outside"), directory.path("root/link")) == 0)
        try #require(symlink(directory.path("none"), directory.path("root/dangling")) == 0)
        try directory.write("", to: "root/file")
    }

    private func inner(_ names: String...) -> ContainedDirectory {
        ContainedDirectory(names, in: directory.path("root"))
    }

    @Test(arguments: [["link"], ["link", "sub"], ["dangling"], ["inner", "..", "link"]])
    func aLinkIsRefusedByEveryOperation(_ names: [String]) throws {
        let linked = ContainedDirectory(names, in: directory.path("root"))
        let file = ContainedFile("file", in: linked)
        let good = ContainedFile("file", in: inner())
        let link = names.prefix(names.first == "inner" ? 3 : 1).joined(separator: "/")
        let operations: [() throws -> Void] = [
            { try linked.check() }, { try linked.make() }, { _ = try linked.contents() },
            { _ = try linked.names(of: .link) }, { _ = try linked.firstSpecialFile() },
            { try linked.remove("file") }, { try linked.removeTree() },
            { try linked.synchronize() }, { _ = try file.create(mode: 0o600) },
            { try file.move(to: good) }, { try good.move(to: file) },
            { _ = try file.moveUnlessTaken(to: good) }, { _ = try good.moveUnlessTaken(to: file) },
            { try file.link(to: good) }, { try good.link(to: file) }, { try file.remove() },
            { try file.removeIfPresent() }, { try file.append([1].span) },
            { try file.replace(with: [1].span, mode: 0o600) },
        ]
        for operation in operations {
            let error = #expect(throws: SystemError.self) { try operation() }
            #expect(error == .symbolicLink(directory.path("root/\(link)")))
        }
        #expect(directory.text(of: "outside/file") == "kept")
        #expect(directory.text(of: "root/file")?.isEmpty == true)
        #expect(try Set(Files.names(in: directory.path("outside"))) == ["file", "sub"])
        #expect(try Files.status(of: directory.path("none")) == nil)
        #expect(try Files.statusOfLink(directory.path("root/link"))?.kind == .link)
    }

    @Test func somethingElseIsRefusedAndIsNotTakenForMissing() throws {
        let error = #expect(throws: SystemError.self) { try inner("file", "below").contents() }
        #expect(error == .notADirectory(directory.path("root/file")))
        #expect(error?.isNotFound == false)
    }

    @Test func theRootMayBeReachedThroughALink() throws {
        let linked = ContainedDirectory(["sub"], in: directory.path("root/link"))
        #expect(try linked.check())
        #expect(try ContainedDirectory([], in: directory.path("root/link")).contents().count == 2)
    }

    @Test func missingFoldersAreMadeFromTheRootDown() throws {
        #expect(try !inner("a", "b").check())
        #expect(try inner("a", "b").make())
        #expect(try !inner("a", "b").make())
        #expect(try inner("a").contents() == ["b"])
    }

    @Test func depthSaysHowManyNamesAreInside() throws {
        let deep = ContainedDirectory(directory.path("root/link/sub"), depth: 2)
        #expect(throws: SystemError.symbolicLink(directory.path("root/link"))) { try deep.check() }
        #expect(try ContainedDirectory(directory.path("root/link/sub"), depth: 1).check())
        #expect(deep.path == directory.path("root/link/sub"))
    }

    @Test func aFileByItsPathHasTheFoldersBelowItsRoot() throws {
        let root = directory.path("root")
        #expect(throws: SystemError.symbolicLink(directory.path("root/link"))) {
            try ContainedFile("\(root)/link/sub/x", below: root).append([1].span)
        }
        let file = ContainedFile("\(root)/inner/x", below: root)
        try file.append(Array("one".utf8).span)
        try file.append(Array("two".utf8).span)
        #expect(file.path == "\(root)/inner/x" && directory.text(of: "root/inner/x") == "onetwo")
        try file.link(to: file.appending(".2"))
        #expect(directory.text(of: "root/inner/x.2") == "onetwo")
    }

    @Test func aTreeIsRemovedAndItsLinksAreNotFollowed() throws {
        try #require(symlink(directory.path("outside"), directory.path("root/inner/out")) == 0)
        try Files.makeDirectories(directory.path("root/inner/a/b"))
        try inner("inner").removeTree()
        try inner("inner").removeTree()
        #expect(try Files.statusOfLink(directory.path("root/inner")) == nil)
        #expect(directory.text(of: "outside/file") == "kept")
    }

    @Test func linksAndOtherSpecialFilesAreFound() throws {
        #expect(try Set(inner().names(of: .link)) == ["link", "dangling"])
        #expect(try inner("inner").firstSpecialFile() == nil)
        try Files.makeDirectories(directory.path("root/inner/a/b"))
        try directory.write("", to: "root/inner/a/file")
        #expect(try inner("inner").firstSpecialFile() == nil)
        // Links to files beside or below them redirect nothing.
        for target in ["file", "b/missing", "./file", "self"] {
            let link = directory.path("root/inner/a/self")
            #expect(unsafe symlink(target, link) == 0)
            #expect(try inner("inner").firstSpecialFile() == nil, "\(target)")
            #expect(unlink(link) == 0)
        }
        for target in ["b", ".", "../a/file", "b/../file", "/missing", "/etc/passwd", ".."] {
            let link = directory.path("root/inner/a/self")
            #expect(unsafe symlink(target, link) == 0)
            #expect(try inner("inner").firstSpecialFile() == link, "\(target)")
            #expect(unlink(link) == 0)
        }
        #expect(unsafe mkfifo(directory.path("root/inner/a/b/pipe"), 0o600) == 0)
        #expect(try inner("inner").firstSpecialFile() == directory.path("root/inner/a/b/pipe"))
    }
}
