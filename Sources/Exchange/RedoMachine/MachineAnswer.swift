import RedoInsight
import RedoJSON
import RedoModel

/// What the machine of a room decided, read from what it said.
package enum MachineAnswer: Equatable, Sendable {
    case accept
    case decline
    case say(JSONString)
    case pass
    /// It leaves, with some last words or without.
    case depart(farewell: JSONString?)
    /// It can take in no more; these are its last words.
    case horizon(JSONString)
    /// What is said over a room that ended.
    case cenotaph(JSONString)

    /// Reads a reply, by what was asked.
    ///
    /// - Throws: ``MachineFault`` for what cannot be used as a whole.
    package init(_ reply: MachineReply, to occasion: RoomOccasion) throws(MachineFault) {
        let text = try MachineText(reply.bytes).text
        if reply.kind == .horizon {
            // Before it has joined, and after the end, there is no turn that could be its last.
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

    /// What follows a word that a text is, or begins with and a full stop; nil for another text.
    private static func rest(of text: JSONString, after word: String) -> JSONString? {
        let description = text.description
        if description == word { return "" }
        guard text.hasPrefix(word + ".") else { return nil }
        return JSONString(
            String(MachineText.trimmed(description.dropFirst(word.count + 1))))
    }

    /// What the machine does in the room, each act after the one before.
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
