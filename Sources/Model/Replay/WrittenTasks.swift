import RedoJSON
import RedoSystem

/// Tasks in a file, of which some can be read.
package struct WrittenTasks: Sendable {
    private let file: MappedFile
    /// The ids of all tasks that have ever existed, sorted.
    let ids: [TaskID]
    private let names: FieldNames
    /// The locations of the tasks, sorted by id.
    private let locations: [Location]

    /// The offsets in the file of the column of flags, and of that of the sizes of tasks.
    private let columns: (flags: Int, byteCounts: Int)

    /// The location of a task.
    struct Location: Sendable {
        /// The offset in the file.
        let start: Int
        /// The index of its id among all ids.
        let number: Int
    }

    /// The size of the head of a task, which is written before all tasks: the id, flags, and the size of the task.
    private static let headByteCount = 16 + 1 + 4

    /// Reads the heads of the tasks; nil if they are invalid.
    ///
    /// - Parameter start: the offset at which they begin; the tasks end with the file.
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
        let idCount = try reader.count(of: Self.headByteCount)
        if idCount > CachedTasks.partCount { Heap.useLargePages() }
        var ids: [TaskID] = []
        ids.reserveCapacity(idCount)
        for _ in 0..<idCount {
            let id = TaskID(try reader.uuid())
            guard ids.last.map({ $0 < id }) ?? true else { throw TaskDamage() }
            ids.append(id)
        }
        columns = (start + reader.offset, start + reader.offset + idCount)
        let flags = try reader.next(idCount)
        let byteCounts = try reader.next(4 * idCount)
        names = FieldNames(try reader.names())
        var locations: [Location] = []
        locations.reserveCapacity(idCount)
        var end = start + reader.offset
        for number in 0..<idCount {
            let byteCount = byteCounts.number(at: 4 * number, as: UInt32.self)
            if byteCount == 0 {
                guard flags[number] == 0 else { throw TaskDamage() }
                continue
            }
            locations.append(Location(start: end, number: number))
            end += Int(byteCount)
        }
        guard end == bytes.count else { throw TaskDamage() }
        self.file = file
        self.ids = ids
        self.locations = locations
    }

    /// The names of the fields of all tasks, sorted.
    var fieldNames: [JSONString] { names.all }

    /// The ids without a task: those of deleted ones.
    private var missingIDs: [TaskID] {
        if locations.count == ids.count { return [] }
        return ids.indices.filter { byteCount(numbered: $0) == 0 }.map { ids[$0] }
    }

    // MARK: Some of the tasks

    /// The open tasks, which are read on demand.
    ///
    /// - Complexity: O(t) for t tasks.
    package var openTasks: ListedTasks {
        var open: [Location] = []
        open.reserveCapacity(locations.count)
        for location in locations where flags(at: location).contains(.open) {
            open.append(location)
        }
        return ListedTasks(open: open, of: self, missing: missingIDs)
    }

    func id(at location: Location) -> TaskID { ids[location.number] }

    func flags(at location: Location) -> WrittenFlags {
        WrittenFlags(rawValue: file.bytes[columns.flags + location.number])
    }

    /// The size of a task; 0 for an id without one.
    private func byteCount(numbered number: Int) -> UInt32 {
        file.bytes.number(at: columns.byteCounts + 4 * number)
    }

    private func range(of location: Location) -> Range<Int> {
        location.start..<location.start + Int(byteCount(numbered: location.number))
    }

    /// Reads tasks one after another, on any thread.
    ///
    /// - Parameters:
    ///   - numbers: the numbers of the tasks.
    ///   - location: returns the location of the task with a number; nil for one that is not in the file.
    ///   - body: is called with nil for a task that is not in the file.
    func forEach(
        _ numbers: some Sequence<Int>, at location: (Int) -> Location?,
        _ body: (_ number: Int, _ task: TaskState?) throws(TaskDamage) -> Void
    ) throws(TaskDamage) {
        let names = names.copied
        // Other threads do not count references to the file for each task, so processors do not wait for each other.
        let bytes = file.bytes
        for number in numbers {
            if let location = location(number) {
                try body(number, try task(at: location, in: bytes, names))
            } else {
                try body(number, nil)
            }
        }
    }

    private func task(
        at location: Location, in bytes: Span<UInt8>, _ names: FieldNames
    ) throws(TaskDamage) -> TaskState {
        var decoder = TaskDecoder(bytes.extracting(range(of: location)))
        let task = try decoder.task(id(at: location), flags(at: location), names)
        guard decoder.isAtEnd else { throw TaskDamage() }
        return task
    }

    // MARK: Parts

    var taskCount: Int { locations.count }

    /// The number of parts, each with as many tasks as one processor reads at a time.
    var partCount: Int { (locations.count + CachedTasks.partCount - 1) / CachedTasks.partCount }

    private func locations(ofPart part: Int) -> ArraySlice<Location> {
        locations.dropFirst(part * CachedTasks.partCount).prefix(CachedTasks.partCount)
    }

    /// Whether the tasks of a part equal some encoded ones.
    func has(_ tasks: EncodedTasks, at part: Int) -> Bool {
        let locations = locations(ofPart: part)
        guard let first = locations.first, let last = locations.last else {
            return tasks.heads.isEmpty
        }
        let heads = locations.lazy.map {
            EncodedTasks.Head(
                id: id(at: $0), flags: flags(at: $0), byteCount: byteCount(numbered: $0.number))
        }
        let bytes = file.bytes.extracting(first.start..<range(of: last).upperBound)
        return heads.elementsEqual(tasks.heads) && bytes.isEqual(to: tasks.bytes.span)
    }

    /// The tasks of a part; nil if they are damaged. Any thread may read any part.
    func tasks(ofPart part: Int) -> [TaskState]? {
        let count = locations(ofPart: part).count
        // An incomplete task ends the part.
        return Parallel.array(count: count, partSize: count) { _, tasks in read(part, into: &tasks)
        }
    }

    /// Reads the tasks of a part, up to the first damaged one.
    func read(_ part: Int, into tasks: inout OutputSpan<TaskState>) {
        Heap.useLargePages()
        try? readAll(part, into: &tasks)
    }

    private func readAll(
        _ part: Int, into tasks: inout OutputSpan<TaskState>
    ) throws(TaskDamage) {
        let (bytes, names) = (file.bytes, names.copied)
        for location in locations(ofPart: part) {
            tasks.append(try task(at: location, in: bytes, names))
        }
    }
}
