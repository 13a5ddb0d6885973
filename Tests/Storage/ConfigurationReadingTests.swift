import RedoSystem
import TestSupport
import Testing

@testable import RedoStore

/// Reading Git's configuration syntax (git-config(1), section "Syntax").
@Suite struct ConfigurationReadingTests {
    static func entries(_ text: String) throws -> [String] {
        try Configuration(parsing: text).entries.map { "\($0.name)=\($0.value ?? "-")" }
    }

    /// Of several equal entries the last line counts; a value can go on over lines, and stand beside its header.
    @Test(arguments: [
        ("[a]\nk = v\n", 2), ("# x\n\n[a] k = v\n", 3), ("[a]\r\nk = v\r\n", 2),
        ("[a]\nk = v\n[b]\nk = v\n[a]\nk = w\nk = v # x", 7), ("[a]\nj = x\\\n y\nk = v", 4),
        ("[a]\nk = w\n[b]\nk = v", nil),
    ])
    func aValueHasItsLine(_ text: String, _ line: Int?) throws {
        let name = try #require(Configuration.Name("a.k"))
        #expect(try Configuration(parsing: text).line(of: name, "v") == line)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        let entries: [String]
        init(_ text: String, _ entries: String...) {
            self.text = text
            self.entries = entries
        }
        var testDescription: String { text.debugDescription }
    }

    @Test(arguments: [
        Case(""), Case("\n\n"), Case("# only a comment"), Case("[a]"),
        Case("[a]\nk = v\n", "a.k=v"), Case("[a]\nk=v", "a.k=v"), Case("[a] k = v\n", "a.k=v"),
        Case("[a]\nk\n", "a.k=-"), Case("[a]\nk =\n", "a.k="), Case("[a]\nk = \"\"\n", "a.k="),
        Case("[A]\nKey = V\n", "a.key=V"),
        Case("[a \"Sub.x\"]\nk = v\n", "a.Sub.x.k=v"),
        Case("[a \"q\\\"b\\\\\"]\nk = v\n", "a.q\"b\\.k=v"),
        Case("[a \"\"]\nk = v\n", "a..k=v"),
        Case("[a]\nk = 1\nk = 2\n[b]\nk = 3\n[a]\nk = 4\n", "a.k=1", "a.k=2", "b.k=3", "a.k=4"),
        Case("[a]\nk = v # comment\n", "a.k=v"), Case("[a]\nk = v;comment\n", "a.k=v"),
        Case("[a]\nk = \"v # no comment\"\n", "a.k=v # no comment"),
        Case("[a]\nk = \"  v  \"  \n", "a.k=  v  "),
        Case("[a]\nk =   two words  \n", "a.k=two words"),
        Case("[a]\nk = a\"b\"c\n", "a.k=abc"), Case("[a]\nk = a\" \"\n", "a.k=a "),
        Case("[a]\nk = \\t\\n\\\"\\\\\\b\n", "a.k=\t\n\"\\\u{8}"),
        Case("[a]\nk = one\\\n two\n", "a.k=one two"),
        Case("[a]\nk = one \\\ntwo\n", "a.k=one two"),
        Case("[a]\nk = é😀\n", "a.k=é😀"),
        Case("[a] # comment\nk = v\n", "a.k=v"), Case("[a]\n\t; comment\n\tk = v\n", "a.k=v"),
        Case("[a]\r\nk = v\r\n# c\r\n[b]\r\nk\r\n", "a.k=v", "b.k=-"),
        // Less usual, and all the same to Git.
        Case("[a]\nk = one\\\r\n two\r\n", "a.k=one two"),
        Case("[a]\nk = \\\n  v\n", "a.k=v"), Case("[a]\nk = \"\" v\n", "a.k=v"),
        Case("[a]\nk = v \\\n\n", "a.k=v "),
        Case("[a.b]\nk = v\n", "a.b.k=v"), Case("[a.B]\nk = v\n", "a.b.k=v"),
        Case("\u{FEFF}[a]\nk = v\n", "a.k=v"),
    ])
    func entriesAreRead(_ example: Case) throws {
        #expect(try Self.entries(example.text) == example.entries)
    }

    @Test(arguments: [
        ("k = v\n", 1), ("[a\nk = v\n", 1), ("[a]\n= v\n", 2), ("[a]\n1k = v\n", 2),
        ("[a]\nk v\n", 2), ("[a]\nk_x = v\n", 2), ("[a]\n\n\nk = \"v\n", 4), ("[a]\nk = \\x\n", 2),
        ("[a \"b]\nk = v\n", 1), ("[a \"b\" c]\nk = v\n", 1), ("[a b]\n", 1), ("[é]\n", 1),
        ("[a]\nk = one\\\ntwo\\\n\\q\n", 4), ("[a]\nk = v\n]\n", 3), ("[a ]\nk = v\n", 1),
        ("[a]\nk # comment\n", 2),
    ])
    func anErrorNamesItsLine(_ text: String, _ line: Int) {
        let error = #expect(throws: Configuration.SyntaxError.self) {
            try Configuration(parsing: text)
        }
        #expect(error?.line == line)
    }

    @Test(arguments: ["[a.b]\nk = v\n", "[a \"b\"]\nk = v\n"])
    func aSubsectionIsFoundInEitherSpelling(_ text: String) throws {
        #expect(try Configuration(parsing: text).value("a.b.k") == "v")
    }

    @Test(arguments: [
        "", "a", ".k", "a.", "a.1k", "a b.k", "a.k_", "a.x\ny.k", "a.x\r\ny.k", "é.k",
    ])
    func whatIsNoNameIsRefused(_ text: String) {
        #expect(Configuration.Name(text) == nil)
    }

    @Test func aNameHasItsCaseInTheSubsectionOnly() throws {
        let name = try #require(Configuration.Name("Remote.My.Server.URL"))
        #expect(name.section == "remote" && name.subsection == "My.Server" && name.key == "url")
        #expect(name.description == "remote.My.Server.url")
    }

    @Test func aKeyAloneMeansTrue() throws {
        #expect(try Configuration(parsing: "[a]\nk\n").value("a.k") == "true")
    }

    @Test func theTextIsKeptAsItIs() throws {
        let text = "# c\r\n\n[a] ; x\n  k=\"v\"#y\n\n[b \"c\"]k2\n\t\n;z"
        #expect(try Configuration(parsing: text).text == text)
    }
}
