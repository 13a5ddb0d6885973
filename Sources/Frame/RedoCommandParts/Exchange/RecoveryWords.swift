import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoSystem

/// The purpose of the words of a recovery key. Those of a person and those of a remote look alike.
package enum RecoveryOwner {
    case person(String)
    case remote(String)

    /// `remote origin`.
    package var text: String {
        switch self {
        case .person(let name): "person \(name.printable)"
        case .remote(let name): "remote \(name.printable)"
        }
    }

    /// The advice printed below the words.
    fileprivate var introduction: String {
        switch self {
        case .person(let name):
            """
            The recovery key of \(name.printable). Who has these words can take the person over without any device:
            write them down, and keep them away from your devices.
            """
        case .remote(let name):
            """
            The recovery key of the remote \(name.printable). Who has these words can read it, and become a member, without
            any device: write them down, and keep them away from your devices.
            """
        }
    }

    /// Hints with the commands that take the words of such a key, and those of the other kind.
    fileprivate var hints: [String] {
        switch self {
        case .person:
            [
                "'redo person create' and 'redo recover' have shown 24 words",
                "the words of an encrypted remote are for 'redo member recover' and 'redo clone --recover'",
            ]
        case .remote:
            [
                "'redo remote add --encrypt', 'redo member create' and 'redo member recover' have shown 24 words",
                "the words of a person are for 'redo recover'",
            ]
        }
    }
}

extension CommandContext {
    /// Prints the words of a recovery key, and what they open: on a terminal as a code for cameras and then in columns,
    /// so that the words are what is seen last; else as a line.
    ///
    /// - Parameter pausing: whether it waits for the Enter key between the two if the terminal cannot show both at
    ///   once.
    package mutating func show(
        _ key: borrowing RecoveryKey, of owner: RecoveryOwner, pausing: Bool = true
    ) throws(RedoError) {
        var words = key.words()
        defer { wipe(&words) }
        guard surroundings.hasTerminalOutput else {
            try print("recovery of \(owner.text): ")
            try print(words)
            try print("\n")
            return try flush()
        }
        let text = String(decoding: words, as: UTF8.self)
        let codeRows = try printCode(of: text)
        if pausing, surroundings.hasTerminalInput, let rows = terminalRows,
            codeRows + Self.wordRows > rows
        {
            try flush()
            let size = codeRows > rows ? "the whole code takes \(codeRows) rows; " : ""
            try waitForEnter("\(size)press Enter for the words")
        }
        try print("\n\(owner.introduction)\n\n")
        for (index, word) in text.split(separator: " ").enumerated() {
            let number = index < 9 ? " \(index + 1)" : "\(index + 1)"
            let isLast = index % 4 == 3
            let blanks = String(repeating: " ", count: isLast ? 0 : 12 - word.count)
            try print("\(number) \(word)\(isLast ? "\n" : blanks)")
        }
        try flush()
    }

    /// The number of rows that the words take with their introduction and the question after them.
    private static let wordRows = 12

    /// Reports that the words which were shown are not in effect, because the node was not written.
    package func retractWords() {
        complain("note: the words above are not in effect: cross them out\n")
    }

    /// Reads the words of a recovery key from the terminal, or from the descriptor for passphrases.
    ///
    /// - Throws: KEYCHAIN_003 if they are not such words.
    package func readRecoveryKey(of owner: RecoveryOwner) throws(RedoError) -> RecoveryKey {
        let words = try passphrases.read(prompt: "Words of the recovery key (\(owner.text)): ")
        do throws(WordCode.Mistake) {
            return try RecoveryKey(words: words)
        } catch {
            throw RedoError(
                .invalidKey, "not the words of a recovery key: \(error.reason)", hints: owner.hints)
        }
    }
}

extension WordCode.Mistake {
    fileprivate var reason: String {
        switch self {
        case .unknownWord(let index): "word \(index) is not in the list"
        case .wrongCount(let count): "\(counted(count, "word")) instead of \(WordCode.wordCount)"
        case .wrongChecksum: "one of them is another word than the one that was shown"
        }
    }
}
