import TestSupport
import Testing

@testable import RedoStore

/// Whatever is changed, everything else stays byte for byte.
@Suite struct ConfigurationPropertyTests {
    /// A stretch of a random file, and the entry that it holds.
    struct Line {
        let text: String
        let name: String?
    }

    static func file(_ random: inout SeededGenerator) -> [Line] {
        func pick(_ texts: [String]) -> String { texts.randomElement(using: &random)! }
        let end = Int.random(in: 0..<4, using: &random) == 0 ? "\r\n" : "\n"
        var lines: [Line] = []
        var section: String?
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                lines.append(
                    Line(text: pick(["", "  ", "# c", "\t; [a] k = 1", "#é"]) + end, name: nil))
            case 1, 2:
                let (text, name) = [
                    ("[a]", "a"), ("[b]", "b"), ("[A] # c", "a"), ("[a \"x.Y\"]", "a.x.Y"),
                    (" [b]", "b"),
                ].randomElement(using: &random)!
                section = name
                lines.append(Line(text: text + end, name: nil))
            default:
                guard let section else { continue }
                let key = pick(["k", "l", "k"])
                let text = pick([
                    "\(key) = v", "\t\(key)=v # c", "\(key)", "  \(key.uppercased()) = \"a # b\" ",
                    "\(key) = one\\\(end)  two", "\(key) =",
                ])
                lines.append(Line(text: text + end, name: "\(section).\(key)"))
            }
        }
        // An editor may leave the last line open.
        if Bool.random(using: &random), let last = lines.popLast() {
            let open = last.text.unicodeScalars.dropLast(end.unicodeScalars.count)
            lines.append(Line(text: String(open), name: last.name))
        }
        return lines
    }

    static func text(_ lines: some Sequence<Line>) -> String { lines.map(\.text).joined() }

    static func entries(_ configuration: Configuration) -> [String] {
        configuration.entries.map { "\($0.name)=\($0.value ?? "-")" }
    }

    /// Tries random changes of random files.
    static func forEachFile(
        _ body: (
            _ lines: [Line], _ configuration: Configuration, _ name: Configuration.Name,
            _ replay: Comment
        ) throws -> Void
    ) throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<400 {
            let lines = Self.file(&random)
            let name = ["a.k", "a.l", "b.k", "a.x.Y.k", "c.k"].randomElement(using: &random)!
            let configuration = try Configuration(parsing: text(lines))
            try body(lines, configuration, #require(Configuration.Name(name)), seed.replay)
        }
    }

    @Test func whatIsReadIsWrittenAgain() throws {
        try Self.forEachFile { lines, configuration, _, replay in
            #expect(Array(configuration.text.utf8) == Array(Self.text(lines).utf8), replay)
            let names = configuration.entries.map(\.name.description)
            #expect(names == lines.compactMap(\.name), replay)
        }
    }

    @Test func removingTakesOnlyTheEntriesOut() throws {
        try Self.forEachFile { lines, configuration, name, replay in
            var changed = configuration
            let count = changed.remove(name)
            let rest = lines.filter { $0.name != name.description }
            #expect(count == lines.count - rest.count, replay)
            #expect(Array(changed.text.utf8) == Array(Self.text(rest).utf8), replay)
        }
    }

    @Test func settingReplacesOnlyTheEntries() throws {
        try Self.forEachFile { lines, configuration, name, replay in
            guard let last = lines.lastIndex(where: { $0.name == name.description }) else { return }
            var changed = configuration
            changed.set(name, to: "new")
            let before = lines[..<last].filter { $0.name != name.description }
            let expected =
                Self.text(before) + "\t\(name.key) = new\n" + Self.text(lines[(last + 1)...])
            #expect(Array(changed.text.utf8) == Array(expected.utf8), replay)
        }
    }

    @Test func addingInsertsOnlyItsLine() throws {
        try Self.forEachFile { lines, configuration, name, replay in
            var changed = configuration
            changed.add(name, "new")
            var old = Array(Self.text(lines).utf8)
            if !old.isEmpty, old.last != UInt8(ascii: "\n") { old.append(UInt8(ascii: "\n")) }
            let line = Array("\t\(name.key) = new\n".utf8)
            let new = Array(changed.text.utf8)
            let header =
                name.subsection.map { "[\(name.section) \"\($0)\"]\n" } ?? "[\(name.section)]\n"
            let isInserted = old.indices.contains { new == old[..<$0] + line + old[$0...] }
            let isAppended = new == old + line || new == old + Array(header.utf8) + line
            #expect(isInserted || isAppended, replay)
            let again = try Configuration(parsing: changed.text)
            #expect(again.values(name) == configuration.values(name) + ["new"], replay)
            let others = Self.entries(again).filter { !$0.hasPrefix("\(name)=") }
            #expect(
                others == Self.entries(configuration).filter { !$0.hasPrefix("\(name)=") }, replay)
        }
    }
}
