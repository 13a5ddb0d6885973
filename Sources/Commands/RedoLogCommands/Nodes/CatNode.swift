import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
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

    /// `redo cat-node`: prints nodes.
    package static let catNode = Command(
        CommandSpecification(
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
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let repository = try context.openRepository()
        if arguments.has(batch) || arguments.has(batchCheck) {
            guard arguments.operands.isEmpty else { throw .usage("a batch takes no operands") }
            return try runBatch(&context, repository)
        }
        guard let name = arguments.operands.first else { throw .usage("a node is missing") }
        return try printOne(&context, repository, name)
    }

    private static func printOne(
        _ context: inout CommandContext, _ repository: Repository, _ name: String
    ) throws(RedoError) -> ExitStatus {
        let arguments = context.arguments
        var resolver = NodeResolver(repository)
        if arguments.has(exists) {
            guard let id = try resolver.existing(name) else { return .no }
            return ((try? repository.store.node(id, validator: NodeValidator())) ?? nil) == nil
                ? .no : .done
        }
        let id = try resolver.id(name)
        if arguments.has(parents) || arguments.has(children) {
            return try printNeighbours(of: id, &context, repository)
        }
        let found = try repository.store.node(id, validator: NodeValidator())
        guard let node = found else { throw UnclearName.node(name) }
        if arguments.has(type) {
            try context.print("\(node.action)\n")
        } else if arguments.has(size) {
            try context.print("\(node.canonicalBytes.count)\n")
        } else if arguments.has(body) {
            try context.print(node.encoding.body)
        } else if arguments.has(signature) {
            guard let signature = node.signature else { return .no }
            try context.print("\(signature.hexadecimal)\n")
        } else if arguments.has(pretty) {
            try context.print(prettyText(of: node))
        } else {
            try context.printLine(node.canonicalBytes)
        }
        return .done
    }

    /// Prints what a node follows, or what follows it. O(n) for n nodes, of which the columns are read.
    private static func printNeighbours(
        of id: NodeID, _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        let graph = try repository.names(about: .none).validation.graph
        let number = try repository.asking { () throws(RedoError) in
            guard let number = graph.number(of: id) else { throw UnclearName.node(id.description) }
            // Nodes of any task can follow it; it follows those that it names itself.
            let task = graph.task(of: number).map { graph.taskIDs[$0] }
            return (number, context.arguments.has(children) ? .all : TaskScope(of: [task]))
        }
        let numbers =
            context.arguments.has(parents)
            ? graph.parents(of: number).map { $0 }
            : (number + 1..<graph.count).filter { graph.parents(of: $0).contains(number) }
        for number in numbers.withoutRepetitions {
            let id = graph.id(of: number)
            guard let node = try repository.store.node(id, validator: NodeValidator()) else {
                continue
            }
            try context.print("\(id) \(node.timestamp.wall.wallText) \(node.subjectLine)\n")
        }
        return numbers.isEmpty ? .no : .done
    }

    private static func runBatch(
        _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        let arguments = context.arguments
        let format = try arguments.value(format).map { (text) throws(RedoError) in
            try LineFormat(text, fields: ["H", "A", "S", "T"])
        }
        let objects = try repository.store.objectReader()
        var printer = BatchPrinter(
            repository.store, objects, format, showsNode: arguments.has(batch))
        if arguments.has(batchAll) {
            try repository.store.noteLostNodes()
            for id in try repository.store.ids() {
                try printer.print(&context, id, named: id.description)
            }
            return .done
        }
        var resolver = NodeResolver(repository)
        var lines = context.inputLines(separatedByZeros: arguments.has(zero))
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
        return .done
    }

    /// Answers a name that is not a whole id.
    private static func answer(
        _ context: inout CommandContext, _ name: String, _ resolver: inout NodeResolver,
        _ printer: inout BatchPrinter
    ) throws(RedoError) {
        switch try match(name, &resolver, context) {
        case .one(let id):
            try printer.print(&context, id, named: name)
        case .none: try context.print("\(name) missing\n")
        case .several: try context.print("\(name) ambiguous\n")
        }
    }

    /// What a name of a batch means; a name without sense is none, and the batch goes on.
    private static func match(
        _ name: String, _ resolver: inout NodeResolver, _ context: borrowing CommandContext
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
