import RedoJSON
import TestSupport
import Testing

/// How people name tasks: by the beginning of the id or a part of the title.
@Suite struct TaskNamingTests {
    let store: TaskStore

    static let first = "c0ffee11-1111-4111-8111-111111111111"
    static let second = "c0ffee22-2222-4222-8222-222222222222"
    static let third = "deadbeef-3333-4333-8333-333333333333"

    init() throws {
        store = try TaskStore()
        for (id, title) in [
            (Self.first, "Water the plants"), (Self.second, "Water the lawn"),
            (Self.third, "Größe messen"),
        ] {
            try store.commit("CREATE", "--task", id, "-f", "title=\(title)")
        }
    }

    func shown(_ name: String) throws -> CommandOutcome { try store.run("show", [name]) }

    @Test(arguments: [
        first, "C0FFEE11-1111-4111-8111-111111111111", "c0ffee1", "c0ffee11-11", "C0FFEE1",
        "plants",
        "the p", "PLANTS", "Water the plants",
    ])
    func aUniqueNameFindsItsTask(_ name: String) throws {
        #expect(try shown(name).text.hasPrefix("Water the plants\n"))
    }

    @Test(arguments: ["de", "dead", "größe", "GRÖßE", "ö"])
    func lettersOfOtherAlphabetsHaveTheirCaseToo(_ name: String) throws {
        #expect(try shown(name).text.hasPrefix("Größe messen\n"))
    }

    @Test(arguments: ["c0ffee", "c0", "water", "the"])
    func anAmbiguousNameListsItsCandidates(_ name: String) throws {
        let outcome = try shown(name)
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError == """
                error: NAME_002: '\(name)' is ambiguous: it could be any of 2
                hint: c0ffee1  Water the plants (idea)
                hint: c0ffee2  Water the lawn (idea)

                """)
        #expect(outcome.output.isEmpty)
    }

    @Test(arguments: ["nothing", "", "c0ffee3", "deadbeef-3333-4333-8333-333333333334", "d%", "*"])
    func anUnknownNameIsAnError(_ name: String) throws {
        let outcome = try shown(name)
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError == """
                error: NAME_001: there is no task '\(name)'
                hint: a task is named by the beginning of its id or a part of its title; 'redo list --all' shows the tasks

                """)
    }

    @Test func atMostTenCandidatesAreListed() throws {
        for number in 0..<12 { try store.add("Number \(number)", "--draft") }
        let outcome = try shown("Number")
        #expect(outcome.codedError.contains("it could be any of 12\n"))
        #expect(
            outcome.codedError.split(separator: "\n").filter { $0.hasPrefix("hint: ") }.count == 11)
        #expect(outcome.codedError.hasSuffix("hint: and 2 more\n"))
    }

    /// Most urgent first, with what they are at.
    @Test func candidatesStandAsInAList() throws {
        let low = try store.add("Pay rent", "-p", "1", "--draft")
        let done = try store.add("Pay tax", "-p", "2")
        #expect(try store.run("done", [done]).status == 0)
        let high = try store.add("Pay Ana", "-p", "5", "--due", "2025-11-01")
        let listed = try store.run("list", ["--all", "--columns", "id,title"]).lines
            .filter { $0.contains("Pay ") }.map { $0.replacing(#/ {2,}/#, with: "  ") }
        let hints = try shown("pay").codedError.split(separator: "\n").dropFirst().map {
            String($0.dropFirst("hint: ".count))
        }
        #expect(hints == listed)
        #expect(
            hints.count == 3 && hints[0].hasSuffix("Pay Ana") && high.hasPrefix(hints[0].prefix(4)))
        #expect(hints.contains("\(low.prefix(4))  Pay rent (idea)"))
    }

    /// A whole title is meant before a part of another.
    @Test(arguments: ["water", "Water", "WATER"])
    func anExactTitleWins(_ name: String) throws {
        try store.add("Water", "--draft")
        #expect(try shown(name).text.hasPrefix("Water\n"))
    }

    @Test func twoExactTitlesAreAmbiguous() throws {
        try store.add("Water", "--draft")
        try store.add("water", "--draft")
        #expect(try shown("water").codedError.contains("it could be any of 2\n"))
    }

    /// What people write as a title can be the beginning of an id.
    @Test(arguments: [
        ("Dead", third), ("B1", "b1b1b1b1-4444-4444-8444-444444444444"),
        ("2026", "20260000-5555-4555-8555-555555555555"),
    ])
    func aTitleThatIsAlsoAnIDIsAmbiguous(_ title: String, _ id: String) throws {
        if id != Self.third { try store.commit("CREATE", "--task", id, "-f", "title=Other") }
        try store.add(title, "--draft")
        let outcome = try shown(title.lowercased())
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError.contains(
                "'\(title.lowercased())' is ambiguous: it could be any of 2\n")
                && outcome.codedError.contains("hint: \(id.prefix(4))  "), "\(outcome)")
        let other = id == Self.third ? "Größe messen\n" : "Other\n"
        #expect(try shown(String(id.prefix(5))).text.hasPrefix(other))
    }

    // MARK: What a command is about

    /// A task that is open, one that is done and one that is archived.
    func milk() throws {
        try store.add("Milk for Ana", "--due", "2025-11-20")
        let done = try store.add("Milk for Bo", "--due", "2025-11-20")
        #expect(try store.run("done", [done]).status == 0)
        let archived = try store.add("Milk for Cy", "--due", "2025-11-20")
        #expect(try store.run("archive", [archived]).status == 0)
    }

    @Test(arguments: [
        (["done", "milk"], "done Milk for Ana\n"),
        (
            ["snooze", "--days", "1", "milk"],
            "snoozed Milk for Ana, due Fri 21 Nov (in 5 days)\n"
        ),
        (["unarchive", "milk"], "unarchived Milk for Cy\n"),
        (["restore", "milk"], "restored Milk for Cy\n"),
    ])
    func theTaskIsMeantThatACommandIsAbout(_ words: [String], _ text: String) throws {
        try milk()
        let outcome = try store.run(words[0], Array(words.dropFirst()))
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text == text)
    }

    /// Only those are shown that the command is about.
    @Test func otherTasksAreNoCandidates() throws {
        try milk()
        let outcome = try store.run("archive", ["milk"])
        #expect(outcome.status == 128)
        #expect(outcome.codedError.contains("it could be any of 2\n"))
        #expect(
            outcome.codedError.contains("Milk for Bo (done)\n")
                && !outcome.codedError.contains("Cy"))
        #expect(try store.run("show", ["milk"]).codedError.contains("it could be any of 3\n"))
    }

    /// Names are what they mean among all tasks, also where two of one line meet.
    @Test func severalNamesKeepTheirMeaning() throws {
        try milk()
        let outcome = try store.run("done", ["milk", "Milk for Ana"])
        #expect(outcome.text == "done Milk for Ana\n", "\(outcome)")
    }

    @Test func aDeletedTaskIsFoundByItsIDOnly() throws {
        try store.commit("DELETE", "--task", Self.third)
        #expect(try shown("messen").codedError.contains("there is no task"))
        #expect(try shown("deadbeef").codedError.contains("is deleted"))
    }
}
