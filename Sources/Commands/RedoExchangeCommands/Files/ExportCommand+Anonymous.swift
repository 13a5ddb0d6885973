import RedoCommandLine
import RedoInsight
import RedoModel
import RedoSystem

extension ExportCommand {
    /// Writes nodes of the same shape without the contents of the log, and reports on standard error what stays.
    ///
    /// What the nodes follow comes with them: no store has those that others would be followed by.
    ///
    /// - Parameters:
    ///   - numbers: of the nodes, in replay order.
    ///   - parents: the numbers of the nodes that one follows.
    ///   - node: a node by its number; nil for one that was damaged while it was read.
    func writeAnonymously(
        _ numbers: [Int], _ form: NodeForm, _ context: inout CommandContext,
        _ parents: (Int) -> [Int], _ node: @escaping (Int) -> Node?
    ) throws(RedoError) {
        let all = Self.closed(numbers, parents)
        var log = try AnonymousLog(count: all.count) { (index) throws(RedoError) in
            guard let node = node(all[index]) else { throw Self.damageWhileReading }
            return node
        }
        try writeNodes(form, &context) { (write) throws(RedoError) in try log.forEachNode(write) }
        for line in Self.remarks(log, addedCount: all.count - numbers.count) { context.note(line) }
    }

    /// Some nodes with all that they follow, in ascending order.
    private static func closed(_ numbers: [Int], _ parents: (Int) -> [Int]) -> [Int] {
        var known = Set(numbers)
        var rest = numbers
        while let number = rest.popLast() {
            for parent in parents(number) where known.insert(parent).inserted {
                rest.append(parent)
            }
        }
        return known.sorted()
    }

    /// What whoever hands the copy on has to know of it.
    private static func remarks(_ log: AnonymousLog, addedCount: Int) -> [String] {
        var remarks = [
            "kept: who follows whom, actions, the time between nodes, priorities, points, estimates, what is "
                + "true or false, how many elements lists have",
            "replaced: each text by 'x-' and digits, names of fields, numbers of your own, ids, keys; all times "
                + "moved by one random time",
        ]
        if addedCount > 0 {
            remarks.append("added: \(counted(addedCount, "node")) that the others follow")
        }
        if log.unsignedCount > 0 {
            remarks.append(
                "\(counted(log.unsignedCount, "node")) not signed, as in this log; "
                    + "'redo import --unsigned' takes them in")
        }
        if log.repairedCount > 0 {
            remarks.append(
                "\(counted(log.repairedCount, "signature")) of this log not valid, and valid in the copy; "
                    + "'redo verify' names the nodes")
        }
        if log.swappedCount > 0 {
            remarks.append(
                "\(counted(log.swappedCount, "node")) of one moment perhaps in another order "
                    + "than in this log")
        }
        return remarks
    }
}
