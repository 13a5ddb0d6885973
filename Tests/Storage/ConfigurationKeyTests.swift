import Testing

@testable import RedoStore

/// The table of names of the configuration.
@Suite struct ConfigurationKeyTests {
    @Test func theTableIsSorted() {
        let names = ConfigurationKey.all.map(\.name)
        #expect(names == names.sorted())
        #expect(Set(names.map { $0.lowercased() }).count == names.count)
    }

    @Test(arguments: ConfigurationKey.all.map(\.name))
    func aKeyIsFoundByItsName(_ name: String) throws {
        // As in git, a subsection counts as it is written.
        var parts = name.split(separator: ".").map(String.init)
        for place in [0, parts.count - 1] { parts[place] = parts[place].uppercased() }
        let written = try #require(Configuration.Name(parts.joined(separator: ".")))
        let key = try #require(ConfigurationKey(written))
        #expect(key.name == name)
        // What counts without a value is a value itself, and so is what hints propose.
        for value in [key.fallback, key.example].compactMap({ $0 }) {
            #expect(key.mistake(in: value) == nil, "\(value)")
        }
        if case .number = key.form { #expect(key.fallback.flatMap { Int($0) } != nil) }
    }

    @Test(arguments: [
        ("other.x", true), ("redo.rank", true), ("redo.rnak", false), ("redo.a.rank", false),
        ("alias.x", true), ("alias.x.y", false), ("remote.x.url", true), ("remote.url", false),
        ("report.x.sort", true), ("report.sort", false), ("list.x.sort", false),
        ("list.sort", false),
    ])
    func namesOfOwnSectionsAreKnownOrMistakes(_ name: String, _ isKnown: Bool) throws {
        #expect(Configuration.Name(name)?.isKnown == isKnown)
    }

    @Test func aNumberThatIsNoneDoesNotCount() throws {
        let layers = [
            try Configuration(parsing: "[gc]\nauto = 3\n"),
            try Configuration(parsing: "[gc]\nauto = many\n"),
        ]
        #expect(LayeredConfiguration([layers[0]]).number(.packingLimit) == 3)
        #expect(LayeredConfiguration(layers).number(.packingLimit) == 200)
        #expect(LayeredConfiguration([]).number(.packLimit) == 50)
    }
}
