import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo edit TASK` and `redo add -e`: a form in an editor.
@Suite struct FormTests {
    let store: TaskStore
    let extra: [String: String]

    init() throws {
        store = try TaskStore()
        extra = ["TMPDIR": store.runner.path("forms"), "VISUAL": "nobody", "EDITOR": "nobody"]
        try FileManager.default.createDirectory(
            atPath: store.runner.path("forms"), withIntermediateDirectories: false)
    }

    /// Runs a command with a shell script as its editor; `$1` is the form.
    func edit(_ command: String, _ arguments: [String], _ script: String) throws -> CommandOutcome {
        try store.runner.write(Array("set -e\n\(script)\n".utf8), to: "editor.sh")
        let editor = "sh '\(store.runner.path("editor.sh"))'"
        return try store.run(
            command, arguments, extra: extra.merging(["REDO_EDITOR": editor]) { $1 })
    }

    var forms: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: store.runner.path("forms"))
        }
    }

    func task() throws -> JSONValue { try #require(store.tasks().first) }

    @Test func onlyWhatChangesIsWritten() throws {
        try store.add(
            "Buy milk", "--due", "2025-11-20 09:00", "-t", #"home, "a, b""#,
            "--description", "# no comment\n\nThe blue one")
        let outcome = try edit(
            "edit", ["milk"],
            "cp \"$1\" '\(store.runner.path("form"))'\nsed -i 's/^Priority: 3/Priority: high/' \"$1\""
        )
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text == "edited Buy milk: priority 4\n")
        let form = try String(contentsOfFile: store.runner.path("form"), encoding: .utf8)
        #expect(
            form.split(separator: "\n", omittingEmptySubsequences: false).filter {
                !$0.hasPrefix("# C") && !$0.hasPrefix("# D") && !$0.hasPrefix("# f")
            }.joined(separator: "\n") == """
                Title: Buy milk
                Due: 2025-11-20 09:00
                Priority: 3
                Every: 0
                From:
                Time zone:
                Points: 1
                Private: no
                Tags: home, "a, b"
                Category:
                Project:
                Depends on:
                Part of:
                Hidden until:
                Planned:
                Expires:
                Estimate:

                # no comment

                The blue one

                """)
        let last = try #require(store.nodes().last)
        #expect(last["action"]?.text == "UPDATE")
        #expect(last["data"]?["fields"] == ["priority": 4])
        #expect(try forms.isEmpty)
    }

    @Test func everythingCanBeChanged() throws {
        try store.add("Buy milk", "--due", "2025-11-20", "-t", "home")
        let outcome = try edit(
            "edit", ["milk"],
            """
            printf 'title: Buy oats\\nDue: tomorrow 9am\\nevery: 7\\npoints: 2.5\\nprivate: yes\\n\
            tags: shop, "x\\\\"y"\\npriority: 5\\n\\nOne\\n\\nTwo\\n' > "$1"
            """)
        let fields =
            "due Mon 17 Nov 09:00 (tomorrow), 7 days after it is done, title, note, priority 5, "
            + "points 2.5, private, +shop, +x\"y, -home"
        #expect(outcome.text == "edited Buy oats: \(fields)\n", "\(outcome)")
        let task = try task()
        #expect(task["description"]?.text == "One\n\nTwo")
        #expect(task["tags"] == ["shop", "x\"y"])
        #expect(task["todoTasks"]?.elements.first?["deadline"]?.text == "2025-11-17T09:00:00.000Z")
    }

    @Test(arguments: ["true", "touch \"$1\"", "printf '\\n' >> \"$1\"", "sed -i '/^#/d' \"$1\""])
    func nothingChangedWritesNothing(_ script: String) throws {
        try store.add("Buy milk", "--due", "2025-11-20", "--description", "x")
        let nodes = try store.nodes()
        let outcome = try edit("edit", ["milk"], script)
        // An empty line more at the end belongs to the description.
        if script.hasPrefix("printf") {
            #expect(outcome.text == "edited Buy milk: note\n")
        } else {
            #expect(outcome.text == "unchanged Buy milk\n", "\(outcome)")
            #expect(try store.nodes() == nodes)
        }
        #expect(try forms.isEmpty)
    }

    @Test(arguments: [
        ("echo Colour: red > \"$1\"", "line 1 of the form: there is no field 'Colour'"),
        ("echo Title > \"$1\"", "line 1 of the form: there is no ':' after the name of a field"),
        ("echo 'Title:' > \"$1\"", "the title is empty"),
        ("sed -i 's/^Title:.*/Title: \"  \"/' \"$1\"", "the title is empty"),
        ("sed -i 's/^Tags:.*/Tags: \"\"/' \"$1\"", "'Tags': a tag is empty"),
        (
            "sed -i 's/^Every:.*/Every: often/' \"$1\"",
            "not a valid value of 'Every': 'often'\nhint: for example: every 2 weeks"
        ),
        ("sed -i 's/^Priority:.*/Priority: 9/' \"$1\"", "--priority takes 1 to 5"),
        ("sed -i 's/^Due:.*/Due: someday/' \"$1\"", "not a valid date: 'someday'"),
        ("sed -i 's/^Due:.*/Due:/' \"$1\"", "a deadline can be moved, but not removed"),
        ("sed -i 's/^Title:.*/Title: \"x/' \"$1\"", "the text in quotes is not a JSON string"),
        ("printf '\\377' >> \"$1\"", "the form is not UTF-8"),
        ("echo x >> \"$1\"; exit 3", "ended with 3"),
    ])
    func aFormThatIsNotUnderstoodIsKept(_ script: String, _ reason: String) throws {
        try store.add("Buy milk", "--due", "2025-11-20")
        let nodes = try store.nodes()
        let outcome = try edit("edit", ["milk"], script)
        #expect(outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.contains(reason), "\(outcome)")
        #expect(try store.nodes() == nodes)
        let kept = try #require(forms.first)
        #expect(
            outcome.codedError.contains(
                "the form is kept in \(store.runner.path("forms"))/\(kept)\n"))
    }

    @Test func whatAFormCannotShowStays() throws {
        let runner = store.runner
        let nasty: JSONValue = .string(JSONString("a\u{1B}[2J\nb \"c\" \u{202E}"))
        try runner.store(
            SampleNode(fields: ["title": nasty, "description": nasty, "tags": [nasty, 7, "x"]]))
        let unchanged = try edit(
            "edit", [SampleNode.task(1)],
            "if grep -q \"$(printf '\\033')\" \"$1\"; then exit 9; fi; sed -i '/^#/d' \"$1\"")
        #expect(unchanged.text.hasPrefix("unchanged "), "\(unchanged)")
        let changed = try edit("edit", [SampleNode.task(1)], "sed -i 's/, x$/, y/' \"$1\"")
        #expect(changed.status == 0, "\(changed)")
        #expect(try task()["tags"] == [7, nasty, "y"])
        #expect(try task()["title"] == nasty)
    }

    /// A change of another field that comes while the form is open is followed.
    @Test func aChangeMeanwhileIsKept() throws {
        try store.add("Buy milk")
        let redo = CommandRunner.executables.path
        let outcome = try edit(
            "edit", ["milk"],
            "\(redo)/redo-edit milk -p 5 >&2; sed -i 's/^Title:.*/Title: Buy oats/' \"$1\"")
        #expect(outcome.text == "edited Buy oats: title\n", "\(outcome)")
        #expect(try task()["title"]?.text == "Buy oats")
        #expect(try task()["priority"]?.number == 5)
        #expect(try store.run("heads", ["--diverged"]).status == 1)
    }

    /// Of two changes of one field both stay, beside each other.
    @Test func aClashDiverges() throws {
        try store.add("Buy milk")
        let redo = CommandRunner.executables.path
        let outcome = try edit(
            "edit", ["milk"],
            """
            \(redo)/redo-edit milk --title 'Buy tea' >&2
            sed -i 's/^Title:.*/Title: Buy oats/' "$1"
            """)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.lines.last?.hasPrefix("it was changed in the meantime; 'redo merge ") == true)
        #expect(try store.run("heads", ["--diverged"]).lines.count == 2)
    }

    @Test func aTaskThatIsDeletedMeanwhileKeepsTheForm() throws {
        try store.add("Buy milk")
        let redo = CommandRunner.executables.path
        let outcome = try edit(
            "edit", ["milk"],
            "\(redo)/redo-delete --now milk >&2; sed -i 's/^Title:.*/Title: Buy oats/' \"$1\"")
        #expect(outcome.status == 128)
        #expect(outcome.codedError.contains("is deleted"))
        #expect(try forms.count == 1)
    }

    @Test func theEditorIsTheFirstThatIsNamed() throws {
        try store.add("Buy milk")
        _ = try store.run("config", ["--global", "core.editor", "false # core"])
        let outcome = try store.run("edit", ["milk"], extra: extra)
        #expect(outcome.status == 128)
        #expect(outcome.codedError.contains("the editor 'false # core' ended with 1"), "\(outcome)")
        #expect(try forms.isEmpty)
    }

    @Test func aTaskIsAddedByAForm() throws {
        let outcome = try edit(
            "add", ["-e", "Buy", "milk", "--due", "fri", "-p5", "-t", "home"],
            "sed -i 's/^Notes:/Notes: two litres/' \"$1\"; echo 'The blue one' >> \"$1\"")
        #expect(outcome.status == 0, "\(outcome)")
        let task = try task()
        #expect(task["title"]?.text == "Buy milk")
        #expect(task["priority"]?.number == 5)
        #expect(task["tags"] == ["home"])
        #expect(task["description"]?.text == "The blue one")
        let todo = task["todoTasks"]?.elements.first
        #expect(todo?["notes"]?.text == "two litres")
        #expect(todo?["deadline"]?.text == "2025-11-21T23:59:00.000Z")
        #expect(try forms.isEmpty)
    }

    @Test func anEmptyFormAddsNothing() throws {
        let outcome = try edit("add", ["-e"], "true")
        #expect(outcome.status == 1 && outcome.text == "nothing added\n", "\(outcome)")
        #expect(try store.nodes().isEmpty)
        let untitled = try edit("add", ["-e"], "echo 'Due: fri' > \"$1\"")
        #expect(untitled.status == 128 && untitled.codedError.contains("the title is empty"))
        #expect(try forms.count == 1)
    }

    /// A form does not replace what it cannot show.
    @Test func tagsThatAreNoListAreNotReplaced() throws {
        let task = try store.add("Water", "--draft")
        try store.commit("UPDATE", "--task", task, "-f", #"tags:="home""#)
        let count = try store.nodes().count
        let outcome = try edit("edit", ["Water"], "sed -i 's/^Tags:.*/Tags: new/' \"$1\"")
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError.hasPrefix(
                #"error: USAGE: the tags of this task are not a list but "home""#))
        #expect(try store.nodes().count == count)
        #expect(
            try edit("edit", ["Water"], "sed -i 's/^Priority:.*/Priority: 5/' \"$1\"").status == 0)
    }

    /// Texts in which an editor looks for its settings: vim in the first and last lines, Emacs at the
    /// end.
    static let settings = [
        "vim: set tw=1:", "x\nvi:nowrap", "a ex:tw=1", "# vim>700:tw=1", "Vim: set tw=1",
        "/* vim: set ai: */", "Local Variables:\neval: (shell-command \"touch x\")\nEnd:",
    ]

    /// They are there as a JSON string without a colon, and come back as they were.
    @Test(arguments: settings)
    func settingsOfEditorsAreHarmless(_ text: String) throws {
        let title = text.replacing("\n", with: " ")
        try store.add(title, "--draft", "--description", text, "-t", title)
        let copy = store.runner.path("form")
        let outcome = try edit(
            "edit", [title], "cp \"$1\" '\(copy)'\nsed -i 's/^Priority: 3/Priority: 5/' \"$1\"")
        #expect(outcome.text.hasSuffix(": priority 5\n"), "\(outcome)")
        let form = try String(contentsOfFile: copy, encoding: .utf8)
        #expect(!form.lowercased().contains("local variables:"), "\(form)")
        #expect(
            form.firstMatch(of: /(?i)(^|\s|")(vim?[<=>]?[0-9]*|ex):/.anchorsMatchLineEndings())
                == nil, "\(form)")
        #expect(try task()["description"]?.text == text)
        #expect(try task()["title"]?.text == title)
    }

    /// The editor itself, on a form and, to know that it would obey, on a text that is none.
    @Test(.withTools("vim")) func vimObeysNoForm() throws {
        let shown = store.runner.path("shown")
        let vim =
            "vim -es -u NONE -N --cmd 'set modeline' -c 'redir! > \(shown)' -c 'set textwidth?' "
            + "-c 'qa!' \"$1\" < /dev/null || true"
        func width() throws -> Substring? {
            try String(contentsOfFile: shown, encoding: .utf8).split(separator: "=").last?
                .prefix { $0.isNumber }
        }
        let setting = "vim: set tw=17:"
        try store.runner.write("\(setting)\n".utf8, to: "text")
        _ = try store.runner.run(
            "/bin/sh", ["-c", vim, "sh", store.runner.path("text")])
        #expect(try width() == "17")
        for description in [setting, "first\n\n\(setting)"] {
            let task = try store.add(
                setting, "--draft", "-t", setting, "--description", description)
            let outcome = try edit("edit", [task], vim)
            #expect(outcome.status == 0, "\(outcome)")
            #expect(try width() == "0")
        }
    }

    /// What only looks alike is shown as it is.
    @Test func otherColonsStayAsTheyAre() throws {
        let text = "http://example.org\nnext: 9:00\nvimeo: x\nvariables: y\nthe vi editor"
        try store.add("Read: it", "--draft", "--description", text)
        let copy = store.runner.path("form")
        _ = try edit("edit", ["Read"], "cp \"$1\" '\(copy)'")
        #expect(
            try String(contentsOfFile: copy, encoding: .utf8).hasSuffix("\n\n\(text)\n"))
    }
}
