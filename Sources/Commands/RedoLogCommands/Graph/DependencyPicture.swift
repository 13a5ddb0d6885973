import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What a picture shows of tasks that wait for others.
struct DependencyPicture: Drawable {
    /// A task in its row.
    struct Row {
        let id: TaskID
        let shortID: String
        let title: String
        /// What is said beside the title: the state of the task, unless it is open, and circles.
        var marks: [String]
        let kind: Kind
        /// The rows of what it waits for, all further down.
        let goals: [Int]
        /// The rows of what it waits for as well, further up or its own.
        let circles: [Int]
    }

    enum Kind: String, CaseIterable {
        /// Open, and waits for no task.
        case ready
        case blocked
        /// Done, archived, in the trash, or unknown here: nothing waits for it.
        case over
    }

    private(set) var rows: [Row] = []

    /// - Parameters:
    ///   - isAll: whether to show what is not open as well.
    ///   - query: nil for all tasks; else only what it includes and what that waits for.
    /// - Throws: wrong usage for a query that means nothing.
    /// - Complexity: O(t log t + d) for t tasks with d dependencies.
    init(
        _ repository: Repository, _ context: borrowing CommandContext, isAll: Bool, query: String?
    ) throws(RedoError) {
        let now = try context.now()
        let tasks = try repository.tasks()
        let state = tasks.state
        var table = TaskTable(repository.store.configuration, now: now)
        let asked = try query.map { text throws(RedoError) in try Query(written: text) }
        let readsTexts = asked?.readsTexts ?? false
        table.take(state, try repository.organisationFacts(at: now, withComments: readsTexts))
        var edges = Self.edges(state, isAll: isAll)
        if let query, let asked {
            let compiled = try asked.compiled(
                from: query, table.fields, now: now,
                facts: try context.facts(for: asked, repository))
            let facts = table.facts
            edges = edges.reached { id in
                state[id].map { compiled.includes($0, facts.facts(of: $0)) } ?? false
            }
            if !state.tasks.contains(where: { compiled.includes($0, facts.facts(of: $0)) }) {
                EmptyAnswer(to: [query], asked).report(context, repository)
            }
        }
        let graph = DependencyGraph(edges)
        let ids = (tasks.ids + graph.tasks).sorted()
        rows = graph.tasks.enumerated().map { position, id in
            let task = state[id]
            let isOpen = task?.isOpen ?? false
            let isBlocked = isOpen && graph.goals[position].contains { isOpenTask(graph.tasks[$0]) }
            let isInCircle =
                isOpen && graph.circles[position].contains { isOpenTask(graph.tasks[$0]) }
            let status = task.map { table.status(of: $0) } ?? "unknown"
            return Row(
                id: id, shortID: shortestPrefix(of: id, inSorted: ids),
                title: task?.title.printable ?? id.description,
                marks: (status == "open" ? [] : [status])
                    + graph.circles[position].map { circle in
                        let other = graph.tasks[circle]
                        // Many tasks can wait for one with a long title.
                        let title = state[other]?.title.printable ?? other.description
                        return "circle: waits for \(cut(title, toColumns: 60))"
                    }, kind: !isOpen ? .over : isBlocked || isInCircle ? .blocked : .ready,
                goals: graph.goals[position], circles: graph.circles[position])
        }
        func isOpenTask(_ id: TaskID) -> Bool { state[id]?.isOpen ?? false }
    }

    /// What waits for something, in the order of titles.
    private static func edges(
        _ state: State, isAll: Bool
    ) -> [(task: TaskID, others: [TaskID])] {
        let waiting = state.tasks.filter {
            $0.fields.hasExtraMembers && (isAll || $0.isOpen)
        }
        let titled = waiting.map { (title: $0.title.description.lowercased(), task: $0) }
        return titled.sorted { ($0.title, $0.task.id) < ($1.title, $1.task.id) }.compactMap {
            let others = $0.task.dependencies.filter {
                isAll || state[$0]?.isOpen ?? false
            }
            return others.isEmpty ? nil : ($0.task.id, others)
        }
    }

    // MARK: Text and graphviz

    /// Prints the graph as lines of text.
    func printText(_ context: inout CommandContext) throws(RedoError) {
        var printer = GraphPrinter()
        if rows.isEmpty { try context.print("no task waits for another one\n") }
        var last = 0
        for (position, row) in rows.enumerated() {
            // Nothing leads from above to here: these tasks have nothing to do with those.
            if position > last { try context.print("\n") }
            last = max(position, last, row.goals.max() ?? 0)
            var line = "\(context.styled(row.shortID, .yellow)) \(row.title)"
            for mark in row.marks { line += " " + context.styled("(\(mark))", .bold) }
            try printer.print(&context, position, parents: row.goals, lines: [line])
        }
    }

    /// Prints the graph in the language of graphviz. Arrows lead to the tasks that must be done first.
    func printDOT(_ context: inout CommandContext) throws(RedoError) {
        try context.print(
            """
            digraph redo {
              rankdir=TB;
              node [shape=box, style="rounded,filled", fontname="sans-serif", fontsize=11];
              edge [color="#808080", arrowsize=0.7];

            """)
        for (position, row) in rows.enumerated() {
            let label = ([row.shortID, row.title] + row.marks.map { "(\($0))" })
                .map { cut($0, toColumns: 60).dotText }.joined(separator: "\\n")
            try context.print(
                "  n\(position) [label=\"\(label)\", tooltip=\"\(row.id)\", "
                    + "fillcolor=\"\(row.kind.fill)\"];\n")
            for goal in row.goals { try context.print("  n\(position) -> n\(goal);\n") }
            for goal in row.circles {
                try context.print(
                    "  n\(position) -> n\(goal) [color=\"#cf222e\", constraint=false];\n")
            }
        }
        try context.print("}\n")
    }
}

extension DependencyPicture.Kind {
    /// The colour in pictures of graphviz.
    fileprivate var fill: String {
        switch self {
        case .ready: "#dafbe1"
        case .blocked: "#fff8c5"
        case .over: "#eaeef2"
        }
    }
}

extension [(task: TaskID, others: [TaskID])] {
    /// The rows of some tasks, and of all that these wait for.
    fileprivate func reached(from isStart: (TaskID) -> Bool) -> Self {
        let others = Dictionary(map { ($0.task, $0.others) }, uniquingKeysWith: { $1 })
        var reached = Set(map(\.task).filter(isStart))
        var rest = Array<TaskID>(reached)
        while let id = rest.popLast() {
            for other in others[id] ?? [] where reached.insert(other).inserted {
                rest.append(other)
            }
        }
        return filter { reached.contains($0.task) }
    }
}
