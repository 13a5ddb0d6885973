import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let array = OptionSpecification.flag(
        "array", isExpert: true,
        "write a JSON array, as the mobile application does, instead of JSON Lines")
    private static let output = OptionSpecification.value(
        "output", letter: "o", takes: .file,
        "write this file, in one step, instead of standard output")
    private static let query = OptionSpecification.value(
        "query", takes: "query", "only nodes of tasks that the query includes; see redo-query(7)")

    private static let anonymise = OptionSpecification.flag(
        "anonymise",
        isExpert: true,
        "write nodes of the same shape without the contents of the log, for a bug report")

    /// `redo export`: writes all nodes in replay order.
    package static let export = Command(
        CommandSpecification(
            "export", "Export all nodes, or tasks for other programs",
            operands: [
                .repeated(.optional(.nodeOrRange)),
                [.option(InterchangeOptions.to), .optional(.repeated(.value("query")))],
            ],
            options: [array, output, query, anonymise, InterchangeOptions.to],
            constraints: [.excludes(InterchangeOptions.to, [array, anonymise])],
            effect: .readsWithout([output]))
    ) { (context) throws(RedoError) in
        if let format = try InterchangeOptions.format(InterchangeOptions.to, context.arguments) {
            let given = context.arguments.value(query).map { ["(\($0))"] } ?? []
            let text = (given + context.arguments.operands).joined(separator: " ")
            return try exportTasks(to: format, text, &context, write)
        }
        let repository = try context.openRepository()
        let tasks = try tasks(repository, context)
        func isWanted(_ task: TaskID?) -> Bool {
            guard let tasks else { return true }
            return task.map(tasks.contains) ?? false
        }
        let operands = context.arguments.operands
        return try repository.answer(.whole) { (log, rule) throws(RedoError) -> ExitStatus? in
            guard let index = log.readableIndex else { return nil }
            // What the disk refused once can be there now.
            let isWhole = !log.isRead || repository.store.incompleteness.count == 0
            var reach: [Bool]?
            if !operands.isEmpty {
                guard let validation = log.validation(rule) else { return nil }
                reach = try repository.names(validation).reach(of: operands)
            }
            let reader = LogIndexReader(index)
            let numbers = (0..<index.count).filter {
                (reach?[$0] ?? true) && isWanted(index[$0].taskID)
            }
            guard context.arguments.has(anonymise) else {
                try write(&context, numbers) { reader.node($0) }
                return isWhole ? .done : .no
            }
            let parents = { index[$0].parents.compactMap { index.number(of: $0) } }
            try exportAnonymously(&context, numbers, parents) { reader.node($0) }
            return isWhole ? .done : .no
        }
    }

    /// The tasks that the query includes; nil without one.
    private static func tasks(
        _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> Set<TaskID>? {
        guard let text = context.arguments.value(query) else { return nil }
        let now = try context.now()
        let asked = try Query(written: text)
        let filter = try asked.compiled(
            from: text, repository.store.configuration.taskFields, now: now,
            sharing: try context.sharing(for: asked, repository))
        let state = try repository.tasks().state
        let facts = StateFacts(state, at: now, try repository.organisationFacts(at: now))
        return Set(state.tasks.filter { filter.includes($0, facts.facts(of: $0)) }.map(\.id))
    }

    /// Writes nodes to where the options say.
    ///
    /// - Parameters:
    ///   - numbers: of the nodes, in their order.
    ///   - node: a node by its number; nil for one that was damaged while it was read.
    private static func write(
        _ context: inout CommandContext, _ numbers: [Int], _ node: (Int) -> Node?
    ) throws(RedoError) {
        try writeNodes(&context) { (write) throws(RedoError) in
            for number in numbers {
                guard let node = node(number) else { throw damageWhileReading }
                try write(node.canonicalBytes)
            }
        }
    }

    static var damageWhileReading: RedoError {
        RedoError(
            .corrupted, "a pack was damaged while it was read", hints: ["'redo fsck' says where"])
    }

    /// Writes nodes to where the options say.
    ///
    /// - Parameter body: hands on the canonical bytes of each.
    static func writeNodes(
        _ context: inout CommandContext,
        _ body: (_ write: ([UInt8]) throws(RedoError) -> Void) throws(RedoError) -> Void
    ) throws(RedoError) {
        let isArray = context.arguments.has(array)
        let path = context.arguments.value(output)
        var count = 0
        var bytes: [UInt8] = []
        try body { (node) throws(RedoError) in
            let line = exportedLine(node, count, isArray)
            count += 1
            if path == nil { try context.print(line) } else { bytes += line }
        }
        let end = exportedEnd(isArray, isEmpty: count == 0)
        guard let path else { return try context.print(end) }
        try replace(path, bytes + Array(end.utf8))
    }

    /// Writes bytes to where the options say.
    private static func write(
        _ context: inout CommandContext, _ bytes: [UInt8]
    ) throws(RedoError) {
        guard let path = context.arguments.value(output) else { return try context.print(bytes) }
        try replace(path, bytes)
    }

    private static func replace(_ path: String, _ bytes: [UInt8]) throws(RedoError) {
        try failing(.exportFailed, "the export cannot be written") { () throws(SystemError) in
            try Files.replaceTarget(of: path, with: bytes.span, mode: .kept(orNew: 0o644))
        }
    }

    private static func exportedLine(_ node: [UInt8], _ index: Int, _ isArray: Bool) -> [UInt8] {
        guard isArray else { return node + [UInt8(ascii: "\n")] }
        return Array((index == 0 ? "[\n" : ",\n").utf8) + node
    }

    private static func exportedEnd(_ isArray: Bool, isEmpty: Bool) -> String {
        isArray ? (isEmpty ? "[]\n" : "\n]\n") : ""
    }
}
