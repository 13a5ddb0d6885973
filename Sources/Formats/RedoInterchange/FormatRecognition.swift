import RedoJSON
import RedoSystem

/// The format of a file, as its contents suggest it.
package struct FormatRecognition: Equatable, Sendable {
    /// A kind of file.
    package enum Content: Equatable, Sendable {
        case format(InterchangeFormat)
        /// Nodes of this suite, as `redo export` writes them.
        case nodes
        /// Something that no command reads; in words.
        case other(String)
    }

    package let content: Content
    /// Whether no file of another format looks like that.
    package let isCertain: Bool

    private init(_ content: Content, isCertain: Bool = true) {
        self.content = content
        self.isCertain = isCertain
    }

    fileprivate init(_ format: InterchangeFormat, isCertain: Bool = true) {
        self.init(.format(format), isCertain: isCertain)
    }

    /// The maximum number of bytes at the beginning of a file that are examined.
    package static let maximumByteCount = 1 << 18

    /// Examines the beginning of a file; nil if nothing is recognised.
    ///
    /// - Parameter bytes: UTF-8 without a byte order mark.
    /// - Complexity: O(n) for the first ``maximumByteCount`` bytes.
    package init?(_ bytes: [UInt8]) {
        let bytes = Array(bytes.prefix(Self.maximumByteCount))
        let text = String(decoding: bytes, as: UTF8.self)
        let start = text.drop(while: \.isWhitespace)
        if let known = Self.signature(start.prefix(64)) {
            self = known
        } else if let object = Self.firstObject(bytes) {
            guard let known = Self.json(object) else { return nil }
            self = known
        } else if start.hasPrefix("{") {
            return nil
        } else if let known = Self.table(bytes) ?? TextMarks(start).recognition {
            self = known
        } else {
            return nil
        }
    }

    /// What the first characters say.
    private static func signature(_ start: Substring) -> FormatRecognition? {
        let start = start.lowercased()
        if start.hasPrefix("begin:vcalendar") { return FormatRecognition(.icalendar) }
        let others = [
            ("begin:vcard", "contacts (vCard)"), ("<!doctype html", "HTML"), ("<html", "HTML"),
            ("<?xml", "XML"), ("%pdf-", "a PDF"), ("{\\rtf", "RTF"),
            ("sqlite format 3", "an SQLite database, as Taskwarrior 3 keeps its tasks"),
        ]
        let other = others.first { start.hasPrefix($0.0) }
        return other.map { FormatRecognition(.other($0.1)) }
    }

    // MARK: JSON

    /// What the members of an object say, the first of the file.
    private static func json(_ object: JSONElement) -> FormatRecognition? {
        let names = Set(object.members.map(\.name.description))
        if names.isSuperset(of: ["action", "author", "timestamp"]) {
            return FormatRecognition(.nodes)
        }
        if names.contains("description"),
            !names.isDisjoint(with: ["uuid", "entry", "urgency"]), !names.contains("title")
        {
            return FormatRecognition(.taskwarrior)
        }
        guard names.contains("title") else { return nil }
        if names.contains("iid") { return FormatRecognition(.gitlab) }
        if names.isSubset(of: ForeignMember.allCases.map(\.rawValue)) {
            return FormatRecognition(.json)
        }
        let ofIssues = ["number", "html_url", "body", "labels", "stateReason", "milestone"]
        return names.isDisjoint(with: ofIssues) ? nil : FormatRecognition(.github)
    }

    /// The first object of an array, of lines, or of an array in an array; nil if it does not end within the bytes.
    private static func firstObject(_ bytes: [UInt8]) -> JSONElement? {
        guard let begin = bytes.firstIndex(of: UInt8(ascii: "{")),
            bytes[..<begin].allSatisfy({ $0 <= 0x20 || $0 == UInt8(ascii: "[") })
        else { return nil }
        var (depth, isText, isEscaped) = (0, false, false)
        for index in begin..<bytes.count {
            let byte = bytes[index]
            if isEscaped {
                isEscaped = false
            } else if isText {
                isEscaped = byte == UInt8(ascii: "\\")
                isText = byte != UInt8(ascii: "\"")
            } else if byte == UInt8(ascii: "\"") {
                isText = true
            } else if byte == UInt8(ascii: "{") {
                depth += 1
            } else if byte == UInt8(ascii: "}") {
                depth -= 1
                if depth == 0 { return try? JSONDocument(Array(bytes[begin...index])).root }
            }
        }
        return nil
    }

    // MARK: Tables

    /// What the first line says, if it is the header of a table.
    private static func table(_ bytes: [UInt8]) -> FormatRecognition? {
        let line = Array(bytes.prefix { $0 != 0x0A })
        guard let separator = CSVText.separator(of: line),
            let header = CSVText.records(line, separator: separator).first, header.mistake == nil
        else { return nil }
        if separator == UInt8(ascii: ","), TodoistRow.header(header) != nil {
            return FormatRecognition(.todoist)
        }
        let names = header.cells.map { String(decoding: $0, as: UTF8.self).trimmed }
        guard let columns = try? CSVColumns(names, mapped: [:]) else { return nil }
        let members = columns.contents.count { if case .member = $0 { true } else { false } }
        return FormatRecognition(.csv, isCertain: members > 1)
    }
}

/// Counts of lines that are marks of org, Markdown and todo.txt.
private struct TextMarks {
    /// Lines of each kind.
    private var headings = 0
    private var deepHeadings = 0
    private var keywords = 0
    private var orgLines = 0
    private var boxes = 0
    private var items = 0
    private var titles = 0
    private var todoTxtBeginnings = 0
    private var todoTxtWords = 0

    init(_ text: Substring) {
        for line in text.split(whereSeparator: \.isNewline) { count(line) }
    }

    private mutating func count(_ line: Substring) {
        if let heading = OrgHeading(line, .usual) {
            headings += 1
            if heading.level > 1 { deepHeadings += 1 }
            if heading.keyword != nil { keywords += 1 }
        }
        let bare = line.drop { $0 == " " || $0 == "\t" }
        let orgBeginnings = [
            "DEADLINE: <", "SCHEDULED: <", "CLOSED: [", ":PROPERTIES:", "CLOCK: [",
        ]
        if orgBeginnings.contains(where: bare.hasPrefix) || OrgKeywords.setting(line) != nil {
            orgLines += 1
        }
        if let bullet = bare.first, "-*+".contains(bullet), bare.dropFirst().first == " " {
            let box = bare.dropFirst(2).prefix(4).lowercased()
            if box == "[ ] " || box == "[x] " { boxes += 1 } else { items += 1 }
        }
        let level = line.prefix { $0 == "#" }.count
        if (1...6).contains(level), line.dropFirst(level).first == " " { titles += 1 }
        countTodoTxt(line)
    }

    private mutating func countTodoTxt(_ line: Substring) {
        let words = line.split(separator: " ")
        guard let first = words.first else { return }
        let isDone = first == "x" && words.count > 1 && TodoTxtWords.isDate(words[1])
        if isDone || TodoTxtWords.priority(first) != nil {
            todoTxtBeginnings += 1
        } else if TodoTxtWords.isDate(first) || words.contains(where: Self.isTodoTxtWord) {
            todoTxtWords += 1
        }
    }

    private static func isTodoTxtWord(_ word: Substring) -> Bool {
        if TodoTxtWords.isName(word) { return true }
        guard word.hasPrefix("due:") || word.hasPrefix("t:") else { return false }
        return TodoTxtWords.isDate(
            word[word.index(after: word.firstIndex(of: ":") ?? word.startIndex)...])
    }

    var recognition: FormatRecognition? {
        if headings > 0, orgLines > 0 || deepHeadings > 0 { return FormatRecognition(.org) }
        if keywords > 0, boxes == 0 { return FormatRecognition(.org, isCertain: false) }
        if boxes > 0 { return FormatRecognition(.markdown) }
        if todoTxtBeginnings > 0 { return FormatRecognition(.todotxt) }
        if items > 0 { return FormatRecognition(.markdown, isCertain: false) }
        if todoTxtWords > 0 { return FormatRecognition(.todotxt, isCertain: false) }
        return titles > 0 ? FormatRecognition(.markdown, isCertain: false) : nil
    }
}
