import Foundation
import TestSupport
import Testing

/// Hooks around a push and after a fetch, with git remotes and replicas in Firestore.
@Suite struct RemoteHookTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    private let laptop: TaskStore

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        laptop = try fixture.device("laptop")
    }

    /// The ids that a hook got.
    private static func ids(_ store: TaskStore) -> Set<String> {
        Set((store.noted("ids") ?? "").split(separator: "\n").map(String.init))
    }

    private static let note = "cat > ~/ids; printf '%s|' \"$#\" \"$@\" >> ~/arguments"

    @Test(arguments: ["push", "sync"])
    func aPushIsAskedFor(_ command: String) throws {
        try phone.hook("pre-push", Self.note)
        try phone.add("Milk", "--draft")
        try phone.expect([command])
        #expect(Self.ids(phone) == (try phone.ids()))
        #expect(phone.noted("arguments") == "2|origin|\(fixture.url)|")
        let known = try phone.ids()
        try phone.add("Bread", "--draft")
        try phone.expect([command])
        #expect(Self.ids(phone) == (try phone.ids()).subtracting(known))
        // Where nothing is new, too.
        try phone.expect([command])
        #expect(Self.ids(phone).isEmpty)
    }

    @Test(arguments: ["push", "sync"])
    func aRefusalSendsNothing(_ command: String) throws {
        let hook = try phone.hook("pre-push", "echo >&2 'not from here'; exit 1")
        try phone.add("Milk", "--draft")
        let remote = try fixture.place.contents(of: "remote.git")
        let store = try phone.runner.contents(of: ".redo/objects")
        let outcome = try phone.run(command)
        #expect(outcome.status == 1, "\(outcome)")
        #expect(
            outcome.codedError.contains(
                "pre-push: not from here\nerror: HOOK_001: the hook \(hook) refused with status 1, "
                    + "and nothing was sent\n"), "\(outcome)")
        #expect(try fixture.place.contents(of: "remote.git") == remote)
        #expect(try phone.runner.contents(of: ".redo/objects") == store)
        let again = try phone.runner.run("redo", ["-c", "core.hooks=false", command])
        #expect(again.status == 0, "\(again)")
        #expect(try fixture.nodeIDs() == phone.ids())
    }

    /// The hook comes before the server, which is not there. An address with a password is refused anyway.
    @Test(arguments: [
        ("https://ana@127.0.0.1:1/a@b", "https://127.0.0.1:1/a@b"),
        ("ssh://git@127.0.0.1:1/x", "ssh://127.0.0.1:1/x"),
        ("git@127.0.0.1:x/y.git", "git@127.0.0.1:x/y.git"),
    ])
    func noUserIsHandedOn(_ url: String, _ shown: String) throws {
        try phone.configure("[remote \"other\"]\nurl = \(url)")
        try phone.hook("pre-push", "\(Self.note); exit 1")
        let outcome = try phone.run("push", ["other"])
        #expect(outcome.status == 1 && outcome.codedError.contains("HOOK_001"), "\(outcome)")
        #expect(phone.noted("arguments") == "2|other|\(shown)|")
    }

    @Test func aHookMayFetchWhileAPushWaits() throws {
        try phone.hook("pre-push", "redo-fetch")
        try phone.add("Milk", "--draft")
        let outcome = try phone.runner.shell("redo -c hook.timeout=20 push")
        #expect(
            outcome.status == 0 && outcome.codedError == "pre-push: nothing new\n", "\(outcome)")
    }

    @Test(arguments: [["fetch"], ["fetch", "--all"], ["pull"], ["sync"]])
    func whatCameInIsTold(_ words: [String]) throws {
        try phone.add("Milk", "--due", "2025-11-20")
        try phone.expect(["push"])
        try laptop.add("Bread", "--draft")
        try laptop.hook("post-fetch", "\(Self.note); exit 3")
        for name in ["pre-write", "post-write"] { try laptop.hook(name, "touch ~/wrote; exit 1") }
        let outcome = try laptop.run(words[0], Array(words.dropFirst()))
        #expect(outcome.status == 0, "\(outcome)")
        let hook = laptop.runner.path("\(TaskStore.hooks)/post-fetch")
        #expect(
            outcome.codedError == "warning: HOOK_001: the hook \(hook) ended with status 3\n",
            "\(outcome)")
        #expect(Self.ids(laptop) == (try phone.ids()))
        #expect(laptop.noted("arguments") == "1|origin|")
        // The nodes are others'.
        #expect(laptop.noted("wrote") == nil)
        try FileManager.default.removeItem(atPath: laptop.runner.path("home/ids"))
        try laptop.expect(words)
        #expect(laptop.noted("ids") == nil)
    }

    @Test func aMergeAfterAFetchIsAskedFor() throws {
        let task = try phone.add("Milk", "--draft")
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
        _ = try phone.run("edit", [task, "--priority", "1"])
        _ = try laptop.run("edit", [task, "--title", "Oat milk"])
        try phone.expect(["push"])
        try laptop.hook("pre-write", "cat > ~/nodes")
        try laptop.expect(["pull", "--merge"])
        #expect(laptop.noted("nodes")?.contains("\"action\":\"MERGE\"") == true)
    }

    @Test func dryRunsAndClonesRunNone() throws {
        try phone.add("Milk", "--draft")
        for name in ["pre-push", "post-fetch"] { try phone.hook(name, "touch ~/ran; exit 1") }
        try phone.expect(["push", "--dry-run"])
        try laptop.expect(["push"])
        try phone.expect(["fetch", "--dry-run"])
        #expect(phone.noted("ran") == nil)
        try laptop.add("Bread", "--draft")
        try laptop.expect(["push"])
        let outcome = try phone.run("clone", [fixture.url, "copy"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(phone.noted("ran") == nil)
    }

    @Test(.withEmulator) func replicasHaveThemToo() throws {
        let fixture = try FirestoreFixture()
        let phone = try fixture.device("phone")
        let laptop = try fixture.device("laptop")
        try phone.add("Milk", "--due", "2025-11-20")
        try phone.hook("pre-push", "\(Self.note); exit 1")
        #expect(try phone.run("push").status == 1)
        #expect(try fixture.nodeIDs().isEmpty)
        #expect(Self.ids(phone) == (try phone.ids()))
        try phone.hook("pre-push", "exit 0")
        try phone.expect(["push"])
        try laptop.hook("post-fetch", Self.note)
        try laptop.expect(["fetch"])
        #expect(Self.ids(laptop) == (try phone.ids()))
        #expect(laptop.noted("arguments") == "1|origin|")
    }
}
