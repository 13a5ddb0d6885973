import Glibc
import RedoJSON
import RedoModel

/// The rules by which tasks are ranked: a formula, exponents of its terms, and further factors.
package struct RankRules: Sendable {
    package let formula: Rank
    /// The exponents of terms.
    package var weights: [RankTerm.Name: Double] = [:]
    /// The factors of tasks with a mark.
    package var factors: [RankTerm.Name: Double] = [:]
    package var tagFactors: [JSONString: Double] = [:]
    /// The factors of projects and those below them; the longest name counts.
    package var projectFactors: [JSONString: Double] = [:]

    package init(_ formula: Rank) { self.formula = formula }

    /// Whether only the formula decides.
    private var isPlain: Bool {
        formula == .classic
            || (weights.values.allSatisfy { $0 == 1 } && factors.values.allSatisfy { $0 == 1 }
                && tagFactors.isEmpty && projectFactors.isEmpty)
    }

    /// The rank of a task; 0 for one without a current to-do, archived or completed.
    package func value(of task: TaskState, _ facts: TaskFacts, at now: Rank.Now) -> Double {
        value(of: task, due: task.due, facts, at: now)
    }

    /// A task with its rank.
    package func ranked(
        _ task: TaskState, _ facts: StateFacts, at now: Rank.Now
    ) -> RankedTask {
        let due = task.due
        return RankedTask(
            task: task, rank: value(of: task, due: due, facts.facts(of: task), at: now), due: due)
    }

    /// The key by which a list orders a task.
    package func key(of row: RankedTask, _ facts: StateFacts, position: Int) -> RankKey {
        RankKey(
            of: row.task, rank: row.rank, due: row.due, position: position,
            isFirst: facts.isActive(row.task.id), created: row.task.creation)
    }

    /// The key by which a list orders a task, as its row would have it.
    package func key(
        of task: TaskState, _ facts: StateFacts, at now: Rank.Now, position: Int
    ) -> RankKey {
        key(of: ranked(task, facts, at: now), facts, position: position)
    }

    /// The rank of a task whose current to-do has the given deadline.
    private func value(
        of task: TaskState, due: Instant?, _ facts: @autoclosure () -> TaskFacts, at now: Rank.Now
    ) -> Double {
        if isPlain { return formula.value(of: task, due: due, at: now) }
        let terms = terms(of: task, due: due, facts(), at: now)
        return terms.isEmpty ? 0 : terms.product
    }

    /// The terms whose product is the rank; empty if the rank is 0, or of the classic formula.
    package func terms(of task: TaskState, _ facts: TaskFacts, at now: Rank.Now) -> [RankTerm] {
        terms(of: task, due: task.due, facts, at: now)
    }

    private func terms(
        of task: TaskState, due: Instant?, _ facts: TaskFacts, at now: Rank.Now
    ) -> [RankTerm] {
        guard formula == .sigmoid, !task.isArchived, !task.isCompleted, task.hasCurrentTodo else {
            return []
        }
        let parts: [(RankTerm.Name, Double)] = [
            (.priority, Double(task.priority)),
            (.due, Rank.dueTerm(due.map { now.instant.days(to: $0) })),
            (.points, Rank.pointsTerm(task.storyPoints)),
        ]
        var terms = parts.map {
            RankTerm(name: $0, subject: nil, value: $1, exponent: weights[$0] ?? 1)
        }
        for (name, mark) in [
            (RankTerm.Name.blocked, TaskFacts.Marks.blocked), (.blocking, .blocking),
            (.active, .active),
        ] where facts.marks.contains(mark) {
            terms.append(RankTerm(name: name, subject: nil, value: factors[name] ?? 1))
        }
        for tag in task.tags {
            guard let factor = tagFactors[tag] else { continue }
            terms.append(RankTerm(name: .tag, subject: tag, value: factor))
        }
        if let project = task.project, let (name, factor) = factor(ofProject: project) {
            terms.append(RankTerm(name: .project, subject: name, value: factor))
        }
        return terms
    }

    private func factor(ofProject project: JSONString) -> (JSONString, Double)? {
        projectFactors.filter { name, _ in
            name == project || project.utf8.starts(with: name.utf8 + [UInt8(ascii: ".")])
        }.max { $0.key.utf8.count < $1.key.utf8.count }
    }
}

/// A factor of a rank.
package struct RankTerm: Sendable {
    /// The subject of a term.
    package enum Name: String, CaseIterable, Sendable {
        case priority, due, points, blocked, blocking, active, tag, project
    }

    package let name: Name
    /// The tag or project of the term; nil for other terms.
    package let subject: JSONString?
    package let value: Double
    package var exponent = 1.0

    package var result: Double { exponent == 1 ? value : pow(value, exponent) }
}

extension [RankTerm] {
    /// The maximum rank: hostile story points and exponents could lead to one that JSON cannot express.
    private static var maximum: Double { 1e300 }

    package var product: Double {
        let product = reduce(1) { $0 * $1.result }
        return product.isNaN ? 0 : Swift.min(product, Self.maximum)
    }
}

extension State {
    /// The tasks with their ranks, the most urgent first: those that someone works on first, each after those that block
    /// it, and of equal ones the older first; see ``ranked(by:at:where:)``.
    ///
    /// - Parameter limit: the maximum number of tasks; nil for all.
    package func ranked(
        by rules: RankRules, _ facts: StateFacts, at now: Rank.Now, limit: Int? = nil,
        where isWanted: @Sendable (TaskState) -> Bool
    ) -> [RankedTask] {
        ranked(where: isWanted, limit: limit, facts: facts) { task, position in
            rules.key(of: task, facts, at: now, position: position)
        }
    }
}
