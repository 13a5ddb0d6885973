import TestSupport
import Testing

/// `redo list` on terminals of several widths, and where there is nothing to list.
@Suite struct NarrowListTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    /// - Returns: the lines of a list on a terminal, without colours.
    private func list(_ columns: Int, _ arguments: String = "") throws -> [String] {
        try store.linesOnTerminal("cols \(columns)", "redo-list \(arguments)")
    }

    private func addTasks() throws {
        try store.add("Water the roses in the garden behind the house", "--due", "2025-11-18T09:00")
        try store.add("Übersetzung: 水をやる 水をやる 水をやる", "--due", "2025-10-01", "-t", "garden")
        let archived = try store.add("Paint the fence", "-p", "5")
        #expect(try store.run("archive", [archived]).status == 0)
    }

    /// How many columns a line takes: two for each of the characters from CJK that are here.
    private static func columns(_ line: String) -> Int {
        line.unicodeScalars.reduce(0) { $0 + (0x3000...0x9FFF ~= $1.value ? 2 : 1) }
    }

    static let headings = [
        (10, ["TITLE"]), (20, ["ID", "TITLE"]), (30, ["ID", "TITLE"]),
        (40, ["ID", "PRI", "DUE", "TITLE"]), (80, ["RANK", "ID", "PRI", "DUE", "TITLE"]),
    ]

    @Test(arguments: headings)
    func noLineIsLongerThanTheTerminal(_ width: Int, _ heading: [String]) throws {
        try addTasks()
        for arguments in ["", "--all", "--all --columns created,updated,tags,every,title,deadline"]
        {
            let lines = try list(width, arguments)
            #expect(lines.count >= 3)
            for line in lines { #expect(Self.columns(line) <= width, "\(line)") }
            if arguments.isEmpty {
                #expect(lines[0].split(separator: " ").map(String.init) == heading)
            }
        }
    }

    /// Who has a task is said where there is room, else that it is claimed.
    @Test func aClaimIsShortened() throws {
        let task = try store.add("Paint the garden fence", "--draft")
        try store.commit(
            "CLAIM", "--task", task, "-f", "claimId=11111111-2222-4333-8444-555555555555", "-f",
            "until=2025-11-16T18:00:00.000Z")
        let wide = try #require(try list(200).last)
        #expect(wide.contains("fence (idea, claimed by ") && wide.contains(" until "), "\(wide)")
        #expect(
            try list(45, "--columns title").last
                == "Paint the garden fence (idea, claimed)")
        for line in try list(20) { #expect(Self.columns(line) <= 20, "\(line)") }
    }

    /// Less of the titles is left, but they can be told apart.
    @Test func titlesAreCut() throws {
        try addTasks()
        #expect(try list(20).dropFirst().allSatisfy { $0.hasSuffix("…") })
        #expect(try list(200).contains { $0.contains("garden behind the house") })
    }

    /// A program gets what it asks for.
    @Test func aPipeHasNoWidth() throws {
        try addTasks()
        let heading = try #require(try store.run("list", ["--all"]).lines.first)
        #expect(heading.split(separator: " ") == ["RANK", "ID", "PRI", "DUE", "TITLE"])
    }

    // MARK: Nothing to list

    @Test func anEmptyListSaysWhatToDo() throws {
        #expect(try list(80) == ["no tasks yet", "hint: 'redo add <title>' adds one"])
        try store.add("Buy milk")
        #expect(
            try list(80, "--overdue") == ["note: no task matches '--overdue'"])
        #expect(
            try list(80, "--all --tag none") == [
                "note: no task matches '--tag=none'", "hint: no task has the tag 'none'",
            ])
        try #require(store.run("done", ["milk"]).status == 0)
        #expect(
            try list(80) == ["nothing to show", "hint: 'redo list --all' shows every task"])
    }

    @Test func aPipeGetsTheHeading() throws {
        let outcome = try store.run("list")
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        #expect(outcome.text == "RANK  ID  PRI  DUE  TITLE\n")
        #expect(try store.run("list", ["--json"]).output.isEmpty)
    }
}
