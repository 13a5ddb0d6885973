/// The hand-written part of a page, `man/src/redo-log.1`: mdoc, with a few shorter spellings.
///
/// - `` `text` `` within a line is bold, `` `<text>` `` italic.
/// - Lines between two lines of three backquotes are shown as they are. In EXAMPLES these are what a
///   test runs.
/// - `@option NAME` in OPTIONS begins what the page says of an option beyond its summary.
/// - `@see log key store.5` is SEE ALSO: other pages, those of commands by the commands' names.
/// - `@commands` and `@guides` list the pages of commands, by group, and the others.
/// - `@codes` lists the codes of errors, each with its exit status and meaning.
/// - Comments (`.\"`) are left out. Those that begin with `test` are for the test of the examples.
struct PageSource {
    struct Section {
        let title: String
        var lines: [String] = []
    }

    let name: String
    let date: String
    private(set) var sections: [Section] = []

    private static let fence = "```"

    /// - Parameter name: of the file, for messages.
    init(_ text: String, name: String) throws(ManualError) {
        self.name = name
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let first = lines.first, first.hasPrefix(".Dd ") else {
            throw ManualError("\(name): the first line is not the date, .Dd")
        }
        date = String(first.dropFirst(4))
        var isLiteral = false
        for line in lines.dropFirst() {
            if line == Self.fence { isLiteral.toggle() }
            if !isLiteral, line.hasPrefix(".\\\"") { continue }
            if !isLiteral, line.hasPrefix(".Sh ") {
                sections.append(Section(title: String(line.dropFirst(4))))
            } else if !isLiteral, line.hasPrefix("@see ") {
                sections.append(Section(title: "SEE ALSO", lines: [line]))
            } else if !sections.isEmpty {
                sections[sections.count - 1].lines.append(line)
            } else if !line.isEmpty {
                throw ManualError("\(name): there is text before the first section")
            }
        }
        guard !isLiteral else { throw ManualError("\(name): \(Self.fence) does not end") }
    }

    func section(_ title: String) -> Section? { sections.first { $0.title == title } }

    /// The text of the page about each option.
    func optionNotes() throws(ManualError) -> [String: [String]] {
        var notes: [String: [String]] = [:]
        var option: String?
        for line in section("OPTIONS")?.lines ?? [] {
            if line.hasPrefix("@option ") {
                option = String(line.dropFirst("@option ".count))
            } else if let option {
                notes[option, default: []].append(line)
            } else if !line.isEmpty {
                throw ManualError("\(name): OPTIONS has text before the first @option")
            }
        }
        return notes
    }

    /// Lines as mdoc.
    static func mdoc(_ lines: [String], _ suite: ManualIndex) throws(ManualError) -> [String] {
        var result: [String] = []
        var isLiteral = false
        for line in lines {
            if line == fence {
                result.append(isLiteral ? ".Ed" : ".Bd -literal -offset indent")
                isLiteral.toggle()
            } else if isLiteral {
                result.append(Mdoc.literal(line))
            } else if line.hasPrefix("@see ") {
                result += try suite.references(
                    line.split(separator: " ").dropFirst().map(String.init))
            } else if line == "@commands" {
                result += suite.commandList
            } else if line == "@guides" {
                result += suite.guideList
            } else if line == "@codes" {
                result += Mdoc.codeList
            } else if line.hasPrefix(".") || line.hasPrefix("'") {
                result.append(Mdoc.plain(line))
            } else if !line.isEmpty {
                result.append(Mdoc.text(line))
            }
        }
        return result
    }
}
