import RedoInsight
import RedoJSON
import RedoModel

/// The decision of a room's machine, parsed from its reply.
package enum MachineAnswer: Equatable, Sendable {
    case accept
    case decline
    case say(JSONString)
    case pass
    /// It leaves, with or without last words.
    case depart(farewell: JSONString?)
    /// Its context is full; these are its last words.
    case horizon(JSONString)
    /// Its words about a room that ended.
    case cenotaph(JSONString)

    /// Interprets a reply to an occasion.
    ///
    /// - Throws: ``MachineFault`` for a reply that cannot be used.
    package init(_ reply: MachineReply, to occasion: RoomOccasion) throws(MachineFault) {
        let text = try MachineText(reply.bytes).text
        if reply.kind == .horizon {
            // Before it has joined, and after the end, no turn could be its last.
            guard occasion == .turn else { throw .status(422) }
            self = .horizon(text)
            return
        }
        switch occasion {
        case .invitation:
            if text.hasPrefix("ACCEPT") {
                self = .accept
            } else if text.hasPrefix("DECLINE") {
                self = .decline
            } else {
                throw .notUnderstood(.invitation)
            }
        case .turn:
            if Self.rest(of: text, after: "YIELD") != nil {
                self = .pass
            } else if let farewell = Self.rest(of: text, after: "DEPART") {
                self = .depart(farewell: farewell.isEmpty ? nil : farewell)
            } else {
                self = .say(text)
            }
        case .cenotaph: self = .cenotaph(text)
        }
    }

    /// The rest of a text after a word with a full stop, empty if the text is the word alone; nil for another text.
    private static func rest(of text: JSONString, after word: String) -> JSONString? {
        let description = text.description
        if description == word { return "" }
        guard text.hasPrefix(word + ".") else { return nil }
        return JSONString(
            String(MachineText.trimmed(description.dropFirst(word.count + 1))))
    }

    /// The acts of the machine in the room, in their order.
    package var acts: [RoomAct] {
        switch self {
        case .accept: [.signal]
        case .decline: [.decline]
        case .say(let text): [.say(text.description)]
        case .pass: [.pass]
        case .depart(let farewell):
            (farewell.map { [.say($0.description)] } ?? []) + [.leave(.left)]
        case .horizon(let text): [.say(text.description), .leave(.horizon)]
        case .cenotaph(let text): [.cenotaph(text.description)]
        }
    }
}
