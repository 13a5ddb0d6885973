/// A log whose nodes are read when they are needed.
package protocol NodeSource: NodeReader {
    associatedtype Stretch: NodeBatch

    /// Has some of a range of nodes at hand, read on all processors.
    ///
    /// - Returns: nil if what holds one of them is damaged.
    func stretch(_ numbers: Range<Int>, where isWanted: (Int) -> Bool) -> Stretch?
}

/// Nodes of a log that are at hand, for several threads to look at.
package protocol NodeBatch: Sendable {
    /// Calls a closure with some of the nodes, in replay order.
    ///
    /// - Parameter isWanted: holds for none that the stretch was not made for.
    /// - Returns: false if one cannot be read.
    func forEachChange(
        where isWanted: (Int) -> Bool, _ validator: borrowing NodeValidator,
        _ body: (Int, Change) -> Void
    ) -> Bool
}
