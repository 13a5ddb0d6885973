import RedoJSON
import RedoModel
import Testing

@testable import RedoInterchange

/// Lists of Markdown.
@Suite struct MarkdownTests {
    private func read(_ text: String) throws -> ForeignTasks {
        try InterchangeFormat.markdown.read(Array(text.utf8), settings)
    }

    @Test func itemsAreTasks() throws {
        let found = try read(
            """
            Some text.

            - [ ] First
            # Home #
            * [x] Done \\*not bold\\*
            + Plain
              More of it.
              And more.
            2. [X] Numbered
            ---
            ```
            - [ ] code
            ```
            """)
        #expect(found.mistakes.isEmpty)
        #expect(found.tasks.map(\.title) == ["First", "Done *not bold*", "Plain", "Numbered"])
        #expect(found.tasks.map(\.project) == [nil, "Home", "Home", "Home"])
        #expect(found.tasks.map(\.status) == [.open, .completed, .open, .completed])
        #expect(found.tasks[2].description == "More of it.\nAnd more.")
        #expect(
            found.remarks == ["2 lines of text are not list items", "3 lines of code left out"])
    }

    @Test func anItemWaitsForThoseInIt() throws {
        let found = try read(
            "- [ ] Paint\n  - [ ] Buy paint\n    - Find a shop\n  - [x] Clean\n- Other\n")
        #expect(
            found.tasks.map(\.title) == ["Paint", "Buy paint", "Find a shop", "Clean", "Other"])
        #expect(found.tasks[0].dependsOn == ["line 2", "line 4"])
        #expect(found.tasks[1].dependsOn == ["line 3"] && found.tasks.allSatisfy { $0.uid == nil })
        #expect(found.tasks[4].dependsOn.isEmpty && found.tasks.map(\.line) == [1, 2, 3, 4, 5])
    }

    @Test func theBoxSaysWhetherATaskIsDone() throws {
        var task = ForeignTask()
        (task.title, task.uid) = ("Milk", "u")
        let open = InterchangeFormat.markdown.write([task], settings).bytes.text
        #expect(open == "- [ ] Milk <!-- redo {\"uid\":\"u\"} -->\n")
        let done = try read("- [x]" + open.dropFirst(5)).tasks[0]
        #expect(done.status == .completed && done.uid == "u")
        task.status = .completed
        task.ended = settings.now
        let closed = InterchangeFormat.markdown.write([task], settings).bytes.text
        #expect(try read(closed).tasks[0].ended == settings.now)
        #expect(try read("- [ ]" + closed.dropFirst(5)).tasks[0].ended == nil)
    }

    @Test func aBadCommentIsNamedAndCostsNoItem() throws {
        let found = try read("- a\n- b <!-- redo {\"due\":1} -->\n- c <!-- redo {x} -->\n- d\n")
        #expect(found.tasks.map(\.title) == ["a", "b", "c", "d"] && found.mistakes.isEmpty)
        #expect(found.tasks[1].remarks == ["due must be text; kept as the field 'otherDue'"])
        #expect(found.tasks[2].remarks.first?.hasPrefix("the comment is left out: ") == true)
    }
}
