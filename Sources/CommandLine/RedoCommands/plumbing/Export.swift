import RedoCommandLine
import RedoModel
import RedoStore
import RedoSystem

extension Command {
    private static let array = OptionSpecification.flag(
        "array", "write a JSON array, as the mobile application does, instead of JSON Lines")
    private static let output = OptionSpecification.value(
        "output", letter: "o", takes: "file",
        "write this file, in one step, instead of standard output")

    /// `redo export`: writes all nodes in replay order.
    package static let export = Command(
        CommandSpecification(
            "export", "Write all nodes in replay order, as JSON Lines or a JSON array",
            operands: ["[<node> | <node>..<node>]..."], operandCount: 0...Int.max,
            options: [array, output])
    ) { (context) throws(RedoError) in
        let store = try context.openStore()
        let operands = context.arguments.operands
        if let stored = try storedLog(store), let logIndex = stored.logIndex(),
            logIndex.canRead(Array(0..<logIndex.count))
        {
            let reader = LogIndexReader(logIndex)
            var numbers = Array(0..<logIndex.count)
            if operands.isEmpty {
                try write(&context, numbers) { reader.node($0) }
                return .done
            }
            if let validated = ValidatedLogIndex(logIndex, ignoring: []) {
                let reach = try validated.names(stored, store, context).reach(of: operands)
                numbers.removeAll { !reach[$0] }
                try write(&context, numbers) { reader.node($0) }
                return .done
            }
        }
        let snapshot = try loadSnapshot(context, store)
        var numbers = Array(snapshot.nodes.indices)
        if !operands.isEmpty {
            let names = Log(snapshot, ignoring: []).names(TaskCandidates(context, store))
            let reach = try names.reach(of: operands)
            numbers.removeAll { !reach[$0] }
        }
        try write(&context, numbers) { snapshot.nodes[$0] }
        return snapshot.refused.isEmpty ? .done : .no
    }

    /// Writes nodes to where the options say.
    ///
    /// - Parameters:
    ///   - numbers: of the nodes, in their order.
    ///   - node: a node by its number; nil for one that was damaged while it was read.
    private static func write(
        _ context: inout CommandContext, _ numbers: [Int], _ node: (Int) -> Node?
    ) throws(RedoError) {
        let isArray = context.arguments.has(array)
        func line(_ index: Int) throws(RedoError) -> [UInt8] {
            guard let node = node(numbers[index]) else {
                throw RedoError(
                    .corrupted,
                    "a pack was damaged while it was read",
                    hints: ["'redo fsck' says where"])
            }
            return exportedLine(node, index, isArray)
        }
        guard let path = context.arguments.value(output) else {
            for index in numbers.indices { try context.print(try line(index)) }
            return try context.print(exportedEnd(isArray, isEmpty: numbers.isEmpty))
        }
        var bytes: [UInt8] = []
        for index in numbers.indices { bytes += try line(index) }
        bytes += exportedEnd(isArray, isEmpty: numbers.isEmpty).utf8
        do throws(SystemError) {
            try Files.replaceTarget(of: path, with: bytes.span, mode: .kept(orNew: 0o644))
        } catch {
            throw RedoError(.exportFailed, "the export cannot be written", cause: error)
        }
    }

    private static func exportedLine(_ node: Node, _ index: Int, _ isArray: Bool) -> [UInt8] {
        guard isArray else { return node.canonicalBytes + [UInt8(ascii: "\n")] }
        return Array((index == 0 ? "[\n" : ",\n").utf8) + node.canonicalBytes
    }

    private static func exportedEnd(_ isArray: Bool, isEmpty: Bool) -> String {
        isArray ? (isEmpty ? "[]\n" : "\n]\n") : ""
    }
}
