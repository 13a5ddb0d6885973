import RedoModel

/// What a room needs of one of its participants: the one place that decides what is announced about rooms.
package struct RoomNeed: Hashable, Sendable {
    package let reminder: RoomReminder
    /// The title of the room, for people.
    package let title: String
    /// The machine that has not answered, for people; nil if it is not about one.
    package let machine: String?

    package var kind: RoomReminder.Kind { reminder.kind }

    /// The time that a machine may take to answer before people are told, in milliseconds.
    package static let silence: Int64 = 10 * 60_000

    /// In a line: `it is your turn in Ana, Eve, Art (3, Eve)`.
    package var text: String {
        switch kind {
        case .turn: "it is your turn in \(title)"
        case .accept: "\(title) waits for you to accept"
        case .pay: "\(title) waits for you to pay"
        case .silent: "\(machine ?? "") has not answered in \(title)"
        }
    }

    /// The command that helps, as a person would type it.
    package var command: String {
        let operand = reminder.room.digest.hexadecimal.prefix(12)
        return switch kind {
        case .turn: "redo room join \(operand)"
        case .accept: "redo room accept \(operand)"
        case .pay: "redo room pay \(operand)"
        case .silent: "redo room answer \(operand)"
        }
    }
}

extension Rooms {
    /// What the rooms need of an author at some moment, the earliest first.
    ///
    /// - Parameter now: rooms whose time is over need nothing.
    /// - Returns: also a machine's silence that is still to come, with its moment.
    package func needs(of author: Author, _ people: People, at now: Instant) -> [RoomNeed] {
        rooms.compactMap { room in
            room.roster.index(of: author, people).flatMap { room.need(of: $0, at: now) }
        }.sorted { $0.reminder < $1.reminder }
    }
}

extension Room {
    /// What the room needs of a participant; nil for nothing.
    fileprivate func need(of index: Int, at now: Instant) -> RoomNeed? {
        guard state == .active || !hasExpired(at: now) else { return nil }
        let choices = choices(of: index, at: now)
        func need(_ kind: RoomReminder.Kind, since verbs: Set<RoomVerb>) -> RoomNeed {
            let event = events.last { verbs.contains($0.verb) }?.node
            let start = event?.timestamp.wall ?? .earliest
            let isSilent = kind == .silent
            let machine = isSilent ? roster.machine : nil
            return RoomNeed(
                reminder: RoomReminder(
                    kind, of: id, since: event?.id ?? id,
                    at: isSilent ? start.after(RoomNeed.silence) : start),
                title: title(),
                machine: machine.map { roster.participants[$0].nickname.printable })
        }
        if choices.canPay { return need(.pay, since: [.open]) }
        if choices.canAccept { return need(.accept, since: [.pay]) }
        if choices.speech == .turn { return need(.turn, since: turnStarts) }
        switch occasion {
        case .invitation?: return need(.silent, since: [.pay])
        case .turn?: return need(.silent, since: turnStarts)
        case .cenotaph?, nil: return nil
        }
    }

    /// The verbs of which the last event began the present turn: the last words, or the arrival of the last
    /// participant.
    private var turnStarts: Set<RoomVerb> { turns.isEmpty ? [.signal, .pay] : [.say, .pass] }
}

extension Instant {
    fileprivate func after(_ span: Int64) -> Instant { Instant(milliseconds: milliseconds + span) }
}
