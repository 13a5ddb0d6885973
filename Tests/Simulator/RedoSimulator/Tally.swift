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
    /// How often files of a store vanished.
    package var losses = 0
    /// How often everything was back after that.
    package var mended = 0
    /// Nodes that nobody had any more, and were given up.
    package var surrendered = 0
    /// What was put on the remote by others than devices.
    package var forgeries = 0
    /// Old statements that a host put in the place of new ones.
    package var replays = 0
    /// Commands that wrote while another one sent.
    package var besides = 0
    /// Epochs with a box key to which nothing can be sealed.
    package var badBoxKeys = 0
    /// Nodes that were void as the simulation knows by itself.
    package var foreign = 0

    package init() {}

    package static func += (left: inout Tally, right: Tally) {
        left.nodes += right.nodes
        left.crashes += right.crashes
        left.revocations += right.revocations
        left.voidLies += right.voidLies
        left.accusations += right.accusations
        left.losses += right.losses
        left.mended += right.mended
        left.surrendered += right.surrendered
        left.forgeries += right.forgeries
        left.replays += right.replays
        left.besides += right.besides
        left.badBoxKeys += right.badBoxKeys
        left.foreign += right.foreign
    }
}
