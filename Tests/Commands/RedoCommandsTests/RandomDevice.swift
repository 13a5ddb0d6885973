import RedoJSON
import TestSupport
import Testing

/// A store to which commands for people are given at random, and what is expected of each.
struct RandomDevice {
    let store: TaskStore
    let name: String
    /// By how many seconds its clock is fast.
    let skew: Int
    /// The tasks in its state, in the order of their ids.
    private(set) var tasks: [JSONValue] = []

    init(name: String, skew: Int) throws {
        (store, self.name, self.skew) = (try TaskStore(), name, skew)
    }

    mutating func look() throws {
        tasks = try TaskStore.objects(store.run("replay", ["--json"]))
    }

    func has(_ task: String) -> Bool { tasks.contains { $0["guid"]?.text == task } }

    /// Runs one command.
    ///
    /// - Parameter second: what the clock shows, but for the skew.
    mutating func act(
        at second: Int, _ generator: inout SeededGenerator, _ comment: Comment
    ) throws {
        let total = second + skew
        let clock =
            "2025-11-16T\(two(10 + total / 3600)):\(two(total / 60 % 60)):\(two(total % 60))"
        let extra = ["REDO_DEVICE": name, "REDO_WALL": clock + ".000Z"]
        let dialect = Bool.random(using: &generator) ? "fields" : "payload"
        let task = tasks.randomElement(using: &generator)
        let commands = ["add", "edit", "edit", "todo", "done", "snooze", "archive", "unarchive"]
        let choice = Int.random(in: 0..<10, using: &generator)
        guard let task, choice > 0 else {
            return try expect(
                ["add", "Task \(second)", "--due", "+1d", "--every", "2"], dialect, extra, comment
            ) { [count = tasks.count] in $0.count == count + 1 }
        }
        let id = task["guid"]?.text ?? ""
        let open = task.todos.last { $0["completed"]?.isNull == true }
        var arguments = [choice < commands.count ? commands[choice] : "snooze", id]
        if choice == 9 { arguments = ["delete", "--now", id] }
        let isRefused = open == nil && ["done", "snooze"].contains(arguments[0])
        let effect = Self.effect(
            of: &arguments, on: task, now: extra["REDO_WALL"], &generator)
        let before = tasks
        try expect(arguments, dialect, extra, comment, status: isRefused ? 1 : 0) { after in
            // The other tasks are as they were.
            let others = after.filter { $0["guid"]?.text != id }
            guard others == before.filter({ $0["guid"]?.text != id }) else { return false }
            return isRefused
                ? after == before : effect(after.first { $0["guid"]?.text == id })
        }
    }

    /// Gives a command the options that it needs.
    ///
    /// - Returns: whether a task, nil if it is gone, is as the command must leave it.
    private static func effect(
        of arguments: inout [String], on task: JSONValue, now: String?,
        _ generator: inout SeededGenerator
    ) -> (JSONValue?) -> Bool {
        let open = task.todos.last { $0["completed"]?.isNull == true }
        let number = Int.random(in: 1...5, using: &generator)
        switch arguments[0] {
        case "edit":
            let options = ["-p \(number)", "--points \(number)", "--title T\(number)"]
            let option = Int.random(in: 0..<3, using: &generator)
            arguments += options[option].split(separator: " ").map(String.init)
            return {
                option == 2
                    ? $0?["title"]?.text == "T\(number)"
                    : $0?[option == 0 ? "priority" : "storyPoints"]?.integer == number
            }
        case "todo":
            let deadline = "2025-12-0\(number)T09:00:00.000Z"
            arguments += ["--due", deadline]
            return {
                $0?.todos.count == task.todos.count + 1
                    && $0?.todos.last?["deadline"]?.text == deadline
            }
        case "snooze":
            let deadline = "2025-12-1\(number)T09:00:00.000Z"
            arguments += ["--due", deadline]
            return { after in
                after?.todos.first { $0["guid"] == open?["guid"] }?["deadline"]?.text == deadline
            }
        case "done":
            return { after in
                after?.todos.first { $0["guid"] == open?["guid"] }?["completed"]?.text == now
            }
        case "delete": return { $0 == nil }
        default: return { [word = arguments[0]] in $0?["archived"] == .bool(word == "archive") }
        }
    }

    private mutating func expect(
        _ arguments: [String], _ dialect: String, _ extra: [String: String], _ comment: Comment,
        status: Int32 = 0, _ isEffect: ([JSONValue]) -> Bool
    ) throws {
        let words = arguments.dropFirst() + ["--dialect", dialect]
        let outcome = try store.run(arguments[0], Array(words), extra: extra)
        #expect(outcome.status == status, "\(arguments) \(dialect): \(outcome) \(comment)")
        try look()
        #expect(isEffect(tasks), "\(arguments) \(dialect) on \(name): \(comment)")
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
