/// The moments at which programs of the user's run: the one table of hooks, by the names of their files.
package enum Hook: String, CaseIterable, Sendable {
    case preWrite = "pre-write"
    case postWrite = "post-write"
    case prePush = "pre-push"
    case postFetch = "post-fetch"
    case reminder

    /// What a hook gets on standard input.
    package enum Input: Sendable {
        /// Nodes as JSON Lines, each in its canonical bytes.
        case nodes
        /// Ids of nodes, one a line.
        case ids
        /// A reminder as a JSON object.
        case reminder
    }

    /// The name of its file.
    package var name: String { rawValue }

    package var input: Input {
        switch self {
        case .preWrite, .postWrite: .nodes
        case .prePush, .postFetch: .ids
        case .reminder: .reminder
        }
    }

    /// What its arguments are, in their order.
    package var arguments: [String] {
        switch self {
        case .preWrite, .postWrite, .reminder: []
        case .prePush: ["remote", "url"]
        case .postFetch: ["remote"]
        }
    }

    /// What does not happen if it ends with another status than 0; nil if its status changes nothing.
    package var prevented: String? {
        switch self {
        case .preWrite: "nothing was written"
        case .prePush: "nothing was sent"
        case .postWrite, .postFetch, .reminder: nil
        }
    }

    /// Whether it may refuse what is about to happen.
    package var mayRefuse: Bool { prevented != nil }
}
