import RedoJSON
import RedoSystem

/// Tasks that are written in a file, of which some can be read.
package struct WrittenTasks: Sendable {
    private let file: MappedFile
    /// Of all tasks that there have been, sorted.
    let ids: [TaskID]
    private let names: FieldNames
    /// Where the tasks are, sorted by id.
    private let places: [Place]

    /// Where the column of flags begins in the file, and that of the sizes of tasks.
    private let columns: (flags: Int, byteCounts: Int)

    /// Where a task is written.
    struct Place: Sendable {
        /// In the file.
        let start: Int
        /// The place of its id among all.
        let number: Int
    }

    /// The size of what stands before all tasks for each id: the id, flags, and the size of the task.
    private static let headByteCount = 16 + 1 + 4

    /// Reads what stands before the tasks; nil if it is not that.
    ///
    /// - Parameter start: where it begins; it ends with the file.
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
        columns = (start + reader.place, start + reader.place + idCount)
        let flags = try reader.next(idCount)
        let byteCounts = try reader.next(4 * idCount)
        names = FieldNames(try reader.names())
        var places: [Place] = []
        places.reserveCapacity(idCount)
        var end = start + reader.place
        for number in 0..<idCount {
            let byteCount = byteCounts.number(at: 4 * number, as: UInt32.self)
            if byteCount == 0 {
                guard flags[number] == 0 else { throw TaskDamage() }
                continue
            }
            places.append(Place(start: end, number: number))
            end += Int(byteCount)
        }
        guard end == bytes.count else { throw TaskDamage() }
        self.file = file
        self.ids = ids
        self.places = places
    }

    /// The names of the fields of all tasks, sorted.
    var fieldNames: [JSONString] { names.all }

    /// The ids without a task: those of deleted ones.
    private var missingIDs: [TaskID] {
        if places.count == ids.count { return [] }
        return ids.indices.filter { byteCount(numbered: $0) == 0 }.map { ids[$0] }
    }

    // MARK: Some of the tasks

    /// The open tasks, which are read when they are looked at.
    ///
    /// - Complexity: O(t) for t tasks.
    package var openTasks: ListedTasks {
        var open: [Place] = []
        open.reserveCapacity(places.count)
        for place in places where flags(at: place).contains(.open) { open.append(place) }
        return ListedTasks(open: open, of: self, missing: missingIDs)
    }

    func id(at place: Place) -> TaskID { ids[place.number] }

    func flags(at place: Place) -> WrittenFlags {
        WrittenFlags(rawValue: file.bytes[columns.flags + place.number])
    }

    /// The size of a task; 0 for an id without one.
    private func byteCount(numbered number: Int) -> UInt32 {
        file.bytes.number(at: columns.byteCounts + 4 * number)
    }

    private func range(of place: Place) -> Range<Int> {
        place.start..<place.start + Int(byteCount(numbered: place.number))
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
            if let place = place(number) {
                try body(number, try task(at: place, in: bytes, names))
            } else {
                try body(number, nil)
            }
        }
    }

    private func task(
        at place: Place, in bytes: Span<UInt8>, _ names: FieldNames
    ) throws(TaskDamage) -> TaskState {
        var decoder = TaskDecoder(bytes.extracting(range(of: place)))
        let task = try decoder.task(id(at: place), flags(at: place), names)
        guard decoder.isAtEnd else { throw TaskDamage() }
        return task
    }

    // MARK: Parts

    var taskCount: Int { places.count }

    /// How many parts the tasks are in, each of as many as one processor reads at a time.
    var partCount: Int { (places.count + CachedTasks.partCount - 1) / CachedTasks.partCount }

    private func places(ofPart part: Int) -> ArraySlice<Place> {
        places.dropFirst(part * CachedTasks.partCount).prefix(CachedTasks.partCount)
    }

    /// Whether the tasks of a part are these.
    func has(_ tasks: EncodedTasks, at part: Int) -> Bool {
        let places = places(ofPart: part)
        guard let first = places.first, let last = places.last else { return tasks.heads.isEmpty }
        let heads = places.lazy.map {
            EncodedTasks.Head(
                id: id(at: $0), flags: flags(at: $0), byteCount: byteCount(numbered: $0.number))
        }
        let bytes = file.bytes.extracting(first.start..<range(of: last).upperBound)
        return heads.elementsEqual(tasks.heads) && bytes.isEqual(to: tasks.bytes.span)
    }

    /// The tasks of a part; nil if they are damaged. Any thread may read any part.
    func tasks(ofPart part: Int) -> [TaskState]? {
        let count = places(ofPart: part).count
        // One that is not whole ends the part.
        return Parallel.array(count: count, partSize: count) { _, tasks in read(part, into: &tasks)
        }
    }

    /// Reads the tasks of a part; those up to the first one that is damaged.
    func read(_ part: Int, into tasks: inout OutputSpan<TaskState>) {
        Heap.useLargePages()
        try? readAll(part, into: &tasks)
    }

    private func readAll(
        _ part: Int, into tasks: inout OutputSpan<TaskState>
    ) throws(TaskDamage) {
        let (bytes, names) = (file.bytes, names.copied)
        for place in places(ofPart: part) { tasks.append(try task(at: place, in: bytes, names)) }
    }
}
