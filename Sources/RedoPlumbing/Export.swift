import RedoCommand
import RedoLog
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
            options: [array, output])
    ) { (context) throws(CommandError) in
        let store = try context.openStore()
        if let stored = try storedLog(store), let outline = stored.outline(),
            outline.canRead(Array(0..<outline.count))
        {
            let reader = OutlineReader(outline)
            try write(&context, count: outline.count) { reader.node($0) }
            return .done
        }
        let snapshot = try loadSnapshot(context, store)
        try write(&context, count: snapshot.nodes.count) { snapshot.nodes[$0] }
        return snapshot.refused.isEmpty ? .done : .no
    }

    /// Writes nodes to where the options say.
    ///
    /// - Parameter node: a node by its number; nil for one that was damaged while it was read.
    private static func write(
        _ context: inout CommandContext, count: Int, _ node: (Int) -> Node?
    ) throws(CommandError) {
        let isArray = context.arguments.has(array)
        func line(_ number: Int) throws(CommandError) -> [UInt8] {
            guard let node = node(number) else {
                throw CommandError(
                    .corrupted,
                    "a pack was damaged while it was read",
                    hints: ["'redo fsck' says where"])
            }
            return exportedLine(node, number, isArray)
        }
        guard let path = context.arguments.value(output) else {
            for number in 0..<count { try context.print(try line(number)) }
            return try context.print(exportedEnd(isArray, isEmpty: count == 0))
        }
        var bytes: [UInt8] = []
        for number in 0..<count { bytes += try line(number) }
        bytes += exportedEnd(isArray, isEmpty: count == 0).utf8
        do throws(SystemError) {
            try Files.replaceTarget(of: path, with: bytes.span, mode: .kept(orNew: 0o644))
        } catch {
            throw CommandError(error, .exportFailed, "the export cannot be written")
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
