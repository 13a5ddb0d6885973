import Foundation
import RedoJSON
import TestSupport
import Testing

/// What was given up does not trouble a remote or another device, and comes back from one that has it.
@Suite(.serialized) struct GivenUpRemoteTests {
    private let fixture: GitFixture

    init() throws { fixture = try GitFixture() }

    /// Where the packs are.
    enum Place: CaseIterable { case directory, git }

    private func device(_ name: String, _ place: Place) throws -> TaskStore {
        switch place {
        case .git: try fixture.device(name)
        case .directory:
            try fixture.device(name, url: "folder:\(fixture.place.path("stick"))")
        }
    }

    /// A device that has pushed a task with changes, and the task's nodes.
    private func start(_ place: Place) throws -> (phone: TaskStore, ids: [String]) {
        _ = try fixture.place.shell("mkdir -p stick")
        let phone = try device("phone", place)
        let task = try phone.add("Water", "--draft")
        for priority in 1...4 { try phone.expect(["edit", "-p", "\(priority)", task]) }
        try phone.add("Bread", "--draft")
        try phone.expect(["push"])
        return (phone, try phone.nodes(of: task).compactMap(\.nodeID))
    }

    /// The remote loses the contents of all packs that it has.
    private func loseData(_ place: Place) throws {
        let script =
            switch place {
            case .directory: "rm -f stick/data/*"
            case .git:
                """
                cd remote.git && mkdir aside && mv objects/pack/* aside/ 2>/dev/null
                for p in aside/*.pack; do [ -e "$p" ] && git unpack-objects -q < "$p"; done
                for r in $(git for-each-ref --format='%(refname)'); do
                    git ls-tree -r "$r" | awk '$4 ~ /^data\\// {print $3}'
                done | while read o; do
                    rm -f objects/$(printf %.2s $o)/$(printf %s $o | cut -c3-)
                done
                """
            }
        let lost = try fixture.place.shell(script)
        try #require(lost.status == 0, "\(lost)")
    }

    private func lose(_ id: String, _ device: TaskStore) throws {
        let path = device.runner.path(device.runner.objectName(id))
        try FileManager.default.removeItem(atPath: path)
    }

    private func expectSilent(
        _ device: TaskStore, _ words: [String], _ text: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try device.run(words[0], Array(words.dropFirst()))
        #expect(
            outcome.status == 0 && outcome.error.isEmpty, "\(words): \(outcome)",
            sourceLocation: sourceLocation)
        if let text {
            #expect(outcome.text == text, "\(words)", sourceLocation: sourceLocation)
        }
    }

    /// A push after giving up says that it continues in a new slot.
    private func expectNewSlot(
        _ device: TaskStore, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let pushed = try device.run("push")
        #expect(
            pushed.status == 0 && pushed.text.hasPrefix("pushed ")
                && pushed.codedError.contains("were given up, so it continues in a new slot"),
            "\(pushed)", sourceLocation: sourceLocation)
    }

    /// The remote lost the same pack: after giving up, a push works, and nobody sees an error any more.
    @Test(arguments: Place.allCases)
    func aRemoteThatLostTheSameIsLeftBehind(_ place: Place) throws {
        let (phone, ids) = try start(place)
        let laptop = try device("laptop", place)
        try loseData(place)
        try lose(ids[2], phone)
        let fetched = try laptop.run("fetch")
        switch place {
        case .git: #expect(fetched.status != 0, "\(fetched)")
        // What a folder lacks can still be on its way.
        case .directory:
            #expect(
                fetched.status == 0 && fetched.codedError.hasPrefix("note: not yet here: "),
                "\(fetched)")
        }
        #expect(try phone.run("fsck", ["--from", "origin"]).status != 0)
        try phone.giveUp("--all")
        try expectNewSlot(phone)
        for _ in 1...2 {
            try expectSilent(phone, ["push"], "everything up-to-date\n")
            try expectSilent(phone, ["fetch"], "nothing new\n")
            try expectSilent(phone, ["sync"])
            try expectSilent(laptop, ["fetch"])
            try expectSilent(laptop, ["sync"])
        }
        #expect(try laptop.stateHash() == phone.stateHash())
        #expect(try laptop.ids() == phone.ids())
        // A device that comes later.
        let tablet = try device("tablet", place)
        try expectSilent(tablet, ["fetch"])
        #expect(try tablet.ids() == phone.ids())
        for store in [phone, laptop, tablet] { try expectSilent(store, ["fsck"], "") }
    }

    /// Another device has everything: it comes back from there.
    @Test(arguments: Place.allCases)
    func whatAnotherDeviceHasComesBack(_ place: Place) throws {
        let (phone, ids) = try start(place)
        let (hash, all) = (try phone.stateHash(), try phone.ids())
        let laptop = try device("laptop", place)
        try laptop.expect(["fetch"])
        try loseData(place)
        try lose(ids[2], phone)
        try phone.giveUp("--all")
        try expectNewSlot(phone)
        for _ in 1...2 {
            _ = try laptop.run("sync")
            _ = try phone.run("sync")
        }
        #expect(try phone.ids() == all && laptop.ids() == all)
        #expect(try phone.stateHash() == hash)
        for store in [phone, laptop] {
            try expectSilent(store, ["sync"])
            try expectSilent(store, ["fsck"], "")
        }
        #expect(try phone.run("fsck", ["--quarantine"]).status == 0)
    }

    /// What another device writes after nodes that were given up here waits without a word.
    @Test(arguments: Place.allCases)
    func laterNodesOfAnotherDeviceWait(_ place: Place) throws {
        let (phone, ids) = try start(place)
        let laptop = try device("laptop", place)
        try laptop.expect(["fetch"])
        try lose(ids[2], phone)
        // Before the remote is asked: it still has it.
        try phone.giveUp("--all")
        let hash = try phone.stateHash()
        try laptop.expect([
            "edit", "-p", "5", try #require(try laptop.tasks().first?["guid"]?.text),
        ])
        try laptop.expect(["push"])
        let fetched = try phone.run("fetch")
        #expect(fetched.status == 0, "\(fetched)")
        let again = try phone.run("fetch")
        #expect(again.status == 0 && again.text == "nothing new\n", "\(again)")
        // Either it waits, or the lost node came along.
        if try phone.stateHash() != hash { #expect(try phone.ids() == laptop.ids()) }
        let refetched = try phone.run("fetch", ["--refetch"])
        #expect(refetched.status == 0, "\(refetched)")
        #expect(try phone.ids() == laptop.ids())
        #expect(try phone.stateHash() == laptop.stateHash())
    }
}
