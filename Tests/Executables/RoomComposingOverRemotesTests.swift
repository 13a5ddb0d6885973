import Foundation
import TestSupport
import Testing

/// Who is writing in a room, told from device to device without entering a log.
@Suite struct RoomComposingOverRemotesTests {
    private func tell(
        _ device: TaskStore, _ words: String..., after seconds: Int = 0
    ) throws -> CommandOutcome {
        let wall = "2025-11-16T12:00:\(seconds < 10 ? "0" : "")\(seconds).000Z"
        return try device.run("composing", words, extra: ["REDO_WALL": wall])
    }

    private func expectTold(
        _ device: TaskStore, _ words: String..., after seconds: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let wall = "2025-11-16T12:00:\(seconds < 10 ? "0" : "")\(seconds).000Z"
        let outcome = try device.run("composing", words, extra: ["REDO_WALL": wall])
        #expect(
            outcome.status == 0 && outcome.output.isEmpty && outcome.error.isEmpty, "\(outcome)",
            sourceLocation: sourceLocation)
    }

    /// A git remote shows everyone who can read it who types when, and keeps each notice as an object: it gets none.
    @Test func gitIsToldNothing() throws {
        let fixture = try GitFixture()
        let pair = try RoomPair { try fixture.device($0) }
        try pair.ana.expect(["config", "remote.origin.composing", "true"])
        let refused = try tell(pair.ana, "--room", pair.room)
        #expect(refused.status == 1)
        let terminal = try RealTerminal(pair.ana.runner, columns: 70, rows: 12)
        try terminal.type("'redo room join \(pair.room); echo over'", "Enter") {
            $0.contains("it is your turn")
        }
        try terminal.type("Hel") { $0.contains("say> Hel") }
        try terminal.type("C-c", "C-c") { $0.contains("over") }
        #expect(try fixture.references().keys.allSatisfy { !$0.contains("composing") })
        #expect(try pair.ana.runner.shell("ls .redo").lines.contains("composing.cache") == false)
        let wrong = try pair.ana.run("config", ["remote.origin.composing", "sometimes"])
        #expect(wrong.status == 129)
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
        try expectTold(pair.ana, "--room", pair.room)
        try expectTold(pair.eve)
        #expect(try pair.writing(on: pair.eve) == ["Ana is writing…"])
        #expect(try pair.writing(on: pair.eve, after: 25).isEmpty)
        // No one else reads it.
        try expectTold(carol)
        #expect(try carol.runner.shell("ls .redo").lines.contains("composing.cache") == false)
        #expect(try pair.eve.runner.shell("ls .redo").lines.contains("composing.cache"))
        try expectTold(pair.ana, "--room", pair.room, after: 10)
        #expect(try fixture.project.documentNames(in: "composing").count == 1)
        try expectTold(pair.ana, "--stopped")
        try expectTold(pair.ana, "--stopped")
        #expect(try fixture.project.documentNames(in: "composing").isEmpty)
        try expectTold(pair.eve)
        #expect(try pair.writing(on: pair.eve).isEmpty)
        try pair.ana.expect(["config", "remote.origin.composing", "false"])
        #expect(try tell(pair.ana, "--room", pair.room).status == 1)
        #expect(try fixture.project.documentNames(in: "composing").isEmpty)
        try fixture.expectSound()
    }

    /// What another account lets one read there is not believed.
    @Test(.withEmulator) func hostileDocumentsArePassedOver() throws {
        let fixture = try FirestoreFixture()
        let pair = try RoomPair { try fixture.device($0) }
        try expectTold(pair.ana, "--room", pair.room)
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
        try expectTold(pair.eve)
        #expect(try pair.writing(on: pair.eve) == ["Ana is writing…"])
    }

    /// A key that takes no part, a room that there is not, and a clock that is ahead.
    @Test(.withEmulator) func strangersAreNotShown() throws {
        let fixture = try FirestoreFixture()
        let pair = try RoomPair { try fixture.device($0) }
        let stranger = try fixture.device("stranger")
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
    @Test(.withEmulator) func whoTypesIsSeen() throws {
        let fixture = try FirestoreFixture()
        let pair = try RoomPair { try fixture.device($0) }
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
        func waitForCount(_ count: Int) throws -> Bool {
            for _ in 0..<200 {
                if try fixture.project.documentNames(in: "composing").count == count {
                    return true
                }
                usleep(25_000)
            }
            return false
        }
        #expect(try waitForCount(0))
        // Whoever leaves in the middle of a word takes it back.
        try terminal.type("More") { $0.contains("> More") }
        #expect(try waitForCount(1))
        try terminal.type("C-c", "C-c") { $0.contains("over") }
        #expect(try waitForCount(0))
        try there.send("/quit\n")
        #expect(there.wait() == 0)
    }
}
