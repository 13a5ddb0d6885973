import RedoCommandLine
import RedoCommandParts
import RedoRepository
import RedoStore
import RedoSystem

/// `redo pack`: packs loose nodes, and looks into packs.
package struct PackCommand: ParsableCommand {
    private static let list = OptionSpecification.flag(
        "list", isExpert: true,
        "print for each node of the packs '<id> <action> <size> <frame> <offset of the frame> <its size> <offset in its content>'; without a name, for each pack '<name> <nodes> <frames> <size>'"
    )
    private static let verify = OptionSpecification.flag(
        "verify", isExpert: true,
        "check every byte of the packs and their indexes; without a name, of all")

    package static let specification = CommandSpecification(
        "pack", "Pack loose nodes and small packs, and print the name of the new pack",
        operands: [
            .optional(.option(Packing.everything)),
            [.option(list), .optional(.repeated(.value("pack")))],
            [.option(verify), .optional(.repeated(.value("pack")))],
        ],
        options: Packing.options + [list, verify],
        constraints: [
            .exclusive([list, verify]),
            .excludes(list, [Packing.everything, Packing.dryRun, Packing.quiet]),
            .excludes(verify, [Packing.everything, Packing.dryRun]),
            .needs(NameInput.stdin, anyOf: [list, verify]),
            .needs(NameInput.null, anyOf: [list, verify]),
        ], readsNames: true,
        statuses: .reading(no: "with `--list` or `--verify`, a pack or its index is damaged"))

    private enum Form {
        case pack(Packing)
        /// Lists the nodes of the named packs; without names the packs themselves.
        case list([InputName])
        /// Verifies the named packs; without names all.
        case verify([InputName], isQuiet: Bool)
    }

    private let form: Form
    private let end: String

    package init(_ arguments: Arguments) throws(RedoError) {
        end = arguments.terminator
        if arguments.has(Self.list) {
            form = .list(arguments.names)
        } else if arguments.has(Self.verify) {
            form = .verify(arguments.names, isQuiet: arguments.has(Packing.quiet))
        } else {
            if let operand = arguments.operands.first {
                throw .usage(
                    "unexpected argument '\(operand)'",
                    hints: ["only --list and --verify take packs"])
            }
            form = .pack(Packing(arguments))
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        switch form {
        case .pack(let packing):
            try Self.pack(packing, store, &context)
            return .done
        case .list(let names):
            let packs = try store.packs(named: names)
            guard names.isEmpty else { return try printNodes(of: packs, store, &context) }
            return try context.printIndexes(of: packs, in: store) { index in
                "\(index.pack) \(index.nodeCount) \(index.frameCount) \(index.packByteCount)\(end)"
            }
        case .verify(let names, let isQuiet):
            return try verify(
                try store.packs(named: names), isQuiet: isQuiet, store, &context)
        }
    }

    private static func pack(
        _ packing: Packing, _ store: Store, _ context: inout CommandContext
    ) throws(RedoError) {
        guard let report = try packing.pack(store, context), !packing.isQuiet else { return }
        if packing.isDry, report.nodeCount > 0 {
            try context.print(
                "would pack \(counted(report.removedLooseCount, "loose node")) and "
                    + "\(counted(report.removedPackCount, "pack"))\n")
        }
        if let name = report.name { try context.print("\(name)\n") }
    }

    private func printNodes(
        of packs: [PackName], _ store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        var errors = ListedErrors()
        var isWhole = true
        func report(_ faults: [StoreFinding], _ context: borrowing CommandContext) {
            for fault in faults { errors.report(fault.code, fault.text, context) }
            if !faults.isEmpty { isWhole = false }
        }
        for name in packs {
            let listing = try PackListing(name, in: store)
            for frame in 0..<listing.frameCount {
                let (nodes, faults) = listing.nodes(ofFrame: frame)
                for node in nodes { try context.print(line(of: node)) }
                report(faults, context)
            }
            report(listing.faults, context)
        }
        errors.finish(context, allWith: nil)
        return isWhole ? .done : .no
    }

    private func line(of node: PackedNode) -> String {
        "\(node.id) \(node.action) \(node.byteCount) \(node.frame) \(node.frameOffset) "
            + "\(node.frameByteCount) \(node.offset)\(end)"
    }

    private func verify(
        _ packs: [PackName], isQuiet: Bool, _ store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        var status = ExitStatus.done
        for name in packs {
            let check = try StoreCheck(packsOf: store, named: [name], signature: .ifPresent)
            for finding in check.findings {
                context.complain(.error, finding.code, finding.text)
            }
            if !check.findings.isEmpty { status = .no }
            let word = check.findings.isEmpty ? "ok" : "damaged"
            if !isQuiet { try context.print("\(name) \(word) \(check.nodeCount)\(end)") }
        }
        return status
    }
}

extension StoreFinding {
    /// The file, the offset and what is wrong there.
    var text: String {
        "\(path) is damaged" + (offset.map { " at byte \($0)" } ?? "") + ": \(detail)"
    }
}
