import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo room-transcript`: prints what was said in a room.
package struct RoomTranscriptCommand: ParsableCommand {
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each message and narration")
    private static let markdown = OptionSpecification.flag("markdown", "print Markdown")

    package static let specification = CommandSpecification(
        "room-transcript",
        "Print what was said in a room, as its machine receives it",
        operands: [.value("room")], options: [json, markdown],
        constraints: [.exclusive([json, markdown])], effect: .reads)

    private enum Format {
        /// The text that the machine of the room receives.
        case prompt
        case json, markdown
    }

    private let name: String
    private let format: Format

    package init(_ arguments: Arguments) {
        name = arguments.operands[0]
        format =
            arguments.has(Self.json) ? .json : arguments.has(Self.markdown) ? .markdown : .prompt
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let rooms = try repository.family(Rooms.self)
        guard let room = rooms[try rooms.id(named: name)] else { throw UnclearName.room(name) }
        switch format {
        case .prompt:
            let prompt = RoomPrompt(repository.store.configuration)
            try context.print(prompt.bytes(of: room, for: room.occasion ?? .turn))
        case .json:
            for line in RoomTranscript(room).lines {
                try context.printLine(CanonicalJSON.bytes(line.json(in: room.roster)))
            }
        case .markdown: try context.print(RoomMarkdown(room).text)
        }
        return .done
    }
}

extension RoomPrompt {
    /// The texts that the user has configured.
    init(_ configuration: LayeredConfiguration) {
        func text(_ key: ConfigurationKey) -> String {
            configuration.value(key) ?? key.fallback ?? ""
        }
        self.init(
            greeting: text(.roomGreeting), framing: text(.roomFraming),
            handOff: text(.roomHandOff), threshold: text(.roomThreshold),
            invitation: text(.roomInvitation), cenotaph: text(.roomCenotaph))
    }
}

extension RoomTranscript.Line {
    fileprivate func json(in roster: RoomRoster) -> JSONValue {
        [
            "kind": isNarration ? "narration" : "message",
            "node": .string(JSONString("\(node.id)")),
            "participant": .string(roster.participants[participant].id), "text": .string(text),
            "wall": .string(JSONString(node.timestamp.wall.wallText)),
        ]
    }
}
