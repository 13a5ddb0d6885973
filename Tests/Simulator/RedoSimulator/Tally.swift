/// What happened in worlds, so that it shows whether anything did.
package struct Tally: Sendable {
    /// All nodes that were made.
    package var nodes = 0
    /// Commands that were cut off.
    package var crashes = 0
    /// Revocations by the first device whose extent is known.
    package var revocations = 0
    /// Lies that came to honest devices and are void.
    package var voidLies = 0
    /// Answers that accuse a remote which hides something.
    package var accusations = 0

    package init() {}

    package static func += (left: inout Tally, right: Tally) {
        left.nodes += right.nodes
        left.crashes += right.crashes
        left.revocations += right.revocations
        left.voidLies += right.voidLies
        left.accusations += right.accusations
    }
}
