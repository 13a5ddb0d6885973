import Foundation
import TestSupport
import Testing

/// Who is writing in a room, told from device to device without entering a log.
@Suite struct RoomComposingOverRemotesTests {
    private func tell(
        _ device: TaskStore, _ words: String..., scheme: String = "git", after seconds: Int = 0
    ) throws -> CommandOutcome {
        let wall = "2025-11-16T12:00:\(seconds < 10 ? "0" : "")\(seconds).000Z"
        return try device.run(
            "remote-\(scheme)", ["composing"] + words, extra: ["REDO_WALL": wall])
    }

    private func expectTold(
        _ device: TaskStore, _ words: String..., scheme: String = "git", after seconds: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let wall = "2025-11-16T12:00:\(seconds < 10 ? "0" : "")\(seconds).000Z"
        let outcome = try device.run(
            "remote-\(scheme)", ["composing"] + words, extra: ["REDO_WALL": wall])
        #expect(
            outcome.status == 0 && outcome.output.isEmpty && outcome.error.isEmpty, "\(outcome)",
            sourceLocation: sourceLocation)
    }

    private func allow(_ pair: RoomPair) throws {
        for device in [pair.ana, pair.eve] {
            try device.expect(["config", "remote.origin.composing", "true"])
        }
    }

    // MARK: Git

    @Test func gitIsToldNothingUnlessAskedTo() throws {
        let fixture = try GitFixture()
        let pair = try RoomPair { try fixture.device($0) }
        let before = try fixture.references()
        let refused = try tell(pair.ana, "--room", pair.room)
        #expect(refused.status == 1)
        #expect(
            refused.error
                == "error: STORAGE_003: the remote 'origin' is not told who is writing in rooms\n"
                + "hint: redo config remote.origin.composing true\n")
        #expect(try fixture.references() == before)
        let wrong = try pair.ana.run("config", ["remote.origin.composing", "sometimes"])
        #expect(wrong.status == 129)
    }

    @Test(arguments: [Transport.path, .ssh, .http])
    func devicesTellEachOther(_ transport: Transport) throws {
        let fixture = try GitFixture()
        let (url, environment) = try fixture.reach(transport)
        let pair = try RoomPair { try fixture.device($0, url: url, environment) }
        try allow(pair)
        let (hash, count) = (try pair.ana.stateHash(), try pair.ana.nodes().count)
        try expectTold(pair.ana, "--room", pair.room)
        #expect(try pair.writing(on: pair.eve).isEmpty)
        try expectTold(pair.eve)
        #expect(try pair.writing(on: pair.eve) == ["Ana is writing…"])
        #expect(try pair.writing(on: pair.eve, after: 24) == ["Ana is writing…"])
        #expect(try pair.writing(on: pair.eve, after: 25).isEmpty)
        // Told again: one commit takes the place of the other.
        try expectTold(pair.ana, "--room", pair.room, after: 10)
        try expectTold(pair.eve, after: 10)
        #expect(try pair.writing(on: pair.eve, after: 34) == ["Ana is writing…"])
        let name = "refs/redo/composing/ana"
        #expect(try fixture.git("log", "--format=%P", name) == [""])
        try fixture.expectSound()
        try expectTold(pair.ana, "--stopped", after: 11)
        #expect(try fixture.references()[name] == nil)
        try expectTold(pair.eve, after: 11)
        #expect(try pair.writing(on: pair.eve, after: 11).isEmpty)
        // Nothing of it is in a log, or stays in a store.
        #expect(try pair.ana.stateHash() == hash && pair.ana.nodes().count == count)
        for device in [pair.ana, pair.eve] {
            #expect(try device.runner.shell("ls .redo/git").lines.contains("composing") == false)
        }
    }

    /// What others put there disturbs no command.
    @Test func otherCommandsPassItOver() throws {
        let fixture = try GitFixture()
        let pair = try RoomPair { try fixture.device($0) }
        try allow(pair)
        try expectTold(pair.ana, "--room", pair.room)
        try fixture.git("config", "user.email", "m@example.org")
        try fixture.git("config", "user.name", "M")
        _ = try fixture.place.shell(
            """
            cd remote.git
            tree=$(git mktree </dev/null)
            commit=$(printf 'noise \\377\\376' | git commit-tree $tree)
            git update-ref refs/redo/composing/noise $commit
            git update-ref refs/redo/composing/deep/er $commit
            git update-ref refs/redo/composing/blob $(echo x | git hash-object -w --stdin)
            git update-ref refs/redo/composing/mallory refs/redo/composing/ana
            """)
        try expectTold(pair.eve)
        #expect(try pair.writing(on: pair.eve) == ["Ana is writing…"])
        for words in [
            ["fetch"], ["sync"], ["status"], ["fsck"], ["fsck", "--from", "origin"],
            ["verify", "--all"],
            ["remote", "show"], ["push"],
        ] {
            let outcome = try pair.eve.run(words[0], Array(words.dropFirst()))
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(words): \(outcome)")
            #expect(!outcome.text.contains("composing"), "\(words)")
        }
        // All references, as plain git takes them.
        _ = try fixture.place.shell(
            "git clone -q --bare remote.git copy.git && git -C copy.git fetch -q ../remote.git '+refs/redo/*:refs/redo/*'"
        )
        let count = try pair.eve.nodes().count
        let store = try TaskStore()
        let taken = try store.run("mirror", ["--from", fixture.place.path("copy.git")])
        #expect(taken.status == 0 && taken.error.isEmpty, "\(taken)")
        #expect(try store.nodes().count == count)
    }

    /// A key that takes no part, a room that there is not, and a clock that is ahead.
    @Test func strangersAreNotShown() throws {
        let fixture = try GitFixture()
        let pair = try RoomPair { try fixture.device($0) }
        try allow(pair)
        let stranger = try fixture.device("stranger")
        try stranger.expect(["config", "remote.origin.composing", "true"])
        try expectTold(stranger, "--room", pair.room)
        try expectTold(pair.ana, "--room", "sha256:" + String(repeating: "0", count: 64))
        try expectTold(pair.eve)
        #expect(try pair.writing(on: pair.eve).isEmpty)
        try expectTold(pair.ana, "--room", pair.room, after: 30)
        try expectTold(pair.eve)
        #expect(try pair.writing(on: pair.eve).isEmpty)
        let wrong = try tell(pair.ana, "--room", "Eve")
        #expect(wrong.status == 129)
    }

    /// Who writes in a terminal is seen elsewhere, until the message is said or the writer leaves.
    @Test func whoTypesIsSeen() throws {
        let fixture = try GitFixture()
        let pair = try RoomPair { try fixture.device($0) }
        try allow(pair)
        let there = try Coprocess(pair.eve.runner, "redo-room", ["join", "--plain", pair.room])
        func comes(_ wanted: String) -> Bool {
            while let line = there.line() { if line == wanted { return true } }
            return false
        }
        #expect(comes("-- it is Ana's turn"))
        let terminal = try RealTerminal(pair.ana.runner, columns: 70, rows: 12)
        try terminal.type("'redo room join \(pair.room); echo over'", "Enter") {
            $0.contains("it is your turn")
        }
        try terminal.type("Hel") { $0.contains("say> Hel") }
        #expect(comes("-- Ana is writing…"))
        try terminal.type("lo", "Enter") { $0.contains("Ana: Hello") }
        #expect(comes("Ana: Hello"))
        let name = "refs/redo/composing/ana"
        func isGone() throws -> Bool {
            for _ in 0..<200 {
                if try fixture.references()[name] == nil { return true }
                usleep(25_000)
            }
            return false
        }
        #expect(try isGone())
        // Whoever leaves in the middle of a word takes it back.
        try terminal.type("More") { $0.contains("> More") }
        for _ in 0..<200 where try fixture.references()[name] == nil { usleep(25_000) }
        #expect(try fixture.references()[name] != nil)
        try terminal.type("C-c", "C-c") { $0.contains("over") }
        #expect(try isGone())
        try there.send("/quit\n")
        #expect(there.wait() == 0)
    }

    // MARK: Firestore

    @Test(.withEmulator) func firestoreIsTold() throws {
        let fixture = try FirestoreFixture()
        let pair = try RoomPair(
            { try fixture.device($0, uid: $0) },
            introduce: { device, name, user in
                try device.expect(
                    ["config", "--global", "account.\(user).uid", name.lowercased()])
            })
        let carol = try fixture.device("carol", uid: "carol")
        try expectTold(pair.ana, "--room", pair.room, scheme: "firestore")
        try expectTold(pair.eve, scheme: "firestore")
        #expect(try pair.writing(on: pair.eve) == ["Ana is writing…"])
        #expect(try pair.writing(on: pair.eve, after: 25).isEmpty)
        // No one else reads it.
        try expectTold(carol, scheme: "firestore")
        #expect(try carol.runner.shell("ls .redo").lines.contains("composing.cache") == false)
        #expect(try pair.eve.runner.shell("ls .redo").lines.contains("composing.cache"))
        try expectTold(pair.ana, "--room", pair.room, scheme: "firestore", after: 10)
        #expect(try fixture.project.documentNames(in: "composing").count == 1)
        try expectTold(pair.ana, "--stopped", scheme: "firestore")
        try expectTold(pair.ana, "--stopped", scheme: "firestore")
        #expect(try fixture.project.documentNames(in: "composing").isEmpty)
        try expectTold(pair.eve, scheme: "firestore")
        #expect(try pair.writing(on: pair.eve).isEmpty)
        try pair.ana.expect(["config", "remote.origin.composing", "false"])
        #expect(try tell(pair.ana, "--room", pair.room, scheme: "firestore").status == 1)
        #expect(try fixture.project.documentNames(in: "composing").isEmpty)
        try fixture.expectSound()
    }

    /// What another account lets one read there is not believed.
    @Test(.withEmulator) func hostileDocumentsArePassedOver() throws {
        let fixture = try FirestoreFixture()
        let pair = try RoomPair { try fixture.device($0) }
        try expectTold(pair.ana, "--room", pair.room, scheme: "firestore")
        func put(_ name: String, _ fields: String) throws {
            let status = try fixture.project.ask(
                "PATCH", "/composing/\(name)",
                #"{"fields":{\#(fields)"accessList":{"arrayValue":{"values":[{"stringValue":"alice"}]}}}}"#
            ).status
            #expect(status == 200)
        }
        try put("empty", "")
        try put("number", #""notice":{"integerValue":"1"},"#)
        try put("text", #""notice":{"stringValue":"{}"},"#)
        try put("long", #""notice":{"stringValue":"\#(String(repeating: "[", count: 100_000))"},"#)
        try put("map", #""notice":{"mapValue":{"fields":{"a":{"nullValue":null}}}},"#)
        try expectTold(pair.eve, scheme: "firestore")
        #expect(try pair.writing(on: pair.eve) == ["Ana is writing…"])
    }
}
