import RedoCrypto
import RedoLog
import RedoSystem

/// All tasks, as the replay of a log leaves them.
package struct State: Sendable {
    /// Sorted by id.
    package let tasks: [TaskState]

    /// - Parameter tasks: sorted by id.
    package init(tasks: [TaskState]) { self.tasks = tasks }

    /// The canonical state: a JSON array of the tasks in JCS, which every client computes alike.
    package var canonicalBytes: [UInt8] {
        var bytes: [UInt8] = []
        for part in canonicalParts { bytes += part }
        return bytes
    }

    /// SHA-256 of the canonical state: two replicas with the same nodes agree on it.
    package var hash: ChangeID {
        var sha256 = RunningSHA256()
        for part in canonicalParts { sha256.update(part.span) }
        return ChangeID(sha256.digest())
    }

    /// The canonical state in pieces, written on all processors.
    private var canonicalParts: [[UInt8]] {
        let count = (tasks.count + Self.partCount - 1) / Self.partCount
        let parts = Parallel.map(count: count, smallestShare: 1) { range in
            range.map { part in
                var bytes: [UInt8] = []
                let start = part * Self.partCount
                for task in start..<min(start + Self.partCount, tasks.count) {
                    if task > 0 { bytes.append(UInt8(ascii: ",")) }
                    tasks[task].append(to: &bytes)
                }
                return bytes
            }
        }
        return [Array("[".utf8)] + parts + [Array("]".utf8)]
    }

    /// Tasks in a piece: a millisecond's work.
    private static let partCount = 256

    package subscript(id: TaskID) -> TaskState? { tasks.first { $0.id == id } }
}
