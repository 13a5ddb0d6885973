import RedoJSON
import RedoModel
import Testing

@testable import RedoInterchange

/// Issues of GitHub and GitLab as JSON.
@Suite struct IssueTests {
    private func read(_ text: String, _ format: InterchangeFormat = .github) throws -> ForeignTasks
    {
        try format.read(Array(text.utf8), settings)
    }

    private func task(_ text: String, _ format: InterchangeFormat = .github) throws -> ForeignTask {
        let found = try read(text, format)
        return try #require(found.tasks.first, "\(found.mistakes)")
    }

    @Test func issuesOfTheCommandGh() throws {
        let task = try task(
            """
            [{"assignees":[{"id":"x","login":"ana","name":""},{"login":"bo"}],"body":"It squeaks.",
            "closedAt":"2025-11-16T10:00:00Z","comments":[{"id":"IC","author":{"login":"bo"},
            "body":"Oiled.","createdAt":"2025-11-15T10:00:00Z","url":"u"}],"createdAt":"2025-11-01T10:00:00Z",
            "labels":[{"id":"L","name":"bug","color":"f00","description":""},{"name":"good first"}],
            "milestone":{"number":1,"title":"v1.2","description":"","dueOn":"2025-12-24T08:00:00Z"},
            "number":7,"state":"CLOSED","stateReason":"NOT_PLANNED","title":"Fix the gate",
            "url":"https://github.com/ana/garden/issues/7","isPinned":false}]
            """)
        #expect(task.title == "Fix the gate" && task.description == "It squeaks.")
        #expect(task.uid == "https://github.com/ana/garden/issues/7" && task.project == "garden")
        #expect(task.tags == ["bug", "good first"] && task.status == .completed)
        #expect(task.created == instant("2025-11-01T10:00:00Z"))
        #expect(task.ended == instant("2025-11-16T10:00:00Z"))
        #expect(task.due == instant("2025-12-24T22:59:00Z"))
        #expect(
            task.comments == [
                ForeignTask.Comment(at: instant("2025-11-15T10:00:00Z"), text: "bo: Oiled.")
            ])
        #expect(
            task.fields == [
                JSONMember("assignees", "ana, bo"), JSONMember("stateReason", "not_planned"),
                JSONMember("milestone", "v1.2"),
            ])
        #expect(task.remarks.isEmpty)
    }

    @Test func issuesOfTheAPIAndNoPullRequests() throws {
        let found = try read(
            """
            [{"url":"https://api.github.com/repos/ana/garden/issues/8","id":1,"number":8,"title":"Paint",
            "html_url":"https://github.com/ana/garden/issues/8","user":{"login":"ana"},"labels":[],"state":"open",
            "comments":3,"created_at":"2025-11-01T10:00:00Z","closed_at":null,"body":null,
            "parent_issue_url":"https://api.github.com/repos/ana/garden/issues/7","locked":false,
            "reactions":{"total_count":2},"type":{"name":"Task"}},
            {"url":"https://api.github.com/repos/ana/garden/issues/9","number":9,"title":"Merge","state":"open",
            "comments":5,"pull_request":{"url":"u"}}]
            """)
        let task = try #require(found.tasks.first)
        #expect(found.tasks.count == 1 && task.status == .open && task.ended == nil)
        #expect(task.uid == "https://github.com/ana/garden/issues/8")
        #expect(task.parent == "https://github.com/ana/garden/issues/7")
        #expect(task.fields == [JSONMember("reporter", "ana")])
        #expect(
            found.remarks == [
                "pull requests left out (1)", "reactions left out (1)", "type left out (1)",
                "3 comments not in the file",
            ])
    }

    @Test func issuesOfGitLab() throws {
        let found = try read(
            """
            {"id":1,"iid":5,"project_id":2,"title":"Roof","description":"Leaks.","state":"opened",\
            "created_at":"2025-11-01T10:00:00.123Z","updated_at":"2025-11-02T10:00:00Z","labels":["a","b::c"],\
            "milestone":{"title":"Autumn","due_date":"2025-12-01"},"assignees":[{"username":"bo","name":"Bo B"}],\
            "author":{"username":"ana"},"due_date":"2025-11-20","web_url":"https://gitlab.com/ana/home/garden/-/issues/5",\
            "time_stats":{"time_estimate":5400,"total_time_spent":600},"confidential":true,"weight":3,\
            "user_notes_count":2,"has_tasks":true,"issue_type":"issue","epic":null}

            {"iid":6,"title":"Done","state":"closed","closed_at":"2025-11-03T10:00:00Z"}
            """, .gitlab)
        let task = try #require(found.tasks.first, "\(found.mistakes)")
        #expect(task.uid == "https://gitlab.com/ana/home/garden/-/issues/5")
        #expect(task.project == "garden" && task.tags == ["a", "b::c"] && task.points == 3)
        #expect(task.due == instant("2025-11-20T22:59:00Z") && task.estimate == 90)
        #expect(task.isPrivate == true && task.modified == instant("2025-11-02T10:00:00Z"))
        #expect(
            task.fields == [
                JSONMember("assignees", "bo"), JSONMember("reporter", "ana"),
                JSONMember("minutesSpent", 10), JSONMember("milestone", "Autumn"),
                JSONMember("issueType", "issue"),
            ])
        #expect(found.tasks.last?.uid == "6" && found.tasks.last?.status == .completed)
        #expect(found.tasks.last?.line == 3)
        #expect(found.remarks == ["2 comments not in the file"])
    }

    @Test func pagesInAnArrayAreRead() throws {
        let text =
            "[[{\"title\":\"a\",\"number\":1},{\"title\":\"b\",\"number\":2}],\n[{\"title\":\"c\",\"number\":3}]]"
        let found = try read(text)
        #expect(found.tasks.map(\.title) == ["a", "b", "c"])
        #expect(found.tasks.map(\.line) == [1, 1, 2])
    }

    @Test(arguments: [
        ("\"state\":\"weird\"", "state"), ("\"labels\":\"bug\"", "labels"),
        ("\"createdAt\":\"yesterday\"", "createdAt"), ("\"milestone\":7", "milestone"),
        ("\"assignees\":[7]", "assignees"), ("\"comments\":[{}]", "comments"),
        ("\"body\":7", "body"), ("\"number\":\"seven\"", "number"),
    ])
    func aMemberOfAnotherFormIsKeptAndNamed(_ member: String, _ name: String) throws {
        let task = try task("{\"title\":\"a\",\(member)}")
        #expect(task.fields.count == 1 && task.remarks.count == 1, "\(task)")
        #expect(task.remarks.first?.hasPrefix("\(name) is not of the form") == true)
    }

    @Test(arguments: [
        ("12345678901234567890", JSONValue.text("12345678901234567890")),
        ("9007199254740993", .text("9007199254740993")),
        ("9007199254740992", 9_007_199_254_740_992),
    ])
    func noDigitOfAFieldIsLost(_ number: String, _ value: JSONValue) throws {
        let task = try task("{\"title\":\"a\",\"size\":\(number)}")
        #expect(task.fields == [JSONMember("size", value)])
    }

    @Test(arguments: ["", "hello", "[{\"number\":1}]", "[", "[{\"title\":\"a\"}", "{\"title\":7}"])
    func whatHasNoIssueIsRefused(_ text: String) throws {
        if text.isEmpty {
            #expect(try read(text).tasks.isEmpty)
        } else {
            #expect(throws: ForeignMistake.self) { try read(text) }
        }
    }

    @Test func anEntryWithoutATitleIsNamedBesideOthers() throws {
        let found = try read("{\"title\":\"a\"}\n{\"number\":2}\n{\n")
        #expect(found.tasks.count == 1 && found.mistakes.map(\.line) == [2, 3])
    }
}
