import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension RoomCommand {
    /// `redo room say`: says something when it is one's turn.
    struct Say: RoomSubcommand {
        static let name = "say"
        static let operands = RoomText.operands
        private let text: RoomText

        init(_ arguments: Arguments, _ operands: [String]) { text = RoomText(operands) }

        func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
            let (view, hall) = try RoomHall.writing(in: text.room, context)
            // No one writes a long text to hear then that it is another one's turn.
            if let status = try context.offersHand(in: view, hall) { return status }
            return try context.write(text.words, "message", in: view, hall) { .say($0) }
        }
    }

    /// `redo room cenotaph`: says the last words over a room that has ended.
    struct Cenotaph: RoomSubcommand {
        static let name = "cenotaph"
        static let operands = RoomText.operands
        private let text: RoomText

        init(_ arguments: Arguments, _ operands: [String]) { text = RoomText(operands) }

        func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
            let (view, hall) = try RoomHall.writing(in: text.room, context)
            return try context.write(text.words, "cenotaph", in: view, hall) { .cenotaph($0) }
        }
    }
}

/// The operands of what writes a text into a room.
private struct RoomText {
    static let operands: [OperandForm] = [.value(.room), .optional(.repeated(.value("text")))]

    let room: String
    /// `-` for standard input; empty for the editor.
    let words: [String]

    init(_ operands: [String]) {
        room = operands[0]
        words = Array(operands.dropFirst())
    }
}

extension CommandContext {
    /// Writes an act of the user's, and says how the room stands afterwards.
    ///
    /// - Throws: see ``RoomWriter/write(_:in:)``.
    mutating func act(
        _ act: RoomAct, in view: RoomView, _ hall: RoomHall
    ) throws(RedoError) -> ExitStatus {
        let writer = try RoomWriter(self, hall.repository)
        let after = try writer.write([act], in: view.room.id, knowing: hall)
        try show(after, in: view, hall)
        return .done
    }

    /// Prints the state of the room, and sends the new nodes.
    private mutating func show(
        _ after: Room, in view: RoomView, _ hall: RoomHall
    ) throws(RedoError) {
        let now = view.after(after)
        // Who answers has read.
        hall.repository.store.noteRead(after.messages.count, in: after.id)
        try print("\(after.title()): \(now.situation)\n")
        try flush()
        try deliver(from: hall.repository.store)
    }

    /// Writes a text into a room: that of operands, of standard input for `-`, or of the editor without any.
    ///
    /// The text of the editor is kept if it cannot be written.
    ///
    /// - Parameter noun: what the text is, in a word.
    mutating func write(
        _ words: [String], _ noun: String, in view: RoomView, _ hall: RoomHall,
        _ act: (String) -> RoomAct
    ) throws(RedoError) -> ExitStatus {
        let writer = try RoomWriter(self, hall.repository)
        guard words.isEmpty else {
            let text = words == ["-"] ? try standardInput() : words.joined(separator: " ")
            guard !isBlank(text) else { throw .usage("the \(noun) is empty") }
            try show(try writer.write([act(text)], in: view.room.id, knowing: hall), in: view, hall)
            return .done
        }
        let editor = FormEditor(hall.repository.store.configuration, noun, in: surroundings)
        let page = RoomPage(view, columns: nil, isStyled: false)
        let edited = try editor.edit(RoomDraft.text(below: page.tail))
        let text = RoomDraft.message(in: edited ?? "")
        guard !isBlank(text) else {
            editor.remove()
            complain("nothing was written\n")
            return .no
        }
        let after: Room
        do throws(RedoError) {
            after = try writer.write([act(text)], in: view.room.id, knowing: hall)
        } catch {
            throw editor.kept(error)
        }
        editor.remove()
        try show(after, in: view, hall)
        return .done
    }

    private func standardInput() throws(RedoError) -> String {
        var bytes = try input().readAll()
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw RedoError(
                .encodingViolation, "standard input is not UTF-8, so nothing is written",
                status: .no)
        }
        return text
    }

    /// Offers to raise a hand where it is another one's turn.
    ///
    /// - Returns: nil where there is nothing to offer: the message should be written, or refused by the rule.
    fileprivate mutating func offersHand(
        in view: RoomView, _ hall: RoomHall
    ) throws(RedoError) -> ExitStatus? {
        guard surroundings.hasTerminalInput, view.choices?.speech == .raiseHand else { return nil }
        guard try isConfirmed("\(view.situation): raise your hand instead?") else {
            complain("nothing was written\n")
            return .no
        }
        return try act(.raiseHand, in: view, hall)
    }
}

/// A message as it is written in an editor, above the end of the conversation.
enum RoomDraft {
    private static let scissors = "# ------------------------ >8 ------------------------"

    /// - Parameter lines: the end of the conversation.
    static func text(below lines: [String]) -> String {
        // A line of the room cannot be taken for the message, and no editor finds settings in it.
        let shown = lines.map { EditorSettings.areIn($0) ? "#" : "# \($0)" }
        return "\n\(scissors)\n# Write above this line; the text below is left out.\n#\n"
            + shown.joined(separator: "\n") + "\n"
    }

    /// The text above the line, without the empty lines around it.
    static func message(in text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let end = lines.firstIndex(of: scissors) { lines.removeSubrange(end...) }
        while let first = lines.first, isBlank(first) { lines.removeFirst() }
        while let last = lines.last, isBlank(last) { lines.removeLast() }
        return lines.joined(separator: "\n")
    }
}
