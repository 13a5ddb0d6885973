import RedoCommandLine
import RedoCommandParts
import RedoInterchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo export`: writes all nodes in replay order, or tasks for another program.
package struct ExportCommand: ParsableCommand {
    private static let array = OptionSpecification.flag(
        "array", isExpert: true,
        "write a JSON array, as the mobile application does, instead of JSON Lines")
    private static let output = OptionSpecification.value(
        "output", letter: "o", takes: .file,
        "write this file, in one step, instead of standard output")
    private static let query = OptionSpecification.value(
        "query", takes: .query, "only changes of tasks that the query includes; see redo-query(7)")
    private static let anonymise = OptionSpecification.flag(
        "anonymise",
        isExpert: true,
        "write nodes of the same shape without the contents of the log, for a bug report")

    package static let specification = CommandSpecification(
        "export", "Export the log, or tasks for other programs",
        operands: [
            .repeated(.optional(.nodeOrRange)),
            [.option(InterchangeOptions.to), .optional(.repeated(.value(.query)))],
        ],
        options: [array, output, query, anonymise, InterchangeOptions.to],
        constraints: [.excludes(InterchangeOptions.to, [array, anonymise])],
        readsNames: true, effect: .readsWithout([output]))

    private enum Form {
        /// Without names all nodes, without a query those of all tasks.
        case nodes(WalkRequest, query: String?, NodeForm)
        case tasks(InterchangeFormat, query: String)
    }

    /// The form in which nodes are written.
    struct NodeForm {
        let isArray: Bool
        let isAnonymous: Bool
    }

    private let form: Form
    /// Nil for standard output.
    private let path: String?

    package init(_ arguments: Arguments) throws(RedoError) {
        let (query, operands) = (arguments.value(Self.query), arguments.operands)
        path = arguments.outputFile(Self.output)
        if let format = try InterchangeOptions.target(arguments) {
            let words = (query.map { ["(\($0))"] } ?? []) + operands
            form = .tasks(format, query: words.joined(separator: " "))
        } else {
            form = .nodes(
                WalkRequest(arguments.names), query: query,
                NodeForm(
                    isArray: arguments.has(Self.array),
                    isAnonymous: arguments.has(Self.anonymise)))
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .nodes(let walk, let query, let form):
            try exportNodes(walk.starts(isWholeWithoutNames: true), query, form, &context)
        case .tasks(let format, let query): try exportTasks(to: format, query, &context)
        }
    }

    private func exportNodes(
        _ starts: WalkRequest.Starts, _ query: String?, _ form: NodeForm,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let tasks = try query.map { (query) throws(RedoError) in
            let queried = try QueriedTasks(query, of: repository, context)
            return Set(try repository.tasks().state.tasks.filter(queried.contains).map(\.id))
        }
        func isWanted(_ task: TaskID?) -> Bool {
            guard let tasks else { return true }
            return task.map(tasks.contains) ?? false
        }
        return try repository.answer(.whole) { (log, rule) throws(RedoError) -> ExitStatus? in
            guard let index = log.readableIndex else { return nil }
            // What the disk refused once can be there now.
            let isWhole = !log.isRead || repository.store.incompleteness.count == 0
            var walk: NodeWalk?
            if !starts.isWhole {
                guard let validation = log.validation(rule) else { return nil }
                walk = try starts.walk(repository.names(validation))
            }
            let reader = LogIndexReader(index)
            let numbers = (0..<index.count).filter {
                (walk?.isReached[$0] ?? true) && isWanted(index[$0].taskID)
            }
            if form.isAnonymous {
                let parents = { index[$0].parents.compactMap { index.number(of: $0) } }
                try writeAnonymously(numbers, form, &context, parents) { reader.node($0) }
            } else {
                try writeNodes(form, &context) { (write) throws(RedoError) in
                    for number in numbers {
                        guard let node = reader.node(number) else {
                            throw Self.damageWhileReading
                        }
                        try write(node.canonicalBytes)
                    }
                }
            }
            return isWhole ? .done : .no
        }
    }

    static var damageWhileReading: RedoError {
        RedoError(
            .corrupted, "a pack was damaged while it was read", hints: ["'redo fsck' shows where"])
    }

    /// Writes nodes to where the options say.
    ///
    /// - Parameter body: passes on the canonical bytes of each.
    func writeNodes(
        _ form: NodeForm, _ context: inout CommandContext,
        _ body: (_ write: ([UInt8]) throws(RedoError) -> Void) throws(RedoError) -> Void
    ) throws(RedoError) {
        var count = 0
        var bytes: [UInt8] = []
        try body { (node) throws(RedoError) in
            let line = Self.exportedLine(node, count, form.isArray)
            count += 1
            if path == nil { try context.print(line) } else { bytes += line }
        }
        let end = Self.exportedEnd(form.isArray, isEmpty: count == 0)
        guard let path else { return try context.print(end) }
        try Self.replace(path, context.surroundings, bytes + Array(end.utf8))
    }

    /// Writes bytes to where the options say.
    func write(_ bytes: [UInt8], _ context: inout CommandContext) throws(RedoError) {
        guard let path else { return try context.print(bytes) }
        try Self.replace(path, context.surroundings, bytes)
    }

    private static func replace(
        _ path: String, _ surroundings: Surroundings, _ bytes: [UInt8]
    ) throws(RedoError) {
        try failing(.exportFailed, "the export cannot be written") { () throws(SystemError) in
            try Files.replaceTarget(
                of: surroundings.located(path), with: bytes.span, mode: .kept(orNew: 0o644))
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
