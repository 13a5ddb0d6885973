import Glibc
import TestSupport
import Testing

@testable import RedoSystem

@Suite struct FileStatusTests {
    @Test func whatIsNotThereHasNoStatus() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "file")
        #expect(try Files.status(of: directory.path("none")) == nil)
        #expect(try Files.status(of: directory.path("file/below")) == nil)
    }

    @Test func kindsAreToldApart() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "file")
        #expect(try Files.status(of: directory.path("file"))?.kind == .regular)
        #expect(try Files.status(of: directory.path)?.kind == .directory)
        #expect(try Files.status(of: "/dev/null")?.kind == .other)
    }

    @Test func linksAreFollowed() throws {
        let directory = try TemporaryDirectory()
        try directory.write("12345", to: "file")
        try #require(symlink("file", directory.path("link")) == 0)
        try #require(symlink("none", directory.path("dangling")) == 0)
        #expect(try Files.status(of: directory.path("link"))?.size == 5)
        #expect(try Files.status(of: directory.path("dangling")) == nil)
    }

    @Test func aLinkItselfIsNeitherFileNorDirectory() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "file")
        try #require(symlink("file", directory.path("link")) == 0)
        try #require(symlink("none", directory.path("dangling")) == 0)
        #expect(try Files.statusOfLink(directory.path("file"))?.kind == .regular)
        #expect(try Files.statusOfLink(directory.path("link"))?.kind == .link)
        #expect(try Files.statusOfLink(directory.path("dangling"))?.kind == .link)
        #expect(try Files.statusOfLink(directory.path("none")) == nil)
    }

    @Test func twoNamesOfOneFileHaveOneIdentity() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "file")
        try directory.write("", to: "other")
        try Files.link(directory.path("file"), to: directory.path("name"))
        let identity = try Files.status(of: directory.path("file"))?.identity
        #expect(identity != nil)
        #expect(try Files.status(of: directory.path("name"))?.identity == identity)
        #expect(try Files.status(of: directory.path("other"))?.identity != identity)
    }

    @Test func onlyARegularFileThatMayBeRunIsExecutable() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "file")
        #expect(!Files.isExecutable(directory.path("file")))
        try #require(chmod(directory.path("file"), 0o700) == 0)
        #expect(Files.isExecutable(directory.path("file")))
        #expect(!Files.isExecutable(directory.path))
        #expect(!Files.isExecutable(directory.path("none")))
    }

    @Test func theTimeOfChangeIsInSeconds() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "file")
        let modified = try #require(try Files.status(of: directory.path("file"))?.modified)
        #expect(abs(modified - Int(Clock.milliseconds() / 1000)) < 60)
    }
}
