import RedoCrypto
import RedoJSON
import RedoSystem

extension CachedTasks {
    /// Reads what ``written`` wrote, on all processors.
    ///
    /// - Parameters:
    ///   - file: whoever keeps it vouches for it, with a checksum; that it is cut off or says what
    ///     cannot be is found out all the same: a date out of range, a text that is not UTF-8, tasks that
    ///     are not sorted.
    ///   - start: where it begins; it ends with the file.
    /// - Returns: nil for anything else, and for what another version wrote.
    /// - Complexity: O(size).
    package init?(reading file: MappedFile, from start: Int = 0) {
        guard let written = WrittenTasks(file, from: start),
            let tasks = Parallel.array(
                count: written.taskCount, partSize: Self.partCount,
                { part, tasks in written.read(part, into: &tasks) }),
            tasks.indices.dropFirst().allSatisfy({ tasks[$0 - 1].id < tasks[$0].id }),
            written.ids.ascend
        else { return nil }
        self.init(State(tasks: tasks), ids: written.ids)
    }
}

extension [TaskID] {
    /// Whether each is greater than the one before. O(n).
    fileprivate var ascend: Bool {
        indices.dropFirst().allSatisfy { self[$0 - 1] < self[$0] }
    }
}

/// The bytes are not those of tasks.
package struct TaskDamage: Error {}

/// Tasks that are written in a file, of which some can be read.
package struct WrittenTasks: Sendable {
    private let file: MappedFile
    let ids: [TaskID]
    private let names: FieldNames
    let taskCount: Int
    private let parts: [Range<Int>]

    /// Reads what stands before the tasks; nil if it is not that.
    ///
    /// - Complexity: O(t) for t tasks.
    package init?(_ file: MappedFile, from start: Int = 0) {
        do throws(TaskDamage) {
            try self.init(reading: file, from: start)
        } catch {
            return nil
        }
    }

    private init(reading file: MappedFile, from start: Int) throws(TaskDamage) {
        let bytes = file.bytes
        guard start <= bytes.count else { throw TaskDamage() }
        var reader = TaskDecoder(bytes.extracting(start...))
        guard try reader.number() as UInt32 == CachedTasks.formatVersion else { throw TaskDamage() }
        var ids: [TaskID] = []
        for _ in 0..<(try reader.count(of: 16)) { ids.append(TaskID(try reader.uuid())) }
        self.ids = ids
        var names: [JSONString] = []
        for _ in 0..<(try reader.count(of: 1)) {
            let name = try reader.text()
            guard names.last.map({ $0 < name }) ?? true else { throw TaskDamage() }
            names.append(name)
        }
        self.names = FieldNames(names)
        taskCount = try reader.count(of: 1)
        let partCount = (taskCount + CachedTasks.partCount - 1) / CachedTasks.partCount
        var sizes: [Int] = []
        for _ in 0..<partCount { sizes.append(try reader.count(of: 1)) }
        var parts: [Range<Int>] = []
        var end = start + reader.place
        for size in sizes {
            guard size <= bytes.count - end else { throw TaskDamage() }
            parts.append(end..<end + size)
            end += size
        }
        guard end == bytes.count else { throw TaskDamage() }
        self.parts = parts
        self.file = file
    }

    /// The size of what stands before each task: the size of the task.
    static let sizeByteCount = 4

    /// The open tasks, which are read when they are looked at; nil if what tells them apart is damaged.
    ///
    /// - Complexity: O(t) for t tasks.
    package var openTasks: ListedTasks? {
        let glances = Parallel.map(count: parts.count, smallestShare: 1) { range in
            range.map { try? glance(at: $0) }
        }
        var (open, others): ([Place], [TaskID]) = ([], [])
        var last: TaskID?
        for glance in glances {
            guard let glance, let first = glance.first, last.map({ $0 < first }) ?? true else {
                return nil
            }
            open += glance.open
            others += glance.others
            last = glance.last
        }
        return ids.ascend ? ListedTasks(open: open, of: self, others: others) : nil
    }

    /// Where a task is written.
    struct Place: Sendable {
        /// In the file.
        let start: Int
        let hasDependencies: Bool
    }

    /// What a part has, without reading its tasks.
    private struct Glance: Sendable {
        var first: TaskID?
        var last: TaskID?
        var open: [Place] = []
        var others: [TaskID] = []
    }

    /// - Throws: ``TaskDamage`` if the ids do not ascend, or the tasks are not those of a part.
    private func glance(at part: Int) throws(TaskDamage) -> Glance {
        let start = parts[part].lowerBound
        var reader = TaskDecoder(file.bytes.extracting(parts[part]))
        var glance = Glance()
        for _ in 0..<count(ofPart: part) {
            let (flags, id, end) = try reader.nextTask()
            guard glance.last.map({ $0 < id }) ?? true else { throw TaskDamage() }
            if glance.first == nil { glance.first = id }
            glance.last = id
            if flags.contains(.open) {
                glance.open.append(
                    Place(start: start + reader.place, hasDependencies: flags.contains(.dependent)))
            } else {
                glance.others.append(id)
            }
            reader.skip(to: end)
        }
        guard reader.isAtEnd else { throw TaskDamage() }
        return glance
    }

    /// The id of a task.
    func id(at place: Place) throws(TaskDamage) -> TaskID {
        try TaskDecoder(file.bytes.extracting(place.start...)).nextTask().id
    }

    /// Reads tasks one after the other, on any thread.
    ///
    /// - Parameters:
    ///   - numbers: say which tasks.
    ///   - place: where the task of a number is; nil for one that is not in the file.
    ///   - body: is given nil in the place of such a task.
    func forEach(
        _ numbers: some Sequence<Int>, at place: (Int) -> Place?,
        _ body: (_ number: Int, _ task: TaskState?) throws(TaskDamage) -> Void
    ) throws(TaskDamage) {
        let names = names.copied
        // No other thread counts references to the file for each task, for which processors would wait.
        let bytes = file.bytes
        for number in numbers {
            guard let place = place(number) else {
                try body(number, nil)
                continue
            }
            var decoder = TaskDecoder(bytes.extracting(place.start...))
            try body(number, try decoder.task(names))
        }
    }

    /// How many tasks a part has.
    private func count(ofPart part: Int) -> Int {
        min(CachedTasks.partCount, taskCount - part * CachedTasks.partCount)
    }

    /// The names of the fields of all tasks, sorted.
    var fieldNames: [JSONString] { names.all }

    /// Whether a part has these bytes.
    func has(_ bytes: [UInt8], at part: Int) -> Bool {
        file.bytes.extracting(parts[part]).isEqual(to: bytes.span)
    }

    /// How many parts the tasks are in, each of as many as one processor reads at a time.
    var partCount: Int { parts.count }

    /// The tasks of a part; nil if they are damaged. Any thread may read any part.
    func tasks(ofPart part: Int) -> [TaskState]? {
        let count = count(ofPart: part)
        // One that is not whole ends the part.
        return Parallel.array(count: count, partSize: count) { _, tasks in read(part, into: &tasks)
        }
    }

    /// Reads the tasks of a part; those up to the first one that is damaged.
    func read(_ part: Int, into tasks: inout OutputSpan<TaskState>) {
        Heap.useLargePages()
        try? readAll(part, names.copied, into: &tasks)
    }

    private func readAll(
        _ part: Int, _ names: FieldNames, into tasks: inout OutputSpan<TaskState>
    ) throws(TaskDamage) {
        var reader = TaskDecoder(file.bytes.extracting(parts[part]))
        while tasks.freeCapacity > 1 { tasks.append(try reader.task(names)) }
        // The last one counts if nothing follows.
        let last = try reader.task(names)
        guard reader.isAtEnd else { throw TaskDamage() }
        tasks.append(last)
    }
}

/// The names of the fields of all tasks.
private struct FieldNames: Sendable {
    /// Sorted.
    let all: [JSONString]
    /// Which of them are of version 1: every task has these.
    let areKnown: [Bool]

    init(_ all: [JSONString]) {
        self.all = all
        areKnown = all.map { TaskFieldTable.isKnown($0) }
    }

    /// The same in memory of their own: no other thread counts references to them, for which processors would wait for
    /// each other.
    var copied: FieldNames {
        FieldNames(all.map { JSONString(validated: $0.utf8.span.array) })
    }
}

/// Reads values one after the other.
private struct TaskDecoder: ~Escapable {
    private let bytes: Span<UInt8>
    private(set) var place = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    /// The flags and the id of the next task, and where it ends, without going on to it.
    func nextTask() throws(TaskDamage) -> (flags: WrittenFlags, id: TaskID, end: Int) {
        var reader = self
        let end = try reader.taskEnd()
        return (WrittenFlags(rawValue: try reader.number()), TaskID(try reader.uuid()), end)
    }

    /// Goes on behind the size of a task, to the task, and says where it ends.
    private mutating func taskEnd() throws(TaskDamage) -> Int {
        let size = Int(try number() as UInt32)
        guard size <= bytes.count - place else { throw TaskDamage() }
        return place + size
    }

    /// Leaves out a task up to its end.
    mutating func skip(to end: Int) { place = end }

    mutating func task(_ names: FieldNames) throws(TaskDamage) -> TaskState {
        let end = try taskEnd()
        let task = try taskContent(names)
        guard place == end else { throw TaskDamage() }
        return task
    }

    private mutating func taskContent(_ names: FieldNames) throws(TaskDamage) -> TaskState {
        let flags = WrittenFlags(rawValue: try number())
        let id = TaskID(try uuid())
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
        let notes = try text()
        let lamport: Int = try number()
        guard (1...Timestamp.greatestLamport).contains(lamport) else { throw TaskDamage() }
        let timestamp = Timestamp(lamport: lamport, wall: try instant())
        let maker = NodeID(Digest(bytes: try next(Digest.byteCount)))
        return TodoState(
            id: id, task: task, deadline: deadline, notes: notes, title: title,
            completed: completed, isSuperseded: flags.contains(.superseded),
            madeBy: ReplayPosition(timestamp: timestamp, id: maker))
    }

    /// As deep as values can be nested (protocol, section 2).
    private static let greatestDepth = 64

    private mutating func value(depth: Int) throws(TaskDamage) -> JSONValue {
        guard let kind = WrittenKind(rawValue: try number()), depth <= Self.greatestDepth else {
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

    // MARK: Parts of values

    @inline(__always)
    @_lifetime(copy self)
    private mutating func next(_ count: Int) throws(TaskDamage) -> Span<UInt8> {
        guard count <= bytes.count - place else { throw TaskDamage() }
        place += count
        return bytes.extracting(place - count..<place)
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

    mutating func text() throws(TaskDamage) -> JSONString {
        let bytes = try next(try count())
        guard (try? UTF8Span(validating: bytes)) != nil else { throw TaskDamage() }
        // An empty text takes no memory.
        return JSONString(validated: bytes.isEmpty ? [] : bytes.array)
    }

    /// A count of things of which each takes some bytes at least.
    mutating func count(of byteCount: Int) throws(TaskDamage) -> Int {
        let count = try count()
        guard count <= (bytes.count - place) / byteCount else { throw TaskDamage() }
        return count
    }

    @inline(__always)
    private mutating func count() throws(TaskDamage) -> Int {
        // Most counts are small.
        if place < bytes.count, bytes[place] < 0x80 {
            place += 1
            return Int(bytes[place - 1])
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
