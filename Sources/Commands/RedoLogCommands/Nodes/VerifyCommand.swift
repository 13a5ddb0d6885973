import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo verify`: the three stages of validation over stored nodes, or the first over a text.
package struct VerifyCommand: ParsableCommand {
    private static let porcelain = OptionSpecification.flag(
        "porcelain", isExpert: true, "print '<id or ->\\t<OK or CODE>' for each node")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each node: id, code, detail, signature")
    private static let all = OptionSpecification.flag("all", "verify all nodes (the default)")
    private static let nodes = OptionSpecification.flag(
        "nodes", isExpert: true,
        "check JSON Lines of standard input, each in stage 1 only and without a store")
    private static let requireSignature = OptionSpecification.flag(
        "require-signature", "nodes without a signature fail")

    package static let specification = CommandSpecification(
        "verify",
        "Check stored nodes in all three stages of validation, and print those that fail",
        operands: [
            .optional(.option(all)), .repeated(.nodeOrRange), .option(nodes),
            .option(BundleVerification.bundle),
        ],
        options: [
            all, nodes, BundleVerification.bundle, BundleVerification.trust, porcelain, json,
            requireSignature, Progress.option, Jobs.option,
        ],
        constraints: [
            .excludes(
                BundleVerification.bundle,
                [all, NameInput.stdin, nodes]),
            .needs(BundleVerification.trust, anyOf: [BundleVerification.bundle]),
            .exclusive([porcelain, json]), .exclusive([all, NameInput.stdin]),
            .exclusive([nodes, NameInput.stdin]),
        ], readsNames: true, effect: .reads,
        statuses: .plain(done: "all is good", no: "something is not"))

    private enum Form {
        case nodes(Selection)
        /// The nodes on standard input, in stage 1.
        case lines
        case bundle(BundleVerification)
    }

    /// The stored nodes that are verified.
    private enum Selection {
        case all
        case named([InputName])
    }

    /// The form in which nodes are listed.
    private enum Style {
        /// The nodes that fail, for people.
        case failures
        case porcelain
        case json

        /// True if nodes that pass are listed, too.
        var includesPassing: Bool { self != .failures }
    }

    private let form: Form
    private let style: Style
    private let requiresSignature: Bool
    /// The terminator of a line of the output.
    private let end: String

    package init(_ arguments: Arguments) throws(RedoError) {
        let operands = arguments.operands
        let isAll = arguments.has(Self.all)
        if arguments.has(Self.nodes) {
            guard operands.isEmpty, !isAll else {
                throw .usage("--nodes takes no ids, and neither --all nor --stdin")
            }
            form = .lines
        } else if let verification = try BundleVerification(arguments) {
            guard operands.isEmpty else { throw .usage("--bundle takes no nodes") }
            form = .bundle(verification)
        } else if operands.isEmpty {
            form = .nodes(.all)
        } else {
            guard !isAll else { throw .usage("--all takes no nodes") }
            form = .nodes(.named(arguments.names))
        }
        style =
            arguments.has(Self.json)
            ? .json : arguments.has(Self.porcelain) ? .porcelain : .failures
        requiresSignature = arguments.has(Self.requireSignature)
        end = arguments.terminator
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .nodes(.all): return try verifyAll(&context)
        case .nodes(.named(let names)):
            return try verify(names, context.openRepository(), &context)
        case .lines: return try verifyLines(&context)
        case .bundle(let verification):
            let contents = try verification.run(
                isJSON: style == .json, requiresSignature: requiresSignature, &context)
            guard case .export(let export) = contents else { return .done }
            let status = try print(export.findings, &context) { !$0.isOnlyRejected }
            if case .failures = style { try context.print(export.summary) }
            return status
        }
    }

    private func verifyAll(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        var dates = try FutureDates(context)
        var findings: [Finding]
        // Who is told of failures alone does not wait for a text of each good node.
        if !style.includesPassing,
            let history = try repository.verifiedHistory(requiringSignatures: requiresSignature)
        {
            keepUntilExit(history)
            findings = history.rejections(&dates)
            findings += try Self.lostNodes(repository)
            if findings.allSatisfy(\.isOnlyRejected) {
                findings += try Self.cacheDamage(repository)
            }
        } else {
            let report = try report(on: repository)
            findings = report.findings(includesPassing: style.includesPassing, &dates)
            findings += try Self.lostNodes(repository)
            if !findings.contains(where: { $0.code != nil && !$0.isOnlyRejected }) {
                findings += try Self.findingsBesideNodes(repository)
            }
        }
        // What is damaged is the answer here, and not what the answer lacks.
        context.incompleteness.forget()
        dates.warn(context)
        return try print(findings, &context) { !$0.isOnlyRejected }
    }

    private func verify(
        _ names: [InputName], _ repository: Repository, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        var dates = try FutureDates(context)
        var unknown: [RedoError] = []
        let findings = try report(on: repository).findings(
            of: names, in: repository, &dates, unknown: &unknown)
        // What is damaged is the answer here, and not what the answer lacks.
        context.incompleteness.forget()
        dates.warn(context)
        let status = try print(findings, &context)
        // What has been checked is printed; names that mean nothing are errors, as of all commands.
        guard let last = unknown.popLast() else { return status }
        try context.flush()
        for error in unknown { context.complain(error) }
        throw last
    }

    private func report(on repository: Repository) throws(RedoError) -> VerificationReport {
        let report = VerificationReport(
            try repository.snapshot(trusting: .nothing) { CheckedNode($0) },
            requiresSignature: requiresSignature)
        keepUntilExit(report)
        return report
    }

    /// The nodes that are known to be lost, and those that records of the store name and that are missing.
    private static func lostNodes(_ repository: Repository) throws(RedoError) -> [Finding] {
        let store = repository.store
        let losses = try store.losses()
        var lost = losses.nodes.map {
            Finding(name: $0.description, code: .corrupted, detail: "the node is lost")
        }
        lost += losses.packs.map {
            Finding(
                name: $0.description, code: .corrupted,
                detail:
                    "nodes of it can be lost: it was damaged, and no record has what it contained")
        }
        if losses.hasForgotten {
            lost.append(
                Finding(
                    name: "lost", code: .corrupted,
                    detail: "more can be lost than it names: it was damaged before"))
        }
        return try lost
            + store.expected(usesCache: false).findings(in: store).map {
                Finding(name: $0.path, code: $0.code, detail: $0.detail)
            }
    }

    /// The faults of packs, indexes and what is kept of the tasks although each node is sound: the same that `redo
    /// fsck` finds.
    private static func findingsBesideNodes(_ repository: Repository) throws(RedoError) -> [Finding]
    {
        let packs = try StoreCheck(packsOf: repository.store)
        var findings = packs.findings.map {
            Finding(
                name: $0.path, code: $0.code,
                detail: ($0.offset.map { "byte \($0): " } ?? "") + $0.detail)
        }
        // If packs are damaged, their caches cannot be judged.
        if findings.isEmpty { findings += try cacheDamage(repository) }
        return findings
    }

    private static func cacheDamage(_ repository: Repository) throws(RedoError) -> [Finding] {
        guard let damage = try repository.cacheDamage() else { return [] }
        return [Finding(name: damage.file.path, code: .corrupted, detail: damage.reason)]
    }

    /// Stage 1 for each line of standard input; what is found is printed a group at a time.
    private func verifyLines(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let rule: NodeValidator.SignatureRule = requiresSignature ? .required : .ifPresent
        var lines = context.inputLines(maximumLineByteCount: InputLines.maximumNodeByteCount)
        var status = ExitStatus.done
        var lineCount = 0
        var dates = try FutureDates(context)
        while true {
            let group = try lines.nextNodes(atMost: 1024)
            guard !group.isEmpty else {
                dates.warn(context)
                return status
            }
            var findings: [Finding] = []
            for outcome in readNodes(group, signature: rule) {
                lineCount += 1
                if case .success(let node) = outcome { dates.note(node.id, node.timestamp.wall) }
                findings.append(Finding(outcome, location: "line \(lineCount)"))
            }
            if case .no = try print(findings, &context) { status = .no }
        }
    }

    /// Prints what was found.
    ///
    /// - Parameter isFailure: whether a finding with a code makes the status 1.
    /// - Returns: `no` if one does.
    private func print(
        _ findings: [Finding], _ context: inout CommandContext,
        _ isFailure: (Finding) -> Bool = { _ in true }
    ) throws(RedoError) -> ExitStatus {
        var status = ExitStatus.done
        for finding in findings {
            if finding.code != nil, isFailure(finding) { status = .no }
            switch style {
            case .json:
                try context.print(CanonicalJSON.bytes(finding.json) + Array(end.utf8))
            case .porcelain:
                try context.print("\(finding.id ?? "-")\t\(finding.code?.rawValue ?? "OK")\(end)")
            case .failures:
                guard let code = finding.code else { continue }
                try context.print(
                    "\(finding.location.printable): \(finding.detail.printable) (\(code))\(end)")
            }
        }
        return status
    }
}

extension HistoryValidation {
    /// The nodes that stage 3 rejects.
    ///
    /// - Parameter dates: takes note of all nodes.
    fileprivate func rejections(_ dates: inout FutureDates) -> [Finding] {
        var findings: [Finding] = []
        for number in 0..<graph.count {
            dates.note(graph.id(of: number), facts.wall(number))
            guard case .rejected(let code, let culprit) = verdicts[number] else { continue }
            var finding = Finding(
                name: graph.id(of: number).description, code: code,
                detail: reason(of: code, culprit: culprit, self))
            finding.isOnlyRejected = true
            findings.append(finding)
        }
        return findings
    }
}

/// The findings of a verification about all stored nodes.
///
/// The indices are those of the nodes that pass stages 1 and 2, in replay order, and then of the
/// others, by id.
private struct VerificationReport {
    private let snapshot: Snapshot<CheckedNode>
    private let validation: HistoryValidation
    private let requiresSignature: Bool

    init(_ snapshot: Snapshot<CheckedNode>, requiresSignature: Bool) {
        self.snapshot = snapshot
        self.requiresSignature = requiresSignature
        validation = HistoryValidation(LogFacts(snapshot.nodes))
    }

    private var indices: Range<Int> { 0..<snapshot.nodes.count + snapshot.refused.count }

    private func id(at index: Int) -> NodeID {
        let nodes = snapshot.nodes
        return index < nodes.count ? nodes[index].id : snapshot.refused[index - nodes.count].id
    }

    /// The fault of a node; nil if it has none.
    private func mistake(
        at index: Int
    ) -> (code: ErrorCode, detail: String, isOnlyRejected: Bool)? {
        let nodes = snapshot.nodes
        guard index < nodes.count else {
            let fault = snapshot.refused[index - nodes.count].fault
            return (fault.code, fault.detail, false)
        }
        if requiresSignature, !nodes[index].isSigned {
            return (ErrorCode.invalidSignature, "the node has no signature", false)
        }
        guard case .rejected(let code, let culprit) = validation.verdicts[index] else { return nil }
        return (code, reason(of: code, culprit: culprit, validation), true)
    }

    private func finding(at index: Int) -> Finding {
        let mistake = mistake(at: index)
        var finding = Finding(
            name: id(at: index).description, code: mistake?.code,
            detail: mistake?.detail ?? "")
        finding.isOnlyRejected = mistake?.isOnlyRejected ?? false
        if index < snapshot.nodes.count {
            finding.signature = snapshot.nodes[index].signedOver?.rawValue
        }
        return finding
    }

    /// The findings of all nodes.
    ///
    /// - Parameter includesPassing: whether those of good nodes are among them.
    func findings(includesPassing: Bool, _ dates: inout FutureDates) -> [Finding] {
        for node in snapshot.nodes { dates.note(node.id, node.position.timestamp.wall) }
        return indices.filter { includesPassing || mistake(at: $0) != nil }.map(finding)
    }

    /// The findings of the named nodes.
    ///
    /// - Parameter unknown: gets an error for each name that means no node.
    func findings(
        of names: [InputName], in repository: Repository, _ dates: inout FutureDates,
        unknown: inout [RedoError]
    ) throws(RedoError) -> [Finding] {
        var indicesByID: [NodeID: Int] = [:]
        for index in indices { indicesByID[id(at: index)] = index }
        var resolver = NodeResolver(repository)
        var found: [Finding] = []
        for (name, ids) in try resolver.groups(names) {
            let indices = ids.map { ids in ids.compactMap { indicesByID[$0] } } ?? []
            for index in indices {
                found.append(finding(at: index))
                if index < snapshot.nodes.count {
                    let node = snapshot.nodes[index]
                    dates.note(node.id, node.position.timestamp.wall)
                }
            }
            if ids == nil || ids?.count == 1 && indices.isEmpty {
                unknown.append(name.located(UnclearName.node(name.text)))
            }
        }
        return found
    }
}
