import RedoModel
import RedoSystem

/// A spelling of an option in the words of a line: `due`, for `due:fri`, or a sign before its value: `+`, for `+home`.
package struct WordSpelling: Hashable, Sendable, ExpressibleByStringLiteral {
    package let text: String
    /// The option that has to be given as well; nil if the spelling counts in any case.
    let companion: String?

    /// The signs that a value follows without a colon.
    static let signs = ["+", "@"]

    package init(_ text: String, beside companion: String? = nil) {
        self.text = text
        self.companion = companion
    }

    package init(stringLiteral text: String) { self.init(text) }
}

/// The words of a line that set fields, such as `due:fri` and `+home`: other spellings of options.
///
/// The words of an option are declared with it (``OptionSpecification/words``), so a word takes what the option takes,
/// and is read where the option is read.
package struct AttributeWords: Sendable {
    /// A word as an option.
    struct Reading {
        let option: OptionSpecification
        let value: String
    }

    /// The option of a command that says which words are read, in place of `add.words`.
    package static let option = OptionSpecification.flag(
        "words", isNegatable: true, isExpert: true,
        "read words such as due:fri and +home in quoted texts, after -- and in lines as well")

    private let options: [OptionSpecification]

    /// - Parameter options: of the command, and those of custom fields.
    init(_ options: [OptionSpecification]) { self.options = options.filter { !$0.words.isEmpty } }

    /// - Parameters:
    ///   - command: whose options have words.
    ///   - fields: those that have custom fields.
    package init(of command: CommandSpecification, _ fields: TaskFieldCatalog) {
        self.init(command.options + .ofCustomFields(fields))
    }

    // MARK: Reading

    /// A word divided at its colon, or after its sign.
    private struct Parts {
        let key: Substring
        let value: Substring

        /// - Returns: nil for a word that sets nothing, whatever the options are: a time, a URL, a number.
        init?(_ word: Substring) {
            if let sign = word.first, WordSpelling.signs.contains(String(sign)) {
                (key, value) = (word.prefix(1), word.dropFirst())
                guard value.first?.isLetter == true else { return nil }
                return
            }
            guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            (key, value) = (word[..<colon], word[word.utf8.index(after: colon)...])
            guard let first = key.utf8.first, (0x61...0x7A).contains(first),
                key.utf8.allSatisfy({ byte in
                    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                        || byte == UInt8(ascii: "-")
                }), !value.hasPrefix("//")
            else { return nil }
        }
    }

    /// True if a word, or one between the white space of a text, can set a field: the options decide whether it does.
    static func mayBeIn(_ text: String) -> Bool {
        text.split(whereSeparator: \.isWhitespace).contains { Parts($0) != nil }
    }

    /// The option that a word spells.
    ///
    /// - Parameter isGiven: whether an option is given, by its name or by a word.
    /// - Returns: nil for a word that is text.
    /// - Throws: wrong usage for a beginning of several spellings, and for a missing value.
    func reading(
        _ word: some StringProtocol, isGiven: (String) -> Bool
    ) throws(RedoError) -> Reading? {
        guard let parts = Parts(Substring(word)) else { return nil }
        // `re:` before a subject begins a text, and `due:` before a date was meant.
        let isWhole = options.contains { $0.words.contains { $0.text == parts.key } }
        guard isWhole || !parts.value.isEmpty,
            let option = try option(spelled: String(parts.key), isGiven)
        else { return nil }
        guard !parts.value.isEmpty else {
            throw .usage(
                "a value is missing after '\(word)'",
                hints: ["the value follows without a space: \(word)\(option.valueName ?? "")"])
        }
        return Reading(option: option, value: String(parts.value))
    }

    private func option(
        spelled key: String, _ isGiven: (String) -> Bool
    ) throws(RedoError) -> OptionSpecification? {
        let known = options.map { option in
            (
                option: option,
                spellings: option.words.filter { $0.companion.map(isGiven) ?? true }.map(\.text)
            )
        }
        let found = meanings(
            of: key, among: known,
            name: { $0.spellings.contains($0.option.name) ? $0.option.name : "" },
            spellings: \.spellings)
        guard found.count > 1 else { return found.first?.option }
        // A spelling that needs another option is a closer one where that is given.
        if let option = found.first(where: { $0.spellings.contains(key) })?.option { return option }
        let names = found.map { thing in
            "'\(thing.spellings.first { $0.hasPrefix(key) } ?? ""):'"
        }
        throw .usage(
            "'\(key):' could be \(names.joined(separator: " or "))",
            hints: ["words after '--' are text"])
    }

    /// True if a word sets a field, or is a mistake in one that does.
    package func setsField(_ word: some StringProtocol) -> Bool {
        do throws(RedoError) {
            return try reading(word) { _ in false } != nil
        } catch {
            return true
        }
    }

    /// The option that a text with white space in its value would spell, as it is typed: `--due 'next fri'`.
    ///
    /// - Returns: nil for a text that spells none.
    func option(in text: String) -> String? {
        guard let parts = Parts(Substring(text)), parts.value.contains(where: \.isWhitespace),
            !WordSpelling.signs.contains(String(parts.key)),
            let option = try? option(spelled: String(parts.key), { _ in false })
        else { return nil }
        return "--\(option.name) \(shellWord(String(parts.value)))"
    }

    /// Hints about a word that sets no field, for a command whose words must all set fields.
    ///
    /// - Parameter command: whose options count that have no word.
    /// - Returns: none for a word that does not look as if it set something.
    func hints(about word: String, _ command: CommandSpecification) -> [String] {
        guard let parts = Parts(Substring(word)) else { return [] }
        let key = parts.key.lowercased()
        let field = TaskField.standard.first { $0.label.lowercased() == key }?.key ?? key
        if let option = command.options.first(where: { $0.name == field && $0.value != nil }) {
            return ["--\(option.name) \(shellWord(String(parts.value))) sets it"]
        }
        let keys = options.flatMap(\.words).map(\.text).filter {
            !WordSpelling.signs.contains($0)
        }
        let similar = similarNames(to: key, among: keys)
        return similar.isEmpty
            ? [
                "what sets a field begins with \(keys.map { "\($0):" }.joined(separator: ", ")), + or @"
            ]
            : similar.map { "did you mean '\($0):\(parts.value)'?" }
    }

    /// The words of a text that would set fields.
    func words(in text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).filter { word in
            (try? reading(word) { _ in false }) != nil
        }.map(String.init)
    }
}

// MARK: Location

/// A word of a line that was read as an option.
struct ReadWord: Sendable {
    let text: String
    /// All words of the line, with spaces between them.
    let line: String
    /// The bytes before the word in the line.
    let offset: Int

    /// The number of the word's first character in the line, from 1.
    var character: Int { String(decoding: line.utf8.prefix(offset), as: UTF8.self).count + 1 }

    /// An error about the word: its message says where the word is, and its excerpt marks it, or the wrong part of its
    /// value.
    func located(_ error: RedoError) -> RedoError {
        let end = offset + text.utf8.count
        var marked = offset..<end
        if let wrong = error.detail as? WrongValue, let range = wrong.range,
            text.hasSuffix(wrong.value)
        {
            let start = end - wrong.value.utf8.count
            marked = start + range.lowerBound..<start + range.upperBound
        }
        return error.adding(
            location: "in '\(text)' at character \(character)",
            excerpt: markedExcerpt(of: line, marked))
    }
}
