import RedoJSON
import TestSupport
import Testing

/// Two devices complete the same occurrence without knowing of each other, and exchange their nodes.
@Suite struct OfflineCompletionTests {
    private let phone: TaskStore
    private let laptop: TaskStore

    init() throws {
        let devices = try TwoDevices()
        (phone, laptop) = (devices.phone, devices.laptop)
    }

    @Test(arguments: [("fields", "fields"), ("payload", "payload"), ("fields", "payload")])
    func thereIsOneNextToDo(_ first: String, _ second: String) throws {
        try phone.add("Water", "--every", "7", "--due", "today", "--dialect", first)
        try laptop.receive(from: phone)
        #expect(
            try phone.run("done", ["Water", "--dialect", first], extra: TwoDevices.onPhone).status
                == 0)
        #expect(
            try laptop.run("done", ["Water", "--dialect", second], extra: TwoDevices.onLaptop)
                .status == 0
        )
        try phone.exchange(with: laptop)

        let task = try #require(phone.tasks().first)
        let todos = task["todoTasks"]?.elements ?? []
        #expect(todos.count == 2)
        #expect(todos.filter { $0["completed"]?.isNull == true }.count == 1)
        // Of two completions the later stands; of two deadlines the one that was made first.
        #expect(todos[0]["completed"]?.text == TwoDevices.onLaptop["REDO_WALL"])
        #expect(todos[1]["deadline"] == "2025-11-23T23:59:00.000Z")
        #expect(try phone.run("heads", ["--diverged"]).lines.count == 2)
        #expect(try phone.run("replay", ["--rejected"]).output.isEmpty)

        // The next completion joins the heads.
        #expect(
            try laptop.run("done", ["Water", "--dialect", second], extra: TwoDevices.onLaptop)
                .status == 0
        )
        try phone.exchange(with: laptop)
        #expect(try phone.run("heads").lines.count == 1)
        #expect(try phone.tasks().first?["todoTasks"]?.elements.count == 3)
    }
}
