import Foundation
import RedoJSON
import TestSupport
import Testing

/// Lines for fields that version 1 of the protocol does not have, and for those of one's own.
extension FormTests {
    private func declareFields() throws {
        for setting in [
            ["field.size.type", "choice"], ["field.size.values", "small,large"],
            ["field.size.label", "Due"], ["field.room.type", "text"],
            ["field.room.default", "hall"],
        ] { try #require(store.run("config", setting).status == 0) }
    }

    private func addRichTask() throws -> (task: String, first: String) {
        try declareFields()
        try #require(store.run("category", ["add", "Home"]).status == 0)
        try #require(store.run("category", ["add", "Garden", "-p", "Home"]).status == 0)
        let first = try store.add("First")
        let task = try store.add(
            "Mow", "--due", "2025-11-20 09:00", "--every", "week", "--from", "completion",
            "--time-zone", "Europe/Berlin", "--category", "Garden", "--project", "home.garden",
            "--depends-on", "First", "--wait", "2025-11-18", "--scheduled", "2025-11-19 08:00",
            "--expires", "2026-01-01", "--estimate", "90", "--size", "large", "--room", "# yard")
        return (task, first)
    }

    @Test func allFieldsAreShownAndComeBackAsTheyWere() throws {
        let (task, first) = try addRichTask()
        let before = try store.nodes()
        let copy = store.runner.path("form")
        let outcome = try edit("edit", [task], "cp \"$1\" '\(copy)'\nsed -i '/^#/d' \"$1\"")
        #expect(outcome.text == "unchanged Mow\n", "\(outcome)")
        #expect(try store.nodes() == before)
        let form = try String(contentsOfFile: copy, encoding: .utf8)
        for line in [
            "From: completion", "Time zone: Europe/Berlin", "Category: Home / Garden",
            "Project: home.garden", "Depends on: \(first.prefix(8))",
            "Hidden until: 2025-11-18 00:00", "Planned: 2025-11-19 08:00",
            "Expires: 2026-01-01 23:59", "Estimate: 1h30m", "size: large", "room: # yard",
        ] { #expect(form.contains("\n\(line)\n"), "\(line) is not in \(form)") }
    }

    /// Each line alone, so that only its field is written.
    @Test(arguments: [
        ("Category: Home", "category", nil), ("Project: work", "project", "work"),
        ("Project:", "project", nil), ("Hidden until:", "wait", nil),
        ("Planned: 2025-11-19 10:00", "scheduled", "2025-11-19T10:00:00.000Z"),
        ("Expires: none", "until", nil), ("Depends on:", "dependsOn", nil),
        ("size: small", "size", "small"), ("size:", "size", nil), ("room: none", "room", nil),
        ("Time zone: Asia/Tokyo", "timeZone", "Asia/Tokyo"),
    ])
    func aLineIsWritten(_ line: String, _ field: String, _ text: String?) throws {
        let (task, _) = try addRichTask()
        let name = try #require(line.split(separator: ":").first)
        let outcome = try edit("edit", [task], "sed -i 's|^\(name):.*|\(line)|' \"$1\"")
        #expect(outcome.status == 0, "\(outcome)")
        let fields = try #require(store.nodes().last?["data"]?["fields"])
        #expect(fields.names == [field], "\(outcome)")
        guard case .object(let members) = fields, let value = members.first?.value else {
            Issue.record("there are no fields")
            return
        }
        switch field {
        case "category": #expect(value.text != nil)
        case "dependsOn": #expect(value == .array([]))
        default: #expect(value.text == text)
        }
    }

    /// A rule that counts from the deadline has its time, too.
    @Test func theOriginOfARuleIsChanged() throws {
        let (task, _) = try addRichTask()
        let outcome = try edit("edit", [task], "sed -i 's/^From:.*/From: deadline/' \"$1\"")
        #expect(outcome.text == "edited Mow: every week at 10:00\n", "\(outcome)")
        let fields = try #require(store.nodes().last?["data"]?["fields"])
        #expect(fields["recurrenceFrom"]?.text == "deadline")
    }

    @Test func dependenciesAreNamedAllTogether() throws {
        let (task, first) = try addRichTask()
        let other = try store.add("Other, one")
        _ = try edit(
            "edit", [task], #"sed -i 's|^Depends on: \(.*\)|Depends on: \1, "Other, one"|' "$1""#)
        func dependencies() throws -> [String?] {
            try store.tasks().first { $0["guid"]?.text == task }?["dependsOn"]?.elements.map(\.text)
                ?? []
        }
        #expect(try dependencies() == [first, other])
        let circle = try edit("edit", [first], "sed -i 's|^Depends on:.*|Depends on: Mow|' \"$1\"")
        #expect(
            circle.status == 128
                && circle.codedError.contains("'Depends on': a task cannot depend on itself"),
            "\(circle)")
    }

    @Test(arguments: [
        ("Category: Nowhere", "'Category': there is no category 'Nowhere'"),
        ("Project: a..b", "'Project': --project takes names with dots between them"),
        ("Depends on: nobody", "'Depends on': "),
        ("Depends on: \"x", "'Depends on': the text in quotes is not a JSON string"),
        ("Hidden until: sometime", "'Hidden until': not a valid date: 'sometime'"),
        ("Estimate: long", "'Estimate': --estimate takes a time"),
        ("size: huge", "'size': --size takes small, large, not 'huge'"),
        ("From: never", "there is no origin 'never'"), ("From:", "'From' is empty"),
        ("Time zone: Mars", "there is no time zone 'Mars'"),
    ])
    func whatALineDoesNotTakeIsSaid(_ line: String, _ message: String) throws {
        let (task, _) = try addRichTask()
        let before = try store.nodes()
        let name = try #require(line.split(separator: ":").first)
        let outcome = try edit("edit", [task], "sed -i 's|^\(name):.*|\(line)|' \"$1\"")
        #expect(outcome.status == 128 && outcome.codedError.contains(message), "\(outcome)")
        #expect(try store.nodes() == before)
        #expect(try forms.count == 1)
    }

    @Test func aFormOfANewTaskHasThemToo() throws {
        try declareFields()
        let first = try store.add("First")
        let outcome = try edit(
            "add",
            [
                "-e", "Mow", "--project", "home", "--depends-on", "First", "--size", "large",
                "--estimate", "2h",
            ],
            "sed -i 's/^Planned:/Planned: tomorrow/; s/^Every:/Every: week/; s/^Time zone:/Time zone: Europe\\/Berlin/' \"$1\""
        )
        #expect(outcome.status == 0, "\(outcome)")
        let task = try #require(store.tasks().first { $0["title"]?.text == "Mow" })
        #expect(task["project"]?.text == "home" && task["timeEstimate"]?.number == 120)
        #expect(task["dependsOn"]?.elements.map(\.text) == [first])
        #expect(task["size"]?.text == "large" && task["room"]?.text == "hall")
        #expect(task["scheduled"]?.text == "2025-11-17T00:00:00.000Z")
        #expect(task["timeZone"]?.text == "Europe/Berlin")
    }

    /// Defaults alone are not task.
    @Test func anEmptyFormWithDefaultsAddsNothing() throws {
        try declareFields()
        let outcome = try edit("add", ["-e"], "true")
        #expect(outcome.status == 1 && outcome.text == "nothing added\n", "\(outcome)")
        #expect(try store.nodes().isEmpty)
    }

    /// Another program can have written anything.
    @Test func aDependencyThatIsNotHereStays() throws {
        let missing = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa"
        let first = try store.add("First")
        let task = try store.add("Water")
        try store.commit("UPDATE", "--task", task, "-f", "dependsOn:=[\"\(missing)\"]")
        let outcome = try edit("edit", ["Water"], "sed -i 's/^Depends on:.*/&, First/' \"$1\"")
        #expect(outcome.text == "edited Water: after First\n", "\(outcome)")
        let edited = try #require(store.tasks().first { $0["guid"]?.text == task })
        #expect(edited["dependsOn"]?.elements.map(\.text) == [missing, first])
    }

    @Test func aValueOfAnotherFormStays() throws {
        let task = try store.add("Water", "--draft")
        try store.commit("UPDATE", "--task", task, "-f", "project:=[1]", "-f", "wait:=7")
        let outcome = try edit("edit", ["Water"], "sed -i 's/^Priority:.*/Priority: 5/' \"$1\"")
        #expect(outcome.text == "edited Water: priority 5\n", "\(outcome)")
        #expect(try self.task()["project"] == .array([1]))
    }
}
