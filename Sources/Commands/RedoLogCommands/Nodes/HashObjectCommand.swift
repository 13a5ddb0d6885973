import RedoCommandLine
import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo hash-object`: prints the ids of nodes in any JSON spelling, and writes them.
package struct HashObjectCommand: ParsableCommand {
    private static let write = OptionSpecification.flag(
        "write", letter: "w", "write the nodes into the store; an id that was printed is on disk")
    private static let sign = OptionSpecification.flag(
        "sign", "sign the nodes with your key; id and signature in the input do not count")
    private static let canonical = OptionSpecification.flag(
        "canonical", "print the canonical bytes of any JSON value instead, without a line feed")
    private static let stdin = OptionSpecification.flag(
        "stdin", "read one node from standard input")
    private static let batch = OptionSpecification.flag(
        "batch", "read JSON Lines from standard input; print an id or '- CODE detail' for each")
    private static let literally = OptionSpecification.flag(
        "literally", isExpert: true,
        "hash any JSON object without validation, for repair work; never writes")
    private static let requireSignature = OptionSpecification.flag(
        "require-signature", "refuse nodes without a signature")

    package static let specification = CommandSpecification(
        "hash-object", "Print the ids of nodes given as JSON, and optionally write the nodes",
        operands: [.repeated(.value(.file)), .option(stdin), .option(batch)],
        options: [
            write, sign, stdin, batch, canonical, literally, requireSignature,
            NameInput.output,
        ],
        constraints: [
            .exclusive([canonical, NameInput.output]),
            .exclusive([write, canonical, literally]), .excludes(sign, [canonical, literally]),
            .exclusive([canonical, batch]),
            .excludes(requireSignature, [canonical, literally]),
        ], statuses: .plain(no: "a node was refused"))

    private enum Form {
        /// What is printed of the values in some files.
        case canonicalBytes(of: [String])
        case ids(of: [String], HashingRequest)
        case batch(HashingRequest)
    }

    /// What is done with nodes beside finding their ids.
    private struct HashingRequest {
        let isWriting: Bool
        let isSigning: Bool
        let isLiteral: Bool
        let rule: NodeValidator.SignatureRule

        init(_ arguments: Arguments) {
            isWriting = arguments.has(write)
            isSigning = arguments.has(sign)
            isLiteral = arguments.has(literally)
            rule = arguments.has(requireSignature) ? .required : .ifPresent
        }
    }

    private let form: Form
    /// The terminator of a line of the output.
    private let end: String

    package init(_ arguments: Arguments) throws(RedoError) {
        end = arguments.terminator
        let isBatch = arguments.has(Self.batch)
        let paths = (arguments.has(Self.stdin) ? ["-"] : []) + arguments.operands
        guard isBatch == paths.isEmpty else {
            throw .usage(
                isBatch
                    ? "--batch takes neither files nor --stdin" : "name a file, --stdin or --batch")
        }
        form =
            if arguments.has(Self.canonical) {
                .canonicalBytes(of: paths)
            } else if isBatch {
                .batch(HashingRequest(arguments))
            } else {
                .ids(of: paths, HashingRequest(arguments))
            }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .canonicalBytes(let paths):
            return try Self.printCanonicalBytes(of: paths, &context)
        case .ids(let paths, let request):
            return try printIDs(of: paths, NodeHasher(request, context), &context)
        case .batch(let request):
            return try runBatch(&context, NodeHasher(request, context))
        }
    }

    private static func printCanonicalBytes(
        of paths: [String], _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        for path in paths {
            let input = context.input(path)
            let bytes = try input.readAll()
            try context.refuseCompressed(bytes.span, of: input.path)
            let document: JSONDocument
            do throws(JSONError) {
                document = try JSONDocument(bytes)
            } catch {
                throw RedoError(
                    Rejection(.schemaMismatch, "not I-JSON: \(error)"), in: input.name)
            }
            try context.print(CanonicalJSON.bytes(document.root))
        }
        return .done
    }

    private func printIDs(
        of paths: [String], _ hasher: borrowing NodeHasher, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        for path in paths {
            let input = context.input(path)
            let bytes = try input.readAll()
            try context.refuseCompressed(bytes.span, of: input.path)
            let text = hasher.completed(bytes)
            for outcome in try hasher.ids(of: [.success(text)]) {
                switch outcome {
                case .success(let id): try context.print("\(id)\(end)")
                case .failure(let rejection): throw RedoError(rejection, in: input.name)
                }
            }
        }
        return .done
    }

    /// Answers line by line; when the input pauses, or a group is large, what has come is written,
    /// synced and then printed.
    private func runBatch(
        _ context: inout CommandContext, _ hasher: borrowing NodeHasher
    ) throws(RedoError) -> ExitStatus {
        var lines = context.inputLines(maximumLineByteCount: InputLines.maximumNodeByteCount)
        var group: [Result<[UInt8], Rejection>] = []
        var status = ExitStatus.done
        var line: [UInt8] = []
        while true {
            let text = try lines.nextNode()
            if let text { group.append(text) }
            let isPaused = lines.isPaused
            guard text == nil || group.count >= 1024 || isPaused else { continue }
            for outcome in try hasher.ids(of: group) {
                switch outcome {
                case .success(let id):
                    line.removeAll(keepingCapacity: true)
                    id.append(to: &line)
                    line += end.utf8
                    try context.print(line)
                case .failure(let rejection):
                    status = .no
                    try context.print(
                        "- \(rejection.code) \(rejection.detail.printable)\(end)")
                }
            }
            group.removeAll(keepingCapacity: true)
            if isPaused { try context.flush() }
            if text == nil { return status }
        }
    }

    /// Finds the ids of nodes, and signs and writes them, as a request says.
    private struct NodeHasher: ~Copyable {
        private let validator: NodeValidator
        private let rule: NodeValidator.SignatureRule
        private let isLiteral: Bool
        /// The store that the nodes are written to.
        private let store: Store?
        private let identity: Identity?

        init(
            _ request: HashingRequest, _ context: borrowing CommandContext
        ) throws(RedoError) {
            let store =
                request.isWriting || request.isSigning ? try context.openStore() : nil
            identity =
                if request.isSigning, let store {
                    try context.keyring().identity(for: store)
                } else { nil }
            self.store = request.isWriting ? store : nil
            rule = request.rule
            isLiteral = request.isLiteral
            validator = NodeValidator()
        }

        /// The text of a node with an id, which is computed if it is missing.
        func completed(_ text: [UInt8]) -> [UInt8] {
            isLiteral ? text : validator.completed(text)
        }

        /// The ids of some nodes, in the order of the texts; when this returns, the nodes that
        /// should be written are on disk.
        func ids(
            of texts: [Result<[UInt8], Rejection>]
        ) throws(RedoError) -> [Result<NodeID, Rejection>] {
            guard let store else {
                switch identity {
                case .some(let identity):
                    return try signed(texts, identity.signer).map { $0.map(\.id) }
                case nil: return checkedIDs(of: texts)
                }
            }
            let nodes: [Result<Node, Rejection>]
            switch identity {
            case .some(let identity): nodes = try signed(texts, identity.signer)
            case nil: nodes = readNodes(texts, signature: rule)
            }
            let verdicts = try store.admit(nodes, validator: validator)
            return zip(nodes, verdicts).map { node, verdict in
                verdict.map { .failure($0) } ?? node.map(\.id)
            }
        }

        /// The ids alone, found on all processors.
        private func checkedIDs(
            of texts: [Result<[UInt8], Rejection>]
        ) -> [Result<NodeID, Rejection>] {
            let (rule, isLiteral) = (rule, isLiteral)
            return mapNodes(texts) { (validator, text) throws(Rejection) in
                isLiteral
                    ? try validator.identify(text) : try validator.id(of: text, signature: rule)
            }
        }

        private func signed(
            _ texts: [Result<[UInt8], Rejection>], _ signer: Signer
        ) throws(RedoError) -> [Result<Node, Rejection>] {
            var nodes: [Result<Node, Rejection>] = []
            for text in texts { nodes.append(try signed(text, signer)) }
            return nodes
        }

        /// - Throws: KEYCHAIN_002 where the signer gives no signature: further nodes would get none either.
        private func signed(
            _ text: Result<[UInt8], Rejection>, _ signer: Signer
        ) throws(RedoError) -> Result<Node, Rejection> {
            switch text {
            case .failure(let rejection): return .failure(rejection)
            case .success(let text):
                do throws(SigningFailure) {
                    return .success(try validator.sign(text, with: signer))
                } catch {
                    if case .rejected(let rejection) = error { return .failure(rejection) }
                    throw RedoError(error)
                }
            }
        }
    }
}

/// Reads nodes through stage 1 on all processors.
///
/// - Returns: an outcome for each text, in their order.
func readNodes(
    _ texts: [Result<[UInt8], Rejection>], signature rule: NodeValidator.SignatureRule
) -> [Result<Node, Rejection>] {
    mapNodes(texts) { (validator, text) throws(Rejection) in
        try validator.read(text, signature: rule)
    }
}

/// Does something with the text of each node, on all processors, each with a reader of its own.
private func mapNodes<Value: Sendable>(
    _ texts: [Result<[UInt8], Rejection>],
    _ body: @Sendable (borrowing NodeValidator, [UInt8]) throws(Rejection) -> Value
) -> [Result<Value, Rejection>] {
    Parallel.map(count: texts.count) { range in
        let validator = NodeValidator()
        return range.map { index in
            do throws(Rejection) {
                return .success(try body(validator, try texts[index].get()))
            } catch {
                return .failure(error)
            }
        }
    }
}
