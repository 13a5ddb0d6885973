/// The histories of the tasks of a replay, each computed from the nodes of its task, for questions about many tasks.
package struct TaskHistories {
    let replay: Replay
    /// The accepted nodes of each task, in replay order, by the graph's number of the task.
    let numbers: [[Int]]
    var merges: MergeResults<[Node]>

    /// - Complexity: O(n) for n nodes.
    package init(_ replay: Replay) {
        self.replay = replay
        let validation = replay.validation
        var numbers: [[Int]] = Array(repeating: [], count: validation.graph.taskIDs.count)
        for number in 0..<validation.graph.count where validation.verdicts[number].isAccepted {
            if let task = validation.graph.task(of: number) { numbers[task].append(number) }
        }
        self.numbers = numbers
        merges = MergeResults(nodes: replay.nodes, validation: validation)
    }

    /// The state of a task; nil if it is not in the state.
    ///
    /// - Parameter ends: the nodes that exist, besides their ancestors; nil for all.
    /// - Complexity: O(k log k) for k nodes of the task if the ends are of the task, else O(n).
    package mutating func task(_ id: TaskID, among ends: [Int]? = nil) -> TaskState? {
        let (graph, ancestry) = (replay.validation.graph, replay.validation.ancestry)
        guard let task = graph.taskNumber(of: id) else { return nil }
        guard let ends else { return merges.fold(survivors(of: numbers[task])) }
        guard ends.allSatisfy({ graph.task(of: $0) == task }) else {
            return replay.task(id, among: ends)
        }
        var included = Set(ends)
        for end in ends { included.formUnion(ancestry.ancestors(of: end)) }
        return merges.fold(survivors(of: numbers[task].filter(included.contains)))
    }

    /// The state that a task would have if some nodes had never been written; nil if it would not be there.
    ///
    /// - Complexity: O(k log k) for k nodes of the task.
    package mutating func task(_ id: TaskID, without nodes: Set<Int>) -> TaskState? {
        guard let task = replay.validation.graph.taskNumber(of: id) else { return nil }
        return merges.fold(survivors(of: numbers[task].filter { !nodes.contains($0) }))
    }

    /// The changes of a task's members: ``Replay/assignments(of:at:)``.
    package mutating func assignments(of id: TaskID) -> [Assignment] {
        merges.assignments(by: counted(id))
    }

    /// The state of a task that some nodes give, and the changes of its members by them.
    ///
    /// - Parameter isThere: whether each node of the log exists; with each node all of its ancestors.
    /// - Returns: no changes for a task that is not in that state.
    /// - Complexity: O(k log k) for k nodes of the task.
    package mutating func changes(
        of id: TaskID, where isThere: [Bool]
    ) -> (state: TaskState?, assignments: [Assignment]) {
        guard let task = replay.validation.graph.taskNumber(of: id) else { return (nil, []) }
        let counted = survivors(of: numbers[task].filter { isThere[$0] })
        return (merges.fold(counted), merges.assignments(by: counted))
    }

    /// The state of a deleted task when its last tombstone was written; nil for a task that is not deleted.
    package mutating func lastState(of id: TaskID) -> TaskState? {
        let graph = replay.validation.graph
        guard let task = graph.taskNumber(of: id),
            let tombstone = numbers[task].last(where: {
                replay.nodes[$0].action == .delete && replay.validation.verdicts[$0] == .accepted
            })
        else { return nil }
        return self.task(id, among: Array(graph.parents(of: tombstone)))
    }

    /// The title of a task, even of a deleted one; its id if it has no nodes.
    package mutating func title(of id: TaskID) -> String {
        (task(id) ?? lastState(of: id))?.title.printable ?? id.description
    }

    /// The numbers of a task's nodes that count, in replay order.
    func counted(_ id: TaskID) -> [Int] {
        replay.validation.graph.taskNumber(of: id).map { survivors(of: numbers[$0]) } ?? []
    }

    private func survivors(of numbers: [Int]) -> [Int] {
        replay.validation.survivors(ofTask: numbers, replay.nodes)
    }
}
