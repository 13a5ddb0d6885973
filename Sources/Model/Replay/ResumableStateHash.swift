import RedoCrypto
import RedoSystem

/// The hash of a state, with the computation before each part of the tasks, so that it can be resumed after a change of
/// a task (docs/pack-format.md, "The hash of packs").
package struct ResumableStateHash: Equatable, Sendable {
    package let hash: NodeID
    /// One for each ``State/tasksInPart`` tasks.
    private let parts: [Part]

    private struct Part: Equatable, Sendable {
        let firstTask: TaskID
        /// The computation over the canonical state before the part, without the comma before its first task.
        let before: ResumableSHA256
    }

    /// Computes the hash of a state.
    ///
    /// - Complexity: that of ``State/hash``.
    package init(_ state: State) {
        var sha256 = ResumableSHA256()
        var parts: [Part] = []
        var position = -State.tasksInPart
        // The first and the last piece are brackets; between them there is one piece for each part.
        state.forEachCanonicalPart { piece in
            if state.tasks.indices.contains(position) {
                parts.append(Part(firstTask: state.tasks[position].id, before: sha256))
            }
            sha256.update(piece.span)
            position += State.tasksInPart
        }
        self.parts = parts
        hash = NodeID(sha256.digest)
    }

    /// Computes the hash of written tasks, of which only some are in memory at a time.
    ///
    /// - Returns: nil if they are damaged.
    /// - Complexity: that of ``State/hash``.
    package init?(_ written: WrittenTasks) {
        var sha256 = ResumableSHA256()
        var parts: [Part] = []
        sha256.update([UInt8(ascii: "[")].span)
        for start in stride(from: 0, to: written.partCount, by: State.partCount) {
            let count = min(State.partCount, written.partCount - start)
            let pieces = Parallel.map(count: count, smallestShare: 1) { range in
                range.map { position -> (first: TaskID, bytes: [UInt8])? in
                    guard let tasks = written.tasks(ofPart: start + position),
                        let first = tasks.first
                    else { return nil }
                    return (first.id, State.canonicalBytes(tasks, isFirst: start + position == 0))
                }
            }
            for piece in pieces {
                guard let piece else { return nil }
                parts.append(Part(firstTask: piece.first, before: sha256))
                sha256.update(piece.bytes.span)
            }
        }
        sha256.update([UInt8(ascii: "]")].span)
        self.parts = parts
        hash = NodeID(sha256.digest)
    }

    // MARK: Resuming

    /// The hash after changes of some tasks.
    ///
    /// - Parameters:
    ///   - changed: the tasks that may have changed, or may be new or deleted; all others are unchanged.
    ///   - tasks: the states of those of them that exist, sorted by id.
    ///   - written: the tasks of which this is the hash.
    /// - Returns: nil if the written tasks are damaged, or are not those of the hash.
    /// - Complexity: O(size) of the canonical state from the part of the first changed task on.
    package func updated(
        _ changed: Set<TaskID>, with tasks: [TaskState], _ written: WrittenTasks
    ) -> NodeID? {
        guard written.partCount == parts.count else { return nil }
        guard let first = changed.min() else { return hash }
        // The part that contains the task, or would contain it.
        let start = max(0, parts.partitioningIndex { first < $0.firstTask } - 1)
        var sha256 = ResumableSHA256()
        if parts.isEmpty {
            sha256.update([UInt8(ascii: "[")].span)
            sha256.update(State.canonicalBytes(tasks, isFirst: true).span)
        } else {
            sha256 = parts[start].before
        }
        var isFirst = start == 0
        for next in stride(from: start, to: parts.count, by: State.partCount) {
            let count = min(State.partCount, parts.count - next)
            let pieces = Parallel.map(count: count, smallestShare: 1) { range in
                range.map { piece(next + $0, changed, tasks, written) }
            }
            for piece in pieces {
                guard let piece else { return nil }
                // Each task has a comma before it, including the first of all.
                let commaCount = isFirst && !piece.isEmpty ? 1 : 0
                sha256.update(piece.span.extracting(droppingFirst: commaCount))
                isFirst = isFirst && piece.isEmpty
            }
        }
        sha256.update([UInt8(ascii: "]")].span)
        return NodeID(sha256.digest)
    }

    /// The canonical state of a part's tasks, including the changed ones that belong between them; nil if the tasks are
    /// damaged, or are not those of the hash.
    private func piece(
        _ part: Int, _ changed: Set<TaskID>, _ tasks: [TaskState], _ written: WrittenTasks
    ) -> [UInt8]? {
        let end = part + 1 < parts.count ? parts[part + 1].firstTask : nil
        guard let old = written.tasks(ofPart: part), old.first?.id == parts[part].firstTask,
            old.indices.dropFirst().allSatisfy({ old[$0 - 1].id < old[$0].id }),
            let last = old.last?.id, end.map({ last < $0 }) ?? true
        else { return nil }
        func firstIndex(notBefore id: TaskID) -> Int { tasks.partitioningIndex { !($0.id < id) } }
        let lower = part == 0 ? 0 : firstIndex(notBefore: parts[part].firstTask)
        let upper = end.map(firstIndex) ?? tasks.count
        return State.canonicalBytes(
            CachedTasks.merged(
                old.filter { !changed.contains($0.id) }, tasks[lower..<upper], by: \.id),
            isFirst: false)
    }
}

// MARK: Writing

extension ResumableStateHash {
    /// The version of the format and the meaning of hashes, raised when either changes.
    package static let formatVersion: UInt32 = 1

    /// The bytes for ``init(reading:)`` (docs/pack-format.md has its layout).
    package var serialized: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: Self.formatVersion)
        bytes += hash.digest.bytes
        bytes.append(littleEndian: UInt32(parts.count))
        for part in parts {
            bytes.append(littleEndian: part.firstTask.value.high)
            bytes.append(littleEndian: part.firstTask.value.low)
            bytes += part.before.written
        }
        return bytes
    }

    /// Reads ``serialized``; nil for invalid bytes, and for those of another version.
    package init?(reading bytes: Span<UInt8>) {
        let headerByteCount = 4 + Digest.byteCount + 4
        let partByteCount = 16 + ResumableSHA256.writtenByteCount
        guard bytes.count >= headerByteCount, bytes.number(at: 0) == Self.formatVersion else {
            return nil
        }
        hash = NodeID(Digest(bytes: bytes.extracting(4..<4 + Digest.byteCount)))
        let count = Int(bytes.number(at: 4 + Digest.byteCount) as UInt32)
        guard bytes.count - headerByteCount == count * partByteCount else { return nil }
        var parts: [Part] = []
        parts.reserveCapacity(count)
        for start in stride(from: headerByteCount, to: bytes.count, by: partByteCount) {
            let id = TaskID(
                UUIDValue(high: bytes.number(at: start), low: bytes.number(at: start + 8)))
            guard
                let before = ResumableSHA256(
                    written: bytes.extracting(start + 16..<start + partByteCount)),
                parts.last.map({ $0.firstTask < id }) ?? true
            else { return nil }
            parts.append(Part(firstTask: id, before: before))
        }
        self.parts = parts
    }
}
