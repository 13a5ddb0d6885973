/// A log whose nodes are read when they are needed.
package protocol ChangeSource: Sendable {
    /// Calls a closure with some of a range of nodes, in replay order.
    ///
    /// - Returns: false where one cannot be read.
    func forEachChange(
        in numbers: Range<Int>, where isWanted: (Int) -> Bool, _ body: (Int, Change) -> Void
    ) -> Bool

    /// Some nodes by number; nil where one cannot be read.
    func nodes(where isWanted: (Int) -> Bool) -> [Int: Node]?
}
