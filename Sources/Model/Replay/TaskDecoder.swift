import RedoCrypto
import RedoJSON
import RedoSystem

/// The error for bytes that are not those of tasks.
package struct TaskDamage: Error {}

/// The names of the fields of all tasks.
struct FieldNames: Sendable {
    /// Sorted.
    let all: [JSONString]
    /// Whether each of them belongs to version 1: every task has these.
    let areKnown: [Bool]

    init(_ all: [JSONString]) {
        self.all = all
        areKnown = all.map { TaskFieldTable.isKnown($0) }
    }

    /// A copy in its own memory: other threads do not count references to it, so processors do not wait for each other.
    var copied: FieldNames {
        FieldNames(all.map { JSONString(validated: $0.utf8.span.array) })
    }
}

/// A reader of values, one after another.
struct TaskDecoder: ~Escapable {
    private let bytes: Span<UInt8>
    private(set) var offset = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    /// - Parameter flags: the flags of the task.
    mutating func task(
        _ id: TaskID, _ flags: WrittenFlags, _ names: FieldNames
    ) throws(TaskDamage) -> TaskState {
        let owner = UserID(try uuid())
        let created = try instant()
        let lastUpdated = try instant()
        let completed = flags.contains(.completed) ? try text() : nil
        let snoozed = flags.contains(.snoozed) ? try text() : nil
        let memberCount = try count(of: 2)
        var members: [JSONMember] = []
        members.reserveCapacity(memberCount)
        var (last, knownCount) = (-1, 0)
        for _ in 0..<memberCount {
            let name = try count()
            // The names are sorted, and so are the members.
            guard name > last, name < names.all.count else { throw TaskDamage() }
            last = name
            if names.areKnown[name] { knownCount += 1 }
            members.append(JSONMember(names.all[name], try value(depth: 0)))
        }
        guard knownCount == TaskFieldTable.Known.allCases.count else { throw TaskDamage() }
        var task = TaskState(
            id: id, owner: owner, created: created, lastUpdated: lastUpdated,
            fields: TaskFieldTable(members))
        task.isArchived = flags.contains(.archived)
        task.completedAt = completed
        task.snoozedUntil = snoozed
        let todoCount = try count(of: 66)
        task.todos.reserveCapacity(todoCount)
        for _ in 0..<todoCount { task.todos.append(try todo(of: id)) }
        guard task.isOpen == flags.contains(.open),
            task.dependencies.isEmpty != flags.contains(.dependent)
        else { throw TaskDamage() }
        return task
    }

    private mutating func todo(of task: TaskID) throws(TaskDamage) -> TodoState {
        let id = TodoID(try uuid())
        let flags = WrittenFlags(rawValue: try number())
        let completed = flags.contains(.completed) ? try text() : nil
        let deadline = flags.contains(.deadline) ? try text() : nil
        let title = flags.contains(.title) ? try text() : nil
        let given = flags.contains(.givenDeadline) ? try text() : deadline
        let scheduled = flags.contains(.scheduled) ? try text() : nil
        let span: Int? = flags.contains(.span) ? Int(try number() as Int64) : nil
        let notes = try text()
        let lamport: Int = try number()
        guard (1...Timestamp.maximumLamport).contains(lamport) else { throw TaskDamage() }
        let timestamp = Timestamp(lamport: lamport, wall: try instant())
        let maker = NodeID(Digest(bytes: try next(Digest.byteCount)))
        var todo = TodoState(
            id: id, task: task, deadline: deadline, notes: notes, title: title,
            completed: completed, isSuperseded: flags.contains(.superseded),
            scheduled: scheduled, span: span,
            madeBy: ReplayPosition(timestamp: timestamp, id: maker))
        todo.givenDeadline = given?.utf8.isEmpty == true ? nil : given
        todo.isStartReplaced = flags.contains(.startReplaced)
        return todo
    }

    /// The maximum nesting of values (protocol, section 2).
    private static let maximumDepth = 64

    private mutating func value(depth: Int) throws(TaskDamage) -> JSONValue {
        guard let kind = WrittenKind(rawValue: try number()), depth <= Self.maximumDepth else {
            throw TaskDamage()
        }
        switch kind {
        case .null: return .null
        case .no: return .bool(false)
        case .yes: return .bool(true)
        case .number:
            let number = Double(bitPattern: try number())
            guard number.isFinite else { throw TaskDamage() }
            return .number(number)
        case .string: return .string(try text())
        case .array:
            var elements: [JSONValue] = []
            for _ in 0..<(try count(of: 1)) { elements.append(try value(depth: depth + 1)) }
            return .array(elements)
        case .object:
            var members: [JSONMember] = []
            for _ in 0..<(try count(of: 2)) {
                let name = try text()
                members.append(JSONMember(name, try value(depth: depth + 1)))
            }
            return .object(members)
        }
    }

    /// Reads the names of fields, which are sorted.
    mutating func names() throws(TaskDamage) -> [JSONString] {
        var names: [JSONString] = []
        for _ in 0..<(try count(of: 1)) {
            let name = try text()
            guard names.last.map({ $0 < name }) ?? true else { throw TaskDamage() }
            names.append(name)
        }
        return names
    }

    // MARK: Parts of values

    @inline(__always)
    @_lifetime(copy self)
    mutating func next(_ count: Int) throws(TaskDamage) -> Span<UInt8> {
        guard count <= bytes.count - offset else { throw TaskDamage() }
        offset += count
        return bytes.extracting(offset - count..<offset)
    }

    @inline(__always)
    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>() throws(TaskDamage) -> Number
    {
        try next(MemoryLayout<Number>.size).number(at: 0)
    }

    @inline(__always)
    mutating func uuid() throws(TaskDamage) -> UUIDValue {
        let high: UInt64 = try number()
        return UUIDValue(high: high, low: try number())
    }

    @inline(__always)
    private mutating func instant() throws(TaskDamage) -> Instant {
        let instant = Instant(milliseconds: try number())
        guard instant >= .earliest, instant <= .latest else { throw TaskDamage() }
        return instant
    }

    private mutating func text() throws(TaskDamage) -> JSONString {
        let bytes = try next(try count())
        guard (try? UTF8Span(validating: bytes)) != nil else { throw TaskDamage() }
        // An empty text takes no memory.
        return JSONString(validated: bytes.isEmpty ? [] : bytes.array)
    }

    /// Reads a count of things, each of which takes at least some bytes.
    mutating func count(of byteCount: Int) throws(TaskDamage) -> Int {
        let count = try count()
        guard count <= (bytes.count - offset) / byteCount else { throw TaskDamage() }
        return count
    }

    @inline(__always)
    private mutating func count() throws(TaskDamage) -> Int {
        // Most counts are small.
        if offset < bytes.count, bytes[offset] < 0x80 {
            offset += 1
            return Int(bytes[offset - 1])
        }
        return try longCount()
    }

    private mutating func longCount() throws(TaskDamage) -> Int {
        var count: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 35, by: 7) {
            let byte: UInt8 = try number()
            count |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return Int(count) }
        }
        throw TaskDamage()
    }
}
