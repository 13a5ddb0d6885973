import RedoRepository
import RedoSystem

/// A command's arguments, taken apart.
package struct Arguments: Sendable {
    /// Options in the order in which they were given, with their values.
    private var given: [(name: String, value: String?, operandCount: Int, word: ReadWord?)] = []
    package private(set) var operands: [String] = []
    /// The lines of the last operands, which are from standard input.
    private var inputLines: [Int?] = []
    /// True if names were to be read, and there are none: the command is about nothing.
    package private(set) var namesNothing = false
    /// True if the short help was requested, `-h`, and not the manual page.
    private(set) var wantsSummary = false
    /// The names of the options that can be requested.
    private var declared: Set<String>
    /// The options of custom fields, which are declared beside those of the specification.
    package private(set) var customOptions: [OptionSpecification]
    /// The words in texts of operands that would set fields if they were not in quotes.
    package private(set) var unreadWords: [String] = []

    /// The options that operands with white space would spell, as they are typed: `--due 'next fri'`.
    package private(set) var unreadOptions: [String] = []
    /// The operands before `--` that are single words, and text.
    package private(set) var plainWords: [String] = []

    /// True if words were read as options.
    package var hasWords: Bool { given.contains { $0.word != nil } }

    /// True if the command has an option.
    package func declares(_ option: OptionSpecification) -> Bool {
        declared.contains(option.name)
    }

    /// Ends the process for an option that the command does not declare, which can never be given: a mistake of the program.
    private func expectDeclared(_ option: OptionSpecification) {
        if !declares(option) { fatalError("--\(option.name) is read, and not declared") }
    }

    /// Some options as they were given, each with its value.
    package func spelled(_ options: [OptionSpecification]) -> [String] {
        given.compactMap { given in
            guard
                options.contains(where: { given.name == $0.name || given.name == "no-\($0.name)" })
            else { return nil }
            return "--\(given.name)" + (given.value.map { "=\($0)" } ?? "")
        }
    }

    /// True if a word that begins with a minus sign is a part of a query and not an option: `-tag:x`, `-+x`.
    private static func isNegatedPart(_ word: String) -> Bool {
        let rest = word.utf8.dropFirst()
        guard let first = rest.first else { return false }
        if "+#@/(".utf8.contains(first) { return true }
        guard let colon = rest.firstIndex(of: UInt8(ascii: ":")),
            (0x61...0x7A).contains(first | 0x20)
        else { return false }
        return rest[..<colon].allSatisfy {
            (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D
                || $0 == 0x2E
        }
    }

    /// True if a flag is on: given, and not taken back after.
    package func has(_ option: OptionSpecification) -> Bool {
        setting(option) == true
    }

    /// The words that hand flags on to another command as they are set here.
    package func words(handingOn flags: [OptionSpecification]) -> [String] {
        flags.compactMap { flag in
            setting(flag).map { $0 ? "--\(flag.name)" : "--no-\(flag.name)" }
        }
    }

    /// The setting of a flag, on or off; nil if it is not mentioned.
    package func setting(_ option: OptionSpecification) -> Bool? {
        expectDeclared(option)
        return given.last { $0.name == option.name || $0.name == "no-\(option.name)" }
            .map { $0.name == option.name }
    }

    /// True if the output is requested as JSON, which errors then are, too.
    var wantsJSON: Bool { given.contains { $0.name == "json" } }

    /// The setting of a flag, on or off; nil if it is not mentioned, or if the command does not have it.
    package func settingIfDeclared(_ option: OptionSpecification) -> Bool? {
        declares(option) ? setting(option) : nil
    }

    /// True if an option was given, in any of its spellings.
    package func isGiven(_ option: OptionSpecification) -> Bool {
        option.value == nil ? setting(option) != nil : !values(option).isEmpty
    }

    /// The value that was given last.
    package func value(_ option: OptionSpecification) -> String? {
        expectDeclared(option)
        return given.last { $0.name == option.name }?.value
    }

    /// The file that an option names for output; nil for standard output, which `-` means as well.
    package func outputFile(_ option: OptionSpecification) -> String? {
        value(option).flatMap { $0 == "-" ? nil : $0 }
    }

    /// All values of an option, in their order.
    package func values(_ option: OptionSpecification) -> [String] {
        expectDeclared(option)
        return given.compactMap { $0.name == option.name ? $0.value : nil }
    }

    /// The number of operands that were given before each occurrence of an option, in their order.
    package func operandCounts(before option: OptionSpecification) -> [Int] {
        expectDeclared(option)
        return given.compactMap { $0.name == option.name ? $0.operandCount : nil }
    }

    /// The value as an integer that is not negative.
    ///
    /// - Throws: ``RedoError`` with wrong usage for anything else.
    package func count(_ option: OptionSpecification) throws(RedoError) -> Int? {
        guard let text = value(option) else { return nil }
        guard let count = Int(text), count >= 0 else {
            throw .usage("--\(option.name) takes a number, not '\(text)'")
        }
        return count
    }

    /// Refuses options that a form of a command does not take.
    ///
    /// - Parameter form: the command with its word: `person list`.
    /// - Throws: wrong usage if one of them is given.
    package func refuse(_ options: [OptionSpecification], by form: String) throws(RedoError) {
        for option in options where setting(option) != nil {
            throw .usage("\(form) takes no --\(option.name)")
        }
    }

    /// Takes options from others where these do not have them; values of repeatable ones are joined.
    ///
    /// - Throws: ``RedoError`` with wrong usage if options do not go together.
    package func completed(
        by others: Arguments, for specification: CommandSpecification
    ) throws(RedoError) -> Arguments {
        var all = self
        all.given = others.given.filter { other in
            let name = other.name.hasPrefix("no-") ? String(other.name.dropFirst(3)) : other.name
            let isRepeatable = specification.allOptions.contains {
                $0.name == name && $0.isRepeatable
            }
            return isRepeatable || !given.contains { $0.name == name || $0.name == "no-\(name)" }
        }
        all.given += given
        all.declared.formUnion(others.declared)
        if customOptions.isEmpty { all.customOptions = others.customOptions }
        try all.check(specification)
        return all
    }

    /// Takes arguments apart, as GNU's programs do: long options may be abbreviated if that is
    /// unique, letters may be joined, `--` ends the options, operands and options may be mixed.
    ///
    /// Operands and values that the specification declares to be paths keep their bytes; all others are texts.
    ///
    /// - Parameters:
    ///   - words: without the program's name, as the system has them (``SystemText``).
    ///   - settings: what the configuration adds.
    ///   - input: reads further operands of a command that takes names from standard input.
    /// - Throws: ``RedoError`` with wrong usage, also for a text that is not UTF-8; what the input throws.
    package init(
        parsing words: [String], for specification: CommandSpecification,
        by settings: ArgumentSettings = ArgumentSettings(),
        names input: NameInput.Reader = { _ throws(RedoError) in [] }
    ) throws(RedoError) {
        customOptions = settings.customOptions
        let specification =
            customOptions.isEmpty ? specification : specification.adding(customOptions)
        declared = Set(specification.allOptions.map(\.name))
        var rest = words[...]
        var onlyOperands = false
        // How many operands come before `--`.
        var readableCount: Int?
        while let word = rest.popFirst() {
            if onlyOperands || word == "-" || !word.hasPrefix("-")
                || specification.takesQuery && Self.isNegatedPart(word)
            {
                operands.append(word)
            } else if word == "--" {
                onlyOperands = true
                readableCount = operands.count
            } else if word.hasPrefix("--") {
                try parseLong(String(word.dropFirst(2)), &rest, specification)
            } else {
                try parseLetters(String(word.dropFirst()), &rest, specification)
            }
        }
        if has(CommandSpecification.help) || has(CommandSpecification.version) { return }
        for index in operands.indices
        where !specification.takesPath(at: index, of: operands) {
            operands[index] = try Self.written(operands[index], "argument \(index + 1)")
        }
        try readWords(specification, settings, before: readableCount ?? operands.count)
        if specification.readsNames, has(NameInput.stdin) {
            try read(input, specification)
            if namesNothing {
                try check(specification)
                return
            }
        }
        // Those of standard input are as many as there are.
        let tooMany = operands.count - inputLines.count > specification.operandCount.upperBound
        guard !tooMany, operands.count >= specification.operandCount.lowerBound else {
            var hints = unreadOptions.map { "with a space in the value: \($0)" }
            guard tooMany else {
                throw .usage(
                    "an operand is missing: \(specification.operands.first?.text ?? "")",
                    hints: hints)
            }
            let word = operands[specification.operandCount.upperBound]
            if specification.readsWords {
                hints += AttributeWords(specification.options).hints(about: word, specification)
            }
            throw .usage("unexpected argument '\(word)'", hints: hints)
        }
        try check(specification)
    }

    private mutating func read(
        _ input: NameInput.Reader, _ specification: CommandSpecification
    ) throws(RedoError) {
        let names = try input(has(NameInput.null))
        operands += names.map(\.text)
        inputLines = names.map(\.line)
        // An option that is a form of the command by itself, such as --all, says what it is about.
        namesNothing =
            operands.isEmpty
            && !specification.operands.contains { $0.option.map { setting($0) != nil } ?? false }
    }

    // MARK: Words

    /// Takes the words among the operands for the options that they spell.
    ///
    /// - Parameter count: how many operands come before `--`.
    private mutating func readWords(
        _ specification: CommandSpecification, _ settings: ArgumentSettings, before count: Int
    ) throws(RedoError) {
        guard specification.readsWords else { return }
        let allCount = operands.count
        defer {
            // Words that are options stood before `--`.
            plainWords = operands.prefix(max(0, count - allCount + operands.count))
                .filter { !$0.contains(where: \.isWhitespace) }
        }
        let isAsked = declares(AttributeWords.option) ? setting(AttributeWords.option) : nil
        guard isAsked ?? settings.readsWords, operands != ["-"] else { return }
        let reader = AttributeWords(specification.options)
        let isEvery = isAsked == true
        if !isEvery {
            unreadWords = operands.prefix(count).filter { $0.contains(where: \.isWhitespace) }
                .flatMap { reader.words(in: $0) }
            unreadOptions = operands.prefix(count).compactMap(reader.option(in:))
        }
        // With --words white space divides texts as well.
        var line = operands.enumerated().map { index, text in
            (text: text, isReadable: index < count)
        }
        if isEvery {
            line = operands.flatMap { $0.split(whereSeparator: \.isWhitespace) }
                .map { (String($0), true) }
        }
        line = try take(line, by: reader)
        if isEvery, !hasWords { return }
        operands = line.map(\.text)
    }

    /// Takes the words of a line that are options.
    ///
    /// - Returns: the others.
    private mutating func take(
        _ line: [(text: String, isReadable: Bool)], by reader: AttributeWords
    ) throws(RedoError) -> [(text: String, isReadable: Bool)] {
        func isWord(_ part: (text: String, isReadable: Bool)) -> Bool {
            part.isReadable && !part.text.contains(where: \.isWhitespace)
        }
        let spelled = line.filter(isWord).compactMap { part in
            (try? reader.reading(part.text) { _ in false })?.option.name
        }
        let named = given.map(\.name) + spelled
        let text = line.map(\.text).joined(separator: " ")
        var rest: [(text: String, isReadable: Bool)] = []
        var offset = 0
        for part in line {
            let word = ReadWord(text: part.text, line: text, offset: offset)
            offset += part.text.utf8.count + 1
            guard isWord(part) else {
                rest.append(part)
                continue
            }
            do throws(RedoError) {
                guard let reading = try reader.reading(part.text, isGiven: named.contains) else {
                    rest.append(part)
                    continue
                }
                try expectOnce(reading.option)
                given.append((reading.option.name, reading.value, rest.count, word))
            } catch {
                throw word.located(error)
            }
        }
        return rest
    }

    /// The operands as names that know where they come from.
    package var names: [InputName] {
        let first = operands.count - inputLines.count
        return operands.enumerated().map { index, text in
            InputName(text, line: index < first ? nil : inputLines[index - first])
        }
    }

    /// The terminator of a line of the output.
    package var terminator: String { has(NameInput.null) ? "\0" : "\n" }

    /// An error about a value that a word gives, or a name: with the word, or the line of standard input that the name is
    /// on.
    package func located(_ error: RedoError) -> RedoError {
        if let word = word(of: error) { return word.located(error) }
        guard !inputLines.isEmpty, let wrong = error.detail as? WrongName else { return error }
        let name = names.first { $0.text == wrong.name } ?? names.first { $0.mentions(wrong.name) }
        return name?.located(error) ?? error
    }

    /// The word that an error is about; nil if it is about none.
    private func word(of error: RedoError) -> ReadWord? {
        let wrong = (error.detail as? WrongValue)?.value ?? (error.detail as? WrongName)?.name
        guard let wrong else { return nil }
        let words = given.filter { $0.word != nil }
        return
            (words.last { $0.value == wrong } ?? words.last { $0.value?.hasSuffix(wrong) == true })?
            .word
    }

    /// The text that a word of the command line is.
    ///
    /// - Parameter name: what the error calls it.
    /// - Throws: ``RedoError`` with wrong usage if it is not UTF-8.
    static func written(_ word: String, _ name: String) throws(RedoError) -> String {
        do throws(NotUTF8) {
            return try SystemText.written(word)
        } catch {
            throw .usage("\(name) \(error.reason), in '\(word)'")
        }
    }

    /// Checks that the options go together, and that there are operands where they are needed.
    private func check(_ specification: CommandSpecification) throws(RedoError) {
        for constraint in specification.constraints {
            if namesNothing, case .operands = constraint { continue }
            if let violation = constraint.violation(by: self, of: specification.name) {
                throw .usage(violation)
            }
        }
    }

    private mutating func parseLong(
        _ word: String, _ rest: inout ArraySlice<String>, _ specification: CommandSpecification
    ) throws(RedoError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let (option, isNegated) = try find(name, specification)
        let value = parts.count == 2 ? String(parts[1]) : nil
        if option.valueName == nil || isNegated {
            guard value == nil else { throw .usage("--\(option.name) takes no value") }
            try append(isNegated ? "no-\(option.name)" : option.name, nil, option)
        } else if option.isValueOptional {
            try append(option.name, value, option)
        } else {
            guard let value = value ?? rest.popFirst() else {
                throw .usage("--\(option.name) needs a value")
            }
            try append(option.name, value, option)
        }
    }

    private func find(
        _ name: String, _ specification: CommandSpecification
    ) throws(RedoError) -> (OptionSpecification, isNegated: Bool) {
        var candidates: [(name: String, option: OptionSpecification, isNegated: Bool)] = []
        for option in specification.allOptions {
            candidates.append((option.name, option, false))
            if option.isNegatable { candidates.append(("no-\(option.name)", option, true)) }
        }
        if let exact = candidates.first(where: { $0.name == name }) {
            return (exact.option, exact.isNegated)
        }
        let matches = candidates.filter { $0.name.hasPrefix(name) }
        if matches.count == 1, let match = matches.first { return (match.option, match.isNegated) }
        guard !matches.isEmpty else {
            let similar = similarNames(to: name, among: candidates.map(\.name))
            throw .usage(
                "unknown option: --\(name)", hints: similar.map { "did you mean '--\($0)'?" })
        }
        throw .usage(
            "--\(name) could be \(matches.map { "--\($0.name)" }.joined(separator: " or "))",
            hints: matches.map { match in
                "--\(match.name)\(match.option.valueText): \(match.option.summary)"
            })
    }

    private mutating func parseLetters(
        _ letters: String, _ rest: inout ArraySlice<String>, _ specification: CommandSpecification
    ) throws(RedoError) {
        let word = letters
        if word.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let option = specification.allOptions.first(where: \.takesBareNumber)
        {
            return try append(option.name, word, option)
        }
        var letters = letters[...]
        while let letter = letters.popFirst() {
            guard let option = specification.allOptions.first(where: { $0.letter == letter }) else {
                let isName = specification.allOptions.contains { $0.name == word }
                // One letter is an option that there is not, more can be a tag that is not meant.
                let exclusion = word.count > 1 ? specification.exclusion : nil
                throw .usage(
                    "unknown option: -\(letter)",
                    hints: isName
                        ? ["did you mean '--\(word)'?"]
                        : exclusion.map { ["a tag: '\($0)\(word)'"] } ?? [])
            }
            if option.name == CommandSpecification.help.name { wantsSummary = true }
            if option.valueName == nil {
                try append(option.name, nil, option)
            } else {
                guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
                    throw .usage("-\(letter) needs a value")
                }
                try append(option.name, value, option)
                return
            }
        }
    }

    private mutating func append(
        _ name: String, _ value: String?, _ option: OptionSpecification
    ) throws(RedoError) {
        if value != nil { try expectOnce(option) }
        let isPath = option.value?.kind.isPath ?? false
        given.append(
            (
                name,
                try value.map { (value) throws(RedoError) in
                    isPath ? value : try Self.written(value, "--\(name)")
                }, operands.count, nil
            ))
    }

    private func expectOnce(_ option: OptionSpecification) throws(RedoError) {
        guard !option.isRepeatable, given.contains(where: { $0.name == option.name }) else {
            return
        }
        throw .usage("--\(option.name) is given twice")
    }
}
