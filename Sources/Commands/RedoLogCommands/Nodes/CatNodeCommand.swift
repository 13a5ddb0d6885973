import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo cat-node`: prints nodes.
package struct CatNodeCommand: ParsableCommand {
    private static let type = OptionSpecification.flag("type", letter: "t", "print the action")
    private static let size = OptionSpecification.flag(
        "size", letter: "s", "print the size of the node in bytes")
    private static let exists = OptionSpecification.flag(
        "exists", letter: "e", "print nothing; exit with 0 if the node is there and whole, else 1")
    private static let pretty = OptionSpecification.flag(
        "pretty", letter: "p", "print the node indented")
    private static let body = OptionSpecification.flag(
        "body", "print the canonical body, which is hashed and signed, without a line feed")
    private static let signature = OptionSpecification.flag("signature", "print the signature")
    private static let parents = OptionSpecification.flag(
        "parents", "print '<id> <time> <what>' for each node that it follows")
    private static let children = OptionSpecification.flag(
        "children", "print the same for each node that follows it")
    private static let batch = OptionSpecification.flag(
        "batch",
        "for each name on standard input print '<id> <action> <size>', the node, a line feed; or the name and missing, ambiguous or damaged"
    )
    private static let batchCheck = OptionSpecification.flag(
        "batch-check", "the same without the node")
    private static let format = OptionSpecification.value(
        "format", takes: "format",
        isExpert: true,
        "with --batch or --batch-check: the first line, with fields such as %(id) or %H; see redo-plumbing(7)"
    )
    private static let json = OptionSpecification.flag(
        "json", isExpert: true,
        "with --batch-check: an object with the fields of the format for each name, or with the name and the error"
    )
    private static let batchAll = OptionSpecification.flag(
        "batch-all-objects", isExpert: true,
        "with --batch or --batch-check: all nodes, sorted by id")

    private static let parts: [(option: OptionSpecification, part: Part)] = [
        (type, .action), (size, .size), (exists, .existence), (pretty, .indentedNode),
        (body, .body), (signature, .signature), (parents, .parents), (children, .children),
    ]

    package static let specification = CommandSpecification(
        "cat-node", "Print nodes, or their types, sizes, parents or children",
        operands: [
            .repeated(.value(.node)),
            [
                .anyOf(parts.map { .letter($0.option) }),
                .repeated(.value(.node)),
            ],
            .anyOf([.option(batch), .option(batchCheck)]),
        ],
        options: parts.map(\.option) + [batch, batchCheck, format, json, batchAll],
        constraints: [
            .exclusive(parts.map(\.option) + [batch, batchCheck]),
            .needs(format, anyOf: [batch, batchCheck]), .needs(json, anyOf: [batchCheck]),
            .needs(batchAll, anyOf: [batch, batchCheck]),
            .exclusive([NameInput.stdin, batch]), .exclusive([NameInput.stdin, batchCheck]),
        ],
        readsNames: true, effect: .reads,
        statuses: .reading(
            no: "`-e` says no, or a node has no signature, parents or children",
            failed: "there is no such node, or it could not be done"))

    /// The part of a node that is printed.
    private enum Part {
        /// Nothing: whether it is there and whole.
        case existence
        case parents, children, action, size, body, signature, indentedNode, node
    }

    /// The nodes of a batch.
    private enum Source {
        case all
        /// The nodes named on standard input.
        case input
    }

    /// The part of a node that a batch prints.
    private enum BatchForm {
        /// A line and the node.
        case node
        case line
        /// An object of the fields of the line.
        case json
    }

    /// The fields of a batch without a format.
    private static let usualFields: [NodeField] = [.id, .action, .size]

    private enum Form {
        case nodes([InputName], Part)
        case batch(Source, LineFormat<NodeField>?, BatchForm)
    }

    private let form: Form
    /// True if names on standard input and lines of the output end with a zero byte.
    private let endsWithZeros: Bool

    package init(_ arguments: Arguments) throws(RedoError) {
        let isBatch = arguments.has(Self.batch)
        if isBatch || arguments.has(Self.batchCheck) {
            guard arguments.operands.isEmpty else { throw .usage("a batch takes no operands") }
            let isJSON = arguments.has(Self.json)
            let usual = isJSON ? Self.usualFields.map { "%(\($0.rawValue))" }.joined() : nil
            let format = try (arguments.value(Self.format) ?? usual).map {
                (text) throws(RedoError) in
                try LineFormat(text, giving: NodeField.ofNodesAlone)
            }
            form = .batch(
                arguments.has(Self.batchAll) ? .all : .input, format,
                isBatch ? .node : isJSON ? .json : .line)
        } else {
            guard !arguments.operands.isEmpty else { throw .usage("a node is missing") }
            let part = Self.parts.first { arguments.has($0.option) }?.part
            form = .nodes(arguments.names, part ?? .node)
        }
        endsWithZeros = arguments.has(NameInput.null)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        switch form {
        case .nodes(let names, let part):
            return try print(part, ofNodes: names, repository, &context)
        case .batch(let source, let format, let form):
            let objects = try repository.store.objectReader()
            var printer = BatchPrinter(
                repository.store, objects, format, form, end: end,
                try Self.fields(format, repository, context))
            switch source {
            case .all: try Self.printAll(by: &printer, repository.store, &context)
            case .input:
                try Self.answer(
                    context.inputLines(separatedByZeros: endsWithZeros), by: &printer,
                    repository, &context)
            }
            return .done
        }
    }

    /// The terminator of a line of the output.
    private var end: UInt8 { endsWithZeros ? 0 : UInt8(ascii: "\n") }

    /// - Returns: `no` if one node does not have what was requested. The others are printed.
    private func print(
        _ part: Part, ofNodes names: [InputName], _ repository: Repository,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        switch part {
        case .existence: return try existence(of: names, repository)
        case .parents, .children:
            return try printNeighbours(
                of: names, areChildren: part == .children, repository, &context)
        case .action, .size, .body, .signature, .indentedNode, .node: break
        }
        var resolver = NodeResolver(repository)
        var reader = try WholeNodes(repository.store)
        var status = ExitStatus.done
        for name in names {
            do throws(RedoError) {
                let id = try resolver.id(name.text)
                guard let node = try reader.node(id) else { throw UnclearName.node(name.text) }
                if try print(part, of: node, &context) == .no { status = .no }
            } catch {
                throw name.located(error)
            }
        }
        return status
    }

    /// True if all nodes are here and whole.
    private func existence(
        of names: [InputName], _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        var resolver = NodeResolver(repository)
        var reader = try WholeNodes(repository.store)
        for name in names {
            do throws(RedoError) {
                guard let id = try resolver.existing(name.text),
                    ((try? reader.node(id)) ?? nil) != nil
                else { return .no }
            } catch {
                throw name.located(error)
            }
        }
        return .done
    }

    /// Prints what nodes follow, or what follows them.
    ///
    /// - Complexity: O(n) for n nodes of the log, of which the columns are read.
    private func printNeighbours(
        of names: [InputName], areChildren: Bool, _ repository: Repository,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        var resolver = NodeResolver(repository)
        var reader = try WholeNodes(repository.store)
        let graph = try repository.names(about: .none).validation.graph
        let children = areChildren ? graph.children { _ in true } : nil
        var status = ExitStatus.done
        for name in names {
            do throws(RedoError) {
                let number = try Self.number(
                    of: try resolver.id(name.text), in: graph, areChildren: areChildren, repository)
                let numbers =
                    children.map { ($0[number] ?? []).reversed() }
                    ?? graph.parents(of: number).map { $0 }
                if numbers.isEmpty { status = .no }
                for number in numbers.withoutRepetitions {
                    let id = graph.id(of: number)
                    guard let node = try reader.node(id) else { continue }
                    try printLine(
                        "\(id) \(node.timestamp.wall.wallText) \(node.subjectLine)", &context)
                }
            } catch {
                throw name.located(error)
            }
        }
        return status
    }

    /// The number of a node, for whose neighbours the store is asked.
    private static func number(
        of id: NodeID, in graph: LogGraph, areChildren: Bool, _ repository: Repository
    ) throws(RedoError) -> Int {
        try repository.asking { () throws(RedoError) in
            guard let number = graph.number(of: id) else { throw UnclearName.node(id.description) }
            // Nodes of any task can follow it; it follows those that it names itself.
            let task = graph.task(of: number).map { graph.taskIDs[$0] }
            return (number, areChildren ? .all : TaskScope(of: [task]))
        }
    }

    private func print(
        _ part: Part, of node: Node, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        switch part {
        case .action: try printLine("\(node.action)", &context)
        case .size: try printLine("\(node.canonicalBytes.count)", &context)
        case .body:
            try context.print(node.encoding.body)
            if endsWithZeros { try context.print(end) }
        case .signature:
            guard let signature = node.signature else { return .no }
            try printLine(signature.hexadecimal, &context)
        case .indentedNode:
            try context.print(Self.prettyText(of: node))
            try context.print(end)
        case .node, .existence, .parents, .children:
            try context.print(node.canonicalBytes)
            try context.print(end)
        }
        return .done
    }

    private func printLine(
        _ text: String, _ context: inout CommandContext
    ) throws(RedoError) {
        try context.print(text)
        try context.print(end)
    }

    private static func printAll(
        by printer: inout BatchPrinter, _ store: Store, _ context: inout CommandContext
    ) throws(RedoError) {
        try store.noteLostNodes()
        for id in try store.ids() {
            try printer.print(&context, id, named: id.description)
        }
    }

    /// Answers each name of an input.
    private static func answer(
        _ names: consuming InputLines, by printer: inout BatchPrinter, _ repository: Repository,
        _ context: inout CommandContext
    ) throws(RedoError) {
        var resolver = NodeResolver(repository)
        var lines = names
        while let line = try lines.next() {
            switch line {
            case .bytes(let bytes):
                if let id = NodeID(text: bytes.span) {
                    try printer.print(&context, id, named: id.description)
                } else {
                    let name = String(decoding: bytes, as: UTF8.self)
                    try answer(&context, name, &resolver, &printer)
                }
            case .tooLong:
                try printer.answer("(a name of more than 65536 bytes)", "missing", &context)
            }
            if lines.isPaused {
                try context.flush()
                resolver.forget()
            }
        }
    }

    /// Answers a name that is not a whole id.
    private static func answer(
        _ context: inout CommandContext, _ name: String, _ resolver: inout NodeResolver,
        _ printer: inout BatchPrinter
    ) throws(RedoError) {
        switch try match(name, &resolver) {
        case .one(let id): try printer.print(&context, id, named: name)
        case .none: try printer.answer(name, "missing", &context)
        case .several: try printer.answer(name, "ambiguous", &context)
        }
    }

    /// What a name of a batch means; a malformed name is missing, and the batch continues.
    private static func match(
        _ name: String, _ resolver: inout NodeResolver
    ) throws(RedoError) -> NameMatch<NodeID> {
        do throws(RedoError) {
            return try resolver.match(name)
        } catch {
            guard error.isAboutName || error.status == .wrongUsage else { throw error }
            return .none
        }
    }

    /// What the fields of a format need beside the nodes.
    private static func fields(
        _ format: LineFormat<NodeField>?, _ repository: Repository,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> NodeFields {
        let needs = format?.needs ?? []
        let people =
            needs.contains(.persons)
            ? try repository.answer(about: .none) { (log, rule) throws(RedoError) in
                log.people(rule)
            } : .none
        return NodeFields(
            ids: needs.contains(.ids) ? try repository.store.ids() : [],
            tasks: ShownTasks(people: people), now: try context.now())
    }

    /// Reads nodes, each checked. It is opened once: most of the time of a single node goes there.
    private struct WholeNodes: ~Copyable {
        private let store: Store
        private var objects: ObjectReader
        private let validator = NodeValidator()

        init(_ store: Store) throws(RedoError) {
            self.store = store
            objects = try store.objectReader()
        }

        /// - Returns: nil if the node is not here.
        mutating func node(_ id: NodeID) throws(RedoError) -> Node? {
            guard let line = try objects.line(of: id) else { return nil }
            return try store.node(id, at: line, from: &objects, validator: validator)
        }
    }

    private struct BatchPrinter: ~Copyable {
        private let store: Store
        private var objects: ObjectReader
        private let validator = NodeValidator()
        /// Nil for the one that is written without a detour through text: `%(id) %(action) %(size)`.
        private let format: LineFormat<NodeField>?
        /// True if the fields need more than what the index has and the size.
        private let needsNode: Bool
        private let fields: NodeFields
        private let form: BatchForm
        /// The terminator of each line.
        let end: UInt8
        /// The line before a node, kept for its memory.
        private var first: [UInt8] = []

        init(
            _ store: Store, _ objects: consuming ObjectReader,
            _ format: LineFormat<NodeField>?, _ form: BatchForm, end: UInt8, _ fields: NodeFields
        ) {
            self.fields = fields
            let columns = CatNodeCommand.usualFields.map { FieldReference($0) }
            needsNode = format.map { !$0.fields.allSatisfy(columns.contains) } ?? false

            self.end = end
            self.store = store
            self.objects = objects
            self.format = format
            self.form = form
        }

        /// Prints a node, or that it is missing or damaged.
        ///
        /// - Parameter name: what it was asked for by.
        mutating func print(
            _ context: inout CommandContext, _ id: NodeID, named name: String
        ) throws(RedoError) {
            do throws(RedoError) {
                if try print(&context, id) { return }
                try answer(name, "missing", &context)
            } catch {
                guard error.isAboutStoredNode else { throw error }
                context.incompleteness.note(faulty: [id])
                try answer(name, "damaged", &context)
            }
        }

        /// Prints what is the matter with a name.
        func answer(
            _ name: String, _ word: String, _ context: inout CommandContext
        ) throws(RedoError) {
            if case .json = form {
                try context.print(
                    CanonicalJSON.bytes([
                        "error": .string(JSONString(word)), "name": .string(JSONString(name)),
                    ]))
            } else {
                try context.print("\(name) \(word)")
            }
            try context.print(end)
        }

        /// Prints a node.
        ///
        /// - Returns: whether it is there.
        private mutating func print(
            _ context: inout CommandContext, _ id: NodeID
        ) throws(RedoError) -> Bool {
            let line = try objects.line(of: id)
            guard let line else { return false }
            if !needsNode, let action = line.packed?.action {
                // Its checksum vouches for it, and the index has the rest.
                try print(&context, id, action, nil, line.bytes)
                return true
            }
            let node = try store.node(id, at: line, from: &objects, validator: validator)
            try print(&context, id, node.action, node, node.canonicalBytes[...])
            return true
        }

        private mutating func print(
            _ context: inout CommandContext, _ id: NodeID, _ action: Action, _ node: Node?,
            _ line: ArraySlice<UInt8>
        ) throws(RedoError) {
            first.removeAll(keepingCapacity: true)
            if let format {
                let diskSize = try diskSize(of: id)
                // A closure over the printer itself, which cannot be copied, does not compile.
                let fields = fields
                let value = { (reference: FieldReference<NodeField>) -> FieldValue in
                    if reference == FieldReference(.size, "disk") { return diskSize }
                    if let node { return fields.value(reference, of: node) }
                    return switch reference.field {
                    case .action: .text(action.description)
                    case .size: .number(Double(line.count))
                    default: .text(id.description)
                    }
                }
                if case .json = form {
                    first += format.json(value)
                } else {
                    first += format.text(value).utf8
                }
            } else {
                id.append(to: &first)
                first.append(UInt8(ascii: " "))
                first += action.description.utf8
                first.append(UInt8(ascii: " "))
                first += line.count.description.utf8
            }
            first.append(end)
            try context.print(first)
            guard case .node = form else { return }
            try context.print(line)
            try context.print(end)
        }

        /// The bytes that a node takes on the disk; nothing if the format does not have them.
        private func diskSize(of id: NodeID) throws(RedoError) -> FieldValue {
            guard format?.fields.contains(FieldReference(.size, "disk")) == true,
                let size = try objects.diskSize(of: id)
            else { return .none }
            return .number(Double(size))
        }
    }

    /// The node's JSON over several lines, two spaces a level, members sorted; without a line feed at its end.
    private static func prettyText(of node: Node) -> [UInt8] {
        var output: [UInt8] = []
        if let document = try? JSONDocument(node.canonicalBytes) {
            CanonicalJSON.appendIndented(document.root.value, to: &output)
        }
        return output
    }
}

extension RedoError {
    /// True if a node that is stored cannot be had: its file is damaged or unreadable.
    fileprivate var isAboutStoredNode: Bool {
        code == .corrupted || code == .notFound || code == .notPermitted
    }
}
