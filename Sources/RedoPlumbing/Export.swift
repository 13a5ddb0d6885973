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
        let snapshot = try loadSnapshot(context, store)
        let isArray = context.arguments.has(array)
        if let path = context.arguments.value(output) {
            var bytes: [UInt8] = []
            for (index, node) in snapshot.nodes.enumerated() {
                bytes += exportedLine(node, index, isArray)
            }
            bytes += exportedEnd(isArray, isEmpty: snapshot.nodes.isEmpty).utf8
            do throws(SystemError) {
                try Files.replace(path, with: bytes.span, mode: 0o644)
            } catch {
                throw CommandError(error, .exportFailed, "the export cannot be written")
            }
        } else {
            for (index, node) in snapshot.nodes.enumerated() {
                try context.print(exportedLine(node, index, isArray))
            }
            try context.print(exportedEnd(isArray, isEmpty: snapshot.nodes.isEmpty))
        }
        return snapshot.refused.isEmpty ? .done : .no
    }

    private static func exportedLine(_ node: Node, _ index: Int, _ isArray: Bool) -> [UInt8] {
        guard isArray else { return node.canonicalBytes + [UInt8(ascii: "\n")] }
        return Array((index == 0 ? "[\n" : ",\n").utf8) + node.canonicalBytes
    }

    private static func exportedEnd(_ isArray: Bool, isEmpty: Bool) -> String {
        isArray ? (isEmpty ? "[]\n" : "\n]\n") : ""
    }
}
