import RedoCheckpoints
import RedoCommandLine
import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// A check of what `redo prove` or `redo export` wrote, without a store: `redo verify --bundle`.
struct BundleVerification {
    static let bundle = OptionSpecification.value(
        "bundle", takes: .file,
        "check a file of redo prove or redo export, or - for standard input, without a store")
    static let trust = OptionSpecification.value(
        "trust", takes: "key", isRepeatable: true,
        isExpert: true, "with --bundle: demand that this public key has signed a statement of it")

    private let path: String
    /// Keys that have to have signed a statement.
    private let trusted: [PublicKey]

    /// - Returns: nil if no bundle is named.
    /// - Throws: wrong usage for what is not a key.
    init?(_ arguments: Arguments) throws(RedoError) {
        trusted = try arguments.values(Self.trust).map { text throws(RedoError) in
            guard let key = PublicKey(hexadecimal: Array(text.utf8).span) else {
                throw .usage("not a public key of 64 hexadecimal digits: '\(text)'")
            }
            return key
        }
        guard let path = arguments.value(Self.bundle) else { return nil }
        self.path = path
    }

    /// What the file is.
    enum Contents {
        /// What holds has been printed.
        case proof
        /// Nodes, each with what is found of it.
        case export(ExportVerification)
    }

    /// Reads the file, and prints what a proof proves.
    ///
    /// - Throws: a code of the status 1 for what proves nothing.
    func run(
        isJSON: Bool, requiresSignature: Bool, _ context: inout CommandContext
    ) throws(RedoError) -> Contents {
        let input = context.input(path)
        let bytes = try input.readAll(atMost: ExportVerification.maximumByteCount)
        try context.refuseCompressed(bytes.span, of: path)
        if trusted.isEmpty {
            do throws(JSONError) {
                if let export = try ExportVerification(bytes, requiresSignature: requiresSignature)
                {
                    return .export(export)
                }
            } catch {
                throw RedoError(
                    .schemaMismatch, "\(input.name.printable) is not an array of nodes: \(error)",
                    status: .no)
            }
        }
        try printProof(bytes, of: input, isJSON: isJSON, &context)
        return .proof
    }

    private func printProof(
        _ bytes: [UInt8], of input: Input, isJSON: Bool, _ context: inout CommandContext
    ) throws(RedoError) {
        guard bytes.count <= ProofBundle.maximumByteCount else {
            throw RedoError(
                .notFound,
                "\(input.name.printable) has more than \(ProofBundle.maximumByteCount) bytes")
        }
        let proof: ProofBundle
        do throws(ProofBundle.Fault) {
            proof = try ProofBundle(reading: bytes)
        } catch {
            throw RedoError(
                error.code, "\(input.name.printable) proves nothing: \(error.detail)", status: .no)
        }
        let signers = [proof.statement, proof.countersignature].compactMap { $0?.statement.key }
        for key in trusted where !signers.contains(key) {
            throw RedoError(
                .proofUntrusted, "the key \(key.hexadecimal) has signed no statement of the proof",
                status: .no,
                hints: signers.map { "signed by \($0.hexadecimal)" })
        }
        if isJSON {
            try context.printLine(CanonicalJSON.bytes(proof.report))
        } else {
            try context.print(proof.text)
        }
    }
}

/// What the nodes of a proof say of the task: what those make void that are in it has no effect.
private struct ProvedTask {
    /// The nodes of the task that have an effect.
    let nodes: [Node]
    /// Nil if the nodes do not make the task.
    let title: String?
    /// The author of the title.
    let titler: PublicKey?
    /// The author of the task.
    let maker: PublicKey?

    init(_ task: TaskID, in proof: ProofBundle) {
        let log = proof.nodes.sorted { $0.position < $1.position }
        let replay = Replay(log, Exclusion(LogRule(leavesOutVoid: true)))
        nodes = proof.nodesOfSubject.filter { replay.voids.reason(of: $0.id) == nil }
        let state = replay.task(task)
        title = state?.title.printable
        let last = replay.assignments(of: task).last {
            $0.member == StateMember(TaskField.title.name)
        }
        titler = last.flatMap { log[$0.node].author.publicKey }
        let create = replay.validation.survivors(log).joined().first {
            log[$0].action == .create && log[$0].taskID == task
        }
        maker = create.flatMap { log[$0].author.publicKey }
    }

    /// Who gave the title, as a line; empty without one.
    var titleLine: String {
        guard let titler else { return "" }
        let line = "  titled by the key \(titler.hexadecimal)"
        guard let maker, maker != titler else { return line + ", which made the task\n" }
        return line + "; the key \(maker.hexadecimal) made the task\n"
    }
}

extension ProofBundle {
    /// What it proves, for people.
    fileprivate var text: String {
        let shown = nodesOfSubject.count
        var text: String
        switch subject {
        case .task(let task):
            let proved = ProvedTask(task, in: self)
            let count = proved.nodes.count
            text = "task \(task)\(proved.title.map { " \($0)" } ?? "")\n"
            text +=
                "  \(counted(count, "node")) of it, and \(nodes.count - count) between them and "
            text += "\(counted(heads.count, "head"))\n" + proved.titleLine
            for key in keys { text += "  nodes by the key \(key.hexadecimal)\n" }
        case .key(let key, let since):
            text = "the key \(key.hexadecimal)\(since.map { ", since \($0.wallText)" } ?? "")\n"
            if let since, isComplete {
                let earlier = nodes.count {
                    $0.author.publicKey == key && $0.timestamp.wall < since
                }
                text += "  \(counted(earlier, "earlier node")) by it by its clock\n"
            }
            text +=
                "  \(counted(shown, "node")) by it, and \(nodes.count - shown) others that lead to "
            text += "\(counted(heads.count, "head"))\n"
            for work in work { text += "  \(work.task): \(work.actions.joined(separator: ", "))\n" }
            text +=
                isComplete
                ? "complete: the file has all \(nodes.count) nodes of the checkpoint, so the key has no others there\n"
                : "not complete: the key may have signed more than is here\n"
        }
        text += "covered by \(Self.line(statement))\n"
        text +=
            countersignature.map { "countersigned by \(Self.line($0))\n" }
            ?? "not countersigned: the statement is the word of its signer alone\n"
        return text
    }

    /// What the nodes of the subject did, by task, in their order.
    private var work: [(task: String, actions: [String])] {
        var order: [String] = []
        var actions: [String: [String]] = [:]
        for node in nodesOfSubject.sorted(by: { $0.position < $1.position }) {
            let task = node.taskID.map { "task \($0)" } ?? "no task"
            if actions[task] == nil { order.append(task) }
            actions[task, default: []].append("\(node.action)")
        }
        return order.map { ($0, actions[$0] ?? []) }
    }

    private static func line(_ signed: SignedStatement) -> String {
        let statement = signed.statement
        return "statement \(statement.sequence) of the slot \(statement.slot), signed "
            + "\(statement.time.wallText) by the key \(statement.key.hexadecimal)"
    }

    /// The report for programs.
    fileprivate var report: JSONValue {
        func text(_ text: String) -> JSONValue { .string(JSONString(text)) }
        func object(_ signed: SignedStatement) -> JSONValue {
            let statement = signed.statement
            return [
                "digest": text(signed.digest.hexadecimal), "key": text(statement.key.hexadecimal),
                "nodes": .number(Double(statement.nodeCount)),
                "sequence": .number(Double(statement.sequence)),
                "slot": text(statement.slot.hexadecimal), "time": text(statement.time.wallText),
            ]
        }
        var members = [
            JSONMember("countersignature", countersignature.map(object) ?? .null),
            JSONMember("keys", .array(keys.map { text($0.hexadecimal) })),
            JSONMember("statement", object(statement)),
        ]
        let shown: [Node]
        switch subject {
        case .task(let task):
            let proved = ProvedTask(task, in: self)
            shown = proved.nodes
            members += [
                JSONMember("madeBy", proved.maker.map { text($0.hexadecimal) } ?? .null),
                JSONMember("task", text(task.description)),
                JSONMember("title", proved.title.map(text) ?? .null),
                JSONMember("titledBy", proved.titler.map { text($0.hexadecimal) } ?? .null),
            ]
        case .key(let key, let since):
            shown = nodesOfSubject
            members += [
                JSONMember("by", text(key.hexadecimal)), JSONMember("complete", .bool(isComplete)),
                JSONMember("since", since.map { text($0.wallText) } ?? .null),
            ]
        }
        members += [
            JSONMember("nodes", .array(shown.map { text($0.id.description) })),
            JSONMember("others", .number(Double(nodes.count - shown.count))),
        ]
        return .object(members)
    }
}
