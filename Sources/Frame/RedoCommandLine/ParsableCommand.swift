import RedoSystem

/// A command: what it takes, read into a value, and what it does with it.
///
/// A value has only what its command can do: what does not go together cannot be written down, and is refused before
/// anything is opened.
package protocol ParsableCommand: Sendable {
    static var specification: CommandSpecification { get }

    /// Reads what was given. It opens nothing and prints nothing.
    ///
    /// - Throws: wrong usage for what the specification alone does not refuse.
    init(_ arguments: Arguments) throws(RedoError)

    /// Does it.
    ///
    /// - Parameter context: what it runs in and prints to.
    func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus
}
