import RedoModel
import RedoSystem

extension Mirror {
    /// The prefix of references to heads of tasks: `refs/redo/tasks/<task>/<16 digits of the node's id>`.
    package static let taskPrefix = "refs/redo/tasks/"
    private static let shownDigitCount = 16

    /// Sets a reference to each head of each task, and removes others of this kind. They are for people: nothing is
    /// read from them.
    ///
    /// - Parameters:
    ///   - heads: the heads of each task; empty to remove all references.
    ///   - commits: the commits of the nodes.
    /// - Throws: STORAGE_003 if one cannot be written or removed.
    package func setTaskReferences(
        _ heads: [(task: TaskID, node: NodeID)], _ commits: [NodeID: GitObjectID]
    ) throws(RedoError) {
        removeStaleLocks(below: Self.taskPrefix)
        var wanted: [String: GitObjectID] = [:]
        for head in heads {
            let digits = head.node.digest.hexadecimal.prefix(Self.shownDigitCount)
            wanted["\(Self.taskPrefix)\(head.task)/\(digits)"] = commits[head.node]
        }
        var present: [String: GitObjectID] = [:]
        for reference in try ReferenceList(of: repository).sound
        where reference.name.hasPrefix(Self.taskPrefix) {
            present[reference.name] = reference.target
        }
        for name in present.keys.sorted() where wanted[name] == nil {
            try repository.removeReference(name)
        }
        for (name, commit) in wanted.sorted(by: { $0.key < $1.key }) where present[name] != commit {
            try repository.setReference(name, to: commit, from: present[name])
        }
    }

    /// Removes the locks of a killed writer. Only writers of mirrors, of which there is one at a time, use these names
    /// for longer than a moment.
    private func removeStaleLocks(below prefix: String) {
        let root = repository.path + prefix
        for directory in (try? Files.names(in: root)) ?? [] {
            let path = root + directory
            for name in (try? Files.names(in: path)) ?? [] where name.hasSuffix(".lock") {
                try? Files.remove(Path.join(path, name))
            }
        }
    }
}
