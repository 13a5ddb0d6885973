import RedoSystem

/// The meanings of a command's exit statuses: its page lists them, and whether its answer can be incomplete is decided
/// by them. A meaning is a phrase without a full stop, with the mark-up of manual pages.
package struct StatusMeanings: Sendable {
    private let done: String
    /// Nil for a command that never answers no.
    private let no: String?
    /// Nil for a command that reads no nodes, and for one that reports damage as its answer.
    private let incomplete: String?
    private let failed: String

    private init(done: String, no: String?, incomplete: String?, failed: String) {
        self.done = done
        self.no = no
        self.incomplete = incomplete
        self.failed = failed
    }

    /// The meanings for a command that reads nodes: what it prints may lack some.
    package static func reading(
        done: String = Self.isDone, no: String? = nil, incomplete: String = Self.mayLackNodes,
        failed: String = Self.isFailed
    ) -> StatusMeanings {
        StatusMeanings(done: done, no: no, incomplete: incomplete, failed: failed)
    }

    /// The meanings for a command that writes nodes, or sends them.
    package static func writing(
        done: String = Self.isDone, no: String = Self.isRefused,
        incomplete: String = Self.usedIntactNodes, failed: String = Self.isFailed
    ) -> StatusMeanings {
        StatusMeanings(done: done, no: no, incomplete: incomplete, failed: failed)
    }

    /// The meanings for a command whose result does not depend on damaged nodes.
    package static func plain(
        done: String = Self.isDone, no: String? = nil, failed: String = Self.isFailed
    ) -> StatusMeanings {
        StatusMeanings(done: done, no: no, incomplete: nil, failed: failed)
    }

    package static let isDone = "it was done"
    package static let isRefused =
        "something was refused, by a rule of the log or a hook, or a question was answered with no"
    package static let isFailed = "it could not be done"
    package static let mayLackNodes =
        "the answer may lack nodes that are damaged or missing; a warning counts them"
    package static let usedIntactNodes =
        "intact nodes were used; a warning counts others, which are damaged or missing"

    /// True if damaged and missing nodes make the command end with ``ExitStatus/incomplete``.
    var isAboutNodes: Bool { incomplete != nil }

    /// The statuses that the command can end with, and what each means.
    package var meanings: [(status: ExitStatus, text: String)] {
        var meanings: [(status: ExitStatus, text: String)] = [(.done, done)]
        if let no { meanings.append((.no, no)) }
        if let incomplete { meanings.append((.incomplete, incomplete)) }
        meanings += [
            (.failed, failed), (.wrongUsage, "wrong usage"),
            (.brokenPipe, "the reader of the output went away; nothing is printed then"),
        ]
        return meanings
    }
}
