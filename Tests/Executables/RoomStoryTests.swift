import Foundation
import RedoJSON
import TestSupport
import Testing

/// A room from its opening to its cenotaph: three people on three devices and a machine, one of them offline for a while,
/// half of the connections failing, and a thief with a copied key who dates a message back.
@Suite struct RoomStoryTests {
    @Test(arguments: [Transport.path, .ssh]) func aRoomOverGit(_ transport: Transport) throws {
        let fixture = try GitFixture()
        let (url, environment) = try fixture.reach(transport)
        try RoomStory { name in try fixture.device(name, url: url, environment) }.run()
    }

    /// The same over remotes of packs. On an encrypted one Ana lets the other devices in.
    @Test(arguments: StoryPlace.allCases) func aRoomOverPacks(_ place: StoryPlace) throws {
        let fixture = try EncryptedFixture(place.isDirectory ? nil : .path)
        var founder: TaskStore?
        try RoomStory(compacts: true) { name in
            guard place.isEncrypted else {
                return try fixture.git.device(name, url: fixture.url)
            }
            if let founder { return try fixture.member(name, by: founder) }
            let first = try fixture.founder(name).device
            founder = first
            return first
        }.run()
        if place.isEncrypted {
            let bytes = Data(try fixture.bytes())
            for said in ["From a train.", "They spoke, and were heard.", "participants"] {
                #expect(bytes.range(of: Data(said.utf8)) == nil, "\(said)")
            }
        }
    }

    @Test(.withEmulator) func aRoomOverFirestore() throws {
        let fixture = try FirestoreFixture()
        try RoomStory { name in try fixture.device(name) }.run()
        try fixture.expectSound()
    }
}

/// The devices of the story, and what happens in it.
private struct RoomStory {
    private let ana: TaskStore
    private let eve: TaskStore
    private let art: TaskStore
    private var all: [TaskStore] { [ana, eve, art] }
    private let seed: Seed
    private let clock: Clock
    /// Whether the remote keeps packs, which one of the devices joins at the end.
    private let compacts: Bool

    private final class Clock {
        var minutes = 0
        var random: SeededGenerator

        init(_ random: SeededGenerator) { self.random = random }
    }

    init(compacts: Bool = false, _ device: (String) throws -> TaskStore) throws {
        self.compacts = compacts
        seed = Seed()
        clock = Clock(seed.generator)
        ana = try device("ana")
        eve = try device("eve")
        art = try device("art")
    }

    // MARK: What devices do

    @discardableResult
    private func succeed(
        _ device: TaskStore, _ command: String, _ words: String..., wall: String? = nil
    ) throws -> String {
        clock.minutes += 1
        let now = String(
            format: "2025-11-16T%02d:%02d:00.000Z", 12 + clock.minutes / 60, clock.minutes % 60)
        let outcome = try device.run(command, words, extra: ["REDO_WALL": wall ?? now])
        try #require(outcome.status == 0, "\(command) \(words): \(outcome)")
        return outcome.text.trimmingCharacters(in: .newlines)
    }

    /// An exchange with the remote; every second one fails first, and nothing is lost by that.
    private func sync(_ device: TaskStore) throws {
        if Bool.random(using: &clock.random) {
            let count = try device.nodes().count
            let failed = try device.run("sync", extra: broken(device))
            #expect(failed.status == 128, "\(failed)")
            #expect(try device.nodes().count == count)
        }
        try succeed(device, "sync")
    }

    /// Variables with which the remote cannot be reached: nothing answers, ssh fails, or there is nothing at the path.
    private func broken(_ device: TaskStore) -> [String: String] {
        let url = (try? device.run("config", ["remote.origin.url"]).lines.first) ?? ""
        return [
            "FIRESTORE_EMULATOR_HOST": "127.0.0.1:1", "GIT_SSH_COMMAND": "/bin/false",
            "REDO_CONFIG_COUNT": "2", "REDO_CONFIG_KEY_0": "firestore.retrydelay",
            "REDO_CONFIG_VALUE_0": "0", "REDO_CONFIG_KEY_1": "remote.origin.url",
            "REDO_CONFIG_VALUE_1": url.hasPrefix("/")
                ? "/nowhere/at-all.git"
                : url.hasPrefix("folder:") ? "folder:/nowhere/at-all" : url,
        ]
    }

    private func user(_ device: TaskStore) throws -> String {
        let words = try device.run("key", ["list"]).text.split(whereSeparator: \.isWhitespace)
        return try #require(
            words.map(String.init).first { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }

    /// The fake language model: it counts the lines that it was sent.
    private func prepareMachine() throws -> String {
        let own = try user(ana)
        let machine = try succeed(ana, "keygen", "--no-passphrase")
        try succeed(ana, "config", "--global", "user.key", own)
        let script = try ana.runner.write(
            """
            #!/bin/sh
            text=$(cat)
            case $text in
                *"(you are invited"*) echo ACCEPT ;;
                *"(this room has ended"*) echo "They spoke, and were heard." ;;
                *) echo "I read $(echo "$text" | grep -c '^Art: ') of Art's." ;;
            esac

            """.utf8, to: "model")
        try succeed(ana, "config", "--global", "room.command", "/bin/sh '\(script)'")
        return machine
    }

    private func open() throws -> String {
        var roster: [String] = []
        for (device, name) in [(ana, "Ana"), (eve, "Eve"), (art, "Art")] {
            let user = try user(device)
            roster.append(
                """
                {"id":"\(name.lowercased())","nickname":"\(name)","principal":"\(user)",\
                "identifier":{"kind":"key","value":"\(user)"}}
                """)
        }
        let machine = try prepareMachine()
        roster.append(
            """
            {"id":"bot","nickname":"Bot","principal":"\(machine)",\
            "identifier":{"kind":"machine","value":"Bot"}}
            """)
        return try succeed(
            ana, "commit-node", "OPEN_ROOM", "-f", "originator=ana", "-f", "tier:=10", "-f",
            "participants:=[\(roster.joined(separator: ","))]")
    }

    private func act(_ device: TaskStore, _ action: String, in room: String) throws {
        try succeed(device, "commit-node", action, "--room", room)
    }

    // MARK: The story

    func run() throws {
        let room = try open()
        try succeed(ana, "commit-node", "PAY", "--room", room, "-f", "receipt=promised")
        try succeed(ana, "room", "answer", room)
        for device in [eve, art] {
            try sync(device)
            try act(device, "SIGNAL", in: room)
            try sync(device)
        }
        try sync(ana)
        try succeed(ana, "room", "say", room, "Hello, all of you.")
        let first = try #require(try ana.nodes().last?["id"]?.text)
        try sync(ana)
        try sync(eve)
        try succeed(eve, "room", "say", room, "Hello, Ana.")
        try sync(eve)
        try sync(art)
        // Art is offline, and writes; the others raise their hands.
        let offline = try art.run("room", ["say", room, "From a train."], extra: broken(art))
        #expect(offline.status == 0, "\(offline)")
        #expect(offline.codedError.contains(": written here, and not sent yet: "), "\(offline)")
        #expect(
            offline.codedError.hasPrefix("warning: NETWORK_001: ")
                || offline.codedError.hasPrefix("warning: STORAGE_001: ") && compacts, "\(offline)")
        try act(eve, "RAISE_HAND", in: room)
        try sync(eve)
        try sync(ana)
        try act(ana, "RAISE_HAND", in: room)
        let early = try ana.run("room", ["answer", room])
        #expect(early.status == 1, "\(early)")
        // A copy of Eve's device says something else in her turn, dated back before what she said.
        let thief = try steal(from: eve)
        try succeed(
            thief, "commit-node", "SAY", "--room", room, "--parent", first, "-f", "text=Goodbye.",
            wall: "2020-01-01T00:00:00.000Z")
        try succeed(thief, "sync")
        // Art is back.
        try sync(art)
        try succeed(ana, "room", "answer", room)
        try sync(ana)
        for device in all { try sync(device) }
        try act(eve, "LEAVE", in: room, reason: "left")
        try sync(eve)
        try sync(ana)
        try succeed(ana, "room", "answer", "--cenotaph", room)
        for _ in 0..<2 { for device in all { try sync(device) } }
        try expectOneRoom(room)
        if compacts { try compact(room) }
    }

    /// Ana packs her store and joins what lies on the remote: everyone goes on, and sees the same room.
    private func compact(_ room: String) throws {
        try succeed(ana, "gc", "--all")
        try succeed(ana, "remote", "compact")
        try succeed(art, "add", "Write to Ana")
        for _ in 0..<2 { for device in all { try sync(device) } }
        try succeed(ana, "remote", "verify")
        try expectOneRoom(room)
    }

    private func act(
        _ device: TaskStore, _ action: String, in room: String, reason: String
    ) throws {
        try succeed(device, "commit-node", action, "--room", room, "-f", "reason=\(reason)")
    }

    /// All that a device has, in another folder.
    private func steal(from device: TaskStore) throws -> TaskStore {
        let directory = device.runner.path("stolen")
        _ = try device.runner.shell(
            "cd / && mkdir '\(directory)' && cp -r '\(device.runner.path(".redo"))' '\(directory)'")
        var runner = device.runner
        runner.environment["REDO_DIR"] = "\(directory)/.redo"
        runner.environment["REDO_DEVICE"] = "thief"
        return TaskStore(runner)
    }

    private func expectOneRoom(_ room: String) throws {
        var hashes: Set<String> = []
        for device in all {
            let families = try ["tasks", "effective", "organisation", "people", "rooms"].map {
                try succeed(device, "replay", "--family", $0, "--hash")
            }
            hashes.insert(
                (families + [
                    try succeed(device, "replay", "--hash"), try succeed(device, "export"),
                ]).joined(separator: "\n"))
            let lines = try device.run("room-transcript", ["--json", room]).lines.map { line in
                let object = try JSONDocument(Array(line.utf8)).root
                return object["text"]?.string?.description ?? ""
            }
            #expect(
                lines
                    == [
                        "Ana opened a room with $10.", "Bot is here.", "Eve is here.",
                        "Art is here.",
                        "Hello, all of you.", "Hello, Ana.", "From a train.",
                        "Eve raised their hand.",
                        "Ana raised their hand.", "I read 1 of Art's.", "Eve departed.",
                        "They spoke, and were heard.",
                    ].sorted(like: lines), seed.replay)
            let voids = try device.run("replay", ["--family", "rooms", "--void"]).lines
            #expect(voids.count == 1 && voids[0].hasSuffix("\tE_NOT_YOUR_TURN"), "\(voids)")
        }
        #expect(hashes.count == 1, seed.replay)
    }
}

extension [String] {
    /// The same texts in the order of others: what was done at the same time has no order of its own.
    fileprivate func sorted(like others: [String]) -> [String] {
        sorted { (others.firstIndex(of: $0) ?? 0) < (others.firstIndex(of: $1) ?? 0) }
    }
}
