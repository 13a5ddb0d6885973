import RedoSystem
import Testing

@testable import RedoStore

/// Truth values of the configuration, as git writes them.
@Suite struct ConfigurationBooleanTests {
    private func configuration(_ text: String) throws -> LayeredConfiguration {
        LayeredConfiguration([try Configuration(parsing: text)])
    }

    @Test(arguments: [
        ("= true", true), ("= TRUE", true), ("= yes", true), ("= On", true), ("= 1", true),
        ("", true), ("= false", false), ("= No", false), ("= OFF", false), ("= 0", false),
        ("=", false), ("= \"\"", false),
    ])
    func spellingsOfGitAreRead(_ text: String, _ isTrue: Bool) throws {
        let remote = try configuration("[remote \"x\"]\nencrypted \(text)\n")
        #expect(try remote.isEncrypted(remote: "x") == isTrue)
        #expect(try remote.isEncrypted(remote: "y") == nil)
        #expect(try configuration("[sync]\nmerge \(text)\n").boolean(.merge) == isTrue)
        #expect(try configuration("[core]\nhooks \(text)\n").boolean(.hooks) == isTrue)
    }

    @Test(arguments: ["ture", "2", "yes please", "-", "ｔｒｕｅ", "ja"])
    func anythingElseIsAnError(_ text: String) throws {
        var configuration = try Configuration(
            parsing: "[remote \"x\"]\n\turl = /y\n\tencrypted = \(text)\n")
        configuration.origin = .store(path: "/s/config")
        let error = #expect(throws: RedoError.self) {
            try LayeredConfiguration([configuration]).isEncrypted(remote: "x")
        }
        #expect(
            error?.message
                == "remote.x.encrypted is '\(text)', not true or false: line 3 of /s/config")
    }

    /// A later file that is mistaken does not let an earlier one count.
    @Test func theLastValueCounts() throws {
        let layers = [
            try Configuration(parsing: "[remote \"x\"]\nencrypted = yes\n"),
            try Configuration(parsing: "[remote \"x\"]\nencrypted = off\n"),
        ]
        #expect(try LayeredConfiguration(layers).isEncrypted(remote: "x") == false)
        #expect(try LayeredConfiguration(layers.reversed()).isEncrypted(remote: "x") == true)
    }

    /// Every key that means a truth value is read by the one reader: none lists the words itself.
    @Test func noKeyListsTheWordsOfATruthValue() {
        let forms = ConfigurationKey.all.map(\.form) + ConfigurationPattern.all.map(\.form)
        #expect(!forms.contains { $0 == .word(["true", "false"]) })
        #expect(forms.count { $0 == .boolean } == 10)
    }
}
