import RedoJSON

/// The fold of a log into its rooms: each node is judged by its own past, in one pass in replay order.
struct RoomReduction {
    private(set) var rooms: [Fold] = []
    /// The reasons of the void nodes, by number.
    private(set) var faults: [Int: VoidReason] = [:]
    private var indices: [NodeID: Int] = [:]

    /// A room whose OPEN_ROOM is not void.
    struct Fold {
        let opening: RoomEntry
        let roster: RoomRoster
        /// The past of all nodes together.
        var whole = RoomPast()
        /// The nodes that count, including candidates of turns, in replay order.
        var members: [(entry: RoomEntry, participant: Int)] = []
        /// The turn of each candidate, and the first candidate of the turn before that it has seen, by number.
        var candidates: [Int: (turn: Int, previous: Int?)] = [:]
        /// The CENOTAPH that counts.
        var cenotaph: RoomEntry?
        /// The numbers of the chosen nodes, by turn.
        var chosen: [Int] = []
        /// The nodes that count and that no other of them has seen, in replay order.
        var heads: [Node] = []
    }

    /// - Complexity: O(n log r) for a log of n nodes with r rooms; O(1) for a log without nodes of the family.
    init(_ log: FamilyLog) {
        if log.nodes.isEmpty { return }
        var entries: [RoomEntry] = []
        for member in log.nodes {
            guard let action = RoomActions.definition(of: member.node.action) else { continue }
            let fields = member.node.fields
            if let fault = action.definition.fault(in: member.node, fields: fields) {
                faults[member.number] = fault
            } else if case .void(let reason) = member.standing {
                faults[member.number] = reason
            } else if case .counts = member.standing, let fields,
                let entry = RoomEntry(member.number, member.node, action, fields)
            {
                entries.append(entry)
            }
        }
        let authors = RoomAuthors(entries, log.authority.people, in: log.graph)
        open(entries, authors)
        fold(entries, authors, in: log.graph)
    }

    private mutating func open(_ entries: [RoomEntry], _ authors: RoomAuthors) {
        for entry in entries {
            guard let roster = entry.roster else { continue }
            if authors.participant(entry, among: roster) == roster.originator {
                indices[entry.room] = rooms.count
                rooms.append(Fold(opening: entry, roster: roster))
            } else {
                faults[entry.number] = .room(.notTheOriginator)
            }
        }
    }

    private mutating func fold(
        _ entries: [RoomEntry], _ authors: RoomAuthors, in graph: LogGraph
    ) {
        var subjects = Array(repeating: LogGraph.none, count: rooms.isEmpty ? 0 : graph.count)
        var placed: [(entry: RoomEntry, room: Int)] = []
        for entry in entries where faults[entry.number] == nil {
            if let room = indices[entry.room] {
                subjects[entry.number] = Int32(room)
                placed.append((entry, room))
            } else {
                faults[entry.number] = .room(.unknownRoom)
            }
        }
        if rooms.isEmpty { return }
        let ancestry = TaskAncestry(graph, subjects: subjects, count: rooms.count)
        // The pasts of the nodes, each including its node.
        var pasts: [Int: RoomPast] = [:]
        pasts.reserveCapacity(placed.count)
        for (entry, room) in placed {
            var past = RoomPast()
            for above in ancestry.nearest(to: entry.number) {
                if let above = pasts[above] { past.join(above) }
            }
            let participant = authors.participant(entry, among: rooms[room].roster)
            if let fault = rooms[room].take(entry, by: participant, seeing: &past) {
                faults[entry.number] = .room(fault)
            }
            pasts[entry.number] = past
        }
        for room in rooms.indices {
            for (number, other) in rooms[room].choose() {
                faults[number] = .room(.otherChosen(other))
            }
        }
        findHeads(placed, ancestry)
    }

    private mutating func findHeads(
        _ placed: [(entry: RoomEntry, room: Int)], _ ancestry: TaskAncestry
    ) {
        var isSeen: Set<Int> = []
        for (entry, room) in placed.reversed() {
            let counts = faults[entry.number] == nil
            if counts, !isSeen.contains(entry.number) { rooms[room].heads.append(entry.node) }
            if counts || isSeen.contains(entry.number) {
                isSeen.formUnion(ancestry.nearest(to: entry.number))
            }
        }
        for room in rooms.indices { rooms[room].heads.reverse() }
    }
}

extension RoomReduction.Fold {
    /// Adds a node, or returns why it is void.
    ///
    /// - Parameters:
    ///   - participant: the index of its author; nil if the author is not a participant.
    ///   - past: what the node has seen; when this returns, with what the node adds.
    fileprivate mutating func take(
        _ entry: RoomEntry, by participant: Int?, seeing past: inout RoomPast
    ) -> RoomFault? {
        if entry.action.verb != .open, !past.isOpen { return .unknownRoom }
        guard let participant else { return .notAParticipant }
        let judgement = RoomJudgement(
            roster: roster, past: past, participant: participant, cenotaph: cenotaph?.number)
        if let fault = judgement.fault(of: entry) { return fault }
        let number = entry.number
        switch entry.action.verb {
        case .open: past.noteOpening()
        case .pay:
            if entry.isFailed {
                past.noteFailedPayment(number)
            } else {
                past.notePayment(number, by: roster.originator)
            }
        case .signal: past.noteSignal(of: participant)
        case .decline, .cancel, .expire, .leave: past.noteEnding(number)
        case .say, .pass:
            candidates[number] = (past.turnCount, past.candidate)
            past.noteTurn(number, isMessage: entry.action.verb == .say)
        case .raiseHand: past.noteHand(of: participant, isRaised: true, roster)
        case .lowerHand: past.noteHand(of: participant, isRaised: false, roster)
        case .cenotaph: cenotaph = entry
        }
        whole.join(past)
        members.append((entry, participant))
        return nil
    }

    /// Chooses a candidate for each turn, from the last one backwards.
    ///
    /// - Returns: the other candidates, each with the one that was chosen for its turn; they no longer count.
    fileprivate mutating func choose() -> [Int: Int] {
        var next = whole.candidate
        while let number = next {
            chosen.append(number)
            next = candidates[number]?.previous
        }
        chosen.reverse()
        var others: [Int: Int] = [:]
        for (number, candidate) in candidates where chosen[candidate.turn] != number {
            others[number] = chosen[candidate.turn]
        }
        if !others.isEmpty { members.removeAll { others[$0.entry.number] != nil } }
        return others
    }
}
