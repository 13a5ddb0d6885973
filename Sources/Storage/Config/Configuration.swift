/// A configuration file in Git's syntax (git-config(1), section "Syntax").
///
/// Keeps the text as it was written, comments included, and changes only the lines of the entries
/// that are set or removed.
package struct Configuration: Sendable {
    /// `section.key` or `section.subsection.key`; section and key in lower case.
    package struct Name: Hashable, Sendable {
        package let section: String
        package let subsection: String?
        package let key: String

        /// Reads a dotted name; nil if a part is missing, or has a character other than letters, digits and hyphens
        /// (the subsection may have any but a line feed).
        package init?(_ text: String) {
            guard let first = text.utf8.firstIndex(of: UInt8(ascii: ".")),
                let last = text.utf8.lastIndex(of: UInt8(ascii: "."))
            else { return nil }
            section = text[..<first].lowercased()
            key = text[text.utf8.index(after: last)...].lowercased()
            subsection =
                first == last ? nil : String(text[text.utf8.index(after: first)..<last])
            // A byte, not a character: a carriage return and a line feed are one character.
            guard isSectionName(section), isKeyName(key),
                subsection?.utf8.contains(UInt8(ascii: "\n")) != true
            else { return nil }
        }

        init(section: String, subsection: String?, key: String) {
            self.section = section
            self.subsection = subsection
            self.key = key
        }
    }

    /// A name with its value; no value means true.
    package struct Entry: Sendable {
        package let name: Name
        /// Nil for a key without `=`, which means true.
        package let value: String?

        package init(name: Name, value: String?) {
            self.name = name
            self.value = value
        }
    }

    /// A range of the file that is kept or replaced as a whole.
    private struct Piece: Sendable {
        var text: String
        /// The section that it starts.
        var header: (section: String, subsection: String?)?
        var entry: Entry?
    }

    /// The origin of a configuration.
    package enum Origin: Equatable, Sendable {
        /// The user's file.
        case user(path: String)
        /// A store's file.
        case store(path: String)
        /// Options before a command.
        case commandLine
        /// No file: it was built in memory.
        case memory

        package var isStore: Bool {
            if case .store = self { true } else { false }
        }

        /// The file, if it is one.
        var path: String? {
            switch self {
            case .user(let path), .store(let path): path
            case .commandLine, .memory: nil
            }
        }
    }

    private var pieces: [Piece] = []
    package var origin = Origin.memory

    package init() {}

    /// Every entry in the order of the file.
    package var entries: [Entry] { pieces.compactMap(\.entry) }

    package var text: String { pieces.map(\.text).joined() }

    /// All values of a name, in the order of the file; a key alone counts as `true`.
    package func values(_ name: Name) -> [String] {
        entries.filter { $0.name == name }.map { $0.value ?? "true" }
    }

    /// The value that counts: the last one.
    package func value(_ name: Name) -> String? { values(name).last }

    /// The last value of a name; nil if it has none, or is not a valid name.
    package func value(_ name: String) -> String? { Name(name).flatMap(value) }

    /// The line of the last occurrence of a value of a name, counted from 1; nil if there is none. O(n) for n bytes
    /// of text.
    func line(of name: Name, _ value: String) -> Int? {
        var line = 1
        var found: Int?
        for piece in pieces {
            if let entry = piece.entry, entry.name == name, (entry.value ?? "true") == value {
                found = line
            }
            line += piece.text.utf8.count { $0 == UInt8(ascii: "\n") }
        }
        return found
    }

    // MARK: Changes

    /// Sets a name to one value, at the position of its last one.
    package mutating func set(_ name: Name, to value: String) {
        guard let last = pieces.lastIndex(where: { $0.entry?.name == name }) else {
            return add(name, value)
        }
        pieces[last] = Self.piece(name, value)
        for index in pieces[..<last].indices.reversed() where pieces[index].entry?.name == name {
            pieces.remove(at: index)
        }
    }

    /// Adds a value to the existing ones of a name.
    package mutating func add(_ name: Name, _ value: String) {
        let new = Self.piece(name, value)
        let isOpenAtEnd = pieces.last.map { !endsLine($0.text) || isContinued($0.text) } ?? false
        if isOpenAtEnd { pieces[pieces.count - 1].text += "\n" }
        var section: (section: String, subsection: String?)?
        var position: Int?
        for (index, piece) in pieces.enumerated() {
            if let header = piece.header { section = header }
            if let section, section.section == name.section, section.subsection == name.subsection,
                piece.header != nil || piece.entry != nil
            {
                position = index + 1
            }
        }
        if let position {
            // An entry can be on the line of its section's header.
            if !endsLine(pieces[position - 1].text) { pieces[position - 1].text += "\n" }
            pieces.insert(new, at: position)
        } else {
            let title = name.subsection.map { "[\(name.section) \"\(escaped($0))\"]\n" }
            pieces.append(
                Piece(
                    text: title ?? "[\(name.section)]\n", header: (name.section, name.subsection)))
            pieces.append(new)
        }
    }

    /// Removes all values of a name.
    ///
    /// - Returns: how many there were.
    package mutating func remove(_ name: Name) -> Int {
        let count = pieces.count
        pieces.removeAll { $0.entry?.name == name }
        return count - pieces.count
    }

    /// Removes a value of a name.
    ///
    /// - Returns: how many times it was there.
    package mutating func remove(_ name: Name, _ value: String) -> Int {
        let count = pieces.count
        pieces.removeAll { $0.entry?.name == name && ($0.entry?.value ?? "true") == value }
        return count - pieces.count
    }

    /// Removes a subsection: its header and everything in it, comments included.
    ///
    /// - Returns: whether it was there.
    package mutating func removeSection(_ section: String, _ subsection: String) -> Bool {
        var isInside = false
        let count = pieces.count
        pieces.removeAll { piece in
            if let header = piece.header {
                isInside = header.section == section && header.subsection == subsection
            }
            return isInside
        }
        return pieces.count < count
    }

    /// Makes a subsection what it was in an earlier configuration: it is removed if that had none.
    package mutating func restoreSection(
        _ section: String, _ subsection: String, from earlier: Configuration
    ) {
        var isInside = false
        let old = earlier.pieces.filter { piece in
            if let header = piece.header {
                isInside = header.section == section && header.subsection == subsection
            }
            return isInside
        }
        let start = pieces.firstIndex { piece in
            piece.header.map { $0.section == section && $0.subsection == subsection } ?? false
        }
        guard removeSection(section, subsection), let start else { return }
        pieces.insert(contentsOf: old, at: start)
    }

    /// Renames a subsection. Everything in it stays, comments included.
    ///
    /// - Returns: whether it was there.
    package mutating func renameSection(
        _ section: String, _ old: String, to new: String
    ) -> Bool {
        var isThere = false
        for index in pieces.indices {
            if let header = pieces[index].header, header == (section, old) {
                isThere = true
                let (start, end) = Self.headerText(pieces[index].text)
                pieces[index].text = "\(start)[\(section) \"\(escaped(new))\"]\(end)"
                pieces[index].header = (section, new)
            }
            if let entry = pieces[index].entry, entry.name.section == section,
                entry.name.subsection == old
            {
                let name = Name(section: section, subsection: new, key: entry.name.key)
                pieces[index].entry = Entry(name: name, value: entry.value)
            }
        }
        return isThere
    }

    /// The text before and after the brackets of a header.
    private static func headerText(_ text: String) -> (start: Substring, end: Substring) {
        let bytes = text.utf8
        let open = bytes.firstIndex(of: UInt8(ascii: "[")) ?? bytes.startIndex
        var isQuoted = false
        var index = open
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index = bytes.index(after: index)
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "]") where !isQuoted:
                return (text[..<open], text[bytes.index(after: index)...])
            default: break
            }
            if index < bytes.endIndex { index = bytes.index(after: index) }
        }
        return (text[..<open], "")
    }

    private static func piece(_ name: Name, _ value: String) -> Piece {
        Piece(
            text: "\t\(name.key) = \(quoted(value))\n", header: nil,
            entry: Entry(name: name, value: value))
    }

    // MARK: Reading

    /// A line that is not in the syntax.
    package struct SyntaxError: Error, Sendable {
        /// Counted from 1.
        package let line: Int
    }

    /// Reads what is in the syntax. Other lines stay as they are, and mean nothing.
    ///
    /// - Parameter wrongLines: receives their numbers, counted from 1.
    package init(reading text: String, wrongLines: inout [Int]) {
        var parser = ConfigurationParser(text: Array(text.utf8))
        while true {
            let before = parser
            do throws(SyntaxError) {
                guard let item = try parser.next() else { return }
                pieces.append(Piece(text: item.text, header: item.header, entry: item.entry))
            } catch {
                wrongLines.append(error.line)
                parser = before
                pieces.append(Piece(text: parser.skipLines(to: error.line).text))
            }
        }
    }

    /// Reads the text of a configuration file.
    package init(parsing text: String) throws(SyntaxError) {
        var parser = ConfigurationParser(text: Array(text.utf8))
        while let item = try parser.next() {
            pieces.append(Piece(text: item.text, header: item.header, entry: item.entry))
        }
    }
}

extension Configuration.Name: CustomStringConvertible {
    package var description: String {
        subsection.map { "\(section).\($0).\(key)" } ?? "\(section).\(key)"
    }
}

/// Several configurations, of which the last one with a value for a name wins: the store's after the user's, and the
/// command line's after both. A store's value for a key of the user's own is ignored.
package struct LayeredConfiguration: Sendable {
    /// Everything that is written, whether or not it counts.
    package let layers: [Configuration]
    private let ignored: IgnoredSettings

    /// - Parameter ignored: records each setting that is read but ignored.
    package init(_ layers: [Configuration], ignored: IgnoredSettings = IgnoredSettings()) {
        self.layers = layers
        self.ignored = ignored
    }

    /// The last value of a name; nil if it has none.
    package func value(_ name: String) -> String? { values(name).last }

    /// All values of a name, in their order; empty if the name is invalid.
    package func values(_ name: String) -> [String] {
        guard let name = Configuration.Name(name) else { return [] }
        return layers(for: name).flatMap { $0.values(name) }
    }

    /// The valid values of a key. The command reports the others when it ends.
    package func soundValues(_ key: ConfigurationKey) -> [String] {
        guard let name = Configuration.Name(key.name) else { return [] }
        var values: [String] = []
        for layer in layers(for: name) {
            for value in layer.values(name) {
                if key.mistake(in: value) == nil {
                    values.append(value)
                } else {
                    ignored.note(
                        IgnoredSetting(
                            key: key, value: value, origin: layer.origin, reason: .isMistaken,
                            hints: mendingHints(key, value, at: layer.origin)))
                }
            }
        }
        return values
    }

    /// The layers whose values of a name count: if the key counts only in the user's configuration, not the store's
    /// (``ConfigurationKey/isUsersOnly``).
    package func layers(for name: Configuration.Name) -> [Configuration] {
        guard let key = ConfigurationKey(name), key.isUsersOnly else { return layers }
        let own = layers.filter { !$0.origin.isStore }
        if own.allSatisfy({ $0.value(name) == nil }) {
            for layer in layers where layer.origin.isStore {
                for value in layer.values(name) {
                    ignored.note(
                        IgnoredSetting(
                            key: key, value: value, origin: layer.origin, reason: .isUsersOnly,
                            hints: []))
                }
            }
        }
        return own
    }
}

/// Whether a text is a whole line: a carriage return and a line feed are one character.
private func endsLine(_ text: String) -> Bool { text.utf8.last == UInt8(ascii: "\n") }

/// Whether the next line would continue the last value of a text: a file can end with a backslash and a line feed.
private func isContinued(_ text: String) -> Bool {
    let line = text.utf8.dropLast().reversed().drop { $0 == 0x0D }
    return !line.prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
}

private func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
        if scalar == "\\" || scalar == "\"" { escaped += "\\" }
        escaped.unicodeScalars.append(scalar)
    }
    return escaped
}

/// A value as it is written in a file: in quotes if white space or a comment mark would be lost.
private func quoted(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
        switch scalar {
        case "\\": text += "\\\\"
        case "\"": text += "\\\""
        case "\n": text += "\\n"
        case "\t": text += "\\t"
        case "\u{08}": text += "\\b"
        default: text.unicodeScalars.append(scalar)
        }
    }
    // Bytes, not characters: a mark can be part of a longer character, such as a keycap.
    let bytes = value.utf8
    let needsQuotes =
        bytes.isEmpty || bytes.first == UInt8(ascii: " ") || bytes.last == UInt8(ascii: " ")
        || bytes.contains { [UInt8(ascii: "#"), UInt8(ascii: ";"), 0x0D].contains($0) }
    return needsQuotes ? "\"\(text)\"" : text
}

func isSectionName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isWordByte($0) || $0 == UInt8(ascii: ".") }
}

func isKeyName(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy(isWordByte)
}

func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}

func isWordByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-")
}
