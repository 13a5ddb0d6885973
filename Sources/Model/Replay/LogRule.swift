/// The rule for nodes of a log that have no effect, besides those that the protocol rejects.
package struct LogRule: Hashable, Sendable {
    /// Whether void nodes are left out (docs/extensions.md, section 4).
    package let leavesOutVoid: Bool
    /// The users whose nodes are left out.
    package let ignored: Set<UserID>
    /// The persons whose statements have no effect if void nodes are left out: none of their statements makes or
    /// revokes a device.
    package let ignoredPersons: Set<NodeID>

    package init(
        leavesOutVoid: Bool, ignoring ignored: Set<UserID> = [],
        ignoringPersons ignoredPersons: Set<NodeID> = []
    ) {
        self.leavesOutVoid = leavesOutVoid
        self.ignored = ignored
        self.ignoredPersons = ignoredPersons
    }

    /// The rule of the protocol: nothing is left out.
    package static let version1 = LogRule(leavesOutVoid: false)
}

/// A rule, and the facts of the whole log that are needed to judge a part of it.
package struct Exclusion: Sendable {
    package let rule: LogRule
    /// The persons of the log; nil if the whole log is judged, or the log has no persons.
    let people: PeopleOfLog?

    package init(_ rule: LogRule, _ people: PeopleOfLog? = nil) {
        self.rule = rule
        self.people = people
    }
}

extension Exclusion {
    /// The exclusion for a part of a log.
    ///
    /// - Parameter replay: the replay of the log.
    package func ofPart(_ replay: Replay) -> Exclusion {
        let known = replay.authority.people
        return Exclusion(
            rule, people ?? (known.isEmpty ? nil : PeopleOfLog(known, replay.validation.facts)))
    }
}

/// The persons of a log.
package struct PeopleOfLog: Sendable {
    let people: People
    /// The facts of all nodes; reasons have the numbers of these nodes.
    let facts: LogFacts

    package init(_ people: People, _ facts: LogFacts) {
        self.people = people
        self.facts = facts
    }
}

/// The void nodes of a log or of some of its tasks, with their reasons.
package struct VoidNodes: Sendable {
    private var reasons: [NodeID: VoidReason]
    /// The facts of the nodes whose numbers the reasons have: those of `people`, and the others.
    private let peopleFacts: LogFacts
    private let facts: LogFacts
    /// The facts of the nodes whose numbers the reasons of rooms have; nil without them.
    private var roomFacts: LogFacts?

    /// - Parameters:
    ///   - facts: those of the nodes that the authority is about.
    ///   - people: the persons of the whole log, if `facts` are those of a part.
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

    /// A copy with the void nodes of rooms added.
    ///
    /// - Parameter facts: those of the log whose numbers the rooms have.
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
