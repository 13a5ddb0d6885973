import RedoJSON
import RedoSystem

/// The outcome of a tool or the reading of a resource: a value, which says itself if it is an error.
package struct ToolOutcome: Sendable {
    /// An object.
    package let value: JSONValue
    package let isError: Bool

    package init(_ value: JSONValue, isError: Bool = false) {
        self.value = value
        self.isError = isError
    }
}

/// What the server calls for its clients: the commands of the suite, or what a test puts in their place.
package protocol MCPBackend: Sendable {
    /// Whether tools may write.
    var writes: Bool { get }

    /// Runs a tool with the arguments of a client.
    ///
    /// - Returns: nil if the call took too long, and may still run.
    func outcome(of tool: MCPTool, _ arguments: JSONValue) -> ToolOutcome?

    /// The text of `redo prime`.
    func prime() -> Result<String, RedoError>?
}
