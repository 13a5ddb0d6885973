import RedoCommandLine
import RedoModel
import RedoRepository
import RedoSystem

extension RoomHall {
    /// The room that a name means. Of several, the user chooses one on a terminal.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 for several, with a line for each, if none is chosen.
    func chosen(
        _ name: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> RoomView {
        let views = rooms.rooms(named: name).map { view(of: $0) }
        guard views.count > 1 else { return try view(of: name) }
        let lines = views.map(\.distinction)
        let (shown, surroundings) = (lines.prefix(Self.maximumChoiceCount), context.surroundings)
        guard surroundings.hasTerminalInput, surroundings.hasTerminalErrors else {
            throw UnclearName.ambiguous(name, lines)
        }
        for (number, line) in shown.enumerated() { context.complain("\(number + 1). \(line)\n") }
        context.complain("which of \(lines.count), the latest first? [1-\(shown.count)] ")
        var input = context.inputLines()
        guard case .bytes(let bytes)? = try input.next(),
            let number = Int(String(decoding: bytes, as: UTF8.self).trimmed),
            shown.indices.contains(number - 1)
        else { throw UnclearName.ambiguous(name, lines) }
        return views[number - 1]
    }

    private static let maximumChoiceCount = 9

    /// The rooms whose people have another room here: a list tells them apart by their beginnings.
    var namesakes: Set<NodeID> {
        let groups = Dictionary(grouping: rooms.rooms) { room in
            room.roster.participants.map(\.nickname.description)
        }
        return Set(groups.values.filter { $0.count > 1 }.joined().map(\.id))
    }
}

extension RoomView {
    /// The beginning of the room: when it was opened, and what was said first.
    var beginning: String {
        let date = "opened \(localText(room.opened))"
        guard let first = room.messages.first, !isIgnored(first.node), let text = first.text else {
            return date
        }
        return "\(date): '\(Self.excerpt(text.description))'"
    }

    /// The last words, by whom; nil while nothing was said.
    var lastWords: String? {
        guard let last = room.messages.last, let text = last.text else { return nil }
        let words = isIgnored(last.node) ? "(ignored)" : Self.excerpt(text.description)
        return "\(name(last.participant)): \(words)"
    }

    /// The room in a line that tells it apart from others of the same people.
    var distinction: String {
        "\(room.id.shortText)  \(room.title()), \(beginning), \(situation)"
    }

    private static let excerptCount = 40

    /// The beginning of the first line of a text.
    private static func excerpt(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        let isWhole = line.count <= excerptCount && line.utf8.count == text.utf8.count
        return "\(line.prefix(excerptCount))\(isWhole ? "" : "…")".printable
    }
}
