import RedoCrypto
import RedoJSON
import RedoModel
import SampleNodes
import TestSupport

/// A log with random contents wherever people and their programs can put some.
struct RandomContents {
    /// All texts, names and numbers of the log that are nobody else's.
    private(set) var secrets: [String] = []
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Nodes of a task, of which each follows the one before, and of a category.
    mutating func nodes(count: Int) throws -> [Node] {
        let key = Sample.key()
        let author = Author(
            userID: UserID(key.publicKey), deviceID: text(), publicKey: key.publicKey,
            name: text(), email: secret("\(word()).\(word())@\(word()).example"),
            deviceName: text())
        var nodes: [Node] = []
        for number in 0..<count {
            let (action, fields) = number == 0 ? (.create, task()) : content(number)
            let isOfCategory = action == .createCategory
            let draft = Sample.draft(
                action, .fields, parents: isOfCategory ? [] : nodes.suffix(1).map(\.id),
                lamport: number + 1,
                wall: Instant(milliseconds: Sample.wall.milliseconds + Int64(number) * 60_000),
                task: isOfCategory ? nil : Sample.task, author: author, fields: .object(fields))
            nodes.append(try draft.node(signedBy: key, validator: NodeValidator()))
        }
        return nodes
    }

    private mutating func content(_ number: Int) -> (Action, [JSONMember]) {
        let id = JSONValue.string(
            JSONString("aaaaaaaa-0000-4000-8000-\(100_000_000_000 + number)"))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return (.update, task())
        case 1:
            return (
                .createTodo,
                [
                    JSONMember("todoTaskId", id), JSONMember("notes", .string(text())),
                    JSONMember("title", .string(text())), custom(),
                ]
            )
        case 2:
            return (
                .addComment, [JSONMember("commentId", id), JSONMember("text", .string(text()))]
            )
        case 3:
            return (
                .createCategory,
                [
                    JSONMember("categoryId", id), JSONMember("name", .string(text())),
                    JSONMember("color", "#12ab9F"),
                ]
            )
        default:
            let name = (0..<Int.random(in: 12...30, using: &random)).map { _ in
                "ABCDEFGHIJKLMNOPQRSTUVWXYZ".randomElement(using: &random) ?? "A"
            }
            secrets.append(String(name))
            return (Action(String(name)) ?? .archive, [custom(), custom()])
        }
    }

    private mutating func task() -> [JSONMember] {
        let count = Int.random(in: 0...4, using: &random)
        return [
            JSONMember("title", .string(text())), JSONMember("description", .string(text())),
            JSONMember("tags", .array((0..<count).map { _ in .string(text()) })),
            JSONMember("project", .string(secret("\(word()).\(word())"))),
            JSONMember("recurrence", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=14"),
            JSONMember("timeZone", .string(secret("Antarctica/\(word())"))),
            custom(),
        ]
    }

    /// A field that a person or another program has made up.
    private mutating func custom() -> JSONMember {
        JSONMember(secret("\(word())\(secrets.count)"), value(depth: 0))
    }

    private mutating func value(depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth < 3 ? 7 : 5), using: &random) {
        case 0:
            let number = Int.random(in: 1_000_000_000_000...999_999_999_999_999, using: &random)
            secrets.append("\(number)")
            return .number(Double(number))
        case 1:
            return .string(secret("19\(Int.random(in: 10...99, using: &random))-03-14T15:09:26Z"))
        case 2: return .string(secret("\(UInt64.random(in: 0 ... .max, using: &random))"))
        case 3: return .bool(Bool.random(using: &random))
        case 4: return .string(text())
        case 5: return .array((0..<3).map { _ in value(depth: depth + 1) })
        default:
            return .object([JSONMember(secret("\(word()).\(word())"), value(depth: depth + 1))])
        }
    }

    /// A text of any length, with letters of any kind.
    private mutating func text() -> JSONString {
        let words = (0..<Int.random(in: 1...9, using: &random)).map { _ in word() }
        return secret(words.joined(separator: " "))
    }

    private mutating func word() -> String {
        let letters = ["abcdefghijklmnopqrstuvwxyz", "0123456789", "äöüßéñ", "буквы", "文字書", "😀🎂"]
        let kind = letters.randomElement(using: &random) ?? ""
        return String(
            (0..<Int.random(in: 1...14, using: &random)).map { _ in
                kind.randomElement(using: &random) ?? "a"
            })
    }

    private mutating func secret(_ text: String) -> JSONString {
        secrets.append(text)
        return JSONString(text)
    }
}
