import RedoCommand
import RedoJSON
import RedoLog
import RedoState
import RedoStore

extension Command {
    private static let porcelain = OptionSpecification.flag(
        "porcelain", "print '<id or ->\\t<OK or CODE>' for each node")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each node: id, code, detail, signature")
    private static let all = OptionSpecification.flag("all", "verify all nodes (the default)")
    private static let stdin = OptionSpecification.flag("stdin", "read ids from standard input")
    private static let nodes = OptionSpecification.flag(
        "nodes", "check JSON Lines of standard input, each in stage 1 only and without a store")
    private static let requireSignature = OptionSpecification.flag(
        "require-signature", "nodes without a signature fail")

    /// `redo verify`: the three stages of validation over stored nodes, or the first over a text.
    package static let verify = Command(
        CommandSpecification(
            "verify",
            "Check stored nodes in all three stages of validation, and print those that fail",
            operands: ["[--all]", "<node>...", "--stdin", "--nodes"], operandCount: 0...Int.max,
            options: [
                all, stdin, nodes, porcelain, json, requireSignature, Progress.option, Jobs.option,
            ])
    ) { (context) throws(CommandError) in
        let arguments = context.arguments
        if arguments.has(nodes) {
            guard arguments.operands.isEmpty, !arguments.has(all), !arguments.has(stdin) else {
                throw .usage("--nodes takes no ids, and neither --all nor --stdin")
            }
            return try verifyLines(&context)
        }
        let store = try context.openStore()
        var names: [String]? = arguments.operands.isEmpty ? nil : arguments.operands
        if arguments.has(stdin) { names = (names ?? []) + (try namesOnStandardInput()) }
        guard names == nil || !arguments.has(all) else { throw .usage("--all takes no nodes") }
        let verification = VerificationReport(
            try readSnapshot(context, store, trusting: .nothing) { CheckedNode($0) },
            requiresSignature: arguments.has(requireSignature))
        return try report(&context, try verification.findings(of: names, in: store))
    }

    /// Stage 1 for each line of standard input; what is found is printed a group at a time.
    private static func verifyLines(
        _ context: inout CommandContext
    ) throws(CommandError) -> ExitStatus {
        let rule: NodeReader.SignatureRule =
            context.arguments.has(requireSignature) ? .required : .ifPresent
        var lines = InputLines(greatestLineByteCount: InputLines.greatestNodeByteCount)
        var status = ExitStatus.done
        var lineCount = 0
        while true {
            let group = try lines.nextNodes(atMost: 1024)
            guard !group.isEmpty else { return status }
            var findings: [Finding] = []
            for outcome in readNodes(group, signature: rule) {
                lineCount += 1
                findings.append(Finding(outcome, place: "line \(lineCount)"))
            }
            if case .no = try report(&context, findings) { status = .no }
        }
    }

    /// Prints what was found as the options say.
    ///
    /// - Returns: `no` if a node fails.
    private static func report(
        _ context: inout CommandContext, _ findings: [Finding]
    ) throws(CommandError) -> ExitStatus {
        let arguments = context.arguments
        var status = ExitStatus.done
        for finding in findings {
            if finding.code != nil { status = .no }
            if arguments.has(json) {
                try context.print(CanonicalJSON.bytes(finding.json))
                try context.print("\n")
            } else if arguments.has(porcelain) {
                try context.print("\(finding.id ?? "-")\t\(finding.code ?? "OK")\n")
            } else if let code = finding.code {
                try context.print(
                    "\(finding.place.printable) \(code): \(finding.detail.printable)\n")
            }
        }
        return status
    }

    private static func namesOnStandardInput() throws(CommandError) -> [String] {
        var names: [String] = []
        var lines = InputLines()
        while let line = try lines.next() {
            guard case .bytes(let bytes) = line else {
                throw .usage("a line is too long for an id")
            }
            names.append(String(decoding: bytes, as: UTF8.self))
        }
        return names
    }
}

/// What verification says of each stored node.
private struct VerificationReport {
    private let findings: [Finding]
    private let places: [ChangeID: Int]

    init(_ snapshot: Snapshot<CheckedNode>, requiresSignature: Bool) {
        let judgement = Judgement(LogFacts(snapshot.nodes))
        var findings: [Finding] = []
        var places: [ChangeID: Int] = [:]
        for (node, verdict) in zip(snapshot.nodes, judgement.verdicts) {
            var finding = Finding(name: node.id.description)
            finding.signature = node.signedOver?.rawValue
            if requiresSignature, !node.isSigned {
                finding.code = Code.invalidSignature.rawValue
                finding.detail = "the node has no signature"
            } else if case .rejected(let code, let culprit) = verdict {
                finding.code = code.rawValue
                finding.detail = reason(of: code, culprit: culprit, judgement)
            }
            places[node.id] = findings.count
            findings.append(finding)
        }
        for node in snapshot.refused {
            places[node.id] = findings.count
            findings.append(
                Finding(
                    name: node.id.description, code: node.rejection.code.rawValue,
                    detail: node.rejection.detail))
        }
        self.findings = findings
        self.places = places
    }

    /// The findings of the named nodes, or of all: good ones in replay order, then those that do not
    /// pass stage 1 or 2 by id.
    func findings(of names: [String]?, in store: Store) throws(CommandError) -> [Finding] {
        guard let names else { return findings }
        let resolver = NameResolver(store: store)
        var found: [Finding] = []
        for name in names {
            if let id = try resolver.existing(name), let place = places[id] {
                found.append(findings[place])
            } else {
                found.append(
                    Finding(name: name, code: "STORAGE_001", detail: "there is no such node"))
            }
        }
        return found
    }
}
