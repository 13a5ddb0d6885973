import Foundation
import TestSupport
import Testing

/// What `redo mirror` takes for a folder, and what it names for everything else.
@Suite struct MirrorAddressTests {
    private let fixture: MirrorFixture
    private var runner: CommandRunner { fixture.runner }

    init() throws {
        fixture = try MirrorFixture()
        try fixture.runner.store(SampleNode())
    }

    @Test func aFileURLIsThePathInIt() throws {
        let url = "file://\(runner.path("my%20mirror"))"
        #expect(try fixture.mirror("--to", url).text == "mirrored 1 node and 1 checkpoint\n")
        try fixture.expectSound("my mirror")
        #expect(try !runner.contents(of: "").keys.contains { $0.contains("file:") })
        let other = try MirrorFixture()
        #expect(try other.mirror("--from", url).text == "received 1 node\n")
    }

    @Test(arguments: [
        "ssh://host/x", "host:x", "ana@host:/srv/x", "https://host/x.git", "git://host/x",
        "folder:/x", "firestore:project", "store:s3:https://host/bucket", "[::1]:x",
    ])
    func anotherAddressIsRefusedInWords(_ url: String) throws {
        let before = try runner.contents(of: "")
        for option in ["--to", "--from"] {
            let outcome = try fixture.mirror(option, url)
            #expect(outcome.status == 129 && outcome.output.isEmpty, "\(outcome)")
            #expect(
                outcome.codedError.hasPrefix(
                    "error: USAGE: a mirror is a folder on this machine, and '\(url)' is not a path\n"
                ),
                "\(outcome)")
            #expect(
                outcome.codedError.contains(option == "--to" ? "'redo push NAME'" : "'redo clone "),
                "\(outcome)")
        }
        #expect(try runner.contents(of: "") == before)
    }

    @Test func aColonIsPartOfAPathThatSaysSo() throws {
        #expect(try fixture.mirror("--to", "./a:b").status == 0)
        try fixture.expectSound("a:b")
    }

    @Test func aRemoteOfPacksNamesClone() throws {
        let git = try GitFixture()
        let phone = try git.device("phone")
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let outcome = try fixture.mirror("--from", git.url)
        #expect(
            outcome.codedError == """
                error: STORAGE_001: \(git.url) is a remote of packs, not a mirror
                hint: 'redo clone \(git.url)' creates a store from it
                hint: 'redo remote add NAME \(git.url)', then 'redo fetch NAME', takes it into this one

                """)
        #expect(outcome.status == 128 && outcome.output.isEmpty)
        // A mirror in the same repository is read.
        try #require(try phone.run("mirror", ["--to", git.url]).status == 0)
        let read = try fixture.mirror("--from", git.url)
        #expect(read.status == 0 && read.text == "received 1 node\n", "\(read)")
    }
}
