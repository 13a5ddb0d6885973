import Foundation
import RedoJSON
import TestSupport

/// Tasks as `task export` prints them, by a generator: of all statuses, with annotations, attributes that users define
/// in all types, and recurring ones with their occurrences.
struct GeneratedTaskwarrior {
    private var generator: SeededGenerator
    /// The objects, without `id` and `urgency`, which Taskwarrior computes.
    private(set) var tasks: [[String: JSONValue]] = []

    private static let words = [
        "Milk", "Café", "日本語", "a\tb", "\"quoted\"", "back\\slash", "\\u{41}", "+plus", "@at",
        "(A)", "x",
        "due:tomorrow", "😀", "<b>", "&amp;", "[2025-01-01T00:00:00.000Z]", "100%",
    ]

    init(_ seed: Seed, count: Int) {
        generator = seed.generator
        while tasks.count < count {
            if number(20) == 0 { addSeries() } else { addTask() }
        }
    }

    /// The text of the file.
    var text: String {
        let lines = tasks.enumerated().map { index, task in
            var task = task
            task["id"] = .number(Double(index + 1))
            task["urgency"] = .number(7.25)
            return String(decoding: CanonicalJSON.bytes(Self.object(task)), as: UTF8.self)
        }
        return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
    }

    static func object(_ task: [String: JSONValue]) -> JSONValue {
        .object(task.sorted { $0.key < $1.key }.map { JSONMember(JSONString($0.key), $0.value) })
    }

    // MARK: Values

    private mutating func number(_ count: Int) -> Int {
        Int.random(in: 0..<count, using: &generator)
    }

    private mutating func isChosen() -> Bool { Bool.random(using: &generator) }

    private static func text(_ text: String) -> JSONValue { .string(JSONString(text)) }

    private mutating func phrase() -> JSONValue {
        let words = (0...number(4)).map { _ in Self.words[number(Self.words.count)] }
        return Self.text(words.joined(separator: " "))
    }

    private mutating func uuid() -> JSONValue {
        var bytes = (0..<16).map { _ in UInt8(number(256)) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { String(format: "%02x", $0) }.joined()
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return Self.text(parts.map { String(Array(digits)[$0]) }.joined(separator: "-"))
    }

    /// A time of whole seconds in 2024.
    private mutating func time() -> JSONValue {
        func two(_ number: Int) -> String { String(format: "%02d", number) }
        let day = "2024\(two(number(12) + 1))\(two(number(28) + 1))"
        return Self.text("\(day)T\(two(number(24)))\(two(number(60)))\(two(number(60)))Z")
    }

    // MARK: Tasks

    private mutating func base() -> [String: JSONValue] {
        var task = [
            "uuid": uuid(), "description": phrase(), "entry": time(), "modified": time(),
            "status": "pending",
        ]
        if isChosen() { task["project"] = ["Home", "Home.Garden", "My work"][number(3)] }
        if isChosen() { task["priority"] = ["H", "M", "L", "X"][number(4)] }
        if isChosen() {
            task["tags"] = .array(["a", "next", "späßchen"][0...number(3)].map(Self.text))
        }
        if isChosen() { task["size"] = ["large", "007", "2024-01-01"][number(3)] }
        if isChosen() { task["weight"] = .number([1, 2.5, -3][number(3)]) }
        if isChosen() { task["reviewed"] = time() }
        if isChosen() { task["effort"] = ["PT2H", "P1D", "P1DT30M", "PT90S"][number(3)] }
        if number(5) == 0 { task["estimate"] = "long" }
        if number(5) == 0 { task["my_attribute"] = phrase() }
        if isChosen() { task["annotations"] = annotations() }
        return task
    }

    private mutating func annotations() -> JSONValue {
        let first = 10 + number(40)
        return .array(
            (0...number(3)).map { index in
                ["entry": Self.text("20240301T0830\(first + index)Z"), "description": phrase()]
            })
    }

    private mutating func addTask() {
        var task = base()
        for name in ["due", "scheduled"] where number(3) == 0 { task[name] = time() }
        // What has expired is archived by maintenance.
        if number(3) == 0 { task["until"] = "20380101T000000Z" }
        switch number(6) {
        case 0:
            task["status"] = "completed"
            task["end"] = time()
        case 1:
            task["status"] = "deleted"
            task["end"] = time()
        case 2:
            task["status"] = "waiting"
            task["wait"] = "20380101T000000Z"
        case 3: task["start"] = time()
        default: break
        }
        let others = tasks.filter { $0["parent"] == nil && $0["status"] != "recurring" }
        if number(4) == 0, let other = others.randomElement(using: &generator)?["uuid"] {
            task["depends"] = .array([other])
        }
        tasks.append(task)
    }

    /// A recurring task with occurrences of all statuses.
    private mutating func addSeries() {
        var template = base()
        let statuses = (0...number(4)).map { _ in ["completed", "pending", "deleted"][number(3)] }
        template["status"] = "recurring"
        template["recur"] = ["weekly", "P3D", "fortnight", "monthly"][number(4)]
        template["rtype"] = "periodic"
        template["due"] = "20240110T090000Z"
        template["mask"] = Self.text(
            statuses.map { ["completed": "+", "pending": "-"][$0] ?? "X" }.joined())
        tasks.append(template)
        for (index, status) in statuses.enumerated() {
            var child = template
            child["uuid"] = uuid()
            child["mask"] = nil
            child["parent"] = template["uuid"]
            child["imask"] = .number(Double(index))
            child["status"] = Self.text(status)
            child["due"] = Self.text("202401\(10 + index)T090000Z")
            if status != "pending" { child["end"] = time() }
            if isChosen() { child["annotations"] = annotations() }
            if number(4) == 0 { child["description"] = phrase() }
            tasks.append(child)
        }
    }
}
