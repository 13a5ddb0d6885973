import RedoJSON
import TestSupport
import Testing

/// The order of a list without `--sort`, and its marks.
@Suite struct NextOrderTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func titles(_ arguments: String...) throws -> [String] {
        let outcome = try store.run("list", ["--json"] + arguments)
        return try TaskStore.objects(outcome).compactMap { $0["title"]?.text }
    }

    /// The lines of a table have the same order, whether made at once or one by one.
    private func lines(_ arguments: String...) throws -> [String] {
        try Array(store.run("list", ["--columns", "title"] + arguments).lines.dropFirst())
    }

    @Test func equalRanksAreInTheOrderOfAge() throws {
        for number in [3, 1, 2, 0, 4] {
            try store.add(
                "task \(number)", extra: ["REDO_WALL": "2025-11-1\(number)T12:00:00.000Z"])
        }
        let expected = (0...4).map { "task \($0)" }
        #expect(try titles() == expected)
        #expect(try lines() == expected)
        #expect(try titles("--limit", "2") == Array(expected.prefix(2)))
    }

    @Test func whatSomeoneWorksOnComesFirst() throws {
        try store.add("urgent", "-p", "5", "--due", "2025-11-16")
        try store.add("small", "-p", "1")
        try #require(store.run("start", ["small"]).status == 0)
        #expect(try titles() == ["small", "urgent"])
        #expect(try lines() == ["small (active)", "urgent (soon)"])
        #expect(try titles("--limit", "1") == ["small"])
        #expect(try titles("--sort=-rank") == ["urgent", "small"])
    }

    @Test func whatIsBlockedComesAfterWhatBlocksIt() throws {
        try store.add("first", "-p", "1")
        try store.add("second", "-p", "5", "--depends-on", "first")
        try store.add("other", "-p", "3")
        #expect(try titles() == ["other", "first", "second"])
        #expect(try lines() == ["other", "first", "second (blocked)"])
        #expect(try titles("--limit", "1") == ["other"])
        #expect(try titles("--limit", "2") == ["other", "first"])
        // What blocks it is not in the list.
        #expect(try titles("priority:3..") == ["second", "other"])
    }

    @Test func marksSayWhatATaskHas() throws {
        try store.add(
            "rent", "--every", "month", "--due", "2025-12-01", "--description", "the flat")
        try #require(store.run("comment", ["add", "rent", "paid by card"]).status == 0)
        try #require(store.run("comment", ["add", "rent", "twice"]).status == 0)
        let line = try #require(lines().first)
        #expect(
            line.hasPrefix("rent (every month") && line.hasSuffix("note, 2 comments)"), "\(line)")
        // A column says it already.
        let columns = try store.run("list", ["--columns", "every,title"]).lines.last
        #expect(columns?.hasSuffix("rent (note, 2 comments)") == true)
        for form in ["--json", "--ids"] {
            #expect(try !store.run("list", [form]).text.contains("(every"))
        }
    }
}
