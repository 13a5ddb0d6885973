import RedoJSON
import SampleNodes
import TestSupport
import Testing

@testable import RedoInsight
@testable import RedoModel

/// Queries over random tasks say what a second evaluation says, which goes by the words of the
/// documentation and by the canonical state alone.
@Suite struct RandomQueryMeaningTests {
    private static let words = ["milk", "garden", "roof", "Tax"]
    private static let projects = ["home", "home.garden", "work", "work.a.b"]
    private static let times = [
        "2025-11-14T00:00:00.000Z", "2025-11-16T12:00:00.000Z", "2025-11-20T00:00:00.000Z",
    ]

    private static func tasks(_ generator: inout SeededGenerator) -> [TaskState] {
        (0..<12).map { number in
            func pick<Value>(_ values: [Value], _ generator: inout SeededGenerator) -> Value? {
                Int.random(in: 0...values.count, using: &generator) == 0
                    ? nil : values.randomElement(using: &generator)
            }
            var fields: [String: JSONValue] = [:]
            if let project = pick(projects, &generator) {
                fields["project"] = .string(JSONString(project))
            }
            for name in ["wait", "trashedAt"] where Int.random(in: 0..<4, using: &generator) == 0 {
                fields[name] = pick(times, &generator).map { .string(JSONString($0)) } ?? 5
            }
            if let tag = pick(words, &generator) {
                fields["tags"] = .array([.string(JSONString(tag))])
            }
            let other = Int.random(in: 0..<24, using: &generator)
            if other < 12 {
                fields["dependsOn"] = .array([.string(JSONString(Sample.taskID(other).description))]
                )
            }
            fields["priority"] = .number(Double(Int.random(in: 1...5, using: &generator)))
            var task = SampleTask.make(
                number, "\(words.randomElement(using: &generator) ?? "") \(number)", fields,
                due: pick(times + [""], &generator))
            task.isArchived = Int.random(in: 0..<5, using: &generator) == 0
            if Int.random(in: 0..<5, using: &generator) == 0 {
                task.completedAt = "2025-11-01T00:00:00Z"
            }
            task.snoozedUntil =
                Int.random(in: 0..<4, using: &generator) == 0
                ? pick(times, &generator).map { JSONString($0) } : nil
            return task
        }
    }

    private static func query(_ generator: inout SeededGenerator, depth: Int) -> Query {
        func pick(_ values: [String]) -> String { values.randomElement(using: &generator) ?? "" }
        switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &generator) {
        case 0: return .text(pick(words).lowercased())
        case 1: return .term(.init("status", .value(pick(QueryStatus.allCases.map(\.rawValue)))))
        case 2: return .term(.init("is", .value(pick(["overdue", "blocking", "draft", "ready"]))))
        case 3: return .term(.init("project", .value(pick(projects))))
        case 4: return .term(.init("tag", .value(pick(words))))
        case 5:
            return .term(.init("priority", .range(low: pick(["2", "3"]), high: pick(["3", "4"]))))
        case 6:
            let comparison = QueryTerm.Comparison.allCases.randomElement(using: &generator)
            return .term(.init("due", .comparison(comparison ?? .less, pick(times))))
        case 7: return .not(query(&generator, depth: depth - 1))
        case 8:
            return .all([query(&generator, depth: depth - 1), query(&generator, depth: depth - 1)])
        default:
            return .any([query(&generator, depth: depth - 1), query(&generator, depth: depth - 1)])
        }
    }

    @Test func bothEvaluationsAgree() throws {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<150 {
            let tasks = Self.tasks(&generator)
            let literal = try LiteralQuery(tasks)
            let facts = StateFacts(State(tasks: tasks), at: SampleTask.now)
            for _ in 0..<40 {
                let query = Self.query(&generator, depth: 3)
                let compiled = try CompiledQuery(query, SampleTask.environment())
                for (task, object) in zip(tasks, literal.objects) {
                    #expect(
                        compiled.includes(task, facts.facts(of: task))
                            == literal.includes(object, query),
                        "\(query) of \(object) \(seed.replay)")
                }
            }
        }
    }

    /// Lists do not read other tasks for such a query.
    @Test func queriesOfOpenTasksIncludeNoOthers() throws {
        let seed = Seed()
        var generator = seed.generator
        var (count, openCount) = (0, 0)
        for _ in 0..<150 {
            let tasks = Self.tasks(&generator)
            let facts = StateFacts(State(tasks: tasks), at: SampleTask.now)
            for _ in 0..<40 {
                let query = Self.query(&generator, depth: 3)
                guard query.isOfOpenTasks else { continue }
                count += 1
                let compiled = try CompiledQuery(query, SampleTask.environment())
                for task in tasks where compiled.includes(task, facts.facts(of: task)) {
                    #expect(task.isOpen, "\(query) \(seed.replay)")
                    openCount += 1
                }
            }
        }
        #expect(count > 100 && openCount > 100, seed.replay)
    }

    @Test func theFormOfAQueryTellsWhatIsOfOpenTasks() {
        func status(_ status: QueryStatus) -> Query {
            .term(.init("status", .value(status.rawValue)))
        }
        for each in QueryStatus.allCases {
            let isOpen = [.open, .waiting, .blocked, .snoozed].contains(each)
            #expect(status(each).isOfOpenTasks == isOpen, "\(each)")
            #expect(!Query.not(status(each)).isOfOpenTasks)
        }
        #expect(Query.all([.text("milk"), status(.open)]).isOfOpenTasks)
        #expect(Query.any([status(.waiting), status(.open)]).isOfOpenTasks)
        #expect(!Query.any([.text("milk"), status(.open)]).isOfOpenTasks)
        #expect(!Query.everything.isOfOpenTasks)
        #expect(!Query.term(.init("status", .present)).isOfOpenTasks)
    }
}

/// The meaning of queries, word by word, over the objects of the canonical state.
private struct LiteralQuery {
    let objects: [JSONValue]
    private let now = "2025-11-16T12:00:00.000Z"

    init(_ tasks: [TaskState]) throws {
        objects = try tasks.map { try JSONDocument($0.canonicalBytes()).root.value }
    }

    func includes(_ task: JSONValue, _ query: Query) -> Bool {
        switch query {
        case .everything: return true
        case .not(let query): return !includes(task, query)
        case .all(let queries): return !queries.contains { !includes(task, $0) }
        case .any(let queries): return !queries.allSatisfy { !includes(task, $0) }
        case .text(let word):
            return ([task["title"]] + elements(task["tags"]).map { $0 })
                .contains { "\($0?.string?.description ?? "")".lowercased().contains(word) }
        case .term(let term): return includes(task, term)
        }
    }

    private func includes(_ task: JSONValue, _ term: QueryTerm) -> Bool {
        switch (term.key, term.test) {
        case ("status", .value(let status)): return has(task, status)
        case ("is", .value("overdue")):
            return (due(task) ?? "9") < now && isOpen(task)
        case ("is", .value("blocking")):
            return isOpen(task)
                && objects.contains { isOpen($0) && dependencies($0).contains(task["guid"]) }
        case ("is", .value("draft")): return isOpen(task) && elements(task["todoTasks"]).isEmpty
        case ("is", .value("ready")): return has(task, "open") && !isBlocked(task)
        case ("project", .value(let project)):
            let own = task["project"]?.string?.description ?? ""
            return own == project || own.hasPrefix(project + ".")
        case ("tag", .value(let tag)):
            return elements(task["tags"]).contains(.string(JSONString(tag)))
        case ("priority", .range(let low?, let high?)):
            let priority = task["priority"]?.number ?? 0
            return priority >= Double(low)! && priority <= Double(high)!
        case ("due", .comparison(let comparison, let time)):
            guard let due = due(task) else { return false }
            return switch comparison {
            case .less: due < time
            case .atMost: due <= time
            case .greater: due > time
            case .atLeast: due >= time
            }
        default:
            Issue.record("not expected: \(term)")
            return false
        }
    }

    private func has(_ task: JSONValue, _ status: String) -> Bool {
        let isTrashed = task["trashedAt"]?.string != nil
        if status == "trash" || isTrashed { return status == "trash" && isTrashed }
        let isWaiting = (task["wait"]?.string?.description ?? "") > now
        let isSnoozed = (task["snoozedUntil"]?.string?.description ?? "") > now
        switch status {
        case "open": return isOpen(task) && !isWaiting && !isSnoozed
        case "done": return task["completedAt"] != .null
        case "waiting": return isOpen(task) && isWaiting
        case "snoozed": return isOpen(task) && isSnoozed
        case "archived": return task["archived"] == true
        default: return isOpen(task) && isBlocked(task)
        }
    }

    /// None of the to-dos is completed.
    private func isOpen(_ task: JSONValue) -> Bool {
        task["archived"] == false && task["completedAt"] == .null
            && task["trashedAt"]?.string == nil
    }

    private func isBlocked(_ task: JSONValue) -> Bool {
        isOpen(task) && objects.contains { isOpen($0) && dependencies(task).contains($0["guid"]) }
    }

    private func dependencies(_ task: JSONValue) -> [JSONValue?] { elements(task["dependsOn"]) }

    private func due(_ task: JSONValue) -> String? {
        elements(task["todoTasks"]).last?["deadline"]?.string?.description
    }

    private func elements(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let elements)? = value else { return [] }
        return elements
    }
}
