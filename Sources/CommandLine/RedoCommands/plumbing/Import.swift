import RedoCommandLine
import RedoCrypto
import RedoJSON
import RedoModel
import RedoStore
import RedoSystem

extension Command {
    private static let porcelain = OptionSpecification.flag(
        "porcelain", isExpert: true,
        "print '<id or ->\\t<OK or CODE>' for each node, in the order of the input")
    private static let requireSignature = OptionSpecification.flag(
        "require-signature", "refuse nodes without a signature")

    private static let unsigned = OptionSpecification.flag(
        "unsigned", isExpert: true,
        "take in unsigned nodes of other people too; nothing proves who wrote them")

    /// `redo import`: takes the good nodes of a JSON array or of JSON Lines in.
    package static let importNodes = Command(
        CommandSpecification(
            "import", "Import nodes, or tasks of other programs",
            operands: [
                .optional(.value(.file)),
                [.option(InterchangeOptions.from), .optional(.repeated(.value(.file)))],
            ],
            options: [
                porcelain, requireSignature, unsigned, InterchangeOptions.from, updateOption,
                importDryRun, importJSON, Progress.option, Jobs.option,
            ],
            constraints: [
                .exclusive([requireSignature, unsigned]),
                .excludes(InterchangeOptions.from, [porcelain, requireSignature, unsigned]),
                .needs(updateOption, anyOf: [InterchangeOptions.from]),
                .needs(importDryRun, anyOf: [InterchangeOptions.from]),
                .needs(importJSON, anyOf: [InterchangeOptions.from]),
            ])
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        if let format = try InterchangeOptions.format(InterchangeOptions.from, arguments) {
            return try importTasks(from: format, &context)
        }
        if arguments.operands.count > 1 {
            throw .usage("unexpected argument '\(arguments.operands[1])'")
        }
        let store = try context.openStore()
        let input = context.input(arguments.operands.first ?? "-")
        let text = try input.readAll()
        let ranges = try nodeRanges(text, input)
        var outcomes = checked(
            text, ranges, arguments.has(requireSignature) ? .required : .ifPresent, context)
        if !arguments.has(unsigned) { try refuseUnproved(&outcomes, store, context) }
        // Before anything is written. What another process writes in the meantime counts as new.
        let known = try knownIDs(of: outcomes, in: store, arguments)
        let verdicts = try admitted(outcomes, to: store, context)
        var dates = try FutureDates(context)
        for (outcome, verdict) in zip(outcomes, verdicts) where verdict == nil {
            if case .success(let node) = outcome { dates.note(node.id, node.timestamp.wall) }
        }
        dates.warn(context)
        var status = ExitStatus.done
        for (index, verdict) in verdicts.enumerated() {
            if verdict != nil { status = .no }
            if arguments.has(porcelain) {
                let id = (try? outcomes[index].get().id) ?? verdict?.id
                try context.print(
                    "\(id?.description ?? "-")\t\(verdict?.code.rawValue ?? "OK")\n")
            } else if let verdict {
                let place = "in the node at byte \(ranges[index].lowerBound) of \(input.name)"
                let id = verdict.id.map { " \($0)" } ?? ""
                let text = "error: \(verdict.code):\(id) \(verdict.detail), \(place)"
                context.complain(text.printable + "\n")
            }
        }
        if !arguments.has(porcelain) { try report(outcomes, verdicts, known, &context) }
        return status
    }

    /// Refuses unsigned nodes of users whose keys are not here: anyone can have written them. Those that the
    /// store has already are not news.
    private static func refuseUnproved(
        _ outcomes: inout [Result<Node, Rejection>], _ store: Store,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let unsigned = outcomes.indices.filter {
            if case .success(let node) = outcomes[$0] { return !node.isSigned }
            return false
        }
        if unsigned.isEmpty { return }
        let own = try context.ownUsers()
        let ids = unsigned.compactMap { try? outcomes[$0].get().id }
        let known = try store.present(ids)
        for place in unsigned {
            guard case .success(let node) = outcomes[place], !known.contains(node.id),
                !own.contains(node.author.userID)
            else { continue }
            outcomes[place] = .failure(
                Rejection(
                    .invalidSignature,
                    "it is not signed, so nothing proves that \(node.author.userID) wrote it; "
                        + "--unsigned takes it in", id: node.id))
        }
    }

    /// The nodes that the store has already; empty if they are not reported.
    private static func knownIDs(
        of outcomes: [Result<Node, Rejection>], in store: Store, _ arguments: Arguments
    ) throws(RedoError) -> Set<NodeID> {
        if arguments.has(porcelain) { return [] }
        let ids = outcomes.lazy.compactMap { try? $0.get().id }
        return try store.present(ids)
    }

    /// Says how many nodes are new and how many were known, each counted once. Where no node is good there
    /// is nothing to count: the bad ones have been named.
    private static func report(
        _ outcomes: [Result<Node, Rejection>], _ verdicts: [Rejection?], _ known: Set<NodeID>,
        _ context: inout CommandContext
    ) throws(RedoError) {
        var good: Set<NodeID> = []
        good.reserveCapacity(outcomes.count)
        var unsignedCount = 0
        for (outcome, verdict) in zip(outcomes, verdicts) where verdict == nil {
            guard case .success(let node) = outcome, good.insert(node.id).inserted else { continue }
            if !node.isSigned, !known.contains(node.id) { unsignedCount += 1 }
        }
        if good.isEmpty { return }
        let knownCount = good.count { known.contains($0) }
        var news = "took in \(counted(good.count - knownCount, "node"))"
        if unsignedCount > 0 { news += " (\(unsignedCount) not signed)" }
        switch knownCount {
        case 0: try context.print("\(news)\n")
        case 1: try context.print("\(news), 1 was known\n")
        default: try context.print("\(news), \(knownCount) were known\n")
        }
    }

    /// Stage 1, on all processors.
    private static func checked(
        _ text: [UInt8], _ ranges: [Range<Int>], _ rule: NodeValidator.SignatureRule,
        _ context: borrowing CommandContext
    ) -> [Result<Node, Rejection>] {
        var progress = Progress("Checking nodes", context)
        var outcomes: [Result<Node, Rejection>] = []
        outcomes.reserveCapacity(ranges.count)
        for start in stride(from: 0, to: ranges.count, by: 4096) {
            let chunk = ranges[start..<min(start + 4096, ranges.count)]
            outcomes += readNodes(chunk.map { .success(Array(text[$0])) }, signature: rule)
            progress.show(done: outcomes.count, total: ranges.count)
        }
        progress.finish()
        return outcomes
    }

    /// Stage 2, and the good ones on disk.
    private static func admitted(
        _ outcomes: [Result<Node, Rejection>], to store: Store,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> [Rejection?] {
        var progress = Progress("Writing nodes", context)
        let verdicts = try store.admit(outcomes, validator: NodeValidator()) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        return verdicts
    }

    /// Where the nodes are in a text.
    ///
    /// An array that does not end, or after which something follows, is refused whole: it was cut off
    /// or is something else. In JSON Lines a line that is cut off is a bad node among others.
    private static func nodeRanges(
        _ text: [UInt8], _ input: Input
    ) throws(RedoError) -> [Range<Int>] {
        do throws(JSONError) {
            return try JSONSequence.ranges(in: text.span)
        } catch {
            throw RedoError(
                .writeFailed,
                "\(input.name) is not a JSON array of nodes: \(error); nothing was imported",
                hints: ["if the file is cut off, its whole nodes can be imported one a line"])
        }
    }
}
