import RedoJSON
import SampleNodes
import Testing

@testable import RedoInsight
@testable import RedoModel

/// Other spellings of parts of queries: signs, tests after a dot, beginnings of keys, regular expressions.
@Suite struct QuerySpellingTests {
    private func term(_ key: String, _ test: QueryTerm.Test) -> Query {
        .term(QueryTerm(key, test))
    }

    private func titles(_ query: String, _ tasks: [TaskState]) throws -> [String] {
        try SampleTask.titles(query, of: tasks)
    }

    // MARK: Signs

    @Test(arguments: ["+home", "#home", "@home"])
    func aSignMeansATag(_ text: String) throws {
        #expect(try Query(parsing: text) == term("tag", .value("home")))
        #expect(try Query(parsing: "not \(text)") == .not(term("tag", .value("home"))))
        #expect(try Query(parsing: "-\(text)") == .not(term("tag", .value("home"))))
    }

    @Test(arguments: ["c++", "+3d", "#7", "ana@example.org", "+", "\"+home\""])
    func otherWordsWithSignsAreTexts(_ text: String) throws {
        let bare = text.filter { $0 != "\"" }
        let query = try Query(parsing: text)
        #expect(query == .text(bare))
        #expect(try Query(parsing: query.description) == query)
    }

    // MARK: Tests after a dot

    @Test(arguments: [
        ("due.before:friday", "due:<friday"), ("due.after:friday", "due:>friday"),
        ("due.by:friday", "due:<=friday"), ("due.from:friday", "due:>=friday"),
        ("due.is:friday", "due:=friday"), ("due.not:friday", "not due:friday"),
        ("due.none:", "due:none"), ("due.any:", "due:any"), ("title.contains:milk", "title:milk"),
        ("priority.above:3", "priority:>3"), ("project.is:home", "project:=home"),
    ])
    func aTestAfterADotIsOneOfTheLanguage(_ text: String, _ same: String) throws {
        #expect(try Query(parsing: text) == Query(parsing: same))
    }

    @Test func anUnknownTestIsNamed() {
        let error = #expect(throws: QueryError.self) { try Query(parsing: "due.befor:friday") }
        #expect(error?.message == "'befor' is not a test of due")
        #expect(error?.candidates.contains("before") == true)
    }

    // MARK: Keys

    @Test(arguments: [
        ("pro:x", "project"), ("pri:5", "priority"), ("sched:none", "scheduled"),
        ("desc:x", "description"), ("stat:open", "status"), ("est:2", "estimate"),
    ])
    func aBeginningIsAKey(_ text: String, _ key: String) throws {
        guard case .term(let found) = try Query(parsing: text) else {
            Issue.record("no term: \(text)")
            return
        }
        #expect(found.key == key)
    }

    @Test func anAmbiguousBeginningIsRefused() {
        let error = #expect(throws: QueryError.self) { try titles("com:x", []) }
        #expect(error?.message == "the key 'com' could be completed or comments")
    }

    @Test func aCustomFieldGoesBeforeABeginning() throws {
        let own = [TaskField(own: "pro", .text, label: nil, fallback: nil)]
        let tasks = [
            SampleTask.make(1, "a", ["pro": "x"]), SampleTask.make(2, "b", ["project": "x"]),
        ]
        #expect(try SampleTask.titles("pro:x", of: tasks, own: own) == ["a"])
        #expect(try SampleTask.titles("pro:x", of: tasks) == ["b"])
    }

    @Test(arguments: ["example.com:8080", "deu:", "note.txt:", "http://example.org/x/"])
    func whatLooksLikeAKeyIsRefused(_ text: String) {
        let error = #expect(throws: QueryError.self) { try titles(text, []) }
        #expect(error?.message.hasPrefix("unknown query key") == true)
        #expect(error?.candidates.contains("due") == true)
    }

    // MARK: Projects

    @Test func aBeginningOfAProjectCountsIfNoProjectHasTheName() throws {
        let tasks = ["finance", "fin.tax", "home"].enumerated().map {
            SampleTask.make($0, $1, ["project": .string(JSONString($1))])
        }
        func found(_ text: String, _ projects: [JSONString]) throws -> [String] {
            let environment = QueryEnvironment(
                now: SampleTask.now, fields: TaskFieldCatalog(), sharing: .unasked,
                projects: ProjectNames(Set(projects))
            ) { _, _ throws(QueryEnvironment.DateError) in throw .init("no date", hint: nil) }
            let query = try CompiledQuery(Query(parsing: text), environment)
            return tasks.filter { query.includes($0, TaskFacts()) }.map(\.title.description)
        }
        let all: [JSONString] = ["finance", "fin.tax", "home"]
        #expect(try found("project:fin", all) == ["fin.tax"])
        #expect(try found("project:fin", ["finance", "home"]) == ["finance", "fin.tax"])
        #expect(try found("project:fi", all) == ["finance", "fin.tax"])
        #expect(try found("project:=fin", all) == [])
        #expect(try found("project:x", all) == [])
    }

    // MARK: Regular expressions

    @Test(arguments: [
        ("/^buy .*milk$/", ["Buy oat milk"]), ("/CAFÉ/", ["Zoë's café"]),
        ("/cafe\u{301}/", ["Zoë's café"]), ("/o[ëx]/", ["Zoë's café"]), ("/\\/etc/", ["a/etc b"]),
        ("title:/^a/", ["a/etc b"]), ("/(milk|etc)/", ["Buy oat milk", "a/etc b"]),
        ("-/(milk|etc)/", ["Zoë's café", "привет"]), ("/^.{6}$/", ["привет"]),
        ("/[а-п]р[а-я]в/", ["привет"]),
    ])
    func anExpressionIsFound(_ query: String, _ expected: [String]) throws {
        let tasks = ["Buy oat milk", "Zoë's café", "a/etc b", "привет"].enumerated().map {
            SampleTask.make($0, $1)
        }
        #expect(try titles(query, tasks) == expected)
    }

    @Test(arguments: ["/a b/", "/a\\/b/", "/(a|b) \\\\/", "title:/a\\/b/"])
    func anExpressionIsPrintedAsItIsRead(_ text: String) throws {
        let query = try Query(parsing: text)
        #expect(try Query(parsing: query.description) == query)
    }

    @Test(arguments: ["/usr", "//", "a/b/"])
    func aSlashAloneIsAText(_ text: String) throws {
        #expect(try Query(parsing: text) == .text(text))
    }

    @Test(arguments: ["/(a/", "/(a)\\1/", "/((((((((((a+)+)+)+)+)+)+)+)+)+/", "/[/", "tag:/x/"])
    func anInvalidExpressionIsRefused(_ text: String) {
        #expect(throws: QueryError.self) { try titles(text, []) }
    }

    // MARK: Encodings of accents

    @Test(arguments: [
        ("tag:caf\u{E9}", "tags"), ("tag:cafe\u{301}", "tags"), ("project:caf\u{E9}", "project"),
        ("project:cafe\u{301}", "project"), ("title:caf\u{E9}", "title"),
        ("size:caf\u{E9}", "size"),
        ("size:cafe\u{301}", "size"), ("+caf\u{E9}", "tags"), ("project:=cafe\u{301}.x", "project"),
    ])
    func composedAndDecomposedAreEqual(_ query: String, _ field: String) throws {
        let own = [TaskField(own: "size", .choice(["caf\u{E9}"]), label: nil, fallback: nil)]
        for text in ["caf\u{E9}", "cafe\u{301}"] {
            let value: JSONValue =
                field == "tags"
                ? .array([.string(JSONString(text))])
                : .string(JSONString(field == "project" ? text + ".x" : text))
            let tasks = [SampleTask.make(1, "a", [field: value]), SampleTask.make(2, "cafe")]
            let found = try SampleTask.titles(query, of: tasks, own: own)
            #expect(found.count == (field == "title" ? 2 : 1), "\(query) \(text)")
        }
        let tasks = [SampleTask.make(1, "a", [field: "cafe"])]
        if field == "project" {
            #expect(try SampleTask.titles(query, of: tasks, own: own) == [])
        }
    }
}
