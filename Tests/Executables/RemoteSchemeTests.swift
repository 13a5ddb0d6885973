import Foundation
import TestSupport
import Testing

/// Which kind of remote a URL names. A store helper is all that a place needs which the suite does not know.
@Suite struct RemoteSchemeTests {
    private let store: StoreFixture
    private let device: TaskStore
    private var place: CommandRunner { store.git.place }
    private var helped: String { "test:\(store.files)" }

    init() throws {
        store = try StoreFixture()
        device = try store.git.storeWithoutRemote("phone", store.path)
    }

    @Test func theNameOfAStoreHelperIsAScheme() throws {
        try device.expect(["remote", "add", "origin", helped])
        #expect(try device.expect(["remote"]).text == "origin\tstore:\(helped)\n")
        try device.add("Milk", "--draft")
        #expect(try device.expect(["push"]).text == "pushed 1 node in 1 pack to origin\n")
        #expect(try device.expect(["status"]).text.contains("everything pushed"))
        let cloned = try device.run("clone", [helped, "copy"])
        #expect(cloned.status == 0 && cloned.text.contains("made a store of 1 node"), "\(cloned)")
    }

    @Test func eachOfAllRemotesIsFetchedFrom() throws {
        try device.expect(["remote", "add", "origin", helped])
        try device.expect(["remote", "add", "backup", store.git.url])
        let outcome = try device.run("fetch", ["--all"])
        #expect(
            outcome.status == 0
                && outcome.text == "from backup:\nnothing new\nfrom origin:\nnothing new\n",
            "\(outcome)")
    }

    @Test func aRemoteIsRenamedMovedAndRemoved() throws {
        try device.expect(["remote", "add", "origin", helped])
        try device.expect(["remote", "rename", "origin", "main"])
        try device.expect(["remote", "set-url", "main", "\(helped)/b"])
        #expect(try device.expect(["remote"]).text == "main\tstore:\(helped)/b\n")
        try device.expect(["remote", "remove", "main"])
        #expect(try device.expect(["remote"]).text.isEmpty)
    }

    @Test func whatNoHelperIsForIsMalformed() throws {
        let outcome = try device.run("remote", ["add", "origin", "foo://x"])
        #expect(outcome.status == 128)
        #expect(outcome.codedError.contains("'foo' is not a way to a git repository\nhint: "))
        for url in ["test::x", "Test://x", "../test://x"] {
            #expect(try device.run("clone", [url, "copy"]).text.isEmpty)
        }
    }

    /// A helper cannot take the URLs that are git's.
    @Test func whatGitKnowsIsGits() throws {
        try place.writeProgram(
            "#!/bin/sh\necho ran >'\(place.path("ran"))'\n", to: "bin/redo-store-file")
        try device.expect(["remote", "add", "origin", "file://\(store.git.url)"])
        #expect(try device.expect(["push"]).text == "everything up-to-date\n")
        #expect(!FileManager.default.fileExists(atPath: place.path("ran")))
    }

    /// No other program takes the place of an exchange.
    @Test func aProgramOfTheNameOfARemoteDoesNotRun() throws {
        for name in ["git", "demo"] {
            try place.writeProgram(
                "#!/bin/sh\necho ran >'\(place.path("ran"))'\n", to: "bin/redo-remote-\(name)")
        }
        try device.expect(["remote", "add", "origin", store.git.url])
        let directory = ["REDO_EXEC_PATH": place.path("bin")]
        #expect(try device.run("push", extra: directory).text == "everything up-to-date\n")
        #expect(try device.run("clone", ["demo::x", "copy"], extra: directory).status == 128)
        #expect(!FileManager.default.fileExists(atPath: place.path("ran")))
    }
}
