import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo export --to` and `redo convert`.
@Suite struct ExportToTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func convert(_ text: String, _ from: String, _ to: String) throws -> CommandOutcome {
        try store.runner.run(
            "redo-convert", ["--from", from, "--to", to], input: Array(text.utf8))
    }

    /// Lines of a table end with a carriage return as well.
    private func lineCount(_ outcome: CommandOutcome) -> Int {
        outcome.output.count { $0 == 0x0A }
    }

    @Test func aQueryChoosesTasks() throws {
        try store.add("Milk", "-t", "shop")
        try store.add("Paint")
        let old = try store.add("Old")
        #expect(try store.run("archive", [old]).status == 0)
        let all = try store.run("export", ["--to", "csv"])
        #expect(lineCount(all) == 3, "\(all)")
        #expect(
            all.codedError
                == "note: 1 task left out: archived or in the trash; a query includes them\n")
        for arguments in [["tag:shop"], ["--query", "tag:shop"]] {
            let some = try store.run("export", ["--to", "csv"] + arguments)
            #expect(some.status == 0 && lineCount(some) == 2 && some.error.isEmpty, "\(some)")
        }
        #expect(try store.run("export", ["--to", "csv", "tag:("]).status == 129)
        #expect(try store.run("export", ["--to", "csv", "--array"]).status == 129)
        #expect(try store.run("export", ["--to", "word"]).status == 129)
        #expect(try store.run("export", ["--to", "csv", "-o", "tasks.csv"]).text.isEmpty)
        #expect(
            try store.runner.contents(ofFile: "tasks.csv") == all.output)
        #expect(try store.run("export", ["--to", "csv", "-o", "no/such"]).status == 128)
    }

    @Test func whatAFormatHasNoPlaceForIsCounted() throws {
        try store.add("Milk", "--description", "fresh")
        let outcome = try store.run("export", ["--to", "todotxt"])
        #expect(
            outcome.error
                == "note: todotxt has no place for description (1)\n", "\(outcome)")
    }

    @Test func recurringTasksAndCommentsComeBack() throws {
        try store.add("Water", "--due", "2025-11-16 9:00", "--every", "week")
        #expect(try store.run("comment", ["add", "Water", "two litres"]).status == 0)
        #expect(try store.run("done", ["Water"]).status == 0)
        let file = try store.run("export", ["--to", "json"])
        let task = try JSONDocument(Array(file.lines[0].utf8)).root.value
        #expect(task["recurrence"]?.text == "FREQ=WEEKLY" && task["timeZone"]?.text == "UTC")
        #expect(task["due"]?.text == "2025-11-23T09:00:00.000Z")
        #expect(
            task["occurrences"] == [
                [
                    "completed": .string(JSONString(CommandRunner.now)),
                    "due": "2025-11-16T09:00:00.000Z",
                ]
            ])
        #expect(task["comments"]?.elements.first?["text"]?.text == "two litres")
        let other = try TaskStore()
        _ = try other.runner.run("redo-import", ["--from", "json"], input: file.output)
        let again = try other.run("export", ["--to", "json"])
        let copy = try JSONDocument(Array(again.lines[0].utf8)).root.value
        for name: StaticString in ["due", "occurrences", "comments", "recurrence", "created"] {
            #expect(copy[name] == task[name], "\(name)")
        }
        try other.expectSound(skipping: 1)
    }

    @Test func anyFormatBecomesAnyOther() throws {
        let start = "(A) 2025-11-01 Buy milk +home @shop due:2025-11-20 uid:u1\n"
        var text = start
        for (from, to) in [
            ("todotxt", "taskwarrior"), ("taskwarrior", "icalendar"), ("icalendar", "csv"),
            ("csv", "markdown"), ("markdown", "json"), ("json", "todotxt"),
        ] {
            let outcome = try convert(text, from, to)
            #expect(outcome.status == 0, "\(outcome)")
            text = outcome.text
        }
        #expect(text == start)
    }

    @Test func badEntriesAreLeftOutAndNamed() throws {
        let outcome = try convert("{\"title\":\"Good\"}\n{\"title\":\n", "json", "csv")
        #expect(outcome.status == 1 && lineCount(outcome) == 2, "\(outcome)")
        #expect(
            outcome.codedError
                == "error: E_SCHEMA_MISMATCH: standard input, line 2, column 10: "
                + "not I-JSON: the text ends too early\n")
        #expect(try convert("x", "taskwarrior", "csv").status == 128)
        #expect(try store.run("convert", ["--from", "csv"]).status == 129)
        #expect(
            try store.run("convert", ["--from", "csv", "--to", "json", "nowhere"]).status == 128)
    }
}
