/// Nodes of a log by their numbers: all of them, or those that a caller requested.
package protocol NodeLookup: Sendable {
    subscript(number: Int) -> Node { get }
}

extension [Node]: NodeLookup {}
