import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// An import of nodes: takes the good ones of a JSON array or of JSON Lines in.
struct NodeImport {
    static let porcelain = OptionSpecification.flag(
        "porcelain", isExpert: true,
        "print '<id or ->\\t<OK or CODE>' for each node, in the order of the input")
    static let requireSignature = OptionSpecification.flag(
        "require-signature", "refuse changes without a signature")
    static let unsigned = OptionSpecification.flag(
        "unsigned", isExpert: true,
        "import unsigned nodes of other people too; nothing proves who wrote them")

    /// The options about nodes alone.
    static let options = [porcelain, requireSignature, unsigned]

    private let path: String
    private let signatureRule: NodeValidator.SignatureRule
    /// True if nodes are received that nothing proves.
    private let takesUnproved: Bool
    private let isPorcelain: Bool
    /// The terminator of a line of the porcelain.
    private let lineEnd: String

    /// An import from standard input, without options.
    init() {
        path = "-"
        signatureRule = .ifPresent
        (takesUnproved, isPorcelain, lineEnd) = (false, false, "\n")
    }

    init(_ arguments: Arguments) throws(RedoError) {
        if arguments.operands.count > 1 {
            throw .usage("unexpected argument '\(arguments.operands[1])'")
        }
        path = arguments.operands.first ?? "-"
        signatureRule = arguments.has(Self.requireSignature) ? .required : .ifPresent
        takesUnproved = arguments.has(Self.unsigned)
        isPorcelain = arguments.has(Self.porcelain)
        lineEnd = arguments.terminator
    }

    func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        let input = context.input(path)
        return try run(try input.mapped(in: store), of: input, to: store, &context)
    }

    /// Imports the nodes of a text that was read.
    func run(
        _ text: MappedFile, of input: Input, to store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        try context.refuseCompressed(text.bytes, of: input.path)
        let ranges = try Self.nodeRanges(text, input)
        var nodes = Self.checked(text, ranges, signatureRule, context)
        if !takesUnproved { try Self.refuseUnproved(&nodes, store, context) }
        // Before anything is written. What another process writes in the meantime counts as new.
        let known = isPorcelain ? [] : try store.present(nodes.candidates.lazy.map(\.id))
        try Self.admit(&nodes, of: text, ranges, to: store, context)
        var dates = try FutureDates(context)
        for node in nodes.candidates where nodes.rejections[node.number] == nil {
            dates.note(node.id, node.position.timestamp.wall)
        }
        dates.warn(context)
        var errors = ListedErrors()
        var rest = nodes.candidates[...]
        for (index, range) in ranges.enumerated() {
            let candidate = rest.first?.number == index ? rest.removeFirst() : nil
            let rejection = nodes.rejections[index]
            if isPorcelain {
                let id = (candidate?.id ?? rejection?.id)?.description ?? "-"
                try context.print("\(id)\t\(rejection?.code.rawValue ?? "OK")\(lineEnd)")
            } else if let rejection {
                let location = "in the node at byte \(range.lowerBound) of \(input.name)"
                let id = rejection.id.map { "\($0) " } ?? ""
                errors.report(rejection.code, "\(id)\(rejection.detail), \(location)", context)
            }
        }
        errors.finish(context, allWith: Self.porcelain)
        if !isPorcelain {
            try Self.noteMissingParents(nodes, text, ranges, store, context)
            try Self.report(nodes, known, &context)
        }
        return nodes.rejections.isEmpty ? .done : .no
    }

    /// Refuses unsigned nodes of users whose keys are not here: anyone can have written them. Those that the
    /// store has already are not news.
    private static func refuseUnproved(
        _ nodes: inout InputNodes, _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        if nodes.unsigned.isEmpty { return }
        let own = try context.keyring().ownUsers()
        let known = try store.present(nodes.unsigned.lazy.map(\.id))
        nodes.refuse { id, author in
            if known.contains(id) || own.contains(author) { return nil }
            return Rejection(
                .invalidSignature,
                "it is not signed, so nothing proves that \(author) wrote it; "
                    + "--unsigned takes it in", id: id)
        }
    }

    /// The maximum number of missing parents that are named.
    private static let maximumNamedCount = 10

    /// Names the nodes that refused ones follow and that are neither in the input nor in the store: they are what
    /// keeps the others out.
    private static func noteMissingParents(
        _ nodes: InputNodes, _ text: MappedFile, _ ranges: [Range<Int>], _ store: Store,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let indices = nodes.rejections.filter { $0.value.code == .parentNotFound }.keys
        if indices.isEmpty { return }
        let validator = NodeValidator()
        var (ids, parents): (Set<NodeID>, Set<NodeID>) = ([], [])
        for index in indices {
            let line = text.bytes.extracting(ranges[index]).array
            guard let node = try? validator.read(line, signature: .unchecked) else { continue }
            ids.insert(node.id)
            parents.formUnion(node.parents)
        }
        let missing = parents.subtracting(ids).subtracting(try store.present(parents)).sorted()
        if missing.isEmpty { return }
        let others = missing.count - maximumNamedCount
        context.note(
            "\(counted(ids.count, "node")) \(ids.count == 1 ? "lacks" : "lack") a parent, directly or by way of others; "
                + "neither here nor in the input: "
                + missing.prefix(maximumNamedCount).map(\.description).joined(separator: ", ")
                + (others > 0 ? " and \(others) more" : ""))
    }

    /// Says how many nodes are new and how many were known, each counted once. Where no node is good there
    /// is nothing to count: the bad ones have been named.
    private static func report(
        _ nodes: InputNodes, _ known: Set<NodeID>, _ context: inout CommandContext
    ) throws(RedoError) {
        var good: Set<NodeID> = []
        good.reserveCapacity(nodes.candidates.count)
        var (knownCount, unsignedCount) = (0, 0)
        for node in nodes.candidates where nodes.rejections[node.number] == nil {
            guard good.insert(node.id).inserted else { continue }
            if known.contains(node.id) {
                knownCount += 1
            } else if !node.isSigned {
                unsignedCount += 1
            }
        }
        if good.isEmpty { return }
        var news = "received \(counted(good.count - knownCount, "node"))"
        if unsignedCount > 0 { news += " (\(unsignedCount) not signed)" }
        switch knownCount {
        case 0: try context.print("\(news)\n")
        case 1: try context.print("\(news), 1 was known\n")
        default: try context.print("\(news), \(knownCount) were known\n")
        }
    }

    /// Stage 1, on all processors.
    private static func checked(
        _ text: MappedFile, _ ranges: [Range<Int>], _ rule: NodeValidator.SignatureRule,
        _ context: borrowing CommandContext
    ) -> InputNodes {
        var progress = Progress("Checking nodes", context)
        var nodes = InputNodes(capacity: ranges.count)
        var forgetting = ForgottenBytes(of: text)
        for start in stride(from: 0, to: ranges.count, by: checkedCount) {
            let chunk = ranges[start..<min(start + checkedCount, ranges.count)]
            nodes += Parallel.map(count: chunk.count) { (range) -> [InputNode] in
                let validator = NodeValidator()
                return range.map { index in
                    let line = text.bytes.extracting(chunk[start + index]).array
                    return InputNode(line, start + index, rule, validator)
                }
            }
            if let last = chunk.last { forgetting.pass(last.upperBound) }
            progress.show(done: start + chunk.count, total: ranges.count)
        }
        progress.finish()
        return nodes
    }

    /// The number of nodes that are checked at once.
    private static let checkedCount = 16_384

    /// Performs stage 2, and stores the valid nodes.
    private static func admit(
        _ nodes: inout InputNodes, of text: MappedFile, _ ranges: [Range<Int>], to store: Store,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        var progress = Progress("Writing nodes", context)
        let forgetting = Locked(ForgottenBytes(of: text))
        let rejections = try store.admit(nodes.candidates) {
            progress.show(done: $0, total: $1)
        } reading: { indices in
            let validator = NodeValidator()
            let nodes = indices.map { index -> Node? in
                let line = text.bytes.extracting(ranges[index]).array
                // Its signature was verified when it was read first.
                return try? validator.read(line, signature: .unchecked)
            }
            if let last = indices.last {
                forgetting.withLock { $0.pass(ranges[last].upperBound) }
            }
            return nodes
        }
        nodes.refuse(rejections)
        progress.finish()
    }

    /// Where the nodes are in a text.
    ///
    /// An array that does not end, or after which something follows, is refused whole: it was cut off
    /// or is something else. In JSON Lines a line that is cut off is a bad node among others.
    private static func nodeRanges(
        _ text: MappedFile, _ input: Input
    ) throws(RedoError) -> [Range<Int>] {
        var forgetting = ForgottenBytes(of: text)
        do throws(JSONError) {
            return try JSONSequence.ranges(in: text.bytes) { forgetting.pass($0) }
        } catch {
            throw RedoError(
                .writeFailed,
                "\(input.name) is not a JSON array of nodes: \(error); nothing was imported",
                hints: ["if the file is cut off, its whole nodes can be imported one a line"])
        }
    }
}
