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
        "with --batch or --batch-check: the first line, from %H id, %A action, %S size, %T task")
    private static let batchAll = OptionSpecification.flag(
        "batch-all-objects", isExpert: true,
        "with --batch or --batch-check: all nodes, sorted by id")
    private static let zero = OptionSpecification.flag(
        "null", letter: "z", isExpert: true, "names on standard input end with a zero byte")

    package static let specification = CommandSpecification(
        "cat-node", "Print a node, or its type, size, parents or children",
        operands: [
            .value(.node),
            [
                .anyOf(
                    [type, size, exists, pretty, body, signature, parents, children].map(
                        OperandForm.letter)),
                .value(.node),
            ],
            .anyOf([.option(batch), .option(batchCheck)]),
        ],
        options: [
            type, size, exists, pretty, body, signature, parents, children, batch, batchCheck,
            format, batchAll, zero,
        ],
        constraints: [
            .exclusive([
                type, size, exists, pretty, body, signature, parents, children, batch,
                batchCheck,
            ]),
            .exclusive([batchAll, zero]), .needs(format, anyOf: [batch, batchCheck]),
            .needs(batchAll, anyOf: [batch, batchCheck]),
            .needs(zero, anyOf: [batch, batchCheck]),
        ],
        effect: .reads,
        statuses: .reading(
            no: "`-e` says no, or the node has no signature, parents or children",
            failed: "there is no such node, or it could not be done"))

    /// What is printed of a node.
    private enum Part {
        /// Nothing: whether it is there and whole.
        case existence
        case parents, children, action, size, body, signature, indentedNode, node
    }

    /// Which nodes a batch is about.
    private enum Source {
        case all
        /// Those named on standard input.
        case input(separatedByZeros: Bool)
    }

    private enum Form {
        case one(String, Part)
        case batch(Source, LineFormat?, showsNode: Bool)
    }

    private let form: Form

    package init(_ arguments: Arguments) throws(RedoError) {
        let isBatch = arguments.has(Self.batch)
        if isBatch || arguments.has(Self.batchCheck) {
            guard arguments.operands.isEmpty else { throw .usage("a batch takes no operands") }
            let format = try arguments.value(Self.format).map { (text) throws(RedoError) in
                try LineFormat(text, fields: ["H", "A", "S", "T"])
            }
            let source =
                arguments.has(Self.batchAll)
                ? Source.all : .input(separatedByZeros: arguments.has(Self.zero))
            form = .batch(source, format, showsNode: isBatch)
        } else {
            guard let name = arguments.operands.first else { throw .usage("a node is missing") }
            form = .one(name, Self.part(arguments))
        }
    }

    private static func part(_ arguments: Arguments) -> Part {
        let parts: [(OptionSpecification, Part)] = [
            (exists, .existence), (parents, .parents), (children, .children), (type, .action),
            (size, .size), (body, .body), (signature, .signature), (pretty, .indentedNode),
        ]
        return parts.first { arguments.has($0.0) }?.1 ?? .node
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        switch form {
        case .one(let name, let part):
            return try Self.print(part, ofNode: name, repository, &context)
        case .batch(let source, let format, let showsNode):
            let objects = try repository.store.objectReader()
            var printer = BatchPrinter(repository.store, objects, format, showsNode: showsNode)
            switch source {
            case .all: try Self.printAll(by: &printer, repository.store, &context)
            case .input(let separatedByZeros):
                try Self.answer(
                    context.inputLines(separatedByZeros: separatedByZeros), by: &printer,
                    repository, &context)
            }
            return .done
        }
    }

    private static func print(
        _ part: Part, ofNode name: String, _ repository: Repository,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        var resolver = NodeResolver(repository)
        if part == .existence {
            guard let id = try resolver.existing(name) else { return .no }
            return ((try? repository.store.node(id, validator: NodeValidator())) ?? nil) == nil
                ? .no : .done
        }
        let id = try resolver.id(name)
        if part == .parents || part == .children {
            return try printNeighbours(
                of: id, areChildren: part == .children, repository, &context)
        }
        let found = try repository.store.node(id, validator: NodeValidator())
        guard let node = found else { throw UnclearName.node(name) }
        switch part {
        case .action: try context.print("\(node.action)\n")
        case .size: try context.print("\(node.canonicalBytes.count)\n")
        case .body: try context.print(node.encoding.body)
        case .signature:
            guard let signature = node.signature else { return .no }
            try context.print("\(signature.hexadecimal)\n")
        case .indentedNode: try context.print(prettyText(of: node))
        case .node, .existence, .parents, .children:
            try context.printLine(node.canonicalBytes)
        }
        return .done
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
            case .tooLong: try context.print("(a name of more than 65536 bytes) missing\n")
            }
            if lines.isPaused {
                try context.flush()
                resolver.forget()
            }
        }
    }

    /// Prints what a node follows, or what follows it. O(n) for n nodes, of which the columns are read.
    private static func printNeighbours(
        of id: NodeID, areChildren: Bool, _ repository: Repository,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let graph = try repository.names(about: .none).validation.graph
        let number = try repository.asking { () throws(RedoError) in
            guard let number = graph.number(of: id) else { throw UnclearName.node(id.description) }
            // Nodes of any task can follow it; it follows those that it names itself.
            let task = graph.task(of: number).map { graph.taskIDs[$0] }
            return (number, areChildren ? .all : TaskScope(of: [task]))
        }
        let numbers =
            areChildren
            ? (number + 1..<graph.count).filter { graph.parents(of: $0).contains(number) }
            : graph.parents(of: number).map { $0 }
        for number in numbers.withoutRepetitions {
            let id = graph.id(of: number)
            guard let node = try repository.store.node(id, validator: NodeValidator()) else {
                continue
            }
            try context.print("\(id) \(node.timestamp.wall.wallText) \(node.subjectLine)\n")
        }
        return numbers.isEmpty ? .no : .done
    }

    /// Answers a name that is not a whole id.
    private static func answer(
        _ context: inout CommandContext, _ name: String, _ resolver: inout NodeResolver,
        _ printer: inout BatchPrinter
    ) throws(RedoError) {
        switch try match(name, &resolver) {
        case .one(let id):
            try printer.print(&context, id, named: name)
        case .none: try context.print("\(name) missing\n")
        case .several: try context.print("\(name) ambiguous\n")
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

    private struct BatchPrinter: ~Copyable {
        private let store: Store
        private var objects: ObjectReader
        private let validator = NodeValidator()
        /// Nil for the one that is written without a detour through text: `%H %A %S`.
        private let format: LineFormat?
        private let showsNode: Bool
        /// The line before a node, kept for its memory.
        private var first: [UInt8] = []

        init(
            _ store: Store, _ objects: consuming ObjectReader, _ format: LineFormat?,
            showsNode: Bool
        ) {
            self.store = store
            self.objects = objects
            self.format = format
            self.showsNode = showsNode
        }

        /// Prints a node, or that it is missing or damaged.
        ///
        /// - Parameter name: what it was asked for by.
        mutating func print(
            _ context: inout CommandContext, _ id: NodeID, named name: String
        ) throws(RedoError) {
            do throws(RedoError) {
                if try print(&context, id) { return }
                try context.print("\(name) missing\n")
            } catch {
                guard error.isAboutStoredNode else { throw error }
                context.incompleteness.note(faulty: [id])
                try context.print("\(name) damaged\n")
            }
        }

        /// Prints a node.
        ///
        /// - Returns: whether it is there.
        private mutating func print(
            _ context: inout CommandContext, _ id: NodeID
        ) throws(RedoError) -> Bool {
            let line = try objects.line(of: id)
            guard let line else { return false }
            if let action = line.packed?.action, format?.fields.contains("T") != true {
                // Its checksum vouches for it, and the index has the rest.
                try print(&context, id, action, nil, line.bytes)
                return true
            }
            let node = try store.node(id, at: line, from: &objects, validator: validator)
            try print(&context, id, node.action, node.taskID, node.canonicalBytes[...])
            return true
        }

        private mutating func print(
            _ context: inout CommandContext, _ id: NodeID, _ action: Action, _ task: TaskID?,
            _ line: ArraySlice<UInt8>
        ) throws(RedoError) {
            first.removeAll(keepingCapacity: true)
            if let format {
                let text = format.text { field in
                    switch field {
                    case "A": action.description
                    case "S": String(line.count)
                    case "T": task?.description ?? "-"
                    default: id.description
                    }
                }
                first += text.utf8
            } else {
                id.append(to: &first)
                first.append(UInt8(ascii: " "))
                first += action.description.utf8
                first.append(UInt8(ascii: " "))
                first += line.count.description.utf8
            }
            first.append(UInt8(ascii: "\n"))
            try context.print(first)
            guard showsNode else { return }
            try context.print(line)
            try context.print(UInt8(ascii: "\n"))
        }
    }

    /// The node's JSON over several lines, two spaces a level, members sorted.
    private static func prettyText(of node: Node) -> [UInt8] {
        var output: [UInt8] = []
        if let document = try? JSONDocument(node.canonicalBytes) {
            CanonicalJSON.appendIndented(document.root.value, to: &output)
        }
        output.append(UInt8(ascii: "\n"))
        return output
    }
}

extension RedoError {
    /// Whether a node that is stored cannot be had: its file is damaged or unreadable.
    fileprivate var isAboutStoredNode: Bool {
        code == .corrupted || code == .notFound || code == .notPermitted
    }
}
