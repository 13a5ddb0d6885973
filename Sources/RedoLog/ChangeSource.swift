/// A log whose nodes are read when they are needed.
package protocol ChangeSource: Sendable {
    /// Calls a closure with some nodes, in replay order.
    ///
    /// - Returns: false where one cannot be read.
    func forEachChange(where isWanted: (Int) -> Bool, _ body: (Int, Change) -> Void) -> Bool

    /// Some nodes by number; nil where one cannot be read.
    func nodes(where isWanted: (Int) -> Bool) -> [Int: Node]?
}
