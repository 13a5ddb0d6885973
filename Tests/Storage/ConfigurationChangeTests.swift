import RedoSystem
import TestSupport
import Testing

@testable import RedoStore

/// Changing a configuration.
@Suite struct ConfigurationChangeTests {
    static func changed(
        _ text: String, _ change: (inout Configuration, Configuration.Name) -> Void,
        _ name: String = "a.k"
    ) throws -> String {
        var configuration = try Configuration(parsing: text)
        change(&configuration, try #require(Configuration.Name(name)))
        // What is written is what counts from then on.
        let again = try Configuration(parsing: configuration.text)
        #expect(
            again.entries.map { "\($0.name)=\($0.value ?? "-")" }
                == configuration.entries.map { "\($0.name)=\($0.value ?? "-")" })
        return configuration.text
    }

    @Test(arguments: [
        ("", "[a]\n\tk = new\n"), ("# c\n", "# c\n[a]\n\tk = new\n"),
        ("# c", "# c\n[a]\n\tk = new\n"),
        ("[a]\nk = old\n", "[a]\n\tk = new\n"), ("[a]\n#x\nk=old", "[a]\n#x\n\tk = new\n"),
        ("[a]\nk = 1\nl = 2\nk = 3\n", "[a]\nl = 2\n\tk = new\n"),
        ("[a]\nl = 2\n\n[b]\nm = 3\n", "[a]\nl = 2\n\tk = new\n\n[b]\nm = 3\n"),
        ("[a \"x\"]\nk = 1\n", "[a \"x\"]\nk = 1\n[a]\n\tk = new\n"),
        ("[a]\nk = one\\\n two\nl = 2\n", "[a]\n\tk = new\nl = 2\n"),
        ("[a]\nl = one\\\n", "[a]\nl = one\\\n\n\tk = new\n"),
        ("[a]\nl = one\\\\\n", "[a]\nl = one\\\\\n\tk = new\n"),
    ])
    func oneValueIsSet(_ text: String, _ expected: String) throws {
        #expect(try Self.changed(text) { $0.set($1, to: "new") } == expected)
    }

    @Test(arguments: [
        ("[a]\nk = 1\n", "[a]\nk = 1\n\tk = new\n"),
        ("[a]\nk = 1\n\n# c\n[b]\n", "[a]\nk = 1\n\tk = new\n\n# c\n[b]\n"),
        ("[a] k = 1", "[a] k = 1\n\tk = new\n"), ("[a]", "[a]\n\tk = new\n"),
        ("[b]\nk = 1\r\n", "[b]\nk = 1\r\n[a]\n\tk = new\n"),
        ("[a]\r\nk = 1\r\n", "[a]\r\nk = 1\r\n\tk = new\n"),
        ("[a]\r\nk = 1\r\n\r\n[b]\r\n", "[a]\r\nk = 1\r\n\tk = new\n\r\n[b]\r\n"),
    ])
    func aValueIsAdded(_ text: String, _ expected: String) throws {
        #expect(try Self.changed(text) { $0.add($1, "new") } == expected)
    }

    @Test(arguments: [
        ("[a]\nk = 1\nl = 2\nk = 3\n", "[a]\nl = 2\n"), ("[a]\nk = 1\n# c\n", "[a]\n# c\n"),
        ("[b]\nk = 1\n", "[b]\nk = 1\n"), ("[a] k = 1\n[b]\nk = 2\n", "[a] [b]\nk = 2\n"),
    ])
    func allValuesAreRemoved(_ text: String, _ expected: String) throws {
        #expect(try Self.changed(text) { _ = $0.remove($1) } == expected)
    }

    @Test func removingSaysHowManyThereWere() throws {
        var configuration = try Configuration(parsing: "[a]\nk = 1\nk = 2\n")
        let name = try #require(Configuration.Name("a.k"))
        #expect(configuration.remove(name) == 2)
        #expect(configuration.remove(name) == 0)
    }

    /// Values in which something would be lost if they were written as they are.
    static let oddValues = [
        "", " ", "  a", "a  ", "\t", "a\tb", "\n", "a\nb\n", "#", "a # b", ";x", "a;", "\"",
        "\"a\"",
        "\\", "a\\", "\\n", "a\\\nb", "\r", "a\r", "\ra", "a\r\nb", "\r\n", "\u{8}", "=", "[x]",
        "é", "😀",
        // A combining mark or a variation selector joins the character before it.
        "#\u{FE0F}\u{20E3}", ";\u{301}x", "a;\u{301}", " \u{301}a", "\"\u{301}", "\\\u{301}",
        "a \u{200D}",
    ]

    @Test(arguments: oddValues)
    func anyValueIsReadBack(_ value: String) throws {
        var configuration = try Configuration(parsing: "[a]\n\tk = old\n")
        let name = try #require(Configuration.Name("a.k"))
        configuration.set(name, to: value)
        let again = try Configuration(parsing: configuration.text)
        #expect(again.value(name).map { Array($0.utf8) } == Array(value.utf8))
        #expect(again.entries.count == 1)
    }

    @Test(arguments: oddValues.filter { !$0.contains("\n") && !$0.contains("\r\n") })
    func anySubsectionIsReadBack(_ subsection: String) throws {
        var configuration = Configuration()
        let name = try #require(Configuration.Name("a.\(subsection).k"))
        configuration.add(name, "v")
        let again = try Configuration(parsing: configuration.text)
        #expect(again.value(name) == "v")
    }

    /// In each of its parts, and nothing else changes.
    @Test(arguments: [
        ("[r \"x\"]\n\tk = 1\n", "[r \"y]\\\"\"]\n\tk = 1\n", true),
        ("[r]\nk = 1\n", "[r]\nk = 1\n", false),
        (
            "  [r  \"x\"] k = 1 # c\n;d\n[r.x]\nl = 2\n[s \"x\"]\nk = 3\n",
            "  [r \"y]\\\"\"] k = 1 # c\n;d\n[r \"y]\\\"\"]\nl = 2\n[s \"x\"]\nk = 3\n", true
        ),
    ])
    func aSubsectionIsRenamed(text: String, expected: String, isThere: Bool) throws {
        var configuration = try Configuration(parsing: text)
        #expect(configuration.renameSection("r", "x", to: "y]\"") == isThere)
        #expect(configuration.text == expected)
        let again = try Configuration(parsing: configuration.text)
        #expect(again.entries.map(\.name) == configuration.entries.map(\.name))
        #expect(again.value("r.y]\".k") == (isThere ? "1" : nil))
    }

    /// With its header and its comments, wherever its parts are, and nothing else.
    @Test(arguments: [
        ("[r \"x\"]\n\tk = 1\n", "", true), ("[r]\nk = 1\n", "[r]\nk = 1\n", false),
        ("[r \"X\"]\nk = 1\n", "[r \"X\"]\nk = 1\n", false),
        (
            "#a\n[b]\nk = 0\n[r \"x\"]\n#c\nk = 1\n[R \"y\"]\nk = 2\n[r \"x\"]\nl = 3\n",
            "#a\n[b]\nk = 0\n[R \"y\"]\nk = 2\n", true
        ),
    ])
    func aSubsectionIsRemovedAsAWhole(text: String, expected: String, isThere: Bool) throws {
        var configuration = try Configuration(parsing: text)
        #expect(configuration.removeSection("r", "x") == isThere)
        #expect(configuration.text == expected)
    }
}
