import RedoJSON

@testable import RedoModel

/// The rules of rooms once more, word by word and without regard to speed: pasts are sets, and each question is asked of all
/// nodes in them. Participants are users, and persons if the persons of the log are given.
struct LiteralRooms {
    private(set) var codes: [NodeID: String] = [:]
    /// By room, what is said of it.
    private(set) var rooms: [NodeID: String] = [:]

    private let nodes: [Node]
    private let people: LiteralPeople?
    private var pasts: [NodeID: Set<NodeID>] = [:]
    private var counting: Set<NodeID> = []
    /// The turns of candidates, chosen or not.
    private(set) var turns: [NodeID: Int] = [:]

    /// - Parameter nodes: in replay order.
    init(_ nodes: [Node], _ people: LiteralPeople? = nil) {
        self.nodes = nodes
        self.people = people
        for node in nodes {
            var past: Set<NodeID> = []
            for parent in node.parents { past.formUnion((pasts[parent] ?? []).union([parent])) }
            pasts[node.id] = past
        }
        let openings = nodes.filter { $0.action == .openRoom }
        for opening in openings {
            guard let roster = opening.fields.flatMap({ RoomRoster($0) }) else { continue }
            if !isCutOff(opening), author(opening, roster) == roster.originator {
                counting.insert(opening.id)
            }
        }
        for node in nodes where node.action.isOfRoom { judge(node) }
        for opening in openings where counting.contains(opening.id) { finish(opening) }
    }

    private static func name(_ node: Node) -> String { "\(node.action)" }

    private func isCutOff(_ node: Node) -> Bool { people?.isCutOff(node) ?? false }

    /// The place of the participant that wrote a node.
    private func author(_ node: Node, _ roster: RoomRoster) -> Int? {
        func place(_ principal: Principal) -> Int? {
            roster.participants.firstIndex { $0.principal == principal }
        }
        if let user = place(.user(node.author.userID)) { return user }
        guard let people, let key = node.author.publicKey else { return nil }
        return people.person(of: key, in: pasts[node.id] ?? []).flatMap { place(.person($0)) }
    }

    private func room(_ node: Node) -> NodeID? { node.fields?["room"]?.nodeID }

    /// The counting nodes about a room among some.
    private func members(_ room: NodeID, _ ids: Set<NodeID>? = nil) -> [Node] {
        nodes.filter {
            counting.contains($0.id) && (ids?.contains($0.id) ?? true) && self.room($0) == room
        }
    }

    private func isFailed(_ node: Node) -> Bool { node.fields?["failed"] != nil }

    private func isEnding(_ node: Node) -> Bool {
        ["DECLINE", "CANCEL", "EXPIRE", "LEAVE"].contains(Self.name(node))
            || (Self.name(node) == "PAY" && isFailed(node))
    }

    private func isActive(_ members: [Node], _ roster: RoomRoster) -> Bool {
        members.contains { Self.name($0) == "PAY" && !isFailed($0) }
            && roster.participants.indices.allSatisfy { place in
                place == roster.originator
                    || members.contains {
                        Self.name($0) == "SIGNAL" && author($0, roster) == place
                    }
            }
    }

    private func turnCount(_ ids: Set<NodeID>, _ room: NodeID) -> Int {
        Set(members(room, ids).compactMap { turns[$0.id] }).count
    }

    private mutating func judge(_ node: Node) {
        let definition = FamilyAction.definition(of: node.action)
        if definition?.mistake(in: node, fields: node.fields) != nil {
            counting.remove(node.id)
            codes[node.id] = "E_SCHEMA_MISMATCH"
            return
        }
        if isCutOff(node) {
            codes[node.id] = "E_KEY_REVOKED"
            return
        }
        if node.action == .openRoom {
            if !counting.contains(node.id) { codes[node.id] = "E_NOT_A_PARTICIPANT" }
            return
        }
        let past = pasts[node.id] ?? []
        guard let room = room(node), past.contains(room), counting.contains(room),
            let roster = nodes.first(where: { $0.id == room })?.fields.flatMap({ RoomRoster($0) })
        else {
            codes[node.id] = "E_INVALID_REF"
            return
        }
        let name = Self.name(node)
        let place = author(node, roster)
        let isOriginator = place == roster.originator
        let isBy =
            switch name {
            case "PAY", "CANCEL": isOriginator
            case "DECLINE": place != nil && !isOriginator
            case "CENOTAPH":
                isOriginator || (place.map { roster.participants[$0].kind == .machine } ?? false)
            default: place != nil
            }
        guard isBy, let place else {
            codes[node.id] = "E_NOT_A_PARTICIPANT"
            return
        }
        let seen = members(room, past)
        guard isState(name, node, room, seen, past, place, roster) else {
            codes[node.id] = "E_ROOM_STATE"
            return
        }
        if name == "SAY" || name == "PASS" {
            let fitting = (0...nodes.count).filter { turn in
                turn % roster.count == place
                    && (turn == 0 || seen.contains { turns[$0.id] == turn - 1 })
                    && !seen.contains { turns[$0.id] == turn }
            }
            guard let turn = fitting.first else {
                codes[node.id] = "E_NOT_YOUR_TURN"
                return
            }
            precondition(fitting.count == 1, "a node is a candidate of one turn")
            turns[node.id] = turn
        }
        counting.insert(node.id)
    }

    /// Whether the past is as the action demands.
    private func isState(
        _ name: String, _ node: Node, _ room: NodeID, _ seen: [Node], _ past: Set<NodeID>,
        _ place: Int, _ roster: RoomRoster
    ) -> Bool {
        let hasEnding = seen.contains(where: isEnding)
        let isActive = isActive(seen, roster)
        if name != "CENOTAPH", hasEnding { return false }
        switch name {
        case "PAY": return !seen.contains { Self.name($0) == "PAY" }
        case "SIGNAL": return seen.contains { Self.name($0) == "PAY" && !isFailed($0) }
        case "DECLINE":
            return seen.contains { Self.name($0) == "PAY" }
                && !seen.contains {
                    Self.name($0) == "SIGNAL" && author($0, roster) == place
                }
        case "CANCEL": return !isActive
        case "EXPIRE":
            return !isActive && roster.expiresAt?.instant.map { node.timestamp.wall > $0 } ?? false
        case "SAY", "PASS": return isActive
        case "RAISE_HAND", "LOWER_HAND":
            let count = turnCount(past, room)
            return isActive && count % roster.count != place
                && !seen.contains {
                    Self.name($0) == name && author($0, roster) == place
                        && turnCount(pasts[$0.id] ?? [], room) == count
                }
        case "LEAVE": return seen.contains { Self.name($0) == "PAY" }
        default:
            return hasEnding
                && seen.contains { Self.name($0) == "SAY" && turns[$0.id] != nil }
                && !members(room).contains { Self.name($0) == "CENOTAPH" }
        }
    }

    /// Chooses the turns of a room, and says what is there.
    private mutating func finish(_ opening: Node) {
        guard let roster = opening.fields.flatMap({ RoomRoster($0) }) else { return }
        let room = opening.id
        var chosen: [Node] = []
        let last = members(room).compactMap { turns[$0.id] }.max() ?? -1
        for turn in stride(from: last, through: 0, by: -1) {
            let next = chosen.last.map { pasts[$0.id] ?? [] }
            let candidates = members(room).filter {
                turns[$0.id] == turn && (next?.contains($0.id) ?? true)
            }
            chosen.append(candidates[0])
        }
        chosen.reverse()
        let ids = Set(chosen.map(\.id))
        for member in members(room) where turns[member.id] != nil && !ids.contains(member.id) {
            counting.remove(member.id)
            codes[member.id] = "E_NOT_YOUR_TURN"
        }
        let all = members(room)
        let ending = all.first(where: isEnding)
        let isPaid = all.contains { Self.name($0) == "PAY" }
        let state =
            ending != nil
            ? "defunct" : isActive(all, roster) ? "active" : isPaid ? "pending" : "draft"
        let hands = roster.participants.indices.filter { place in
            all.last {
                author($0, roster) == place
                    && ["RAISE_HAND", "LOWER_HAND", "SAY", "PASS"].contains(Self.name($0))
            }.map(Self.name) == "RAISE_HAND"
        }
        let here = roster.participants.indices.filter { place in
            all.contains {
                author($0, roster) == place
                    && (Self.name($0) == "SIGNAL" || (Self.name($0) == "PAY" && !isFailed($0)))
            }
        }
        let cenotaph = all.first { Self.name($0) == "CENOTAPH" }?.fields?["text"]?.string
        rooms[room] = Self.text(
            state, reason: ending.map { "\(Self.name($0)) \($0.id)" }, hands, here,
            chosen.map(\.id), cenotaph)
    }

    private static func text(
        _ state: String, reason: String?, _ hands: [Int], _ here: [Int], _ turns: [NodeID],
        _ cenotaph: JSONString?
    ) -> String {
        let turns = turns.map(\.description)
        return "\(state) \(reason ?? "-") \(hands) \(here) \(turns) \(cenotaph?.description ?? "-")"
    }

    /// The same of what the reducer says.
    static func text(_ room: Room) -> String {
        let ending = room.events.first { $0.reason != nil }
        return text(
            room.state.rawValue, reason: ending.map { "\(name($0.node)) \($0.node.id)" },
            room.hands, room.hasSignaled.indices.filter { room.hasSignaled[$0] },
            room.turns.map(\.node.id), room.cenotaph)
    }
}
