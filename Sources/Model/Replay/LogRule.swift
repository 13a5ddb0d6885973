/// Which nodes of a log have no effect beside those that the protocol rejects.
package struct LogRule: Hashable, Sendable {
    /// Whether void nodes are left out (docs/extensions.md, section 4).
    package let leavesOutVoid: Bool
    /// The users whose nodes are left out.
    package let ignored: Set<UserID>
    /// The persons whose statements have no effect where void nodes are left out: no one of them made or revoked a device.
    package let ignoredPersons: Set<NodeID>

    package init(
        leavesOutVoid: Bool, ignoring ignored: Set<UserID> = [],
        ignoringPersons ignoredPersons: Set<NodeID> = []
    ) {
        self.leavesOutVoid = leavesOutVoid
        self.ignored = ignored
        self.ignoredPersons = ignoredPersons
    }

    /// Nothing is left out.
    package static let version1 = LogRule(leavesOutVoid: false)
}

/// A rule, and what it needs to know of the whole log to judge a part of it.
package struct Exclusion: Sendable {
    package let rule: LogRule
    /// Nil where the nodes that are judged are the whole log, or the log has no persons.
    let people: PeopleOfLog?

    package init(_ rule: LogRule, _ people: PeopleOfLog? = nil) {
        self.rule = rule
        self.people = people
    }
}

extension Exclusion {
    /// What a part of a log is judged by.
    ///
    /// - Parameter replay: of the log.
    package func ofPart(_ replay: Replay) -> Exclusion {
        let known = replay.authority.people
        return Exclusion(
            rule, people ?? (known.isEmpty ? nil : PeopleOfLog(known, replay.validation.facts)))
    }
}

/// The persons of a log.
package struct PeopleOfLog: Sendable {
    let people: People
    /// Of all nodes, whose numbers reasons have.
    let facts: LogFacts

    package init(_ people: People, _ facts: LogFacts) {
        self.people = people
        self.facts = facts
    }
}

/// The void nodes of a log or of some of its tasks, and why each is so.
package struct VoidNodes: Sendable {
    private var reasons: [NodeID: VoidReason]
    /// Whose numbers the reasons have: those of `people`, and the others.
    private let peopleFacts: LogFacts
    private let facts: LogFacts
    /// Whose numbers the reasons of rooms have; nil without them.
    private var roomFacts: LogFacts?

    /// - Parameters:
    ///   - facts: of the nodes that the authority is about.
    ///   - people: of the whole log, if it is not that.
    package init(_ authority: Authority, _ facts: LogFacts, _ people: PeopleOfLog? = nil) {
        var reasons = authority.people.cutOff.mapValues { VoidReason.cutOff(by: $0) }
        for void in authority.people.voidNodes { reasons[void.id] = void.reason }
        for (number, reason) in authority.voids { reasons[facts.graph.id(of: number)] = reason }
        self.reasons = reasons
        self.facts = facts
        peopleFacts = people?.facts ?? facts
    }

    package var isEmpty: Bool { reasons.isEmpty }

    /// Why a node is void; nil if it is not.
    package func reason(of id: NodeID) -> VoidReason? { reasons[id] }

    /// A reason in words.
    package func sentence(_ reason: VoidReason) -> String {
        if case .room = reason { return reason.sentence((roomFacts ?? facts).name(of:)) }
        return reason.sentence((reason.isOfPeople ? peopleFacts : facts).name(of:))
    }

    /// These, with the void nodes of rooms.
    ///
    /// - Parameter facts: of the log whose numbers the rooms have.
    package func adding(_ rooms: Rooms, of facts: LogFacts) -> VoidNodes {
        var all = self
        for void in rooms.voidNodes where all.reasons[void.id] == nil {
            all.reasons[void.id] = void.reason
        }
        all.roomFacts = facts
        return all
    }
}

extension LogFacts {
    /// A node in words, such as "UNSHARE 3f2a91c".
    package func name(of number: Int) -> String {
        let digits = graph.id(of: number).shortText
        return (columns.action(of: number).map { "\($0) " } ?? "") + digits
    }
}
