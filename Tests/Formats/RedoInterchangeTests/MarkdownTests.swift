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

    @Test func anItemIsAPartOfTheOneAroundIt() throws {
        let found = try read(
            "- [ ] Paint\n  - [ ] Buy paint\n    - Find a shop\n  - [x] Clean\n- Other\n")
        #expect(
            found.tasks.map(\.title) == ["Paint", "Buy paint", "Find a shop", "Clean", "Other"])
        #expect(found.tasks.map(\.parent) == [nil, "line 1", "line 2", "line 1", nil])
        #expect(found.tasks.allSatisfy { $0.uid == nil && $0.dependsOn.isEmpty })
        #expect(found.tasks.map(\.line) == [1, 2, 3, 4, 5])
    }

    private func task(_ uid: String, in project: String?, partOf parent: String?) -> ForeignTask {
        var task = ForeignTask()
        (task.uid, task.title, task.project, task.parent) = (uid, uid, project, parent)
        return task
    }

    /// A part of another project, or of a task that is not in the file, has its parent in the comment.
    @Test func partsAreWrittenInTheirItems() throws {
        let tasks = [
            task("c", in: "home", partOf: "b"), task("a", in: "home", partOf: nil),
            task("b", in: "home", partOf: "a"), task("d", in: nil, partOf: "a"),
            task("e", in: "home", partOf: "elsewhere"), task("f", in: "home", partOf: "g"),
            task("g", in: "home", partOf: "f"),
        ]
        let text = InterchangeFormat.markdown.write(tasks, settings).bytes.text
        #expect(
            text == """
                - [ ] d <!-- redo {"parent":"a","uid":"d"} -->

                ## home

                - [ ] a <!-- redo {"uid":"a"} -->
                  - [ ] b <!-- redo {"uid":"b"} -->
                    - [ ] c <!-- redo {"uid":"c"} -->
                - [ ] e <!-- redo {"parent":"elsewhere","uid":"e"} -->
                - [ ] f <!-- redo {"parent":"g","uid":"f"} -->
                - [ ] g <!-- redo {"parent":"f","uid":"g"} -->

                """)
        let found = try read(text).tasks
        #expect(
            Dictionary(uniqueKeysWithValues: found.map { ($0.uid ?? "", $0.parent) })
                == Dictionary(uniqueKeysWithValues: tasks.map { ($0.uid ?? "", $0.parent) }))
        #expect(found.allSatisfy { $0.project == ($0.uid == "d" ? nil : "home") })
    }

    @Test func deepPartsKeepTheirParents() throws {
        let tasks = (0..<40).map {
            task("t\($0)", in: nil, partOf: $0 == 0 ? nil : "t\($0 - 1)")
        }
        let output = InterchangeFormat.markdown.write(tasks, settings).bytes
        #expect(output.split(separator: 0x0A).allSatisfy { $0.prefix { $0 == 0x20 }.count <= 32 })
        #expect(try read(output.text).tasks.map(\.parent) == tasks.map(\.parent))
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
