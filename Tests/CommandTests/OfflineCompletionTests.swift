import RedoJSON
import TestSupport
import Testing

/// Two devices complete the same occurrence without knowing of each other, and exchange their nodes.
@Suite struct OfflineCompletionTests {
    let phone: TaskStore
    let laptop: TaskStore

    init() throws {
        phone = try TaskStore()
        laptop = try TaskStore()
    }

    static let onPhone = ["REDO_DEVICE": "phone", "REDO_WALL": "2025-11-16T12:00:00.000Z"]
    static let onLaptop = ["REDO_DEVICE": "laptop", "REDO_WALL": "2025-11-16T13:00:00.000Z"]

    func send(from sender: TaskStore, to receiver: TaskStore) throws {
        let export = try sender.run("export")
        let outcome = try receiver.runner.run(
            "redo-import", ["--require-signature"], input: export.output)
        #expect(outcome.status == 0, "\(outcome)")
    }

    func exchange() throws {
        try send(from: phone, to: laptop)
        try send(from: laptop, to: phone)
        #expect(try phone.stateHash() == laptop.stateHash())
        #expect(try phone.run("export").output == laptop.run("export").output)
    }

    @Test(arguments: [("fields", "fields"), ("payload", "payload"), ("fields", "payload")])
    func thereIsOneNextToDo(_ first: String, _ second: String) throws {
        try phone.add("Water", "--every", "7", "--due", "today", "--dialect", first)
        try send(from: phone, to: laptop)
        #expect(
            try phone.run("done", ["Water", "--dialect", first], extra: Self.onPhone).status == 0)
        #expect(
            try laptop.run("done", ["Water", "--dialect", second], extra: Self.onLaptop).status == 0
        )
        try exchange()

        let task = try #require(phone.tasks().first)
        let todos = task["todoTasks"]?.elements ?? []
        #expect(todos.count == 2)
        #expect(todos.filter { $0["completed"]?.isNull == true }.count == 1)
        // Of two completions the later stands; of two deadlines the one that was made first.
        #expect(todos[0]["completed"]?.text == Self.onLaptop["REDO_WALL"])
        #expect(todos[1]["deadline"] == "2025-11-23T12:00:00.000Z")
        #expect(try phone.run("heads", ["--diverged"]).lines.count == 2)
        #expect(try phone.run("replay", ["--rejected"]).output.isEmpty)

        // The next completion joins the heads.
        #expect(
            try laptop.run("done", ["Water", "--dialect", second], extra: Self.onLaptop).status == 0
        )
        try exchange()
        #expect(try phone.run("heads").lines.count == 1)
        #expect(try phone.tasks().first?["todoTasks"]?.elements.count == 3)
    }
}
