import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo index`: makes the indexes of packs, and looks into them.
package struct IndexCommand: ParsableCommand {
    private static let show = OptionSpecification.flag(
        "show",
        "print what the indexes of the packs consist of: '<name>: <number>' lines, then '<chunk> <offset> <size> <elements>'; without a name, of all"
    )

    package static let specification = CommandSpecification(
        "index", "Rebuild missing or damaged indexes of packs",
        operands: [.optional([.option(show), .optional(.repeated(.value("pack")))])],
        options: [show],
        constraints: [
            .needs(NameInput.stdin, anyOf: [show]), .needs(NameInput.null, anyOf: [show]),
        ], readsNames: true, statuses: .plain(no: "a pack or, with `--show`, an index is damaged"))

    private enum Form {
        case build
        /// Shows the indexes of the named packs; of all packs without names.
        case show([InputName])
    }

    private let form: Form
    private let end: String

    package init(_ arguments: Arguments) throws(RedoError) {
        end = arguments.terminator
        if arguments.has(Self.show) {
            form = .show(arguments.names)
        } else if let operand = arguments.operands.first {
            throw .usage(
                "unexpected argument '\(operand)'", hints: ["--show looks into an index"])
        } else {
            form = .build
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        return switch form {
        case .build: try Self.build(store, &context)
        case .show(let names):
            try context.printIndexes(of: try store.packs(named: names), in: store, text: text)
        }
    }

    private static func build(
        _ store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        var status = ExitStatus.done
        var hints: [String] = []
        for name in try store.packNames() {
            let isNew: Bool
            do throws(RedoError) {
                isNew = try store.writeIndex(of: name)
            } catch {
                // The others can still be made.
                context.warn(error.code, error.message)
                for hint in error.hints where !hints.contains(hint) { hints.append(hint) }
                status = .no
                continue
            }
            if isNew { try context.print("\(name)\n") }
        }
        context.complain(hints: hints)
        return status
    }

    private func text(of index: IndexListing) -> String {
        let numbers = [
            ("nodes", index.nodeCount), ("tasks", index.taskCount), ("authors", index.authorCount),
            ("frames", index.frameCount), ("size", index.byteCount),
            ("size-pack", index.packByteCount),
        ]
        let lines =
            ["pack: \(index.pack)", "format: \(index.format)"]
            + numbers.map { "\($0.0): \($0.1)" }
            + index.chunks.map { "\($0.name) \($0.offset) \($0.byteCount) \($0.elementCount)" }
        return lines.map { $0 + end }.joined()
    }
}

extension Store {
    /// The packs that are named; without a name all.
    func packs(named names: [InputName]) throws(RedoError) -> [PackName] {
        if names.isEmpty { return try packNames() }
        return try names.map { (name) throws(RedoError) in
            try name.resolved { (text) throws(RedoError) in try packName(text) }
        }
    }
}

extension CommandContext {
    /// Prints something of the index of each pack, and an error for each that is damaged.
    ///
    /// - Returns: `no` if one is damaged.
    mutating func printIndexes(
        of packs: [PackName], in store: Store, text: (IndexListing) -> String
    ) throws(RedoError) -> ExitStatus {
        var status = ExitStatus.done
        for pack in packs {
            do throws(RedoError) {
                try print(text(try IndexListing(pack, in: store)))
            } catch {
                guard error.code == .corrupted else { throw error }
                complain(error)
                status = .no
            }
        }
        return status
    }
}
