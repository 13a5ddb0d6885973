import RedoJSON
import TestSupport
import Testing

/// `redo show --history`: what happened to a task, node by node.
@Suite struct ShowHistoryTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    /// The lines of the history, without the indentation that all have.
    func history(_ task: String) throws -> [String] {
        let outcome = try store.run("show", [task, "--history"])
        try #require(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        let lines = outcome.lines
        let start = try #require(lines.firstIndex(of: "  history:"))
        #expect(lines[start - 1].isEmpty)
        return lines[(start + 1)...].map { String($0.dropFirst(2)) }
    }

    /// What stands below the nodes' headings.
    func deeds(_ task: String) throws -> [String] {
        try history(task).filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
    }

    @Test func aNodeHasAHeadingAndWhatItDid() throws {
        let task = try store.add("Water", "--draft")
        _ = try store.run(
            "edit", [task, "-p", "5"],
            extra: ["REDO_WALL": "2025-11-17T08:30:00.000Z", "TZ": "UTC-1", "REDO_DEVICE": "phone"])
        let ids = try store.nodes().compactMap { $0.nodeID?.dropFirst(7).prefix(7) }
        #expect(
            try history(task) == [
                "2025-11-16 12:00  \(ids[0])  Test on test-device",
                "    CREATE: Water",
                "2025-11-17 08:30  \(ids[1])  Test on phone",
                "    UPDATE: priority",
                "    priority: 3 → 5",
            ])
    }

    @Test func theTaskItselfIsShownFirst() throws {
        let task = try store.add("Water")
        let plain = try store.run("show", [task]).text
        let text = try store.run("show", [task, "--history"]).text
        #expect(text.hasPrefix(plain + "\n  history:\n"))
    }

    @Test func eachActionIsShownWithWhatItChanged() throws {
        let task = try store.add("Water", "--due", "2025-11-18T09:00:00.000Z", "--every", "7")
        for (command, arguments) in [
            ("edit", ["--title", "Fern", "-t", "home"]), ("snooze", ["--days", "1"]),
            ("snooze", ["--due", "2025-11-25T09:00:00.000Z"]),
            ("snooze", ["--until", "2025-11-26T09:00:00.000Z"]), ("done", ["--notes", "rain"]),
            ("archive", []), ("unarchive", []), ("todo", ["--due", "2025-12-01T09:00:00.000Z"]),
        ] { #expect(try store.run(command, [task] + arguments).status == 0) }
        try store.commit("COMPLETE", "--task", task)
        try store.commit("HABIT_LOG", "--task", task)
        #expect(
            try deeds(task) == [
                "CREATE: Water", "CREATE_TODO: due 2025-11-18T09:00:00.000Z",
                "UPDATE: tags, title", "title: \"Water\" → \"Fern\"",
                "SNOOZE: by 1 day",
                "deadline: \"2025-11-18T09:00:00.000Z\" → \"2025-11-19T09:00:00.000Z\"",
                "SNOOZE: until 2025-11-25T09:00:00.000Z",
                "deadline: \"2025-11-19T09:00:00.000Z\" → \"2025-11-25T09:00:00.000Z\"",
                "SNOOZE: until 2025-11-26T09:00:00.000Z",
                "COMPLETE_TODO: 2025-11-16T12:00:00.000Z", "notes: \"\" → \"rain\"",
                "CREATE_TODO: due 2025-11-23T09:00:00.000Z",
                "ARCHIVE", "archived: false → true", "UNARCHIVE", "archived: true → false",
                "CREATE_TODO: due 2025-12-01T09:00:00.000Z",
                "COMPLETE_TODO: 2025-11-16T12:00:00.000Z, superseded",
                "COMPLETE: 2025-11-16T12:00:00.000Z",
                "HABIT_LOG",
                "skipped, because this version does not know the action (RECONSTRUCT_002)",
            ])
    }

    @Test func aMergeIsShownWithWhatItChanged() throws {
        let task = try store.add("Water", "--draft")
        let root = try #require(store.nodes().last?.nodeID)
        let sides = try [#"["a"]"#, #"["b"]"#].map {
            try store.commit("UPDATE", "--task", task, "--parent", root, "-f", "tags:=\($0)")
        }
        #expect(try store.run("show", [task]).text.contains("\n  differs:      changed on "))
        _ = try store.run("edit", [task, "-p", "5", "--dialect", "payload"])
        let winner = sides.max() == sides[0] ? "a" : "b"
        let lines = try deeds(task)
        let merge = try #require(lines.firstIndex(of: "MERGE: 2 heads"))
        #expect(lines[merge + 1] == "tags: [\"\(winner)\"] → [\"a\",\"b\"]")
    }

    @Test func whatHasNoEffectIsShownWithTheReason() throws {
        let task = try store.add("Water", "--draft")
        let root = try #require(store.nodes().last?.nodeID)
        let buried = try store.commit("UPDATE", "--task", task, "-f", "title=Fern")
        let tombstone = try store.commit("DELETE", "--task", task)
        let rejected = try store.commit(
            "UPDATE", "--task", task, "--parent", tombstone, "-f", "title=Late")
        try store.commit("UPDATE", "--task", task, "--parent", root, "-f", "priority:=5")
        let lines = try history(task)
        func words(_ id: String) throws -> [String] {
            let heading = try #require(
                lines.firstIndex { $0.contains("  \(id.dropFirst(7).prefix(7))  ") })
            return lines[(heading + 1)...].prefix { $0.hasPrefix("    ") }
                .map { String($0.dropFirst(4)) }
        }
        let name = tombstone.dropFirst(7).prefix(7)
        #expect(try words(buried) == ["UPDATE: title", "has no effect: \(name) deletes it"])
        #expect(
            try words(rejected) == [
                "UPDATE: title",
                "rejected: its ancestor \(tombstone) deletes the branch (E_BROKEN_BRANCH)",
            ])
        #expect(try words(tombstone) == ["DELETE", "deletes the branch: 1 node has no effect"])
        #expect(try words(root).first == "CREATE: Water")
        #expect(try words(root).last?.hasPrefix("counts: \(name) deletes it, and ") == true)
    }

    @Test func aDeletedTaskHasNoneToShow() throws {
        let task = try store.add("Water", "--draft")
        _ = try store.run("delete", ["--now", task])
        try store.expectNothingWritten(
            by: "show", ["--history", task], status: 128,
            error: "error: NAME_001: the task \(task) is deleted\n")
    }

    @Test(arguments: [["--json", "--history"], ["--history", "--json"]])
    func asJSONThereIsNoHistory(_ options: [String]) throws {
        try store.add("Water", "--draft")
        let outcome = try store.run("show", ["Water"] + options)
        #expect(outcome.status == 129 && outcome.output.isEmpty)
        #expect(
            outcome.codedError.hasPrefix("error: USAGE: --json and --history do not go together\n"))
    }

    @Test func severalTasksAreShownEachWithItsOwn() throws {
        try store.add("One", "--draft")
        try store.add("Two", "--draft")
        let text = try store.run("show", ["Two", "One", "--history"]).text
        #expect(text.split(separator: "CREATE: ").count == 3)
        #expect(text.contains("    CREATE: Two\n\nOne\n"))
        #expect(text.hasSuffix("      CREATE: One\n"))
    }
}
