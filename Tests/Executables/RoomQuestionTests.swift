import RedoJSON
import TestSupport
import Testing

/// What `redo room` asks and shows on a terminal, and what `redo room watch` tells as a process.
@Suite struct RoomQuestionTests {
    let store: TaskStore
    private let key: String

    init() throws {
        store = try TaskStore()
        key = try store.keyOfAnother()
    }

    /// A room in which it is the other one's turn.
    private func openRoom() throws {
        let opened = try store.run("room", ["open", "Ben=\(key)", "Ana=me"])
        try #require(opened.status == 0, "\(opened)")
        let here = try store.run("room", ["accept", "Ana"], extra: store.homeOfAnother)
        try #require(here.status == 0, "\(here)")
    }

    private func expectNothingWritten(_ command: String, typing answer: String) throws {
        let before = try store.runner.contents(of: ".redo/objects")
        let outcome = try store.runner.onTerminal(command, typing: answer)
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.text.hasSuffix("nothing was written\n"), "\(outcome)")
        #expect(try store.runner.contents(of: ".redo/objects") == before)
    }

    @Test func whoTakesPartIsShownBeforeARoomIsOpened() throws {
        let command = "redo-room open Ben=\(key) Ana=me --tier 10"
        try expectNothingWritten(command, typing: "n\\n")
        let outcome = try store.runner.onTerminal(command, typing: "y\\n")
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("1. Ben: \(key), key \(key.prefix(12))\n"), "\(outcome)")
        #expect(outcome.text.contains("2. Ana: "), "\(outcome)")
        #expect(
            outcome.text.contains("open the room and pay $10? [y/N] room sha256:"), "\(outcome)")
    }

    @Test func outOfTurnAHandIsOffered() throws {
        try openRoom()
        try expectNothingWritten("redo-room say Ben Hello", typing: "n\\n")
        let outcome = try store.runner.onTerminal("redo-room say Ben Hello", typing: "y\\n")
        #expect(outcome.status == 0)
        #expect(
            outcome.text.contains("it is Ben's turn: raise your hand instead? [y/N] "), "\(outcome)"
        )
        let last = try #require(try store.nodes().last)
        #expect(last["action"]?.text == "RAISE_HAND")
    }

    @Test func theEndOfARoomIsAskedFor() throws {
        try openRoom()
        try expectNothingWritten("redo-room leave Ben", typing: "\\n")
        let outcome = try store.runner.onTerminal("redo-room leave Ben", typing: "y\\n")
        #expect(outcome.status == 0)
        #expect(
            outcome.text.contains("end the room of Ben, Ana (0) for everyone? [y/N] "), "\(outcome)"
        )
    }

    /// Each sees what the one before wrote.
    @Test func ofSeveralAtOneStoreOneSpeaks() throws {
        try openRoom()
        let passed = try store.run("room", ["pass", "Ana"], extra: store.homeOfAnother)
        try #require(passed.status == 0, "\(passed)")
        let outcome = try store.runner.shell(
            "for i in 1 2 3 4 5 6; do (redo-room say Ben \"message $i\" 2>/dev/null; echo \"=$?\") & done; wait"
        )
        let statuses = outcome.lines.filter { $0.hasPrefix("=") }
        #expect(statuses.sorted() == ["=0"] + Array(repeating: "=1", count: 5), "\(outcome)")
        #expect(try store.nodes().count { $0["action"]?.text == "SAY" } == 1)
    }

    @Test func narrationsStandInTheMiddleOfATerminal() throws {
        try openRoom()
        let lines = try store.linesOnTerminal("cols 40 rows 24", "redo-room show Ben")
        #expect(lines.contains("              Ben is here."), "\(lines)")
    }

    @Test func aWatchTellsWhatOthersDo() throws {
        try openRoom()
        let process = try Coprocess(store.runner, "redo-room", ["watch"], errorFile: "errors")
        defer {
            process.send(signal: 15)
            _ = process.wait()
        }
        func next() throws -> JSONValue {
            try JSONDocument(Array(try #require(process.line()).utf8)).root.value
        }
        #expect(try next()["state"]?.text == "active")
        let said = try store.run("room", ["say", "Ana", "Hello"], extra: store.homeOfAnother)
        #expect(said.status == 0, "\(said)")
        let message = try next()
        #expect(message["kind"]?.text == "message" && message["text"]?.text == "Hello")
        let room = try next()
        #expect(room["kind"]?.text == "room" && room["current"]?.text == "ana")
    }
}
