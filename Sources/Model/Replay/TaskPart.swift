import RedoJSON
import RedoSystem

/// A task that names another one as its parent, as far as this one needs to know it.
package struct TaskPart: Equatable, Sendable {
    /// Whether the part is done.
    package enum Standing: UInt8, Sendable {
        case open, done
        /// It is in the trash, or was archived before it was done, and does not count.
        case left
    }

    package let id: TaskID
    package let parent: TaskID
    package let standing: Standing

    package init(id: TaskID, parent: TaskID, standing: Standing) {
        (self.id, self.parent, self.standing) = (id, parent, standing)
    }
}

extension TaskState {
    /// The task that this one names as its parent, whether that exists or not.
    package var parent: TaskID? {
        guard case .task(let task)? = fields.extra("parent").flatMap(TaskField.parent.form.value)
        else { return nil }
        return task
    }

    /// The task as a part; nil if it names no parent.
    package var part: TaskPart? {
        parent.map { TaskPart(id: id, parent: $0, standing: standing) }
    }

    private var standing: TaskPart.Standing {
        isInTrash ? .left : isDone ? .done : isOpen ? .open : .left
    }
}

/// The parts among the tasks of the packs of a store, in a form that is read fast.
///
/// ```
/// 4 bytes     version of the format
/// for each part, in the order of the ids:
///     16 bytes    its id
///     16 bytes    that of its parent
///     1 byte      its standing: 0 open, 1 done, 2 neither
/// ```
package struct CachedParts: Equatable, Sendable {
    /// Sorted by id.
    package let parts: [TaskPart]

    /// Raised when the content or its meaning changes.
    package static let formatVersion: UInt32 = 1

    private static let partByteCount = 33

    package init(_ tasks: CachedTasks) { parts = tasks.state.parts }

    /// The bytes for ``init(reading:)``.
    package var serialized: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 + parts.count * Self.partByteCount)
        bytes.append(littleEndian: Self.formatVersion)
        for part in parts {
            for id in [part.id.value, part.parent.value] {
                bytes.append(littleEndian: id.high)
                bytes.append(littleEndian: id.low)
            }
            bytes.append(part.standing.rawValue)
        }
        return bytes
    }

    /// - Returns: nil for other bytes, and for parts that are not sorted.
    package init?(reading bytes: Span<UInt8>) {
        guard bytes.count >= 4, (bytes.count - 4) % Self.partByteCount == 0,
            bytes.number(at: 0, as: UInt32.self) == Self.formatVersion
        else { return nil }
        func id(at offset: Int) -> TaskID {
            TaskID(
                UUIDValue(high: bytes.number(at: offset), low: bytes.number(at: offset + 8)))
        }
        var parts: [TaskPart] = []
        parts.reserveCapacity(bytes.count / Self.partByteCount)
        for offset in stride(from: 4, to: bytes.count, by: Self.partByteCount) {
            guard let standing = TaskPart.Standing(rawValue: bytes[offset + 32]) else { return nil }
            let part = TaskPart(id: id(at: offset), parent: id(at: offset + 16), standing: standing)
            guard parts.last.map({ $0.id < part.id }) ?? true else { return nil }
            parts.append(part)
        }
        self.parts = parts
    }
}

extension State {
    /// The tasks that name a parent, sorted by id.
    ///
    /// - Complexity: O(t) for t tasks.
    package var parts: [TaskPart] {
        var parts: [TaskPart] = []
        // Tasks are read in their array: copying one touches everything in it.
        for index in tasks.indices where tasks[index].fields.hasExtraMembers {
            if let part = tasks[index].part { parts.append(part) }
        }
        return parts
    }
}
