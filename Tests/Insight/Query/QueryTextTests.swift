import RedoInsight
import RedoModel
import TestSupport
import Testing

/// The language of queries: what is read, what is printed, and where mistakes are.
@Suite struct QueryTextTests {
    private func term(_ key: String, _ test: QueryTerm.Test) -> Query {
        .term(QueryTerm(key, test))
    }

    @Test func wordsAndTermsAreJoined() throws {
        #expect(try Query(parsing: "") == .everything)
        #expect(try Query(parsing: "milk") == .text("milk"))
        #expect(try Query(parsing: "buy milk") == .all([.text("buy"), .text("milk")]))
        #expect(try Query(parsing: "buy and milk") == .all([.text("buy"), .text("milk")]))
        #expect(try Query(parsing: "\"buy milk\"") == .text("buy milk"))
        #expect(try Query(parsing: "\"and\"") == .text("and"))
        #expect(try Query(parsing: #""a \"b\" \\""#) == .text(#"a "b" \"#))
        #expect(try Query(parsing: "12:30") == .text("12:30"))
        #expect(try Query(parsing: "\"x:y\"") == .text("x:y"))
        #expect(try Query(parsing: "tag:x") == term("tag", .value("x")))
    }

    @Test func orBindsLeastAndNotMost() throws {
        #expect(
            try Query(parsing: "a b or not c d")
                == .any([
                    .all([.text("a"), .text("b")]), .all([.not(.text("c")), .text("d")]),
                ]))
        #expect(
            try Query(parsing: "a (b or c)") == .all([.text("a"), .any([.text("b"), .text("c")])]))
        #expect(try Query(parsing: "-tag:x") == .not(term("tag", .value("x"))))
        #expect(try Query(parsing: "-(a b)") == .not(.all([.text("a"), .text("b")])))
        #expect(try Query(parsing: "a-b -") == .all([.text("a-b"), .text("-")]))
    }

    @Test(arguments: [
        ("due:..eow", QueryTerm.Test.range(low: nil, high: "eow")),
        ("due:none", .absent), ("due:any", .present), ("due:\"none\"", .value("none")),
        ("priority:4..", .range(low: "4", high: nil)),
        ("due:\"next week\"..\"24 dec\"", .range(low: "next week", high: "24 dec")),
        ("created:>2026-01-01", .comparison(.greater, "2026-01-01")),
        ("points:<=2", .comparison(.atMost, "2")), ("tag:\">2\"", .value(">2")),
        ("tag:\"\"", .value("")), ("due:12:30", .value("12:30")), ("tag:\"a..b\"", .value("a..b")),
    ])
    func testsAreRead(_ text: String, _ test: QueryTerm.Test) throws {
        guard case .term(let term) = try Query(parsing: text) else {
            Issue.record("no term: \(text)")
            return
        }
        #expect(term.test == test)
        #expect(term.range.bytes == 0..<text.utf8.count)
    }

    @Test(arguments: [
        ("a and", 5..<5), ("or b", 0..<2), ("a or or b", 5..<7), ("(a", 0..<1), ("a)", 1..<2),
        ("()", 1..<2), ("é due:", 3..<7), ("x \"abc", 2..<6), ("due:..", 0..<6), ("due:>", 0..<5),
        ("\"\"", 0..<2), ("\" \"", 0..<3), ("not", 3..<3), ("a and and b", 6..<9),
    ])
    func mistakesHaveAPlace(_ text: String, _ place: Range<Int>) {
        let error = #expect(throws: QueryError.self) { try Query(parsing: text) }
        #expect(error?.range == place, "\(text): \(String(describing: error))")
    }

    @Test func whatIsPrintedIsReadAgain() throws {
        let seed = Seed()
        var random = RandomQuery(generator: seed.generator)
        for _ in 0..<3000 {
            let query = random.query(depth: 5)
            let text = query.description
            guard text.utf8.count <= Query.maximumLength else { continue }
            #expect((try? Query(parsing: text)) == query, "\(text) \(seed.replay)")
        }
    }

    /// Random bytes, and parts of the language in any order, are read or refused with a place in the text.
    @Test func nothingIsTooStrange() throws {
        let seed = Seed()
        var generator = seed.generator
        let parts = ["(", ")", "-", "not ", "and ", "or ", "due:", "\"", "\\", "..", ">", " ", "x"]
        for round in 0..<3000 {
            let count = Int.random(in: 0...60, using: &generator)
            let text =
                round % 2 == 0
                ? String(
                    decoding: (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) },
                    as: UTF8.self)
                : (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
            do throws(QueryError) {
                let query = try Query(parsing: text)
                let again = try? Query(parsing: query.description)
                #expect(again == query, "\(text) \(seed.replay)")
            } catch {
                #expect(
                    error.range.lowerBound >= 0 && error.range.upperBound <= text.utf8.count,
                    "\(text) \(seed.replay)")
            }
        }
    }

    @Test func nestingAndLengthAreLimited() throws {
        let deep = Query.maximumDepth
        func nested(_ count: Int) -> String {
            String(repeating: "(", count: count) + "a" + String(repeating: ")", count: count)
        }
        #expect(try Query(parsing: nested(deep)) == .text("a"))
        for text in [nested(deep + 1), String(repeating: "-", count: 4000) + "a", nested(2000)] {
            #expect(throws: QueryError.self) { try Query(parsing: text) }
        }
        let longest = String(repeating: "a", count: Query.maximumLength)
        #expect(try Query(parsing: longest) == .text(longest))
        #expect(throws: QueryError.self) { try Query(parsing: longest + "a") }
    }
}
