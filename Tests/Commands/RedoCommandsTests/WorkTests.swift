import RedoJSON
import TestSupport
import Testing

/// `redo start` and `redo stop`.
@Suite struct WorkTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func work() throws -> [JSONValue] {
        let state = try store.run("replay", ["--family", "organisation"]).output
        return try JSONDocument(state).root.value["work"]?.elements ?? []
    }

    @Test func anIntervalBeginsAndEnds() throws {
        try store.add("Report")
        #expect(
            try store.run("start", ["Report", "--at", "9:30"]).text
                == "started Report, at Sun 16 Nov 09:30 (today)\n")
        #expect(
            try store.run("start", ["Report"]).text
                == "unchanged Report, running since 2025-11-16 09:30\n")
        #expect(try store.run("show", ["Report"]).text.contains("work: 2 h 30 min in all"))
        #expect(
            try store.run("stop", ["--at", "11:00"]).text
                == "stopped Report after 1 h 30 min, at Sun 16 Nov 11:00 (today)\n")
        #expect(try work().map { $0["start"]?.text } == ["2025-11-16T09:30:00.000Z"])
        #expect(try work().map { $0["end"]?.text } == ["2025-11-16T11:00:00.000Z"])
        let none = try store.run("stop")
        #expect(none.status == 1 && none.text == "nothing is running\n")
        try store.expectSound(skipping: 2)
    }

    @Test func aSecondTaskStopsTheFirst() throws {
        for title in ["One", "Two"] { try store.add(title) }
        _ = try store.run("start", ["One", "--at", "9:00"])
        #expect(
            try store.run("start", ["Two", "--at", "10:30"]).text
                == "stopped One after 1 h 30 min, at Sun 16 Nov 10:30 (today)\n"
                + "started Two, at Sun 16 Nov 10:30 (today)\n")
        // Both were started at one time, so their order is that of the ids of nodes.
        let ends = try work().map { $0["end"]?.text }
        #expect(ends.count == 2 && Set(ends) == ["2025-11-16T10:30:00.000Z", nil])
        let early = try store.run("start", ["One", "--at", "10:00"])
        #expect(early.status == 129 && early.error.contains("Two was started later"), "\(early)")
        let several = try store.run("start", ["One", "Two"])
        #expect(several.status == 129 && several.error.contains("start takes one task"))
        // Both are one operation.
        #expect(try store.run("undo").status == 0)
        #expect(try work().map { $0["end"]?.text } == [nil])
        try store.expectSound(skipping: 5)
    }

    /// Nothing is stopped for a task that cannot be started.
    @Test func aTaskThatCannotBeStartedStopsNothing() throws {
        let other = try TaskStore()
        let water = try other.add("Water")
        try other.commit(
            "SHARE", "--task", water, "-f",
            #"grants:=[{"grantee":"00112233445566778899aabbccddeeff","permission":"write"}]"#)
        let nodes = try other.run("export").output
        try #require(store.runner.run("redo-import", ["--unsigned"], input: nodes).status == 0)
        try store.add("One")
        try store.add("Two")
        _ = try store.run("start", ["One", "--at", "9:00"])
        let before = try work()
        let refused = try store.run("start", ["Water"])
        #expect(refused.status == 1 && refused.codedError.contains("E_PERMISSION_DENIED"))
        let stale = "sha256:" + String(repeating: "0", count: 64)
        #expect(try store.run("start", ["Two", "--expect", stale]).status == 1)
        for arguments in [["Nothing"], ["Two", "--at", "8:00"], ["Two", "--at", "tomorrow"]] {
            #expect(try store.run("start", arguments).status >= 128, "\(arguments)")
        }
        #expect(try work() == before)
        // What is expected is about the task that is started, not about the one that stops.
        let heads = try #require(
            store.run("heads", ["Two"]).lines.first?.split(separator: " ").last)
        let started = try store.run("start", ["Two", "--expect", String(heads)])
        #expect(started.text.hasSuffix("started Two\n"), "\(started)")
    }

    @Test func noTimeIsSaid() throws {
        let none = try store.run("work")
        #expect(none.text.isEmpty && none.error.hasPrefix("note: no time was measured; "))
        try store.add("One")
        #expect(
            try store.run("work", ["list", "One"]).error == "note: no time was measured of One\n")
    }

    @Test func severalCanRunIfTheConfigurationSaysSo() throws {
        _ = try store.run("config", ["work.single", "false"])
        for title in ["One", "Two"] { try store.add(title) }
        #expect(try store.run("start", ["One", "Two"]).text == "started One\nstarted Two\n")
        #expect(try work().count { $0["end"] == .null } == 2)
    }

    @Test func onlyTheNamedOnesStop() throws {
        _ = try store.run("config", ["work.single", "false"])
        try store.add("One")
        try store.add("Two")
        _ = try store.run("start", ["One", "Two"])
        #expect(try store.run("stop", ["Two"]).text == "stopped Two after 0 min\n")
        #expect(try work().count { $0["end"] == .null } == 1)
        #expect(try store.run("stop").text == "stopped One after 0 min\n")
    }

    @Test(arguments: [
        ("start", ["Report", "--at", "tomorrow"], "is in the future"),
        ("start", ["Report", "--at", "nonsense"], "'nonsense'"),
        ("stop", ["--at", "8:00"], "Report was started later, 2025-11-16 12:00"),
    ])
    func whatIsWrongIsSaidAndNothingIsWritten(
        _ command: String, _ arguments: [String], _ message: String
    ) throws {
        try store.add("Report")
        if command == "stop" { _ = try store.run("start", ["Report"]) }
        let before = try store.nodes().count
        let outcome = try store.run(command, arguments)
        #expect(outcome.status == 129 && outcome.codedError.contains(message), "\(outcome)")
        #expect(try store.nodes().count == before)
    }

    /// Nobody works on a task that is done or put away; an undo continues the work.
    @Test(arguments: [["done"], ["delete"], ["archive"]])
    func whatClosesATaskEndsItsWork(_ command: [String]) throws {
        try store.add("Report")
        try store.add("Other")
        _ = try store.run("config", ["work.single", "false"])
        _ = try store.run("start", ["Report", "Other", "--at", "9:30"])
        let outcome = try store.run(command[0], ["Report"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.codedError == "note: stopped measuring time, of 1 task\n")
        #expect(
            try work().compactMap { $0["end"]?.text } == ["2025-11-16T12:00:00.000Z"])
        #expect(try store.run("undo").status == 0)
        #expect(try work().count { $0["end"] == .null } == 2)
        try store.expectSound(skipping: 4)
    }

    /// An end before the start would be void.
    @Test(arguments: [("11:00", "2025-11-16T11:00"), ("9:00", "2025-11-16T09:30")])
    func workEndsWithTheCompletion(_ time: String, _ end: String) throws {
        try store.add("Report")
        _ = try store.run("start", ["Report", "--at", "9:30"])
        #expect(try store.run("done", ["Report", "--at", time]).status == 0)
        #expect(try work().map { $0["end"]?.text } == ["\(end):00.000Z"])
        try store.expectSound(skipping: 2)
    }

    /// An operation of a batch can end what an earlier one began.
    @Test func aBatchEndsTheWorkThatItBegan() throws {
        let task = try store.add("Report")
        let lines = ["start", "done"].map { #"{"op":"\#($0)","task":"\#(task)"}"# }
        let outcome = try store.runner.run(
            "redo-batch", [], input: Array(lines.joined(separator: "\n").utf8))
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try work().map { $0["end"]?.text } == ["2025-11-16T12:00:00.000Z"])
        try store.expectSound(skipping: 2)
    }

    @Test func workOfAnotherIsNotStoppedHere() throws {
        try store.add("Report")
        _ = try store.run("start", ["Report"])
        let other = try TaskStore()
        let nodes = try store.run("export").output
        #expect(try other.runner.run("redo-import", [], input: nodes).status == 0)
        #expect(try other.run("stop").status == 1)
        #expect(try other.run("start", ["Report"]).text == "started Report\n")
    }

    /// Only the one who works on a task can say when that ended.
    @Test(arguments: ["done", "archive", "delete"])
    func workOfAnotherOnAClosedTaskIsNamed(_ command: String) throws {
        try store.add("Report")
        _ = try store.keyOfAnother()
        #expect(try store.run("start", ["Report"], extra: store.homeOfAnother).status == 0)
        let outcome = try store.run(command, ["Report"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.error
                == "note: Ben still measures time of Report, which only Ben can stop\n")
        #expect(try work().map { $0["end"] } == [.null])
    }

    /// A task that is archived already has no ARCHIVE when it moves into the trash.
    @Test func theTrashEndsWorkOfAnArchivedTask() throws {
        try store.add("Report")
        _ = try store.run("archive", ["Report"])
        _ = try store.run("start", ["Report", "--at", "9:30"])
        #expect(try store.run("delete", ["Report"]).status == 0)
        #expect(try work().map { $0["end"]?.text } == ["2025-11-16T12:00:00.000Z"])
    }

    // MARK: redo work

    /// 9:00 to 10:00 on Report, with its id.
    private func interval() throws -> String {
        try store.add("Report")
        _ = try store.run("start", ["Report", "--at", "9:00"])
        _ = try store.run("stop", ["--at", "10:00"])
        return try #require(work().first?["id"]?.text)
    }

    @Test func intervalsAreListed() throws {
        let id = try interval()
        let line = "\(id.prefix(8))  2025-11-16 09:00 – 2025-11-16 10:00  1 h 00 min  you  Report"
        #expect(try store.run("work").lines == [line])
        #expect(try store.run("work", ["list", "Report"]).lines == [line])
        try store.add("Other")
        #expect(try store.run("work", ["list", "Other"]).text.isEmpty)
        #expect(try TaskStore.objects(store.run("work", ["list", "--json"])) == work())
    }

    @Test func anIntervalIsChanged() throws {
        let id = try interval()
        let outcome = try store.run("work", ["edit", id, "--start", "9:30"])
        #expect(
            outcome.text
                == "changed work on Report: Sun 16 Nov 09:30 (today) – Sun 16 Nov 10:00 (today), 30 min\n"
        )
        #expect(try work().map { $0["start"]?.text } == ["2025-11-16T09:30:00.000Z"])
        #expect(try store.run("work", ["edit", id, "--running"]).status == 0)
        #expect(try work().map { $0["end"] } == [.null])
        #expect(
            try store.run("stop", ["--at", "11:00"]).text
                == "stopped Report after 1 h 30 min, at Sun 16 Nov 11:00 (today)\n")
        #expect(
            try store.run("work", ["delete", id]).text == "deleted work on Report, 1 h 30 min\n")
        #expect(try work() == [])
        #expect(try store.run("stats", ["--time"]).text.hasPrefix("no time tracked"))
    }

    @Test(arguments: [
        (["edit", "ID"], "work edit takes --start, --end or --running"),
        (["edit", "ID", "--end", "8:00"], "it would end, 2025-11-16 08:00, before it begins"),
        (["edit", "ID", "--end", "tomorrow"], "--end tomorrow is in the future"),
        (["edit", "ffff", "--end", "9:30"], "there is no interval 'ffff'"),
        (["delete", "ID", "--end", "9:30"], "work delete takes no --end"),
        (["list", "--running"], "work list takes no --running"),
        (["drop", "ID"], "work takes list, edit or delete, not 'drop'"),
    ])
    func whatCannotBeIsRefused(_ arguments: [String], _ message: String) throws {
        let id = try interval()
        let before = try store.nodes().count
        let outcome = try store.run("work", arguments.map { $0 == "ID" ? id : $0 })
        #expect(outcome.status != 0 && outcome.codedError.contains(message), "\(outcome)")
        #expect(try store.nodes().count == before)
    }

    @Test func twoIntervalsOfATaskDoNotRun() throws {
        let id = try interval()
        _ = try store.run("start", ["Report"])
        let outcome = try store.run("work", ["edit", id, "--running"])
        #expect(
            outcome.status == 129 && outcome.codedError.contains("is running already"), "\(outcome)"
        )
    }

    /// A STOP_WORK before the start that START_WORK gave would be void: an edit ends the interval.
    @Test(arguments: [["stop"], ["done", "Report"]])
    func workEndsBeforeItsFirstStart(_ command: [String]) throws {
        try store.add("Report")
        _ = try store.run("start", ["Report", "--at", "11:00"])
        let id = try #require(work().first?["id"]?.text)
        #expect(try store.run("work", ["edit", id, "--start", "9:00"]).status == 0)
        let outcome = try store.run(command[0], command.dropFirst() + ["--at", "10:00"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try work().map { $0["end"]?.text } == ["2025-11-16T10:00:00.000Z"])
        #expect(try store.run("stats", ["--time"]).text.hasPrefix("1 h 00 min tracked"))
    }
}
