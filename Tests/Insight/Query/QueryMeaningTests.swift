import RedoJSON
import SampleNodes
import Testing

@testable import RedoInsight
@testable import RedoModel

/// What the keys of queries ask.
@Suite struct QueryMeaningTests {
    private func titles(_ query: String, _ tasks: [TaskState]) throws -> [String] {
        try SampleTask.titles(query, of: tasks)
    }

    @Test func aProjectHasWhatIsUnderIt() throws {
        let tasks = ["home", "home.garden", "homework"].enumerated().map {
            SampleTask.make($0, $1, ["project": .string(JSONString($1))])
        }
        #expect(try titles("project:home", tasks) == ["home", "home.garden"])
        #expect(try titles("project:home.garden", tasks) == ["home.garden"])
        #expect(try titles("project:none", tasks + [SampleTask.make(9, "x")]) == ["x"])
    }

    /// Two devices can put two categories into each other; a category that is deleted has no name.
    @Test func aCategoryHasWhatIsInIt() throws {
        func id(_ number: Int) -> UUIDValue { Sample.taskID(100 + number).value }
        let organisation = OrganisationFacts(categories: [
            id(1): .init(name: "Home", parent: nil), id(2): .init(name: "Garden", parent: id(1)),
            id(3): .init(name: "A", parent: id(4)), id(4): .init(name: "B", parent: id(3)),
        ])
        let tasks = (1...5).map {
            SampleTask.make($0, "\($0)", ["category": .string(JSONString(id($0).text))])
        }
        func found(_ query: String) throws -> [String] {
            try SampleTask.titles(query, of: tasks, organisation)
        }
        #expect(try found("category:home") == ["1", "2"])
        #expect(try found("category:garden") == ["2"])
        #expect(try found("category:A") == ["3", "4"])
        #expect(try found("category:\(id(5).text)") == ["5"])
    }

    @Test func aTaskIsBlockedByWhatIsOpen() throws {
        func ids(_ numbers: Int...) -> JSONValue {
            .array(numbers.map { .string(JSONString(Sample.taskID($0).description)) })
        }
        var done = SampleTask.make(1, "done")
        done.completedAt = "2025-11-01T00:00:00Z"
        let trashed = SampleTask.make(2, "trashed", ["trashedAt": "2025-11-01T00:00:00Z"])
        let open = SampleTask.make(3, "open", due: nil)
        let tasks = [
            done, trashed, open, SampleTask.make(4, "free", ["dependsOn": ids(1, 2, 99)]),
            SampleTask.make(5, "blocked", ["dependsOn": ids(1, 3)]),
            SampleTask.make(6, "malformed", ["dependsOn": .array([.string("x"), 3])]),
        ]
        #expect(try titles("status:blocked", tasks) == ["blocked"])
        #expect(try titles("is:blocking", tasks) == ["open"])
        #expect(try titles("is:ready", tasks) == ["open", "free", "malformed"])
        #expect(try titles("depends-on:\(Sample.taskID(3))", tasks) == ["blocked"])
        #expect(try titles("status:trash", tasks) == ["trashed"])
        #expect(try titles("status:any", tasks).count == 6)
    }

    @Test func whatIsHiddenIsNotOpen() throws {
        var snoozed = SampleTask.make(1, "snoozed")
        snoozed.snoozedUntil = "2025-11-20T00:00:00Z"
        var archived = SampleTask.make(2, "archived")
        archived.isArchived = true
        let tasks = [
            snoozed, archived, SampleTask.make(3, "waiting", ["wait": "2025-11-20T00:00:00Z"]),
            SampleTask.make(4, "waited", ["wait": "2025-11-10T00:00:00Z"]),
            SampleTask.make(5, "malformed", ["wait": "soon", "trashedAt": true]),
        ]
        #expect(try titles("status:open", tasks) == ["waited", "malformed"])
        #expect(try titles("status:waiting or is:snoozed", tasks) == ["snoozed", "waiting"])
        #expect(try titles("status:archived", tasks) == ["archived"])
        #expect(try titles("wait:none", tasks) == ["snoozed", "archived", "malformed"])
    }

    /// A list adds that it is of open tasks to a query that does not say so itself.
    @Test(arguments: [
        ("status:open", true), ("status:done", true), ("is:done", true), ("is:archived", true),
        ("not is:snoozed", true), ("milk or (is:waiting and project:home)", true),
        ("is:open", false), ("is:blocked", false), ("is:overdue", false), ("project:done", false),
        ("has:done", false), ("done", false),
    ])
    func aQueryMaySayWhichStatusItIsAbout(_ text: String, _ isNamed: Bool) throws {
        #expect(try Query(parsing: text).namesStatus == isNamed)
    }

    @Test func deadlinesAreCompared() throws {
        let tasks = [
            SampleTask.make(1, "late", due: "2025-11-16T11:59:59.999Z"),
            SampleTask.make(2, "now", due: "2025-11-16T12:00:00.000Z"),
            SampleTask.make(3, "none"),
        ]
        let now = "2025-11-16T12:00:00.000Z"
        #expect(try titles("is:overdue", tasks) == ["late"])
        #expect(try titles("due:<\(now)", tasks) == ["late"])
        #expect(try titles("due:<=\(now)", tasks) == ["late", "now"])
        #expect(try titles("due:\(now)..", tasks) == ["now"])
        #expect(try titles("due:>\(now)", tasks) == [])
        #expect(try titles("not due:any", tasks) == ["none"])
    }

    @Test func fieldsOfOnesOwnAreKeys() throws {
        let own = [
            TaskField(own: "client", .text, label: nil, fallback: nil),
            TaskField(own: "cost", .number, label: nil, fallback: nil),
            TaskField(own: "size", .choice(["s", "m"]), label: nil, fallback: nil),
        ]
        let tasks = [
            SampleTask.make(1, "a", ["client": "ACME Ltd", "cost": 3, "size": "s"]),
            SampleTask.make(2, "b", ["client": 7, "cost": "3", "size": "xl"]),
        ]
        func found(_ query: String) throws -> [String] {
            try SampleTask.titles(query, of: tasks, own: own)
        }
        #expect(try found("client:acme") == ["a"])
        #expect(try found("client:none") == ["b"])
        #expect(try found("cost:>2") == ["a"])
        #expect(try found("size:s") == ["a"])
        #expect(try found("has:size") == ["a"])
        #expect(throws: QueryError.self) { try found("size:xl") }
        #expect(throws: QueryError.self) { try titles("client:acme", tasks) }
    }

    @Test(arguments: [
        ("pirority:4", "pirority"), ("a status:opne", "opne"), ("is:late", "late"),
        ("has:x", "x"),
    ])
    func whatThereIsNotIsNamed(_ query: String, _ name: String) {
        let error = #expect(throws: QueryError.self) { try titles(query, []) }
        #expect(error?.name == name)
        #expect(error?.candidates.isEmpty == false)
    }

    @Test(arguments: [
        "priority:x", "due:someday", "tag:", "tag:a..b", "points:5..2", "private:maybe",
        "estimate:long", "status:none", "id:<3",
    ])
    func valuesOfAnotherFormAreRefused(_ query: String) {
        #expect(throws: QueryError.self) { try titles(query, []) }
    }
}
