import RedoCommandLine
import RedoSystem

/// Prints a drawing of a graph with texts beside its nodes.
package struct GraphPrinter: Sendable {
    private var layout = GraphLayout()

    package init() {}

    /// Prints a node and its lines of text. Where the text has more lines than the drawing, the edges
    /// continue beside it.
    package mutating func print(
        _ context: inout CommandContext, _ node: Int, parents: [Int], lines: [String]
    ) throws(RedoError) {
        let step = layout.draw(node, parents: parents)
        for row in step.before { try print(&context, row, width: step.width, "") }
        var lines = lines[...]
        for row in [step.node] + step.after {
            try print(&context, row, width: step.width, lines.popFirst() ?? "")
        }
        if lines.isEmpty { return }
        let padding = layout.pad()
        for line in lines { try print(&context, padding, width: step.width, line) }
    }

    private func print(
        _ context: inout CommandContext, _ row: GraphRow, width: Int, _ line: String
    ) throws(RedoError) {
        var text = context.isColored ? "" : row.text
        for run in context.isColored ? row.runs : [] {
            if let color = run.color {
                text += context.colored(run.text, line: color)
            } else {
                text += run.text
            }
        }
        if !line.isEmpty {
            text += String(repeating: " ", count: max(0, width - row.cells.count)) + line
        }
        try context.print(text + "\n")
    }
}
