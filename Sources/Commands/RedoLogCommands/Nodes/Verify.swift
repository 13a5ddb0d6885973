import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let porcelain = OptionSpecification.flag(
        "porcelain", isExpert: true, "print '<id or ->\\t<OK or CODE>' for each node")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each node: id, code, detail, signature")
    private static let all = OptionSpecification.flag("all", "verify all nodes (the default)")
    private static let stdin = OptionSpecification.flag(
        "stdin", isExpert: true, "read ids from standard input")
    private static let nodes = OptionSpecification.flag(
        "nodes", isExpert: true,
        "check JSON Lines of standard input, each in stage 1 only and without a store")
    private static let requireSignature = OptionSpecification.flag(
        "require-signature", "nodes without a signature fail")

    /// `redo verify`: the three stages of validation over stored nodes, or the first over a text.
    package static let verify = Command(
        CommandSpecification(
            "verify",
            "Check stored nodes in all three stages of validation, and print those that fail",
            operands: [
                .optional(.option(all)), .repeated(.nodeOrRange), .option(stdin), .option(nodes),
                .option(BundleOptions.bundle),
            ],
            options: [
                all, stdin, nodes, BundleOptions.bundle, BundleOptions.trust, porcelain, json,
                requireSignature, Progress.option, Jobs.option,
            ],
            constraints: [
                .excludes(BundleOptions.bundle, [all, stdin, nodes, porcelain, requireSignature]),
                .needs(BundleOptions.trust, anyOf: [BundleOptions.bundle]),
                .exclusive([porcelain, json]), .exclusive([all, stdin]),
            ], effect: .reads, statuses: .plain(done: "all is good", no: "something is not"))
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        if arguments.has(nodes) {
            guard arguments.operands.isEmpty, !arguments.has(all), !arguments.has(stdin) else {
                throw .usage("--nodes takes no ids, and neither --all nor --stdin")
            }
            return try verifyLines(&context)
        }
        if let path = arguments.value(BundleOptions.bundle) {
            guard arguments.operands.isEmpty else { throw .usage("--bundle takes no nodes") }
            return try verify(bundle: path, asJSON: arguments.has(json), &context)
        }
        let repository = try context.openRepository()
        var names: [String]? = arguments.operands.isEmpty ? nil : arguments.operands
        if arguments.has(stdin) { names = (names ?? []) + (try namesOnStandardInput(context)) }
        guard names == nil || !arguments.has(all) else { throw .usage("--all takes no nodes") }
        var dates = try FutureDates(context)
        // Who is told of failures alone does not wait for a text of each good node.
        let isForAll = arguments.has(json) || arguments.has(porcelain)
        let requiresSignature = arguments.has(requireSignature)
        var findings: [Finding]
        var unknown: [RedoError] = []
        if names == nil, !isForAll,
            let history = try repository.verifiedHistory(requiringSignatures: requiresSignature)
        {
            keepUntilExit(history)
            findings = history.rejections(&dates)
            findings += try lostNodes(repository)
            if findings.allSatisfy(\.isOnlyRejected) { findings += try cacheDamage(repository) }
        } else {
            let verification = VerificationReport(
                try repository.snapshot(trusting: .nothing) { CheckedNode($0) },
                requiresSignature: requiresSignature)
            keepUntilExit(verification)
            if let names {
                findings = try verification.findings(
                    of: names, in: repository, &dates, unknown: &unknown)
            } else {
                findings = verification.findings(includesPassing: isForAll, &dates)
                findings += try lostNodes(repository)
                if !findings.contains(where: { $0.code != nil && !$0.isOnlyRejected }) {
                    findings += try findingsBesideNodes(repository)
                }
            }
        }
        // What is damaged is the answer here, and not what the answer lacks.
        context.incompleteness.forget()
        dates.warn(context)
        if names == nil { return try report(&context, findings) { !$0.isOnlyRejected } }
        let status = try report(&context, findings)
        // What has been checked is printed; names that mean nothing are errors, as of all commands.
        guard let last = unknown.popLast() else { return status }
        try context.flush()
        for error in unknown { context.complain(error) }
        throw last
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
                detail: "nodes of it can be lost: it was damaged, and nothing says what it held")
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

    /// What is wrong with packs, indexes and what is kept of the tasks although each node is sound: the
    /// same that `redo fsck` finds.
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
    private static func verifyLines(
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let rule: NodeValidator.SignatureRule =
            context.arguments.has(requireSignature) ? .required : .ifPresent
        var lines = context.inputLines(greatestLineByteCount: InputLines.greatestNodeByteCount)
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
                findings.append(Finding(outcome, place: "line \(lineCount)"))
            }
            if case .no = try report(&context, findings) { status = .no }
        }
    }

    /// Prints what was found as the options say.
    ///
    /// - Parameter isFailure: whether a finding with a code makes the status 1.
    /// - Returns: `no` if one does.
    private static func report(
        _ context: inout CommandContext, _ findings: [Finding],
        _ isFailure: (Finding) -> Bool = { _ in true }
    ) throws(RedoError) -> ExitStatus {
        let arguments = context.arguments
        var status = ExitStatus.done
        for finding in findings {
            if finding.code != nil, isFailure(finding) { status = .no }
            if arguments.has(json) {
                try context.printLine(CanonicalJSON.bytes(finding.json))
            } else if arguments.has(porcelain) {
                try context.print("\(finding.id ?? "-")\t\(finding.code?.rawValue ?? "OK")\n")
            } else if let code = finding.code {
                try context.print(
                    "\(finding.place.printable) \(code): \(finding.detail.printable)\n")
            }
        }
        return status
    }

    private static func namesOnStandardInput(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> [String] {
        var names: [String] = []
        var lines = context.inputLines()
        while let line = try lines.next() {
            guard case .bytes(let bytes) = line else {
                throw .usage("a line is too long for an id")
            }
            names.append(String(decoding: bytes, as: UTF8.self))
        }
        return names
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

/// What verification says of each stored node.
///
/// The places are those of the nodes that pass stages 1 and 2, in replay order, and then of the
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

    private var places: Range<Int> { 0..<snapshot.nodes.count + snapshot.refused.count }

    private func id(at place: Int) -> NodeID {
        let nodes = snapshot.nodes
        return place < nodes.count ? nodes[place].id : snapshot.refused[place - nodes.count].id
    }

    /// What is wrong with a node; nil if nothing is.
    private func mistake(
        at place: Int
    ) -> (code: ErrorCode, detail: String, isOnlyRejected: Bool)? {
        let nodes = snapshot.nodes
        guard place < nodes.count else {
            let fault = snapshot.refused[place - nodes.count].fault
            return (fault.code, fault.detail, false)
        }
        if requiresSignature, !nodes[place].isSigned {
            return (ErrorCode.invalidSignature, "the node has no signature", false)
        }
        guard case .rejected(let code, let culprit) = validation.verdicts[place] else { return nil }
        return (code, reason(of: code, culprit: culprit, validation), true)
    }

    private func finding(at place: Int) -> Finding {
        let mistake = mistake(at: place)
        var finding = Finding(
            name: id(at: place).description, code: mistake?.code,
            detail: mistake?.detail ?? "")
        finding.isOnlyRejected = mistake?.isOnlyRejected ?? false
        if place < snapshot.nodes.count {
            finding.signature = snapshot.nodes[place].signedOver?.rawValue
        }
        return finding
    }

    /// The findings of all nodes.
    ///
    /// - Parameter includesPassing: whether those of good nodes are among them.
    func findings(includesPassing: Bool, _ dates: inout FutureDates) -> [Finding] {
        for node in snapshot.nodes { dates.note(node.id, node.position.timestamp.wall) }
        return places.filter { includesPassing || mistake(at: $0) != nil }.map(finding)
    }

    /// The findings of the named nodes.
    ///
    /// - Parameter unknown: gets an error for each name that means no node.
    func findings(
        of names: [String], in repository: Repository, _ dates: inout FutureDates,
        unknown: inout [RedoError]
    ) throws(RedoError) -> [Finding] {
        var placesByID: [NodeID: Int] = [:]
        for place in places { placesByID[id(at: place)] = place }
        var resolver = NodeResolver(repository)
        var found: [Finding] = []
        for name in names {
            let ids = try resolver.ids(name)
            let places = ids.map { ids in ids.compactMap { placesByID[$0] } } ?? []
            for place in places {
                found.append(finding(at: place))
                if place < snapshot.nodes.count {
                    let node = snapshot.nodes[place]
                    dates.note(node.id, node.position.timestamp.wall)
                }
            }
            if ids == nil || ids?.count == 1 && places.isEmpty {
                unknown.append(UnclearName.node(name))
            }
        }
        return found
    }
}
