import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoStore
import RedoSystem

/// The nodes that a log shows, in order, with how they are printed.
struct LogListing {
    private let numbers: [Int]
    private let printer: LogPrinter
    /// What is drawn beside the nodes.
    private let selection: GraphSelection?
    private let patches: NodePatches?

    init(
        _ numbers: [Int], _ printer: LogPrinter, _ selection: GraphSelection?,
        _ patches: NodePatches?
    ) {
        self.numbers = numbers
        self.printer = printer
        self.selection = selection
        self.patches = patches
    }

    /// - Parameter index: of the log whose nodes these are.
    func print(
        _ context: inout CommandContext, _ index: LogIndex, _ row: (Int) -> some LogRow
    ) throws(RedoError) {
        if let selection {
            try draw(selection, &context, row)
        } else if printer.showsOnlyIDs {
            try printer.printIDs(&context, of: numbers, in: index)
        } else {
            try list(&context, row)
        }
    }

    private func draw(
        _ selection: GraphSelection, _ context: inout CommandContext, _ row: (Int) -> some LogRow
    ) throws(RedoError) {
        // Nodes are read fast in replay order only.
        var lines: [Int: [String]] = [:]
        for number in numbers.sorted() {
            lines[number] = printer.lines(of: row(number), context) + patchLines(of: number)
        }
        var graph = GraphPrinter()
        for (index, number) in numbers.enumerated() {
            let isLast = index == numbers.count - 1
            try graph.print(
                &context, number, parents: selection.parents(of: number),
                lines: (lines[number] ?? []) + (printer.partsNodes && !isLast ? [""] : []))
        }
    }

    private func patchLines(of number: Int) -> [String] {
        patches.map { $0.indented($0.lines(of: number)) } ?? []
    }

    private func list(
        _ context: inout CommandContext, _ row: (Int) -> some LogRow
    ) throws(RedoError) {
        try context.printNodes(
            numbers, readsContent: printer.readsContent, separator: printer.separator
        ) { number, context in
            guard var text = printer.bytes(of: row(number), context) else { return nil }
            for line in patchLines(of: number) { text += Array("\(line)\n".utf8) }
            return text
        }
    }
}
