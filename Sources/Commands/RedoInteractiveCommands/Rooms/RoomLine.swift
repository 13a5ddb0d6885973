import RedoSystem

/// A line that was typed in a room: something to say, or a command behind a slash.
enum RoomLine: Equatable {
    case say(String)
    case command(RoomCommandWord)
    /// The last words over a room that has ended.
    case lastWords(String)
    /// A command that ends the room for all, or one's part in it, and was not confirmed.
    case unconfirmed(RoomCommandWord)
    case unknown(String)
    case nothing

    private static let lastWordsCommand = "/cenotaph"

    /// The lines that explain the commands.
    static var explanation: [String] {
        RoomCommandWord.explanation + [
            "\(lastWordsCommand) …  the last words over a room that has ended",
            "//…  say what begins with a slash",
        ]
    }

    /// Reads a line. `//` at its beginning says a slash.
    init(_ text: String) {
        let line = text.trimmed
        guard !line.isEmpty else {
            self = .nothing
            return
        }
        guard line.first == "/" else {
            self = .say(line)
            return
        }
        if line.hasPrefix("//") {
            self = .say(String(line.dropFirst()))
            return
        }
        let parts = line.split(separator: " ", maxSplits: 1)
        if parts.count == 2, parts[0] == Self.lastWordsCommand {
            self = .lastWords(String(parts[1]).trimmed)
            return
        }
        let words = line.dropFirst().split(separator: " ")
        guard let name = words.first, let word = RoomCommandWord(rawValue: String(name)),
            words.count == 1 || words.count == 2 && word.needsConfirmation && words[1] == "yes"
        else {
            self = .unknown(line)
            return
        }
        self = word.needsConfirmation && words.count == 1 ? .unconfirmed(word) : .command(word)
    }
}

/// The words after a slash in a room: the one table of these words.
enum RoomCommandWord: String, CaseIterable {
    case pass, hand, accept, decline, cancel, leave, hide, help, quit

    /// True if `yes` has to follow, since others cannot take part any more then.
    var needsConfirmation: Bool {
        switch self {
        case .decline, .cancel, .leave: true
        case .pass, .hand, .accept, .hide, .help, .quit: false
        }
    }

    var meaning: String {
        switch self {
        case .pass: "let the next one speak"
        case .hand: "raise your hand, or lower it"
        case .accept: "say that you are here"
        case .decline: "decline to join, which ends the room"
        case .cancel: "end a room that has not begun"
        case .leave: "leave the room, which ends it"
        case .hide: "hide the room on this device"
        case .help: "show these lines"
        case .quit: "leave the terminal, and nothing else"
        }
    }

    fileprivate static var explanation: [String] {
        allCases.map { "/\($0.rawValue)\($0.needsConfirmation ? " yes" : "")  \($0.meaning)" }
    }
}
