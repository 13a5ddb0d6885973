import RedoJSON
import TestSupport
import Testing

/// `redo import` and `redo convert` of files whose contents say what they are.
@Suite struct ImportRecognitionTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func run(_ text: String, _ arguments: String...) throws -> CommandOutcome {
        try store.runner.run("redo-import", arguments, input: Array(text.utf8))
    }

    private static let todoist = """
        TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG
        task,Paint @home,1,1,every other fri at 9:00,en
        task,Walls,4,2,,
        note,Two coats,,,,

        """

    @Test(arguments: [
        (todoist, "read 2 tasks as Todoist's CSV"), ("* A\n** TODO B\n", "read 2 tasks as org"),
        ("[{\"number\":1,\"title\":\"a\",\"state\":\"OPEN\"}]", "read 1 task as issues of GitHub"),
        ("{\"iid\":1,\"title\":\"a\"}", "read 1 task as issues of GitLab"),
        ("title,due\na,\n", "read 1 task as a table"), ("- [ ] a\n", "read 1 task as Markdown"),
        ("(A) a\n", "read 1 task as todo.txt"),
        ("{\"title\":\"a\"}\n", "read 1 task as the neutral form"),
        (
            "[{\"description\":\"a\",\"uuid\":\"37591167-8a9a-4873-ae6b-fb673fe16648\",\"status\":\"pending\"}]",
            "read 1 task as Taskwarrior's export"
        ),
        (
            "\u{FEFF}BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nSUMMARY:a\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
            "read 1 task as iCalendar"
        ),
    ])
    func theContentsNameTheFormat(_ text: String, _ note: String) throws {
        let outcome = try run(text)
        #expect(outcome.status == 0 && outcome.text.hasPrefix("added "), "\(outcome)")
        #expect(outcome.codedError.hasPrefix("note: \(note)\n"), "\(outcome)")
        // The origin is that of the format.
        let again = try run(text)
        #expect(again.text.hasPrefix("added 0 tasks, "), "\(again)")
    }

    @Test func nodesAreStillNodes() throws {
        try store.add("Milk")
        let nodes = try store.run("export")
        let other = try TaskStore()
        let outcome = try other.runner.run("redo-import", input: Array(nodes.text.utf8))
        #expect(outcome.text == "received 2 nodes\n" && outcome.error.isEmpty, "\(outcome)")
        let option = try run(nodes.text, "--update")
        #expect(option.status == 129, "\(option)")
        #expect(option.codedError.contains("--update is for tasks of other programs"))
        let named = try run(nodes.text, "--from", "taskwarrior")
        #expect(named.status == 128 && named.codedError.contains("it looks like nodes of redo"))
    }

    @Test func filesOfSeveralFormatsComeTogether() throws {
        try store.runner.write(Array(Self.todoist.utf8), to: "Home [12].csv")
        try store.runner.write(Array("* TODO Call\n".utf8), to: "a.org")
        let outcome = try store.run("import", ["Home [12].csv", "a.org"])
        #expect(outcome.text == "added 3 tasks\n", "\(outcome)")
        #expect(
            outcome.codedError.contains("note: read 2 tasks from Home [12].csv as Todoist's CSV\n"))
        #expect(outcome.codedError.contains("note: read 1 task from a.org as org\n"))
        let tasks = try store.tasks()
        let paint = try #require(tasks.first { $0["title"]?.text == "Paint" })
        let walls = try #require(tasks.first { $0["title"]?.text == "Walls" })
        #expect(paint["project"]?.text == "Home" && walls["parent"]?.text == paint["guid"]?.text)
        // 2025-11-16 is a Sunday.
        #expect(paint["recurrence"]?.text == "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;BYHOUR=9;BYMINUTE=0")
        #expect(paint["due"]?.text == "2025-11-21T09:00:00.000Z")
        // The comment.
        try store.expectSound(skipping: 1)
    }

    @Test(arguments: [
        ("csv", todoist, "Todoist's CSV", "todoist"),
        ("todoist", "title,due\na,\n", "a table", "csv"),
        ("todotxt", todoist, "Todoist's CSV", "todoist"),
        ("org", "- [ ] a\n", "Markdown", "markdown"),
        ("markdown", "* a\n** TODO b\n", "org", "org"),
        ("org", "Call Ana @phone\n", "todo.txt", "todotxt"),
        ("github", "{\"iid\":1,\"title\":\"a\"}", "issues of GitLab", "gitlab"),
        ("taskwarrior", "{\"title\":\"a\",\"number\":1}", "issues of GitHub", "github"),
        ("json", "BEGIN:VCALENDAR\n", "iCalendar", "icalendar"),
    ])
    func aFileOfAnotherFormatIsRefusedWithItsName(
        _ format: String, _ text: String, _ name: String, _ right: String
    ) throws {
        let outcome = try run(text, "--from", format)
        #expect(outcome.status == 128 && outcome.text.isEmpty, "\(outcome)")
        #expect(
            outcome.codedError.contains("; it looks like \(name); nothing was read\n"), "\(outcome)"
        )
        #expect(outcome.codedError.contains("hint: '--from \(right)' reads "))
        #expect(try store.nodes().isEmpty)
    }

    @Test(arguments: [
        ("hello\n", "is not recognised; nothing was read"),
        ("<!DOCTYPE html><p>a", "is not recognised; it looks like HTML; nothing was read"),
    ])
    func whatIsNotRecognisedIsRefused(_ text: String, _ reason: String) throws {
        let outcome = try run(text)
        #expect(outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.contains("the format of standard input \(reason)"), "\(outcome)")
        #expect(outcome.codedError.contains("hint: --from names it: taskwarrior, todotxt, "))
        #expect(try store.nodes().isEmpty)
    }

    @Test func aFormatThatIsOnlyReadIsNotWritten() throws {
        let outcome = try store.run("export", ["--to", "org"])
        #expect(outcome.status == 129, "\(outcome)")
        let convert = try store.runner.run(
            "redo-convert", ["--to", "csv"], input: Array("* TODO a\n".utf8))
        #expect(convert.status == 0 && convert.text.contains("\r\n,a,"), "\(convert)")
    }

    /// The words of Todoist that most tasks have; it is Sunday, 2025-11-16, 12:00 UTC.
    @Test(
        arguments: [
            ("every day", "FREQ=DAILY", "2025-11-16T23:59:00.000Z"),
            (
                "every mon, fri at 20:00", "FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=20;BYMINUTE=0",
                "2025-11-17T20:00:00.000Z"
            ),
            ("every 3rd friday", "FREQ=MONTHLY;BYDAY=3FR", "2025-11-21T23:59:00.000Z"),
            ("every 15th", "FREQ=MONTHLY;BYMONTHDAY=15", "2025-12-15T23:59:00.000Z"),
            (
                "every other fri at 9:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;BYHOUR=9;BYMINUTE=0",
                "2025-11-21T09:00:00.000Z"
            ),
            ("every last day", "FREQ=MONTHLY;BYMONTHDAY=-1", "2025-11-30T23:59:00.000Z"),
            ("every workday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2025-11-17T23:59:00.000Z"),
            ("every 2 weeks starting 1 dec", "FREQ=WEEKLY;INTERVAL=2", "2025-12-01T23:59:00.000Z"),
            (
                "every day until 24 dec", "FREQ=DAILY;UNTIL=20251224T235900Z",
                "2025-11-16T23:59:00.000Z"
            ),
            ("tomorrow at 5pm", nil, "2025-11-17T17:00:00.000Z"),
            ("13 Jun", nil, "2026-06-13T23:59:00.000Z"),
        ] as [(String, String?, String)])
    func wordsOfTodoistAreDates(_ words: String, _ rule: String?, _ due: String) throws {
        let text = "TYPE,CONTENT,DATE\ntask,a,\"\(words)\"\n"
        let outcome = try store.runner.run(
            "redo-convert", ["--from", "todoist", "--to", "json"], input: Array(text.utf8))
        let task = try JSONDocument(Array(outcome.text.utf8)).root.value
        #expect(task["due"]?.text == due && task["recurrence"]?.text == rule, "\(outcome)")
    }
}
