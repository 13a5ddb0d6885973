import RedoModel
import RedoSystem

/// What the answers of a process may lack: every reading of a store notes here which nodes it could not read, and
/// which tasks the answer is about. A command determines its exit status from this, in one place.
///
/// The rule: an answer is incomplete if a node that is damaged, missing or lost may belong to a task that the answer is
/// about. The task of a node is known from the index of its pack, if a frame is damaged or the pack is gone, and from its
/// own bytes, if they still name a task that other nodes have, too. All other nodes may belong to any task: a parent
/// without a file may have gone with a whole pack, and of a lost node there is only the id. Nodes that follow it prove
/// nothing, since they can be of other tasks.
package final class Incompleteness: Sendable {
    private struct Contents: Sendable {
        /// The nodes that an answer lacks, whatever the answer is about.
        var lacked: Set<NodeID> = []
        /// The nodes because of which a command passed over tasks.
        var skipped: Set<NodeID> = []
        /// Damaged, unreadable, missing, or not connected, with the tasks that they may belong to.
        var faulty: [NodeID: TaskScope] = [:]
        /// Files whose nodes are unknown.
        var files: Set<String> = []
        /// Recorded as lost since a repair.
        var lost: Set<NodeID> = []
        /// The faults that were noted before a writer had verified that they do not concern its own task.
        var elsewhere: Set<NodeID> = []
        /// The number of nodes that have returned from the quarantine.
        var returnedCount = 0
        /// The tasks that the answers of the process are about.
        var asked = TaskScope.none
    }

    private let contents = Locked(Contents())

    package init() {}

    /// Notes nodes that an answer lacks.
    package func note(faulty ids: some Sequence<NodeID> & Sendable) {
        contents.withLock { $0.lacked.formUnion(ids) }
    }

    /// Notes nodes because of which a command passed over tasks that it should change.
    package func note(skipped ids: [NodeID]) { contents.withLock { $0.skipped.formUnion(ids) } }

    /// Notes nodes that cannot be read, with the tasks that they may belong to. Only an answer about these tasks lacks
    /// them.
    func note(_ scopes: [NodeID: TaskScope]) {
        contents.withLock { $0.faulty.merge(scopes) { _, new in new } }
    }

    /// Notes a file that held nodes of which nothing is known.
    func note(file path: String) { contents.withLock { _ = $0.files.insert(path) } }

    /// Notes nodes that the store has lost.
    func note(lost ids: [NodeID]) { contents.withLock { $0.lost.formUnion(ids) } }

    /// Notes that nodes have returned from the quarantine, since their parents are here again.
    func note(returnedCount count: Int) { contents.withLock { $0.returnedCount += count } }

    /// The number of nodes that have returned from the quarantine, since their parents are here again.
    package var returnedCount: Int { contents.withLock { $0.returnedCount } }

    /// Notes which tasks an answer is about, before or after the nodes are read.
    package func ask(about scope: TaskScope) { contents.withLock { $0.asked.formUnion(scope) } }

    /// Replaces the tasks that the answers are about: a name that matched no task turned out to mean a node.
    package func ask(insteadAbout scope: TaskScope) { contents.withLock { $0.asked = scope } }

    /// The minimum number of nodes that the answers lack: a file of which nothing is known counts as one.
    package var count: Int {
        contents.withLock { contents in
            let asked = contents.asked
            let met = contents.faulty.lazy.filter { asked.meets($0.value) }.map(\.key)
            let nodes = contents.lacked.union(contents.skipped).union(contents.lost).union(met)
            return nodes.count + contents.files.count
        }
    }

    /// The number of damaged nodes that were noted and concern no task that was written or that an answer is about.
    package var elsewhereCount: Int {
        contents.withLock { contents in
            let asked = contents.asked
            let others = contents.faulty.lazy.filter { !asked.meets($0.value) }.map(\.key)
            return contents.elsewhere.union(others).count
        }
    }

    /// Declares that the nodes read so far are for writing: a writer refuses where the history of its own task has
    /// gaps, and damage elsewhere does not concern it.
    package func settleForWriting() {
        contents.withLock {
            $0.elsewhere.formUnion($0.lacked)
            $0.lacked = []
            $0.files = []
            $0.lost = []
            $0.asked = .none
        }
    }

    /// Forgets everything: the command reports it as its own answer, or stays silent.
    package func forget() { contents.withLock { $0 = Contents() } }
}
