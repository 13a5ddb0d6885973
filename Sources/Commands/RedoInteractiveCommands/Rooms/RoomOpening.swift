import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoKeys
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// A room before it is opened: who takes part, and on which terms.
struct RoomOpening {
    let participants: [RoomResolver.Found]
    /// The place of who opens it.
    let originator: Int
    let tier: Int
    let expiresAt: Instant?
    /// The id that each participant has in the room, made of the nickname: `eve`, `eve-2`.
    private let ids: [String]

    init(
        _ participants: [RoomResolver.Found], by own: Principal, tier: Int, expiresAt: Instant?
    ) {
        self.participants = participants
        originator = participants.firstIndex { $0.principal == own } ?? 0
        self.tier = tier
        self.expiresAt = expiresAt
        var ids: [String] = []
        for participant in participants {
            let stem = Self.stem(of: participant.nickname)
            var id = stem
            var count = 1
            while ids.contains(id) {
                count += 1
                id = "\(stem)-\(count)"
            }
            ids.append(id)
        }
        self.ids = ids
    }

    /// The letters and digits of a nickname; so few that a number fits behind.
    private static func stem(of nickname: String) -> String {
        let kept = nickname.lowercased().utf8.filter {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
        }
        return kept.isEmpty ? "participant" : String(decoding: kept.prefix(24), as: UTF8.self)
    }

    /// The fields of the OPEN_ROOM.
    var fields: [JSONMember] {
        func text(_ text: String) -> JSONValue { .string(JSONString(text)) }
        let entries = zip(ids, participants).map { id, participant -> JSONValue in
            [
                "id": text(id),
                "identifier": [
                    "kind": text(participant.identifier.kind.rawValue),
                    "value": text(participant.identifier.value),
                ],
                "nickname": text(participant.nickname),
                "principal": text("\(participant.principal)"),
            ]
        }
        var fields = [
            JSONMember("originator", text(ids[originator])),
            JSONMember("participants", .array(entries)),
            JSONMember("tier", .number(Double(tier))),
        ]
        if let expiresAt { fields.append(JSONMember("expiresAt", text(expiresAt.wallText))) }
        return fields
    }

    /// Whether someone else must see the room so that it can begin: a machine is asked from here.
    var needsRemote: Bool {
        participants.indices.contains { index in
            if case .machine = participants[index].identifier { false } else { index != originator }
        }
    }

    /// The participants, each with what distinguishes it from others, in the order of turns.
    func lines(_ names: PersonNames) -> [String] {
        participants.enumerated().map { index, participant in
            let identity = names.text(of: participant.principal)
            let mark = index == originator ? ", who opens it" : ""
            return
                "\(index + 1). \(participant.nickname.printable): \(participant.identifier.value.printable), "
                + "\(identity)\(mark)"
        }
    }
}

/// Takes the payment for a room: by the program that the user has configured, else by a promise.
struct RoomPayment {
    private let helper: RoomHelper?

    init(_ context: borrowing CommandContext, _ repository: Repository) throws(RedoError) {
        helper = try RoomHelper.all(
            for: .pay, repository.store.configuration, context.surroundings
        ).first
    }

    /// The proof of the payment.
    ///
    /// - Throws: ROOM_001 if the program fails, ROOM_002 if it says that the payment failed.
    func receipt(for room: NodeID, _ opening: RoomOpening) throws(RedoError) -> String {
        guard let helper else { return "promised $\(opening.tier)" }
        let payer = opening.participants[opening.originator]
        let answer = try helper.request([
            ("room", room.description), ("amount", "\(opening.tier)"), ("currency", "USD"),
            ("nickname", payer.nickname), ("kind", payer.identifier.kind.rawValue),
            ("value", payer.identifier.value),
        ])
        if let reason = answer["failed"] ?? answer["error"] {
            throw RedoError(
                .paymentRefused, "nothing is written: the payment failed: \(reason)",
                hints: ["the command can be repeated"])
        }
        guard let receipt = answer["receipt"], !isBlank(receipt) else {
            throw helper.failure("answered no receipt")
        }
        return receipt
    }
}

extension RoomWriter {
    /// Opens a room and pays for it, in one transaction.
    ///
    /// - Returns: the room.
    /// - Throws: ROOM_001 or ROOM_002 without a payment; the code of the rule that the room would break. Nothing is
    ///   written then. An error after the payment says that it was taken.
    consuming func open(
        _ opening: RoomOpening, _ payment: RoomPayment
    ) throws(RedoError) -> Room {
        let author = writer.identity.author
        let opened = try writer.make(
            .openRoom, nil, opening.fields,
            after: try repository.parents(following: [], by: author), dialect: .fields)
        try expectCount([opened])
        let receipt = try payment.receipt(for: opened.id, opening)
        do throws(RedoError) {
            let paid = try writer.add(
                .pay(receipt: receipt), in: opened.id,
                after: try repository.parents(following: [opened], by: author))
            let rooms = try expectCount([opened, paid])
            guard let room = rooms[opened.id] else { throw UnclearName.room("\(opened.id)") }
            try repository.edit(writer) { (_) throws(RedoError) in }
            return room
        } catch {
            throw error.after("the payment was taken: \(receipt)")
        }
    }

    /// Refuses nodes that would have no effect.
    ///
    /// - Returns: the rooms with the nodes.
    @discardableResult
    private func expectCount(_ nodes: [Node]) throws(RedoError) -> Rooms {
        let (rooms, voids) = try repository.rooms(adding: nodes)
        for node in nodes {
            let reason =
                voids.reason(of: node.id) ?? rooms.voidNodes.first { $0.id == node.id }?.reason
            guard let reason else { continue }
            throw RedoError(
                reason.code, "nothing is written: \(voids.sentence(reason))", status: .no)
        }
        return rooms
    }
}
