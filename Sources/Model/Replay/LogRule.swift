/// Which nodes of a log have no effect beside those that the protocol rejects.
package struct LogRule: Hashable, Sendable {
    /// Whether void nodes are left out (docs/extensions.md, section 4).
    package let leavesOutVoid: Bool
    /// The users whose nodes are left out.
    package let ignored: Set<UserID>

    package init(leavesOutVoid: Bool, ignoring ignored: Set<UserID> = []) {
        self.leavesOutVoid = leavesOutVoid
        self.ignored = ignored
    }

    /// Nothing is left out.
    package static let version1 = LogRule(leavesOutVoid: false)
}

/// A rule, and what it needs to know of the whole log to judge a part of it.
package struct Exclusion: Sendable {
    package let rule: LogRule
    /// The void nodes of the whole log; nil where the nodes that are judged are the log, or all that there is to
    /// know of their tasks in a log without persons.
    let voids: VoidNodes?

    package init(_ rule: LogRule, voids: VoidNodes? = nil) {
        self.rule = rule
        self.voids = voids
    }
}

/// The void nodes of a log, and why each is so.
package struct VoidNodes: Sendable {
    private let reasons: [Int: VoidReason]
    private let facts: LogFacts

    /// - Parameter facts: of the log that the numbers are of.
    package init(_ authority: Authority, _ facts: LogFacts) {
        reasons = authority.people.cutOff.mapValues { .cutOff(by: $0) }
            .merging(authority.people.voidNodes.map { ($0.number, $0.reason) }) { $1 }
            .merging(authority.voids) { $1 }
        self.facts = facts
    }

    package var isEmpty: Bool { reasons.isEmpty }

    /// Why a node is void; nil if it is not.
    package func reason(of id: NodeID) -> VoidReason? {
        reasons.isEmpty ? nil : facts.graph.number(of: id).flatMap { reasons[$0] }
    }

    /// A reason in words.
    package func sentence(_ reason: VoidReason) -> String { reason.sentence(facts.name(of:)) }
}

extension LogFacts {
    /// A node in words, such as "UNSHARE 3f2a91c".
    package func name(of number: Int) -> String {
        let digits = graph.id(of: number).digest.hexadecimal.prefix(Abbreviations.smallestCount)
        return (columns.action(of: number).map { "\($0) " } ?? "") + digits
    }
}
