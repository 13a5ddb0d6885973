import RedoJSON
import TestSupport
import Testing

/// `redo batch`.
@Suite struct BatchTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    /// Runs operations, a JSON text each.
    private func batch(
        _ operations: [String], _ arguments: [String] = []
    ) throws -> (status: Int32, answers: [JSONValue]) {
        let input = Array((operations.joined(separator: "\n") + "\n").utf8)
        let outcome = try store.runner.run("redo-batch", arguments, input: input)
        #expect(outcome.error.isEmpty, "\(outcome)")
        let answers = try outcome.lines.map { try JSONDocument(Array($0.utf8)).root.value }
        return (outcome.status, answers)
    }

    @Test(arguments: TaskStore.dialects)
    func eachOperationSeesThoseBeforeIt(_ dialect: String) throws {
        let (status, answers) = try batch(
            [
                #"{"id":"a","op":"add","fields":{"title":"Milk","deadline":"2025-11-20T09:00:00Z"}}"#,
                #"{"id":"b","op":"edit","task":"@a","fields":{"priority":5}}"#,
                #"{"id":"c","op":"snooze","task":"@a","fields":{"daysToExtend":2}}"#,
                #"{"id":"d","op":"archive","task":"@a"}"#,
                #"{"id":"e","op":"unarchive","task":"@a"}"#,
                #"{"id":"f","op":"done","task":"@a","fields":{"notes":"two"}}"#,
            ], ["--dialect", dialect])
        #expect(status == 0)
        #expect(answers.map { $0["id"]?.text } == ["a", "b", "c", "d", "e", "f"])
        #expect(answers.allSatisfy { $0["ok"] == .bool(true) })
        #expect(Set(answers.compactMap { $0["task"]?.text }).count == 1)
        let ids = answers.flatMap { $0["nodes"]?.elements.map(\.text) ?? [] }
        #expect(ids == (try store.nodes().map(\.nodeID)))
        let task = try #require(try store.tasks().first)
        #expect(task["priority"] == 5)
        #expect(task.todos.map { $0["deadline"]?.text } == ["2025-11-22T09:00:00.000Z"])
        #expect(task.todos.map { $0["notes"]?.text } == ["two"])
        try store.expectSound()
    }

    /// A word of options, or of a to-do, would be kept as a member that nothing reads.
    @Test(arguments: [
        (#"{"op":"add","fields":{"title":"Milk","due":"2025-11-20T09:00:00Z"}}"#, "'deadline'"),
        (#"{"op":"add","fields":{"title":"Milk","est":5}}"#, "'timeEstimate'"),
        (#"{"op":"edit","task":"Bread","fields":{"pri":5}}"#, "'priority'"),
        (#"{"op":"edit","task":"Bread","fields":{"due":null}}"#, "'newDeadline'"),
        (#"{"op":"edit","task":"Bread","fields":{"deadline":null}}"#, "'newDeadline'"),
        (#"{"op":"edit","task":"Bread","fields":{"notes":"x"}}"#, "'notes'"),
    ])
    func aMisnamedFieldIsRefused(operation: String, named: String) throws {
        try store.add("Bread", "--draft")
        let count = try store.nodes().count
        let (status, answers) = try batch([operation])
        #expect(status == 1 && answers[0]["code"] == "E_SCHEMA_MISMATCH", "\(answers)")
        #expect(answers[0]["message"]?.text?.contains(named) == true, "\(answers)")
        #expect(try store.nodes().count == count)
    }

    @Test func oneThatFailsStopsNoOther() throws {
        try store.add("Bread", "--draft")
        try store.add("Bread roll", "--draft")
        let (status, answers) = try batch([
            #"{"id":1,"op":"archive","task":"Nothing"}"#,
            #"not JSON"#,
            #"{"id":3,"op":"dance","task":"Bread"}"#,
            #"{"id":4,"op":"edit","task":"read"}"#,
            #"{"id":5,"op":"edit","task":"Bread","fields":{"priority":9}}"#,
            #"{"id":6,"op":"edit","task":"Bread","fields":{"todoTasks":[]}}"#,
            #"{"id":7,"op":"archive","task":"Bread","fields":{"x":1}}"#,
            #"{"id":8,"op":"done","task":"@a"}"#,
            #"{"id":9,"op":"add","fields":{}}"#,
            #"{"id":10,"op":"add","fields":{"title":"Last","deadline":"soon"}}"#,
            #"{"id":11,"op":"archive"}"#,
            #"{"id":[],"op":"add","fields":{"title":"x"}}"#,
            #"{"id":13,"op":"add","fields":{"title":"Kept"},"more":1}"#,
            #"{"id":14,"op":"archive","task":"Bread"}"#,
        ])
        #expect(status == 1)
        #expect(
            answers.map { $0["code"]?.text } == [
                "NAME_001", "E_SCHEMA_MISMATCH", "E_SCHEMA_MISMATCH", "NAME_002",
                "E_SCHEMA_MISMATCH", "E_FORBIDDEN_FIELD", "E_SCHEMA_MISMATCH", "NAME_001",
                "E_SCHEMA_MISMATCH", "E_SCHEMA_MISMATCH", "E_SCHEMA_MISMATCH",
                "E_SCHEMA_MISMATCH", "E_SCHEMA_MISMATCH", nil,
            ])
        #expect(answers.last?["ok"] == .bool(true))
        // Not even the first node of an operation that failed at its second one.
        #expect(try store.nodes().map { $0["action"]?.text } == ["CREATE", "CREATE", "ARCHIVE"])
        try store.expectSound()
    }

    @Test(arguments: ["--atomic", "--dry-run"])
    func nothingIsWritten(_ option: String) throws {
        try store.add("Bread", "--draft")
        let operations = [
            #"{"id":1,"op":"archive","task":"Bread"}"#,
            #"{"id":2,"op":"add","fields":{"title":"Milk"}}"#,
            #"{"id":3,"op":"archive","task":"Nothing"}"#,
        ]
        let (status, answers) = try batch(operations, [option])
        #expect(status == 1)
        #expect(answers.count == 3)
        #expect(
            answers.map { $0["ok"] == .bool(true) }
                == (option == "--atomic"
                    ? [false, false, false] : [true, true, false]))
        #expect(try store.nodes().count == 1)
        #expect(try batch(Array(operations.prefix(2)), ["--atomic"]).status == 0)
        #expect(try store.nodes().count == 4)
    }

    /// A hundred operations: none is lost, and the answers come in their order.
    @Test func aHundredAtOnce() throws {
        let operations = (0..<100).map { #"{"id":\#($0),"op":"add","fields":{"title":"T\#($0)"}}"# }
        let (status, answers) = try batch(operations)
        #expect(status == 0)
        #expect(answers.map { $0["id"]?.integer } == (0..<100).map { $0 })
        #expect(Set(try store.tasks().compactMap { $0["title"]?.text }).count == 100)
        // One undo takes back one batch.
        #expect(try store.run("undo").status == 0)
        #expect(try store.run("list", ["--json"]).lines.isEmpty)
    }

    /// `delete` is what the command is: into the trash, unless it is to be now.
    @Test func aDeletionMovesIntoTheTrash() throws {
        for title in ["Bread", "Milk", "Salt"] { try store.add(title, "--draft") }
        let (status, answers) = try batch([
            #"{"id":1,"op":"delete","task":"Bread"}"#,
            #"{"id":2,"op":"delete","task":"Milk","now":true}"#,
            #"{"id":3,"op":"delete","task":"Salt","now":false}"#,
            #"{"id":4,"op":"restore","task":"Salt"}"#,
            #"{"id":5,"op":"delete","task":"Bread"}"#,
            #"{"id":6,"op":"delete","task":"Bread","now":true}"#,
            #"{"id":7,"op":"archive","task":"Salt","now":true}"#,
            #"{"id":8,"op":"delete","task":"Salt","now":1}"#,
        ])
        #expect(status == 1)
        #expect(
            answers.map { $0["code"]?.text } == [
                nil, nil, nil, nil, nil, "USAGE", "E_SCHEMA_MISMATCH", "E_SCHEMA_MISMATCH",
            ])
        #expect(answers.prefix(5).map { $0["nodes"]?.elements.count } == [2, 1, 2, 2, 0])
        #expect(try store.run("trash", ["list"]).text.contains("  Bread (stays until "))
        #expect(try store.tasks().map { $0["title"]?.text } == ["Salt"])
        try store.expectSound()
        #expect(try store.run("restore", ["Bread"]).text == "restored Bread\n")
    }

    @Test func workIsMeasured() throws {
        try store.add("Bread", "--draft")
        let (status, answers) = try batch([
            #"{"id":1,"op":"stop","task":"Bread"}"#,
            #"{"id":2,"op":"start","task":"Bread","fields":{"at":"2025-11-16T11:00:00Z"}}"#,
            #"{"id":3,"op":"start","task":"Bread"}"#,
            #"{"id":4,"op":"stop","task":"Bread","fields":{"at":"2025-11-16T10:00:00Z"}}"#,
            #"{"id":5,"op":"start","task":"Bread","fields":{"at":"2025-11-17T10:00:00Z"}}"#,
            #"{"id":6,"op":"start","task":"Bread","fields":{"till":"2025-11-16T10:00:00Z"}}"#,
            #"{"id":7,"op":"stop","task":"Bread"}"#,
        ])
        #expect(status == 1)
        #expect(
            answers.map { $0["code"]?.text } == [
                "USAGE", nil, nil, "USAGE", "E_SCHEMA_MISMATCH", "E_SCHEMA_MISMATCH", nil,
            ])
        #expect(
            answers.map { $0["nodes"]?.elements.count ?? -1 } == [-1, 1, 0, -1, -1, -1, 1])
        #expect(try store.run("show", ["Bread"]).text.contains("1 h"))
        try store.expectSound(skipping: 2)
    }

    @Test func noOperationsAreNoChange() throws {
        #expect(try batch([""]).answers.isEmpty)
        #expect(try store.nodes().isEmpty)
    }

    // MARK: Circles and categories

    @Test func aCircleIsRefusedAndShown() throws {
        let milk = try store.add("Milk", "--draft")
        let bread = try store.add("Bread", "--draft", "--depends-on", milk)
        let (status, answers) = try batch([
            #"{"id":1,"op":"edit","task":"Milk","fields":{"dependsOn":["\#(bread)"]}}"#,
            #"{"id":2,"op":"edit","task":"Milk","fields":{"dependsOn":["\#(milk)"]}}"#,
            #"{"id":3,"op":"edit","task":"Bread","fields":{"dependsOn":null}}"#,
            #"{"id":4,"op":"edit","task":"Milk","fields":{"dependsOn":["\#(bread)"]}}"#,
            #"{"id":5,"op":"edit","task":"Bread","fields":{"dependsOn":["\#(milk)"]}}"#,
        ])
        #expect(status == 1)
        #expect(answers.map { $0["code"]?.text } == ["USAGE", "USAGE", nil, nil, "USAGE"])
        #expect(
            answers[0]["message"]?.text
                == "a task cannot depend on itself: Milk -> Bread -> Milk")
        #expect(
            answers[1]["message"]?.text == "a task cannot depend on itself: Milk -> Milk")
        #expect(
            answers[4]["message"]?.text
                == "a task cannot depend on itself: Bread -> Milk -> Bread")
        #expect(try store.state(of: milk)?["dependsOn"] == [.string(JSONString(bread))])
        try store.expectSound()
    }

    @Test func categoriesAreMadeChangedAndDeleted() throws {
        let (status, answers) = try batch([
            #"{"id":"h","op":"category-add","fields":{"name":"Home","color":"red"}}"#,
            #"{"id":"g","op":"category-add","fields":{"name":"Garden","parentCategory":"@h"}}"#,
            ##"{"id":3,"op":"category-edit","category":"@g","fields":{"name":"Yard","color":"#102030"}}"##,
            #"{"id":4,"op":"category-edit","category":"Home","fields":{"parentCategory":"Yard"}}"#,
            #"{"id":5,"op":"category-add","fields":{"name":"home"}}"#,
            #"{"id":6,"op":"category-edit","category":"Yard","fields":{"size":"big"}}"#,
            #"{"id":7,"op":"category-edit","category":"Nothing","fields":{"name":"x"}}"#,
            #"{"id":8,"op":"category-delete"}"#,
            #"{"id":9,"op":"category-add","task":"Milk","fields":{"name":"x"}}"#,
            #"{"id":10,"op":"category-add","fields":{"name":"Gone"}}"#,
            #"{"id":11,"op":"category-delete","category":"gone"}"#,
            #"{"id":12,"op":"category-edit","category":"Gone","fields":{"name":"x"}}"#,
        ])
        #expect(status == 1)
        #expect(
            answers.map { $0["code"]?.text } == [
                nil, nil, nil, "USAGE", "USAGE", "E_SCHEMA_MISMATCH", "NAME_001",
                "E_SCHEMA_MISMATCH", "E_SCHEMA_MISMATCH", nil, nil, "NAME_001",
            ])
        #expect(answers[0]["category"]?.text?.count == 36 && answers[0]["task"] == nil)
        #expect(answers[1]["category"] == answers[2]["category"])
        #expect(
            try store.run("category", ["list"]).lines.map { $0.dropFirst(10) } == [
                "■ #E53935  Home", "■ #102030  Home / Yard",
            ])
        #expect(try store.run("replay", ["--family", "organisation", "--void"]).text.isEmpty)
        // One change, which undo takes back as a whole.
        #expect(try store.run("undo").status == 0)
        #expect(try store.run("category", ["list"]).text.hasPrefix("there are no categories"))
    }

    /// Only the owner deletes a category; a failure in the middle changes nothing of what follows.
    @Test func aForeignCategoryStays() throws {
        let other = try TaskStore()
        #expect(try other.run("category", ["add", "Home"]).status == 0)
        try store.receive(from: other)
        let (status, answers) = try batch([
            #"{"id":1,"op":"category-delete","category":"Home"}"#,
            #"{"id":2,"op":"category-edit","category":"Home","fields":{"name":"House"}}"#,
        ])
        #expect(status == 1)
        #expect(answers.map { $0["code"]?.text } == ["E_PERMISSION_DENIED", nil])
        #expect(try store.run("category", ["list"]).text.contains("House"))
    }
}
