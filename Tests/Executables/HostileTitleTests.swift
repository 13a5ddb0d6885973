import RedoJSON
import TestSupport
import Testing

/// Titles that could move a terminal's cursor are harmless in what each command reports.
@Suite struct HostileTitleTests {
    static let nasty = HostileText.nasty

    private let runner: CommandRunner
    private let task = SampleNode.task(1)

    init() throws {
        runner = try CommandRunner.withStore()
        let text = JSONValue.string(JSONString(Self.nasty))
        var create = SampleNode(device: Self.nasty)
        create.name = Self.nasty
        create.fields = ["title": text, "description": text, "tags": [text], "frequencyDays": 7]
        let root = try runner.store(create)[0]
        let todo = try runner.store(
            SampleNode(
                action: "ADD_TODO", parents: [root], lamport: 2, device: Self.nasty,
                fields: ["notes": text, "deadline": "2025-11-20T09:00:00Z", "title": text]))[0]
        try runner.store(
            SampleNode(
                action: "UPDATE", parents: [todo], lamport: 3, device: Self.nasty,
                fields: ["description": "", JSONString(Self.nasty): text]))
    }

    @Test(arguments: [
        "edit TASK -p 5", "edit TASK -t \"$(printf 'a\\033[31mb')\"", "edit TASK -p 3",
        "edit TASK --title \"$(printf 'a\\033[31m\\nb')\"", "todo TASK --due today",
        "snooze TASK --days 1", "snooze TASK --due today", "snooze TASK --until tomorrow",
        "archive TASK", "unarchive TASK", "delete TASK", "delete --now TASK", "show TASK --history",
    ])
    func isSafeInAReport(_ template: String) throws {
        let line = "redo-" + template.replacing("TASK", with: task)
        let outcome = try runner.shell(line)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(!outcome.output.isEmpty)
        #expect(
            HostileText.isSafe(outcome.text), "\(outcome.text.debugDescription)")
        // A line feed in a title makes no second line.
        let count =
            template.hasPrefix("show") ? outcome.lines.count : template.hasPrefix("todo") ? 2 : 1
        #expect(outcome.lines.count == count, "\(outcome.text)")
    }

    @Test func isSafeInAnError() throws {
        _ = try runner.run("redo-edit", [task, "--every", "0"])
        _ = try runner.run("redo-done", [task])
        for line in [
            "snooze \(task) --days 1", "done \(task)", "edit 31m", "delete 31m 2J x",
            "delete --now 31m 2J x",
        ] {
            let words = line.split(separator: " ").map(String.init)
            let outcome = try runner.run("redo-\(words[0])", Array(words.dropFirst()))
            #expect(HostileText.isSafe(outcome.error), "\(outcome.error.debugDescription)")
        }
    }

    @Test func isSafeInTheQuestion() throws {
        let outcome = try runner.shell(
            "printf 'n\\n' | script -qec 'stty -onlcr -echo; redo-delete --now \(task)' /dev/null")
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("permanently? [y/N] "))
        // The terminal may have shown the answer before it was told not to.
        let text = outcome.text.replacing("\r\n", with: "\n")
        #expect(HostileText.isSafe(text), "\(text.debugDescription)")
    }

    /// History names members that other programs made up.
    @Test func isSafeInWhatChanged() throws {
        let outcome = try runner.run(
            "redo-commit-node",
            ["UPDATE", "--task", task, "--stdin"],
            input: Array(#"{"tags":["\u001b[2J\u009b\u202e"],"description":"\n\u0007"}"#.utf8))
        #expect(outcome.status == 0, "\(outcome)")
        let shown = try runner.run("redo-show", [task, "--history"])
        #expect(shown.text.contains("    tags: ["))
        #expect(shown.text.contains("    description: \"\" → "))
        #expect(HostileText.isSafe(shown.text), "\(shown.text.debugDescription)")
    }
}
