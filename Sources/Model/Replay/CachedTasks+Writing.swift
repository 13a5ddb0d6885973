import RedoCrypto
import RedoJSON
import RedoSystem

extension CachedTasks {
    /// The version of the format and the meaning of written tasks, raised when either changes, so that no version uses
    /// the results of another version's replay.
    package static let formatVersion: UInt32 = 6
    /// The number of tasks that one processor writes or reads at a time.
    static let partCount = 256

    /// The bytes for ``init(reading:)``. Values have the form that they have in memory, since the file is kept only to
    /// be read fast. It is not a format of exchange (docs/pack-format.md has its layout).
    package var serialized: [UInt8] {
        let names = fieldNames
        let parts = Self.parts(of: state.tasks[...], numbers: Self.numbers(of: names))
        var writer = TaskEncoder(names: [:])
        writer.bytes.append(littleEndian: Self.formatVersion)
        writer.add(count: ids.count)
        for id in ids { writer.add(id.value) }
        let heads = heads(parts.lazy.flatMap(\.heads))
        for head in heads { writer.bytes.append(head?.flags.rawValue ?? 0) }
        for head in heads { writer.bytes.append(littleEndian: head?.byteCount ?? 0) }
        writer.add(count: names.count)
        for name in names { writer.add(name) }
        for part in parts { writer.bytes += part.bytes }
        return writer.bytes
    }

    /// For each id the head of its task; nil for one without a task.
    private func heads(_ heads: some Sequence<EncodedTasks.Head>) -> [EncodedTasks.Head?] {
        var rest = heads.makeIterator()
        var next = rest.next()
        let all = ids.map { id in
            guard let head = next, head.id == id else { return nil as EncodedTasks.Head? }
            next = rest.next()
            return head
        }
        precondition(next == nil, "a task is not among the ids")
        return all
    }

    /// The written tasks, in parts.
    ///
    /// - Parameter numbers: the index of each name among the names of fields.
    static func parts(
        of tasks: ArraySlice<TaskState>, numbers: [JSONString: Int]
    ) -> [EncodedTasks] {
        let count = (tasks.count + partCount - 1) / partCount
        return Parallel.map(count: count, smallestShare: 1) { range in
            range.map { part in
                var writer = TaskEncoder(names: numbers)
                var heads: [EncodedTasks.Head] = []
                for task in tasks.dropFirst(part * partCount).prefix(partCount) {
                    let start = writer.bytes.count
                    writer.add(task)
                    heads.append(
                        EncodedTasks.Head(
                            id: task.id, flags: WrittenFlags(task),
                            byteCount: UInt32(writer.bytes.count - start)))
                }
                return EncodedTasks(heads: heads, bytes: writer.bytes)
            }
        }
    }

    /// The index of each name among all names of fields.
    static func numbers(of names: [JSONString]) -> [JSONString: Int] {
        Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The names of the fields of all tasks, each once: most tasks have the same.
    private var fieldNames: [JSONString] {
        var names: Set<JSONString> = []
        for task in state.tasks { for member in task.fields.members { names.insert(member.name) } }
        return names.sorted()
    }
}

/// Tasks as they are written.
struct EncodedTasks: Sendable {
    /// The head of a task, which is written before all tasks.
    struct Head: Equatable {
        let id: TaskID
        let flags: WrittenFlags
        /// The size of the task, which is not empty.
        let byteCount: UInt32
    }

    /// The head of each task.
    let heads: [Head]
    let bytes: [UInt8]
}

/// The kind of a value, which is the byte before the value.
enum WrittenKind: UInt8 {
    case null, no, yes, number, string, array, object
}

/// The state of a task, and which of its times exist, as bits.
struct WrittenFlags: OptionSet {
    let rawValue: UInt8

    static let archived = WrittenFlags(rawValue: 1)
    static let completed = WrittenFlags(rawValue: 2)
    static let snoozed = WrittenFlags(rawValue: 4)
    static let deadline = WrittenFlags(rawValue: 8)
    static let title = WrittenFlags(rawValue: 16)
    static let superseded = WrittenFlags(rawValue: 32)
    /// A task that is open (``TaskState/isOpen``).
    static let open = WrittenFlags(rawValue: 64)
    /// A task that depends on others.
    static let dependent = WrittenFlags(rawValue: 128)

    /// The given deadline of a to-do differs from the present one.
    static let givenDeadline = WrittenFlags(rawValue: 1)
    /// A to-do has its own start.
    static let scheduled = WrittenFlags(rawValue: 4)
    /// A to-do has a span.
    static let span = WrittenFlags(rawValue: 64)
    /// The start of the task was set later than that of a to-do.
    static let startReplaced = WrittenFlags(rawValue: 128)
}

extension WrittenFlags {
    /// The flags of a task.
    init(_ task: TaskState) {
        self = task.isArchived ? .archived : []
        if task.completedAt != nil { insert(.completed) }
        if task.snoozedUntil != nil { insert(.snoozed) }
        if task.isOpen { insert(.open) }
        if !task.dependencies.isEmpty { insert(.dependent) }
    }
}

/// A writer of tasks, one after another.
private struct TaskEncoder {
    var bytes: [UInt8] = []
    /// The index of each name among the names of fields.
    private let names: [JSONString: Int]

    init(names: [JSONString: Int]) { self.names = names }

    /// Adds a task without its id and flags.
    mutating func add(_ task: TaskState) {
        add(task.owner.value)
        add(task.created)
        add(task.lastUpdated)
        for text in [task.completedAt, task.snoozedUntil] { if let text { add(text) } }
        add(count: task.fields.members.count)
        for member in task.fields.members {
            add(count: names[member.name] ?? 0)
            add(member.value)
        }
        add(count: task.todos.count)
        for todo in task.todos { add(todo) }
    }

    private mutating func add(_ todo: TodoState) {
        add(todo.id.value)
        var flags: WrittenFlags = todo.completed == nil ? [] : .completed
        if todo.deadline != nil { flags.insert(.deadline) }
        if todo.title != nil { flags.insert(.title) }
        if todo.isSuperseded { flags.insert(.superseded) }
        // An empty text: none was given.
        let given = todo.givenDeadline == todo.deadline ? nil : todo.givenDeadline ?? ""
        if given != nil { flags.insert(.givenDeadline) }
        if todo.scheduled != nil { flags.insert(.scheduled) }
        if todo.span != nil { flags.insert(.span) }
        if todo.isStartReplaced { flags.insert(.startReplaced) }
        bytes.append(flags.rawValue)
        for text in [todo.completed, todo.deadline, todo.title, given, todo.scheduled] {
            if let text { add(text) }
        }
        if let span = todo.span { bytes.append(littleEndian: Int64(span)) }
        add(todo.notes)
        bytes.append(littleEndian: todo.madeBy.timestamp.lamport)
        add(todo.madeBy.timestamp.wall)
        bytes += todo.madeBy.id.digest.bytes
    }

    mutating func add(_ uuid: UUIDValue) {
        bytes.append(littleEndian: uuid.high)
        bytes.append(littleEndian: uuid.low)
    }

    private mutating func add(_ instant: Instant) {
        bytes.append(littleEndian: instant.milliseconds)
    }

    mutating func add(_ text: JSONString) {
        add(count: text.utf8.count)
        bytes += text.utf8
    }

    /// Adds a number: seven bits per byte, the lowest first, with the highest bit set if more bytes follow.
    mutating func add(count: Int) {
        var rest = UInt64(count)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func add(_ value: JSONValue) {
        func begin(_ kind: WrittenKind) { bytes.append(kind.rawValue) }
        switch value {
        case .null: begin(.null)
        case .bool(let value): begin(value ? .yes : .no)
        case .number(let number):
            begin(.number)
            bytes.append(littleEndian: number.bitPattern)
        case .string(let text):
            begin(.string)
            add(text)
        case .array(let elements):
            begin(.array)
            add(count: elements.count)
            for element in elements { add(element) }
        case .object(let members):
            begin(.object)
            add(count: members.count)
            for member in members {
                add(member.name)
                add(member.value)
            }
        }
    }
}
