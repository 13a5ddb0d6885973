import RedoCommandLine
import RedoCommands
import TestSupport
import Testing

/// A line that people type first, who come from another task list.
struct FirstTry: CustomTestStringConvertible, Sendable {
    enum Answer: Sendable {
        /// It does what was meant, and prints this on standard output.
        case does(String)
        /// It does not, and a message on standard error names this, which does.
        case names(String)
    }

    let words: [String]
    let answer: Answer

    /// - Parameter line: what is typed after `redo`; single quotes keep white space.
    init(_ line: String, _ answer: Answer) {
        words = Self.words(line)
        self.answer = answer
    }

    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false)
            .enumerated()
        {
            words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
        return words
    }

    var testDescription: String { words.joined(separator: " ") }
}

extension FirstTry {
    /// What was meant, in other lists' words: their first pages, in words of ours.
    static let all: [FirstTry] = [
        // Capture.
        FirstTry("add Call Ben", .does("Call Ben\n")),
        FirstTry(
            "add Pay rent due:tomorrow +home project:Flat p:high every:month",
            .does("due Mon 17 Nov (tomorrow), every month, priority 4, project Flat, +home")),
        FirstTry("add Call mum priority:H", .does("priority 4")),
        FirstTry(
            "add Pay rent due:1st recur:monthly", .does("due Mon 1 Dec (in 2 weeks), every month")),
        FirstTry("add Taxes due:eom until:2026-12-31", .does("expires Thu 31 Dec 2026")),
        FirstTry(
            "add Book a flight pro:Trip.Rome wait:mon", .does("hidden until Mon 17 Nov (tomorrow)")),
        FirstTry("add Send it depends:report", .does("after Write the report")),
        FirstTry("add Send it after:report sched:fri", .does("planned Fri 21 Nov")),
        FirstTry(
            "add Call Ben @phone +family due:2025-12-01",
            .does("due Mon 1 Dec (in 2 weeks), +phone, +family")),
        FirstTry(
            "add Stand-up every:weekday",
            .does("every week on Monday, Tuesday, Wednesday, Thursday and Friday")),
        FirstTry("add Dentist due:fri,14:00 remind:1h", .does("due Fri 21 Nov 14:00 (in 5 days)")),
        FirstTry("add Dentist due:2025-12-24T14:00", .does("due Wed 24 Dec 14:00")),
        FirstTry("add Plan est:2h points:3", .does("estimate 2h")),
        FirstTry(
            "add Look at https://example.org/a:b 10:30", .does("https://example.org/a:b 10:30\n")),
        FirstTry("add 'Pay rent due:tomorrow'", .names("--words")),
        FirstTry("add Dentist 'due:next fri'", .names("--due")),
        FirstTry("add Buy bread tomorrow #home p1", .names("due:tomorrow")),
        FirstTry("add Buy bread #shop", .names("+shop")),
        FirstTry("add Buy bread p1", .names("p:critical")),
        FirstTry("add Buy bread every monday", .names("every:monday")),
        FirstTry("add Pay rent due:fridday", .names("friday")),
        FirstTry("add Pay rent due: tomorrow", .names("due:when")),
        FirstTry("add Pay rent p:9", .names("1 to 5")),
        FirstTry("add Pay rent -home", .names("tag:-home")),
        // Changes.
        FirstTry("edit milk due:fri", .does("due Fri 21 Nov (in 5 days)")),
        FirstTry("modify milk due:fri +market", .does("+market")),
        FirstTry("edit milk tag:-shop", .does("-shop")),
        FirstTry("edit milk -shop", .names("tag:-shop")),
        FirstTry("edit milk pri:H project:home", .does("priority 4, project home")),
        FirstTry("edit milk due:none", .does("no deadline")),
        FirstTry("edit milk 'due:next fri'", .names("--due")),
        FirstTry("edit milk due:", .names("due:when")),
        FirstTry("edit milk note:skimmed", .names("--description skimmed")),
        FirstTry("edit milk duee:fri", .names("'due:fri'")),
        FirstTry("edit milk colour:red", .names("priority:")),
        FirstTry("annotate milk 'two bottles'", .does("Buy milk")),
        FirstTry("done milk", .does("done Buy milk")),
        FirstTry("complete milk", .does("done Buy milk")),
        FirstTry("rm milk", .does("Buy milk")),
        FirstTry("delete milk", .does("Buy milk")),
        FirstTry("start report", .does("Write the report")),
        FirstTry("later milk --until fri", .does("hidden until Fri 21 Nov (in 5 days)")),
        FirstTry("snooze milk --days 1", .does("due Tue 18 Nov (in 2 days)")),
        FirstTry("undo", .does("Write the report")),
        // Lists.
        FirstTry("list", .does("Buy milk")),
        FirstTry("ls", .does("Buy milk")),
        FirstTry("list +shop", .does("Buy milk")),
        FirstTry("list project:Work", .does("Write the report")),
        FirstTry("list due.before:eow", .does("Write the report")),
        FirstTry("list -shop", .names("-tag:shop")),
        FirstTry("list @shop", .does("Buy milk")),
        FirstTry("next", .does("Buy milk")),
        FirstTry("overdue", .does("")),
        FirstTry("today", .does("")),
        FirstTry("tags", .does("shop")),
        FirstTry("projects", .does("Work")),
        FirstTry("info milk", .does("Buy milk")),
        FirstTry("search milk", .does("Buy milk")),
        FirstTry("context home", .names("context.home.query")),
        FirstTry("context work +office", .names("redo config context.NAME.query +office")),
        FirstTry("waiting", .does("")),
        FirstTry("milk done", .names("redo done milk")),
    ]
}

/// Each first try does what was meant, or a message names what to type.
@Suite struct FirstTryTests {
    let store: TaskStore

    init() throws {
        store = try TaskStore()
        try store.add("Buy milk", "+shop", "due:tomorrow")
        try store.add("Write the report", "project:Work", "due:yesterday")
    }

    @Test func thereAreFifty() { #expect(FirstTry.all.count >= 50) }

    @Test(arguments: FirstTry.all) func itDoesWhatWasMeant(_ line: FirstTry) throws {
        let outcome = try run(line.words)
        switch line.answer {
        case .does(let text):
            #expect(outcome.status == 0, "\(outcome)")
            #expect(text.isEmpty || outcome.text.contains(text), "\(outcome)")
        case .names(let text): #expect(outcome.error.contains(text), "\(outcome)")
        }
    }

    /// Runs a line: a command, a synonym or a report here, and what is none of them as a process.
    private func run(_ line: [String]) throws -> CommandOutcome {
        var words = Synonym.first(of: line)?.meaning(of: line) ?? line
        if StandardReport.all.contains(where: { $0.name == words[0] }) {
            words = ["list", "--report=\(words[0])"] + words.dropFirst()
        }
        guard Suite.commands.command(named: words[0]) != nil else {
            return try store.runner.run("\(CommandRunner.executables.path)/redo", words)
        }
        return try store.run(words[0], Array(words.dropFirst()))
    }
}
