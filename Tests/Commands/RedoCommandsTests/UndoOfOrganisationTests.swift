import RedoJSON
import TestSupport
import Testing

/// `redo undo` after commands about categories, comments and work.
@Suite struct UndoOfOrganisationTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func at(_ minute: Int) -> [String: String] {
        ["REDO_WALL": "2025-11-16T13:\(minute < 10 ? "0" : "")\(minute):00.000Z"]
    }

    @discardableResult
    private func run(_ command: String, _ arguments: String..., minute: Int) throws -> String {
        let outcome = try store.run(command, arguments, extra: at(minute))
        try #require(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return outcome.text
    }

    private func state(_ kind: StaticString) throws -> [JSONValue] {
        let text = try store.run("replay", ["--family", "organisation"]).output
        return try JSONDocument(text).root.value[kind]?.elements ?? []
    }

    /// What people see of categories: path, colour, and the tasks in them.
    private func categories() throws -> [String] {
        let shown = try store.run("category", ["list"]).lines.map { String($0.dropFirst(10)) }
        let tasks = try store.run("list", ["--all", "--columns", "title,category"]).lines
        // A task in a category that is gone has the beginning of its id there.
        return shown
            + tasks.dropFirst().filter { !$0.hasSuffix("-") && !$0.contains(#/ [0-9a-f]{8}$/#) }
            .sorted()
    }

    private func comments() throws -> [String?] { try state("comments").map { $0["text"]?.text } }

    private func firstComment() throws -> String {
        String(try #require(state("comments").first?["id"]?.text).prefix(8))
    }

    private func expectSound() throws {
        #expect(try store.run("replay", ["--family", "organisation", "--void"]).text.isEmpty)
        let verified = try store.run("verify", ["--all", "--require-signature"])
        #expect(verified.status == 0 && verified.output.isEmpty, "\(verified)")
    }

    // MARK: Categories

    @Test func anAddedCategoryIsDeletedAndComesBack() throws {
        try run("category", "add", "Home", "--color", "#102030", minute: 0)
        let before = try categories()
        #expect(try run("undo", minute: 1) == "deleted category Home, which was added\n")
        #expect(try state("categories").isEmpty)
        #expect(try run("undo", "--forward", minute: 2) == "added category Home again\n")
        #expect(try categories() == before)
        // The one that came back is taken back as the first one.
        #expect(try run("undo", minute: 3) == "deleted category Home, which was added\n")
        #expect(try state("categories").isEmpty)
        #expect(try store.run("undo", extra: at(4)).text == "there is nothing to take back\n")
        try expectSound()
    }

    @Test func anEditIsTakenBackMemberByMember() throws {
        try run("category", "add", "Home", "--color", "#102030", minute: 0)
        try run("category", "add", "Yard", minute: 1)
        let before = try categories()
        try run(
            "category", "edit", "Yard", "--name", "Garden", "--parent", "Home", "--color", "red",
            minute: 2)
        let after = try categories()
        let text = try run("undo", minute: 3)
        #expect(
            text.hasPrefix("took back a change of category Garden\n  name: \"Yard\"\n"), "\(text)")
        #expect(text.contains("  parentCategory: null\n"))
        #expect(try categories() == before)
        #expect(try run("undo", "--forward", minute: 4).hasPrefix("brought back a change of"))
        #expect(try categories() == after)
        try expectSound()
    }

    /// A deletion is final, so another category takes the place of the one that is gone, with all that was in
    /// it.
    @Test func aDeletedCategoryIsMadeAgainWithItsTasks() throws {
        try run("category", "add", "Home", "--color", "#102030", minute: 0)
        try run("category", "edit", "Home", "--name", "House", minute: 1)
        try run("category", "add", "Garden", "--parent", "House", minute: 1)
        try run("add", "Water", "--category", "Garden", minute: 1)
        try run("add", "Clean", "--category", "House", minute: 1)
        try run("add", "Old", "--category", "House", minute: 1)
        try run("archive", "Old", minute: 2)
        let before = try categories()
        try run("category", "delete", "House", minute: 3)
        let without = try categories()
        #expect(without != before)
        for round in 0..<2 {
            let text = try run("undo", minute: 4 + 3 * round)
            #expect(
                text == "added category House again\n  2 tasks in it\n  with Garden under it\n")
            #expect(try categories() == before)
            try run("undo", "--forward", minute: 5 + 3 * round)
            #expect(try categories() == without)
        }
        try run("undo", minute: 12)
        // What the category was before is taken back from the one in its place.
        try run("undo", minute: 13)
        #expect(try state("categories").count == 2)
        #expect(try categories() != before)
        try expectSound()
    }

    /// Each change before a deletion is taken back from what took the place of the category.
    @Test func undoGoesOnBehindADeletion() throws {
        try run("category", "add", "Home", "--color", "#102030", minute: 0)
        try run("add", "Clean", minute: 0)
        try run("category", "edit", "Home", "--name", "House", minute: 1)
        try run("edit", "Clean", "--category", "House", minute: 2)
        try run("edit", "Clean", "--category", "none", minute: 3)
        try run("category", "delete", "House", minute: 4)
        #expect(try run("undo", minute: 5) == "added category House again\n")
        try run("undo", minute: 6)
        #expect(try categories().last == "Clean  House")
        try run("undo", minute: 7)
        try run("undo", minute: 8)
        #expect(try state("categories").map { $0["name"]?.text } == ["Home"])
        for minute in 9...11 { try run("undo", "--forward", minute: minute) }
        #expect(try state("categories").map { $0["name"]?.text } == ["House"])
        #expect(try categories().count == 1)
        try expectSound()
    }

    @Test func whatWasSetSinceStays() throws {
        try run("category", "add", "Home", minute: 0)
        try run("category", "edit", "Home", "--name", "House", minute: 1)
        let other = at(2).merging(["REDO_DEVICE": "other"]) { $1 }
        try #require(
            store.run("category", ["edit", "House", "--name", "Hut"], extra: other).status == 0)
        let outcome = try store.run("undo", extra: at(3))
        #expect(outcome.status == 1)
        #expect(
            outcome.text
                == "nothing to take back of category Hut\n  name was changed later, and is kept\n",
            "\(outcome)")
        #expect(try state("categories").map { $0["name"]?.text } == ["Hut"])
    }

    @Test func noMoreCategoriesThanThereMayBe() throws {
        for number in 1...20 { try run("category", "add", "c\(number)", minute: number) }
        try run("category", "delete", "c20", minute: 21)
        let other = at(22).merging(["REDO_DEVICE": "other"]) { $1 }
        try #require(store.run("category", ["add", "more"], extra: other).status == 0)
        let outcome = try store.run("undo", extra: at(23))
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("you have 20 categories, which is the maximum"), "\(outcome)")
        #expect(try state("categories").count == 20)
    }

    // MARK: Comments

    @Test func commentsAreTakenBackAndComeBack() throws {
        try run("add", "Milk", minute: 0)
        try run("comment", "add", "Milk", "first", minute: 1)
        try run("comment", "edit", firstComment(), "second", minute: 2)
        try run("comment", "delete", firstComment(), minute: 3)
        #expect(
            try run("undo", minute: 4)
                == "added the comment on Milk again\n  text: \"second\"\n")
        #expect(try comments() == ["second"])
        #expect(try run("undo", minute: 5).hasSuffix(" on Milk\n  text: \"first\"\n"))
        #expect(try comments() == ["first"])
        #expect(try run("undo", minute: 6).hasSuffix(" on Milk, which was added\n"))
        #expect(try comments() == [])
        for (minute, text) in [(7, "first"), (8, "second")] {
            try run("undo", "--forward", minute: minute)
            #expect(try comments() == [text])
        }
        try run("undo", "--forward", minute: 9)
        #expect(try comments() == [])
        try expectSound()
    }

    /// Nobody writes in somebody else's name.
    @Test func aCommentOfAnotherIsNotMadeAgain() throws {
        try run("add", "Milk", minute: 0)
        let other = try TaskStore()
        func copy(_ from: TaskStore, _ to: TaskStore) throws {
            let nodes = try from.run("export").output
            try #require(to.runner.run("redo-import", [], input: nodes).status == 0)
        }
        try copy(store, other)
        try #require(other.run("comment", ["add", "Milk", "theirs"], extra: at(1)).status == 0)
        try copy(other, store)
        try run("comment", "delete", firstComment(), minute: 2)
        let outcome = try store.run("undo", extra: at(3))
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("only its author can write it again"), "\(outcome)")
        #expect(try comments() == [])
    }

    /// A void node has done nothing that could be taken back.
    @Test func aVoidNodeIsPassed() throws {
        let task = try store.add("Milk", extra: at(0))
        let id = "8f0f2a1e-6d3b-4c43-8a52-1f0f6d1f2a10"
        _ = try store.run(
            "commit-node",
            ["EDIT_COMMENT", "--task", task, "-f", "commentId=\(id)", "-f", "text=x"],
            extra: at(1))
        let outcome = try store.run("undo", extra: at(2))
        #expect(
            outcome.status == 1 && outcome.error.isEmpty
                && outcome.text
                    == "the last change had no effect: there was nothing to take back\n",
            "\(outcome)")
        #expect(try run("undo", minute: 3).hasPrefix("archived Milk"))
    }

    /// The last change of one task is found among its nodes alone.
    @Test func theCommentOfANamedTaskIsTakenBack() throws {
        try run("add", "Milk", minute: 0)
        try run("comment", "add", "Milk", "mine", minute: 1)
        try run("add", "Cake", minute: 2)
        #expect(try run("undo", "Milk", minute: 3).hasSuffix(" on Milk, which was added\n"))
        #expect(try comments() == [])
        #expect(try run("undo", minute: 4).hasPrefix("archived Cake"))
    }

    // MARK: Work

    private func work() throws -> [String] {
        try state("work").map {
            "\($0["start"]?.text?.dropFirst(11).prefix(5) ?? "")-"
                + "\($0["end"]?.text?.dropFirst(11).prefix(5) ?? "")"
        }
    }

    @Test func aStartIsDeleted() throws {
        try run("add", "Report", minute: 0)
        try run("start", "Report", "--at", "13:05", minute: 10)
        #expect(try run("undo", minute: 12) == "deleted work on Report, which was added\n")
        #expect(try work() == [])
        #expect(
            try run("undo", "--forward", minute: 14)
                == "added work on Report again\n  start: Sun 16 Nov 2025 13:05\n  running again\n")
        #expect(try work() == ["13:05-"])
        #expect(try run("stop", minute: 20) == "stopped Report after 15 min\n")
        try expectSound()
    }

    @Test func afterAStopWorkContinues() throws {
        try run("add", "Report", minute: 0)
        try run("start", "Report", minute: 5)
        try run("stop", minute: 10)
        #expect(
            try run("undo", minute: 15) == "took back a change of work on Report\n  running again\n"
        )
        #expect(try work() == ["13:05-"])
        #expect(try run("show", "Report", minute: 20).contains("work: 15 min in all"))
        try run("undo", "--forward", minute: 20)
        #expect(try work() == ["13:05-13:10"])
        try run("undo", minute: 21)
        try run("undo", minute: 22)
        #expect(try work() == [])
        try expectSound()
    }

    @Test func editedTimesComeBack() throws {
        try run("add", "Report", minute: 0)
        try run("start", "Report", minute: 5)
        try run("stop", minute: 10)
        let id = try String(#require(state("work").first?["id"]?.text))
        try run("work", "edit", id, "--start", "12:30", "--end", "13:00", minute: 20)
        #expect(try work() == ["12:30-13:00"])
        #expect(
            try run("undo", minute: 21)
                == "took back a change of work on Report\n  start: Sun 16 Nov 2025 13:05\n  end: Sun 16 Nov 2025 13:10\n"
        )
        #expect(try work() == ["13:05-13:10"])
        try expectSound()
    }

    /// The interval that comes back has another id, and both its times.
    @Test func aDeletedIntervalComesBack() throws {
        try run("add", "Report", minute: 0)
        try run("start", "Report", minute: 5)
        try run("stop", minute: 10)
        let id = try String(#require(state("work").first?["id"]?.text))
        try run("work", "delete", id, minute: 20)
        #expect(try work() == [])
        #expect(
            try run("undo", minute: 21)
                == "added work on Report again\n  start: Sun 16 Nov 2025 13:05\n  end: Sun 16 Nov 2025 13:10\n"
        )
        #expect(try work() == ["13:05-13:10"])
        #expect(try state("work").first?["id"]?.text != id)
        try run("undo", "--forward", minute: 22)
        #expect(try work() == [])
        try expectSound()
    }

    @Test func whatWasStartedAgainIsNotStartedTwice() throws {
        try run("add", "Report", minute: 0)
        try run("start", "Report", minute: 5)
        try run("stop", minute: 10)
        let other = at(11).merging(["REDO_DEVICE": "other"]) { $1 }
        try #require(store.run("start", ["Report"], extra: other).status == 0)
        let outcome = try store.run("undo", extra: at(12))
        #expect(outcome.status == 1 && outcome.text.contains("it was started again since"))
        #expect(try work() == ["13:05-13:10", "13:11-"])
    }

    // MARK: The listing

    @Test func whatUndoWouldDoIsListed() throws {
        try run("add", "Milk", minute: 0)
        try run("category", "add", "Home", minute: 1)
        try run("category", "edit", "Home", "--name", "House", minute: 2)
        try run("comment", "add", "Milk", "mine", minute: 3)
        let comment = try firstComment()
        try run("start", "Milk", minute: 4)
        try run("stop", minute: 5)
        try run("category", "delete", "House", minute: 6)
        let lines = try store.run("op", ["log", "-n", "6"]).lines.filter { $0.hasPrefix(" ") }
        #expect(
            lines == [
                "    undo: add category House again", "    undo: running again",
                "    undo: delete work on Milk, which was added",
                "    undo: delete comment \(comment) on Milk, which was added",
                "    undo: it was deleted since",
            ], "\(lines)")
    }
}
