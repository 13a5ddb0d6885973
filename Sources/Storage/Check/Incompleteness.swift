import RedoModel
import RedoSystem

/// What the answers of a process lack: every reading of a store notes here which nodes it had to do
/// without. A command ends by it, in one place.
package final class Incompleteness: Sendable {
    private struct Contents: Sendable {
        /// Damaged, unreadable, missing, or not connected.
        var faulty: Set<NodeID> = []
        /// Files whose nodes are unknown.
        var files: Set<String> = []
        /// Known to be lost since a repair.
        var lost: Set<NodeID> = []
        /// Noted before a writer had made sure that it concerns no task of its own.
        var elsewhere: Set<NodeID> = []
        /// How many nodes have come back from the quarantine.
        var returnedCount = 0
    }

    private let contents = Locked(Contents())

    package init() {}

    /// Notes nodes that a reading had to do without.
    package func note(faulty ids: some Sequence<NodeID> & Sendable) {
        contents.withLock { $0.faulty.formUnion(ids) }
    }

    /// Notes a file that held nodes of which nothing is known.
    func note(file path: String) { contents.withLock { _ = $0.files.insert(path) } }

    /// Notes nodes that the store has lost.
    func note(lost ids: [NodeID]) { contents.withLock { $0.lost.formUnion(ids) } }

    /// Notes that nodes have come back from the quarantine, since what they follow is here again.
    func note(returnedCount count: Int) { contents.withLock { $0.returnedCount += count } }

    /// How many nodes have come back from the quarantine, since what they follow is here again.
    package var returnedCount: Int { contents.withLock { $0.returnedCount } }

    /// How many nodes what was answered lacks, at least: a file of which nothing is known counts as one.
    package var count: Int {
        contents.withLock { $0.faulty.union($0.lost).count + $0.files.count }
    }

    /// How many nodes were noted by a reading of everything, although they concern no task that was written.
    package var elsewhereCount: Int { contents.withLock { $0.elsewhere.count } }

    /// Says that what was read so far is for writing: a writer refuses where the history of its own task has
    /// gaps, and damage elsewhere does not concern it.
    package func settleForWriting() {
        contents.withLock {
            $0.elsewhere.formUnion($0.faulty)
            $0.faulty = []
            $0.files = []
            $0.lost = []
        }
    }

    /// Forgets everything: the command reports it as its own answer, or stays silent.
    package func forget() { contents.withLock { $0 = Contents() } }
}
