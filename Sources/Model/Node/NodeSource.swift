/// A log whose nodes are read when they are needed.
package protocol NodeSource: NodeReader {
    associatedtype Batch: NodeBatch

    /// Reads some of a range of nodes into memory, on all processors.
    ///
    /// - Returns: nil if the storage of one of them is damaged.
    func batch(_ numbers: Range<Int>, where isWanted: (Int) -> Bool) -> Batch?
}

/// Nodes of a log in memory, which several threads can read.
package protocol NodeBatch: Sendable {
    /// Calls a closure with some of the nodes, in replay order.
    ///
    /// - Parameter isWanted: must not accept a node that the batch was not created for.
    /// - Returns: false if one cannot be read.
    func forEachChange(
        where isWanted: (Int) -> Bool, _ validator: borrowing NodeValidator,
        _ body: (Int, Change) -> Void
    ) -> Bool
}
