/// The moments at which the user's programs run. This is the one table of hooks; raw values are the names of their
/// files.
package enum Hook: String, CaseIterable, Sendable {
    case preWrite = "pre-write"
    case postWrite = "post-write"
    case prePush = "pre-push"
    case postFetch = "post-fetch"
    case reminder

    /// The input of a hook.
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

    /// Descriptions of its arguments, in order.
    package var arguments: [String] {
        switch self {
        case .preWrite, .postWrite, .reminder: []
        case .prePush: ["remote", "url"]
        case .postFetch: ["remote"]
        }
    }

    /// What is prevented if it ends with a status other than 0; nil if its status has no effect.
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
