import Foundation
import RedoInsight
import RedoManual
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem
import TestSupport
import Testing

/// What the sources know is in the manual: codes of errors, variables, names of the configuration.
@Suite struct CompletenessTests {
    /// The Swift sources, joined.
    static let sources: String = {
        let directory = Fixtures.package.appending(path: "Sources")
        let files = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
            .compactMap { try? String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    }()

    static func page(_ file: String) throws -> String {
        try String(contentsOf: Fixtures.package.appending(path: "man/\(file)"), encoding: .utf8)
    }

    /// What the first group of a pattern finds.
    static func matches(_ pattern: String) throws -> Set<String> {
        let expression = try NSRegularExpression(pattern: pattern)
        let range = NSRange(sources.startIndex..., in: sources)
        return Set(
            expression.matches(in: sources, range: range).compactMap {
                Range($0.range(at: 1), in: sources).map { String(sources[$0]) }
            })
    }

    @Test func everyCodeIsExplained() throws {
        let codes = try Self.matches("\"((?:E_[A-Z_]+|[A-Z]+_[0-9]{3}|USAGE))\"")
        #expect(codes.isSuperset(of: ErrorCode.allCases.map(\.rawValue)))
        #expect(codes.count >= 25)
        let page = try Self.page("redo-errors.7")
        for code in codes { #expect(page.contains("\n.It Dv \(code)\n"), "\(code)") }
    }

    @Test func noCodeIsExplainedThatDoesNotExist() throws {
        let codes = try Self.matches("\"([A-Z_0-9]+)\"")
        for line in try Self.page("redo-errors.7").components(separatedBy: "\n")
        where line.hasPrefix(".It Dv ") {
            #expect(codes.contains(String(line.dropFirst(".It Dv ".count))), "\(line)")
        }
    }

    /// What the table says of a hook, the page says too: its arguments, its input, and whether it may refuse.
    @Test(arguments: Hook.allCases)
    func everyHookIsExplained(_ hook: Hook) throws {
        let page = try Self.page("src/redo-hooks.7")
        let line = "\n.It Ic \(hook.name)\(hook.arguments.map { " Ar \($0)" }.joined())\n"
        let start = try #require(page.range(of: line))
        let item = try #require(
            page[start.upperBound...].components(separatedBy: "\n.It ").first?
                .components(separatedBy: "\n.El").first)
        #expect(item.contains("other than 0 refuses") == hook.mayRefuse)
        switch hook.input {
        case .nodes: #expect(item.contains("JSON Lines") || item.contains("same input"))
        case .ids: #expect(item.contains("ids"))
        case .reminder: #expect(item.contains("JSON object"))
        }
    }

    @Test func everyVariableIsExplained() throws {
        let names = try Self.matches(
            "(?:(?:rawValue|value)\\(of: |UserDirectory = \\()\"([A-Z_]+)\"")
        #expect(names.isSuperset(of: ["REDO_DIR", "REDO_WALL", "XDG_DATA_HOME", "PAGER", "PATH"]))
        let page = try Self.page("redo.1")
        for name in names { #expect(page.contains("\n.It Ev \(name)\n"), "\(name)") }
    }

    /// Names that the sources read, as they are looked up.
    static func configurationNames() throws -> Set<String> {
        try matches("values?\\(\"([a-z]+\\.[a-zA-Z]+)\"\\)")
            .union(matches("(?:name|member|string|text)\\(\"([a-z]+\\.[a-zA-Z]+)\"\\)"))
            .union(matches("Configuration\\.Name\\(\"([a-z]+\\.[a-zA-Z]+)\"\\)"))
            .union(matches("\\(\"((?:user|redo)\\.[a-zA-Z]+)\", "))
    }

    @Test func everyNameOfTheConfigurationIsKnown() throws {
        let known = Set(ConfigurationKey.all.map(\.name))
        let read = try Self.configurationNames()
        #expect(read.isSuperset(of: ["user.key", "user.name"]))
        #expect(read.isSubset(of: known), "\(read.subtracting(known))")
        // Each key of the table is read somewhere by its constant.
        let constants = try Self.matches(
            "static let ([a-zA-Z]+) = ConfigurationKey\\(")
        #expect(constants.count == known.count)
        let used = try Self.matches(
            "(?:[vV]alues?|[nN]umber|boolean|setting|text|configured|userIDs)\\(\\.([a-zA-Z]+)\\)"
        )
        .union(Self.matches("ConfigurationKey\\.([a-zA-Z]+)"))
        #expect(constants.isSubset(of: used), "\(constants.subtracting(used)) are unused")
    }

    /// The words of the table, which the store's library cannot know, are those of the others.
    @Test func theWordsOfTheConfigurationAreThoseThatThereAre() {
        #expect(ConfigurationKey.rank.form == .word(Rank.allCases.map(\.rawValue)))
        #expect(
            ConfigurationKey.dialect.form
                == .word([Dialect.fields.rawValue, Dialect.payload.rawValue]))
    }

    /// What the table says of a name, the page says too: the fallback, the bounds and where it counts.
    @Test(arguments: ConfigurationKey.all.map(\.name))
    func theManualSaysWhatCounts(_ name: String) throws {
        let key = try #require(ConfigurationKey.all.first { $0.name == name })
        let items = try Self.page("src/redo-config.1").components(separatedBy: "\n.It Ic ")
        let item = try #require(
            items.first {
                $0.prefix { $0 != "\n" }.components(separatedBy: " , ").contains(name)
            })
        let text = item.components(separatedBy: "\n.El").first ?? ""
        if key.form != .boolean, let fallback = key.fallback {
            #expect(text.contains(fallback))
        }
        switch key.form {
        case .boolean: #expect(text.contains("`true`"))
        case .word(let words), .words(let words):
            for word in words { #expect(text.contains("`\(word)`")) }
        case .number(let range) where range.upperBound < Int.max:
            #expect(text.contains("\(range.upperBound)"))
        case .factor: #expect(text.contains("1000"))
        case .span: #expect(text.contains("`30min`"))
        case .linkPrefix: #expect(text.contains("https://"))
        case .endpoint: #expect(text.contains("`https`"))
        case .number, .text, .userID, .nodeID, .timeOfDay: break
        }
        #expect(text.contains("In the user's configuration only") == key.isUsersOnly)
        #expect(text.contains("may be given several times") == key.isList)
    }

    @Test func everyNameOfTheConfigurationIsExplained() throws {
        let page = try Self.page("redo-config.1")
        let explained = page.components(separatedBy: "\n").filter { $0.hasPrefix(".It Ic ") }
            .flatMap { $0.dropFirst(".It Ic ".count).components(separatedBy: " , ") }
        let document = try String(
            contentsOf: Fixtures.package.appending(path: "docs/configuration.md"), encoding: .utf8)
        for name in ConfigurationKey.all.map(\.name) + ConfigurationKey.patterns {
            #expect(explained.contains(name), "\(name)")
            #expect(document.contains("`\(name)`"), "\(name)")
        }
    }
}
