import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoSystem

/// What a picture shows: nodes in the order of their rows, and how to learn more of each.
struct GraphPicture: Drawable {
    /// Numbers of the nodes, each before its parents.
    let order: [Int]
    let selection: GraphSelection
    /// By number.
    let nodes: [Int: GraphNode]
    /// Each has a colour.
    let devices: ShownDevices
    /// True if lines of text have marks behind them; a format has only its fields.
    let showsMarks: Bool

    /// The nodes in the order of their rows.
    var rows: some Collection<GraphNode> { order.lazy.compactMap { nodes[$0] } }

    /// Prints the graph as lines of text.
    func printText(_ context: inout CommandContext) throws(RedoError) {
        var printer = GraphPrinter()
        for node in rows {
            var lines = node.lines
            if showsMarks, let last = lines.indices.last {
                for mark in node.marks { lines[last] += " " + context.styled("(\(mark))", .bold) }
            }
            try printer.print(
                &context, node.number, parents: selection.parents(of: node.number), lines: lines)
        }
    }

    /// Prints the graph in the language of graphviz. Arrows lead to parents.
    func printDOT(_ context: inout CommandContext) throws(RedoError) {
        let shown = Set(order)
        try context.print(
            """
            digraph redo {
              rankdir=BT;
              node [shape=box, style="rounded,filled", fontname="sans-serif", fontsize=11];
              edge [color="#808080", arrowsize=0.7];

            """)
        for node in rows {
            let number = node.number
            let parents = selection.parents(of: number).filter { shown.contains($0) }
            let color =
                devices.number(of: node.writer).map { "\(Self.hueFraction($0)) 0.25 0.97" }
                ?? "0 0 0.9"
            let label = ([node.shortID, node.subject] + node.marks.map { "(\($0))" })
                .map { cut($0, toColumns: 60).dotText }.joined(separator: "\\n")
            let shape =
                (parents.count > 1 ? ", shape=hexagon" : "") + (node.isHead ? ", penwidth=3" : "")
            try context.print(
                "  n\(number) [label=\"\(label)\", tooltip=\"\(node.id)\", "
                    + "fillcolor=\"\(color)\"\(shape)];\n")
            for parent in parents { try context.print("  n\(number) -> n\(parent);\n") }
        }
        try context.print("}\n")
    }

    /// A device's hue, 0 to 1 with three decimals.
    private static func hueFraction(_ device: Int) -> String {
        let digits = String(DeviceHue.degrees(device) * 1000 / 360)
        return "0." + String(repeating: "0", count: 3 - digits.count) + digits
    }
}

extension String {
    /// The text between the quotes of a graphviz string, where a backslash starts an escape.
    var dotText: String {
        var text = ""
        for scalar in printable.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}
