import Glibc
import TestSupport
import Testing

@testable import RedoSystem

/// What a person names is written as a shell's `>` would, and a regular file in one step.
@Suite struct TargetReplacingTests {
    private static let new = Array("new".utf8)
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func replace(_ name: String, mode: mode_t = 0o600) throws(SystemError) {
        try Files.replaceTarget(
            of: directory.path(name), with: Self.new.span, mode: .kept(orNew: mode))
    }

    private func link(_ name: String, to target: String) {
        #expect(unsafe symlink(target, directory.path(name)) == 0)
    }

    @Test func aNewFileHasTheModeAndAnOldOneKeepsItsOwn() throws {
        try replace("file", mode: 0o640)
        #expect(try Files.status(of: directory.path("file"))?.permissions == 0o640)
        #expect(unsafe chmod(directory.path("file"), 0o604) == 0)
        try replace("file", mode: 0o640)
        #expect(try Files.status(of: directory.path("file"))?.permissions == 0o604)
        #expect(directory.text(of: "file") == "new")
        try Files.replaceTarget(
            of: directory.path("file"), with: Self.new.span, mode: .always(0o600))
        #expect(try Files.status(of: directory.path("file"))?.permissions == 0o600)
        #expect(directory.names == ["file"])
    }

    /// The file at the end of a chain of links is another one afterwards, and the links stay.
    @Test func linksAreFollowedToTheEnd() throws {
        try Files.makeDirectories(directory.path("dotfiles"))
        try directory.write("old", to: "dotfiles/file")
        let before = try Files.status(of: directory.path("dotfiles/file"))?.identity
        link("dotfiles/second", to: "file")
        link("first", to: "dotfiles/second")
        try replace("first")
        #expect(directory.text(of: "dotfiles/file") == "new")
        #expect(try Files.status(of: directory.path("dotfiles/file"))?.identity != before)
        #expect(try Files.statusOfLink(directory.path("first"))?.kind == .link)
        #expect(try Files.statusOfLink(directory.path("dotfiles/second"))?.kind == .link)
        #expect(directory.names == ["dotfiles", "first"])
    }

    @Test func aLinkThatLeadsToNothingMakesTheFile() throws {
        link("dangling", to: "file")
        try replace("dangling")
        #expect(directory.text(of: "file") == "new")
        #expect(try Files.statusOfLink(directory.path("dangling"))?.kind == .link)
        #expect(directory.names == ["dangling", "file"])
    }

    @Test func linksInACircleFail() throws {
        link("one", to: "two")
        link("two", to: "one")
        let error = #expect(throws: SystemError.self) { try replace("one") }
        #expect(error?.code == ELOOP)
        #expect(directory.names == ["one", "two"])
    }

    @Test func aDeviceIsWrittenTo() throws {
        link("null", to: "/dev/null")
        try replace("null")
        #expect(try Files.status(of: "/dev/null")?.kind == .other)
        let error = #expect(throws: SystemError.self) {
            try Files.replaceTarget(
                of: "/dev/full", with: Self.new.span, mode: .kept(orNew: 0o600))
        }
        #expect(error?.isOutOfSpace == true)
        #expect(try Files.status(of: "/dev/full")?.kind == .other)
    }

    @Test func aFIFOIsWrittenTo() throws {
        let path = directory.path("fifo")
        #expect(unsafe mkfifo(path, 0o600) == 0)
        // Open for both, so that neither side waits.
        let descriptor = unsafe open(path, O_RDWR)
        defer { close(descriptor) }
        try replace("fifo")
        var bytes: [UInt8] = []
        #expect(try readBytes(from: descriptor, atMost: 10, into: &bytes, path: path) == 3)
        #expect(bytes == Self.new)
        #expect(try Files.statusOfLink(path)?.kind == .other)
    }

    @Test func aSocketFailsAsInAShell() throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array(directory.path("socket").utf8)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, size)
            }
        }
        try #require(result == 0)
        let error = #expect(throws: SystemError.self) { try replace("socket") }
        #expect(error?.code == ENXIO)
        #expect(directory.names == ["socket"])
    }

    @Test func aDirectoryFails() throws {
        try Files.makeDirectories(directory.path("taken"))
        let error = #expect(throws: SystemError.self) { try replace("taken") }
        #expect(error?.code == EISDIR)
        #expect(directory.names == ["taken"])
    }

    /// A file of the suite's own gives its name up instead, so that nothing outside its folder is written.
    @Test func theSuitesOwnFilesFollowNoLink() throws {
        try directory.write("old", to: "elsewhere")
        link("cache", to: "elsewhere")
        try Files.replace(directory.path("cache"), with: Self.new.span, mode: 0o600)
        #expect(directory.text(of: "elsewhere") == "old")
        #expect(try Files.statusOfLink(directory.path("cache"))?.kind == .regular)
    }
}
