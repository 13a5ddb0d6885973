import RedoModel
import RedoSystem

extension StoredLog {
    /// Some of the tasks that have a node whose line contains some bytes, and all tasks of loose nodes.
    ///
    /// Lines are searched as text, without being parsed; damaged ones are skipped. The caller has to check what the
    /// bytes mean.
    ///
    /// - Parameter count: the search ends after this many packed tasks.
    /// - Complexity: O(size of the packs), which are decompressed.
    package func tasks(mentioning bytes: [UInt8], atMost count: Int) -> Set<TaskID> {
        var tasks: Set<TaskID> = []
        for pack in packs { pack.addTasks(mentioning: bytes, atMost: count, to: &tasks) }
        return tasks.union(loose.compactMap(\.taskID))
    }
}

extension Pack {
    fileprivate func addTasks(
        mentioning bytes: [UInt8], atMost count: Int, to tasks: inout Set<TaskID>
    ) {
        let decompressor = Decompressor()
        let index = index
        let lines = index.lines
        for frame in 0..<index.frameCount {
            guard let content = try? content(ofFrame: frame, decompressor) else { continue }
            var match = firstOffset(of: bytes, in: content, from: 0)
            let nodes = index.nodes(ofFrame: frame)
            for node in nodes {
                guard let start = match else { break }
                guard let line = lines.line(of: node, among: nodes, in: content.span),
                    start < line.upperBound
                else { continue }
                if let task = index.taskID(of: node) { tasks.insert(task) }
                if tasks.count >= count { return }
                match = firstOffset(of: bytes, in: content, from: line.upperBound)
            }
        }
    }
}
