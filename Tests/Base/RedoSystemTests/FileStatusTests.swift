import Glibc
import TestSupport
import Testing

@testable import RedoSystem

@Suite struct FileStatusTests {
    @Test func whatIsNotThereHasNoStatus() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        #expect(try Files.status(of: folder.path("none")) == nil)
        #expect(try Files.status(of: folder.path("file/below")) == nil)
    }

    @Test func kindsAreToldApart() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        #expect(try Files.status(of: folder.path("file"))?.kind == .regular)
        #expect(try Files.status(of: folder.path)?.kind == .directory)
        #expect(try Files.status(of: "/dev/null")?.kind == .other)
    }

    @Test func linksAreFollowed() throws {
        let folder = try TemporaryFolder()
        try folder.write("12345", to: "file")
        try #require(symlink("file", folder.path("link")) == 0)
        try #require(symlink("none", folder.path("dangling")) == 0)
        #expect(try Files.status(of: folder.path("link"))?.size == 5)
        #expect(try Files.status(of: folder.path("dangling")) == nil)
    }

    @Test func aLinkItselfIsNeitherFileNorDirectory() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        try #require(symlink("file", folder.path("link")) == 0)
        try #require(symlink("none", folder.path("dangling")) == 0)
        #expect(try Files.statusOfLink(folder.path("file"))?.kind == .regular)
        #expect(try Files.statusOfLink(folder.path("link"))?.kind == .link)
        #expect(try Files.statusOfLink(folder.path("dangling"))?.kind == .link)
        #expect(try Files.statusOfLink(folder.path("none")) == nil)
    }

    @Test func twoNamesOfOneFileHaveOneIdentity() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        try folder.write("", to: "other")
        try Files.link(folder.path("file"), to: folder.path("name"))
        let identity = try Files.status(of: folder.path("file"))?.identity
        #expect(identity != nil)
        #expect(try Files.status(of: folder.path("name"))?.identity == identity)
        #expect(try Files.status(of: folder.path("other"))?.identity != identity)
    }

    @Test func onlyARegularFileThatMayBeRunIsExecutable() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        #expect(!Files.isExecutable(folder.path("file")))
        try #require(chmod(folder.path("file"), 0o700) == 0)
        #expect(Files.isExecutable(folder.path("file")))
        #expect(!Files.isExecutable(folder.path))
        #expect(!Files.isExecutable(folder.path("none")))
    }

    @Test func theTimeOfChangeIsInSeconds() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        let modified = try #require(try Files.status(of: folder.path("file"))?.modified)
        #expect(abs(modified - Int(Clock.milliseconds() / 1000)) < 60)
    }
}
