import RedoJSON
import TestSupport
import Testing

/// `redo search`: tasks by their words.
@Suite struct SearchTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    func titles(_ arguments: String...) throws -> [String] {
        try store.run("search", arguments + ["--json"]).lines
            .map { try JSONDocument(Array($0.utf8)).root.value }.compactMap { $0["title"]?.text }
    }

    @Test func everyWordStandsSomewhere() throws {
        try store.add(
            "Buy milk", "--description", "The blue one", "-t", "shop", "--notes", "two litres")
        try store.add("Buy paint", "--description", "blue")
        #expect(try Set(titles("buy")) == ["Buy milk", "Buy paint"])
        #expect(try titles("buy", "blue").count == 2)
        #expect(try titles("MILK", "shop", "litre", "blue") == ["Buy milk"])
        #expect(try titles("milk", "paint") == [])
        #expect(try titles("blue one") == ["Buy milk"])
        #expect(try titles("one blue") == [])
        #expect(try titles("\"blue one\" buy") == ["Buy milk"])
        #expect(try titles("one blue \"two\"") == ["Buy milk"])
        #expect(try store.run("search", ["nothing"]).status == 1)
        #expect(try store.run("search", ["buy"]).status == 0)
    }

    @Test func accentsAndCaseDoNotCount() throws {
        for title in [
            "Café crème", "Cafe\u{301} noir", "STRASSE", "Łódź", "ΣΊΣΥΦΟΣ", "Ｆｕｌｌ", "한국어",
        ] {
            try store.add(title)
        }
        #expect(try Set(titles("cafe")) == ["Café crème", "Cafe\u{301} noir"])
        #expect(try titles("CAFÉ", "creme") == ["Café crème"])
        #expect(try titles("straße") == ["STRASSE"])
        #expect(try titles("lodz") == ["Łódź"])
        #expect(try titles("σισυφος") == ["ΣΊΣΥΦΟΣ"])
        #expect(try titles("full") == ["Ｆｕｌｌ"])
        #expect(try titles("한국") == ["한국어"])
    }

    @Test func whatMatchesBestComesFirst() throws {
        try store.add("one", "--notes", "milk", "-p", "5", "--due", "2025-11-01")
        try store.add("two", "--description", "milk", "-p", "5", "--due", "2025-11-01")
        try store.add("three", "-t", "milkshake")
        try store.add("four", "-t", "milk")
        try store.add("Milkshake five")
        try store.add("six milk", "-p", "1")
        try store.add("seven, milk!", "-p", "5")
        #expect(
            try titles("milk") == [
                "seven, milk!", "six milk", "Milkshake five", "four", "three", "two", "one",
            ])
        #expect(try titles("milk", "-n", "2") == ["seven, milk!", "six milk"])
    }

    @Test func whatIsPutAwayIsFoundWhenAskedFor() throws {
        try store.add("Old milk")
        _ = try store.run("archive", ["Old milk"])
        #expect(try titles("milk") == [])
        #expect(try titles("milk", "--all") == ["Old milk"])
        #expect(try store.run("search", ["-a", "milk"]).text.hasSuffix("  Old milk (archived)\n"))
    }

    @Test func matchesAreShownInContext() throws {
        let text =
            String(repeating: "before ", count: 20) + "the NEEDLE here"
            + " after after after after after after after"
        try store.add("Hay", "--description", text, "-t", "farm")
        let lines = try store.run("search", ["needle"]).lines
        #expect(lines.count == 2)
        #expect(lines[0].hasSuffix("  Hay (note) #farm"))
        let excerpt = "…before before before before the NEEDLE here after after after after after…"
        #expect(lines[1] == "      description: \(excerpt)")
    }

    @Test func regularExpressionsAreThoseOfPOSIX() throws {
        try store.add("Call 555-1234")
        try store.add("Call Änne")
        #expect(try titles("--regex", "[0-9]{3}-[0-9]+$") == ["Call 555-1234"])
        #expect(try titles("-E", "^call .nne$") == ["Call Änne"])
        #expect(try titles("-E", "call", "12(3|x)4") == ["Call 555-1234"])
        let outcome = try store.run("search", ["-E", "(("])
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: '((' is not a regular expression: "))
    }

    @Test func aMatchIsHighlightedOnATerminal() throws {
        try store.add("Le cafe\u{301} noir")
        let outcome = try store.runner.shell(
            "script -qec 'REDO_PAGER=cat redo-search CAFE' /dev/null")
        #expect(outcome.text.contains("Le \u{1B}[1;31mcafe\u{301}\u{1B}[m noir"), "\(outcome)")
        #expect(try !store.run("search", ["cafe"]).text.contains("\u{1B}"))
    }

    /// What a task says cannot move the cursor, and no search ends badly.
    @Test func hostileTextsAreHarmless() throws {
        let seed = Seed()
        var random = seed.generator
        let parts = [
            "\u{1B}[2J", "a", "é", "e\u{301}", "水", "\u{202E}", "\n", "ﬁ", "😀", "\u{200D}", " ",
            "ß",
            "각", "\u{0}", "㎏", "\u{9B}",
        ]
        let runner = try CommandRunner.withStore()
        for place in 1...12 {
            let text = (0..<40).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            let value = JSONValue.string(JSONString(text))
            try runner.store(
                SampleNode(
                    task: SampleNode.task(place),
                    fields: ["title": value, "description": value, "tags": [value]]))
        }
        for word in ["a", "e", "fi", "ss", "水", "kg", "각", "a e"] {
            for options in [[], ["-E"]] {
                let outcome = try runner.run("redo-search", options + [word])
                #expect(outcome.status <= 1, seed.replay)
                #expect(HostileText.isSafe(outcome.text), seed.replay)
            }
        }
    }

    @Test(arguments: [[], [""], ["  "], ["\"\""], ["-E", ""]])
    func nothingIsNotSearchedFor(_ words: [String]) throws {
        #expect(try store.run("search", words).status == 129)
    }
}
