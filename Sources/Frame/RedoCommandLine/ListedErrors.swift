import RedoModel
import RedoSystem

/// The errors about the parts of an input: the first ones are reported one by one, the others are counted, so that a
/// file of the wrong kind does not print as many lines as it has.
package struct ListedErrors {
    private var count = 0

    /// The maximum number of errors that are reported one by one.
    private static let maximumCount = 20

    package init() {}

    /// Reports an error, or counts it.
    package mutating func report(
        _ code: ErrorCode, _ text: @autoclosure () -> String, _ context: borrowing CommandContext
    ) {
        count += 1
        guard count <= Self.maximumCount else { return }
        context.complain(.error, code, text())
    }

    /// Reports how many errors were left out.
    ///
    /// - Parameter option: the option that lists them all; nil if there is none.
    package func finish(_ context: borrowing CommandContext, allWith option: OptionSpecification?) {
        let rest = count - Self.maximumCount
        guard rest > 0 else { return }
        context.note(
            counted(rest, "further error") + (option.map { ": --\($0.name) lists all" } ?? ""))
    }
}
