import RedoCommandParts
import RedoInsight
import RedoModel
import RedoScreen
import RedoSystem

/// A key of the pages of rooms, and what it does in the selected room: the one table of these keys.
enum RoomKey: CaseIterable {
    case say, accept, pass, hand, decline, cancel, leave, lastWords, ask, join, new, hide

    var key: Key {
        switch self {
        case .say: .character("i")
        case .accept: .character("a")
        case .pass: .character("p")
        case .hand: .character("w")
        case .decline: .character("D")
        case .cancel: .character("C")
        case .leave: .character("L")
        case .lastWords: .character("E")
        case .ask: .character("M")
        case .join: .character("J")
        case .new: .character("o")
        case .hide: .character("H")
        }
    }

    func label(_ view: RoomView?) -> String {
        switch self {
        case .say: "say"
        case .accept: "accept"
        case .pass: "pass"
        case .hand: view?.choices?.speech == .lowerHand ? "lower hand" : "raise hand"
        case .decline: "decline"
        case .cancel: "cancel"
        case .leave: "leave"
        case .lastWords: "last words"
        case .ask: "ask the machine"
        case .join: "whole screen"
        case .new: "open a room"
        case .hide: view?.isHidden == true ? "unhide" : "hide"
        }
    }

    /// Why it does nothing in a room now; nil if it does.
    func reason(in view: RoomView?) -> String? {
        if self == .new { return nil }
        guard let view else { return "no room is selected" }
        switch self {
        case .new, .join, .hide: return nil
        case .ask:
            guard view.room.roster.machine != nil else { return "no machine takes part" }
            let question = RoomQuestion(view.room, wantsCenotaph: false)
            return question == nil ? view.situation : nil
        default: break
        }
        guard let choices = view.choices else { return "you do not take part" }
        let isPossible =
            switch self {
            case .say, .pass: choices.speech == .turn
            case .accept: choices.canAccept
            case .hand: choices.speech == .raiseHand || choices.speech == .lowerHand
            case .decline: choices.canDecline
            case .cancel: choices.canCancel || choices.canExpire
            case .leave: choices.canLeave
            case .lastWords: choices.canWriteCenotaph
            case .ask, .join, .new, .hide: true
            }
        return isPossible ? nil : view.situation
    }

    /// What is asked before it acts; nil for nothing.
    func question(in view: RoomView) -> String? {
        switch self {
        case .say: "say"
        case .lastWords: "the last words"
        case .pass: "pass? A turn that is passed never comes back (y or n)"
        case .decline, .leave, .cancel: "\(label(view))? That ends the room for everyone (y or n)"
        case .accept, .hand, .ask, .join, .new, .hide: nil
        }
    }

    /// The act in a room.
    ///
    /// - Parameter text: the answer to the question.
    /// - Returns: nil for a key without an act, and for an answer other than yes.
    func act(in view: RoomView, _ text: String) -> RoomAct? {
        let isYes = ["y", "yes"].contains(text.lowercased())
        switch self {
        case .say: return .say(text)
        case .lastWords: return .cenotaph(text)
        case .accept: return .signal
        case .hand: return view.choices?.speech == .lowerHand ? .lowerHand : .raiseHand
        case .pass: return isYes ? .pass : nil
        case .decline: return isYes ? .decline : nil
        case .leave: return isYes ? .leave(.left) : nil
        case .cancel: return isYes ? view.cancelling : nil
        case .ask, .join, .new, .hide: return nil
        }
    }

    /// The command that does the same with the terminal.
    func words(_ room: String, _ text: String) -> [String] {
        switch self {
        case .say: ["room", "say", "--", room, text]
        case .lastWords: ["room", "cenotaph", "--", room, text]
        case .accept: ["room", "accept", room]
        case .hand: ["room", "hand", room]
        case .pass: ["room", "pass", "--yes", room]
        case .decline: ["room", "decline", "--yes", room]
        case .leave: ["room", "leave", "--yes", room]
        case .cancel: ["room", "cancel", "--yes", room]
        case .ask: ["room", "answer", room]
        case .join: ["room", "join", room]
        case .new: ["room", "open"]
        case .hide: ["room", "hide", room]
        }
    }
}

/// A page whose keys act in the selected room.
protocol RoomActingPage: Page {
    var selectedRoom: RoomView? { get }
    /// The key whose question is being answered.
    var asked: RoomKey? { get set }
}

extension RoomActingPage {
    var copiedID: String? { selectedRoom?.room.id.description }

    var ownKeys: [PageKey] {
        let view = selectedRoom
        return RoomKey.allCases.map {
            PageKey(key: $0.key, label: $0.label(view), reason: $0.reason(in: view))
        }
    }

    mutating func perform(own key: Key, _ source: PageSource) -> PageAnswer? {
        guard let key = RoomKey.allCases.first(where: { $0.key == key }) else { return nil }
        guard let view = selectedRoom else {
            return key == .new ? .dialog(key.words("", "")) : .done
        }
        guard let question = key.question(in: view) else { return answer(key, "", source) }
        asked = key
        return .ask(Prompt(purpose: .value(question), input: TextField(limit: 1 << 16)))
    }

    mutating func take(
        _ text: String, for field: String, _ source: PageSource
    ) -> PageAnswer? {
        guard let key = asked else { return nil }
        asked = nil
        if isBlank(text) { return .refuse("nothing was written") }
        return answer(key, text, source)
    }

    /// Does what a key stands for.
    private func answer(_ key: RoomKey, _ text: String, _ source: PageSource) -> PageAnswer {
        guard let view = selectedRoom else { return .done }
        let room = view.room.id
        let words = key.words(room.description, text)
        switch key {
        case .join, .new: return .dialog(words)
        case .ask: return .run(BackgroundWork(title: nil, words))
        case .hide:
            return .command(["room", view.isHidden ? "unhide" : "hide", room.description])
        default: break
        }
        guard let act = key.act(in: view, text) else { return .refuse("nothing was written") }
        do throws(RedoError) {
            var session = try source.roomSession(of: room)
            try session.perform(act)
            return .wrote("\(session.view.room.title()): \(session.situation)")
        } catch {
            // With the terminal it can ask for a passphrase.
            if error.code.isAboutKeys { return .dialog(words) }
            return .refuse(error.message)
        }
    }
}
