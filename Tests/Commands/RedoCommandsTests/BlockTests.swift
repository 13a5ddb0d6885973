import RedoJSON
import TestSupport
import Testing

/// `redo block` and `redo unblock`.
@Suite struct BlockTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func dependencies(of title: String) throws -> [String] {
        let tasks = try store.tasks()
        let task = try #require(tasks.first { $0["title"]?.text == title })
        return (task["dependsOn"]?.elements ?? []).map { id in
            tasks.first { $0["guid"] == id }?["title"]?.text ?? id.text ?? ""
        }
    }

    /// One node a task, and each task that is waited for once.
    @Test func tasksWaitForOthers() throws {
        for title in ["Milk", "Flour", "Cake", "Tart"] { try store.add(title) }
        let (text, nodes) = try store.nodesWritten(
            by: "block", "Cake", "Tart", "--on", "Milk", "--on=Flour", "--on", "Milk")
        #expect(text == "Cake waits for Milk, Flour\nTart waits for Milk, Flour\n")
        #expect(nodes.map(\.action) == ["UPDATE", "UPDATE"])
        #expect(nodes.allSatisfy { $0.content?.names == ["dependsOn"] })
        #expect(try dependencies(of: "Cake") == ["Milk", "Flour"])
        let listed = try TaskStore.objects(store.run("list", ["--json"]))
        #expect(listed.filter { $0["blocked"] == true }.count == 2)
        // What it waits for already is not added again.
        let (again, none) = try store.nodesWritten(by: "block", "Cake", "--on", "Flour")
        #expect(again == "unchanged Cake\n" && none.isEmpty)
        try store.expectSound()
    }

    @Test func oneOrAllAreTakenAway() throws {
        for title in ["Milk", "Flour", "Sugar"] { try store.add(title) }
        try store.add("Cake", "--depends-on", "Milk", "--depends-on", "Flour")
        _ = try store.nodesWritten(by: "block", "Cake", "--on", "Sugar")
        let (one, _) = try store.nodesWritten(by: "unblock", "Cake", "--on", "Flour")
        #expect(one == "Cake no longer waits for Flour\n")
        #expect(try dependencies(of: "Cake") == ["Milk", "Sugar"])
        let (all, nodes) = try store.nodesWritten(by: "unblock", "Cake")
        #expect(all == "Cake no longer waits for Milk, Sugar\n")
        #expect(nodes.map(\.content) == [["dependsOn": []]])
        let (again, none) = try store.nodesWritten(by: "unblock", "Cake", "Milk", "--on", "Flour")
        #expect(again == "unchanged Cake\nunchanged Milk\n" && none.isEmpty)
    }

    /// The circle is shown, whichever command would close it.
    @Test(arguments: [
        ["block", "Milk", "--on", "Tart"], ["edit", "Milk", "--depends-on", "Tart"],
    ])
    func aCircleIsRefusedAndShown(_ words: [String]) throws {
        for title in ["Milk", "Cake", "Tart", "Free"] { try store.add(title) }
        _ = try store.nodesWritten(by: "block", "Cake", "--on", "Milk")
        _ = try store.nodesWritten(by: "block", "Tart", "--on", "Free", "--on", "Cake")
        let words = words + [words[2], "Free"]
        try store.expectNothingWritten(
            by: words[0], Array(words.dropFirst()), status: 129,
            error: "error: USAGE: a task cannot depend on itself: Milk -> Tart -> Cake -> Milk\n")
    }

    /// Of several tasks none is changed if one of them would close a circle.
    @Test func aCircleOfOneOfSeveralTasksRefusesAll() throws {
        for title in ["Milk", "Cake"] { try store.add(title) }
        try store.expectNothingWritten(
            by: "block", ["Milk", "Cake", "--on", "Cake"], status: 129,
            error: "error: USAGE: a task cannot depend on itself: Cake -> Cake\n")
    }

    @Test(arguments: [
        (["block", "Cake"], 129, "error: USAGE: give --on"),
        (["block", "--on", "Milk"], 129, "error: USAGE: "),
        (["unblock"], 129, "error: USAGE: "),
        (["block", "Cake", "--on", "nobody"], 128, "error: NAME_001: there is no task 'nobody'"),
        (["block", "nobody", "--on", "Milk"], 128, "error: NAME_001: there is no task 'nobody'"),
        (["block", "Cake", "--on", "M"], 128, "error: NAME_002: 'M' is ambiguous"),
        (["unblock", "M"], 128, "error: NAME_002: 'M' is ambiguous"),
        (["unblock", "Cake", "--on", "M"], 128, "error: NAME_002: 'M' is ambiguous"),
        (
            ["block", "Cake", "--on", "Milk", "--dialect", "payload"], 129,
            "error: USAGE: with redo.dialect = payload there is no field 'depends-on'"
        ),
    ])
    func whatIsWrongWritesNothing(_ words: [String], _ status: Int32, _ error: String) throws {
        for title in ["Milk", "Mint", "Cake"] { try store.add(title) }
        try store.expectNothingWritten(
            by: words[0], Array(words.dropFirst()), status: status, error: error)
    }

    @Test func nothingWaitsForWhatIsDeleted() throws {
        try store.add("Cake")
        let milk = try store.add("Milk")
        _ = try store.nodesWritten(by: "delete", "--now", milk)
        try store.expectNothingWritten(
            by: "block", ["Cake", "--on", milk], status: 128,
            error: "error: NAME_001: the task \(milk) is deleted")
    }

    /// What this store does not know can be taken away by its id, and a value of another form counts as
    /// nothing.
    @Test func whatIsUnknownIsTakenAway() throws {
        let cake = try store.add("Cake")
        let unknown = "00000000-0000-4000-8000-000000000001"
        try store.commit("UPDATE", "--task", cake, "-f", "dependsOn:=[\"\(unknown)\"]")
        let (text, _) = try store.nodesWritten(by: "unblock", "Cake", "--on", "00000000")
        #expect(text == "Cake no longer waits for \(unknown)\n")
        try store.commit("UPDATE", "--task", cake, "-f", "dependsOn:=[7]")
        let (odd, nodes) = try store.nodesWritten(by: "unblock", "Cake")
        #expect(odd == "unchanged Cake\n" && nodes.isEmpty)
    }

    @Test func anEmptyStoreHasNothingToBlock() throws {
        try store.expectNothingWritten(
            by: "block", ["a", "--on", "b"], status: 128, error: "error: NAME_001: ")
    }

    @Test func undoTakesItBack() throws {
        for title in ["Milk", "Cake"] { try store.add(title) }
        _ = try store.nodesWritten(by: "block", "Cake", "--on", "Milk")
        _ = try store.nodesWritten(by: "unblock", "Cake")
        _ = try store.nodesWritten(by: "undo")
        #expect(try dependencies(of: "Cake") == ["Milk"])
        _ = try store.nodesWritten(by: "undo")
        #expect(try dependencies(of: "Cake").isEmpty)
    }
}
