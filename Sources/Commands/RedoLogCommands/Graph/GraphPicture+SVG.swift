import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoSystem

/// The dimensions of a picture, in pixels.
enum GraphMeasure {
    static let margin = 24
    static let row = 28
    static let lane = 20
    static let header = 64
    static let idWidth = 76
    /// The widest and the narrowest that subjects are.
    static let text = 400...620
    static let date = 130
    /// Columns of text that a subject may have.
    static let subjectColumns = 78
}

extension GraphPicture {
    /// Prints the graph as a picture in one file: the latest node on top, lines of history in lanes, one colour for
    /// each device. O(n w) for w lanes.
    func printSVG(_ context: inout CommandContext) throws(RedoError) {
        let positions = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        let parents = order.map { selection.parents(of: $0).compactMap { positions[$0] } }
        let lanes = GraphLanes(parents)
        var children = Array(repeating: 0, count: order.count)
        for parent in parents.joined() { children[parent] += 1 }
        let colors = rows.map { devices.number(of: $0.writer) }
        let textStart = 2 * GraphMeasure.margin + max(0, lanes.count - 1) * GraphMeasure.lane
        let width =
            textStart + GraphMeasure.idWidth + textWidth + GraphMeasure.date + GraphMeasure.margin
        let height = GraphMeasure.header + order.count * GraphMeasure.row + GraphMeasure.margin
        let start = Markup.pictureStart(
            width, height, label: "The graph of \(counted(order.count, "node"))",
            style: Self.style(devices.count))
        try context.print(start.source)
        try context.print(Self.legend(devices.names, width: width).source)
        for edge in lanes.edges {
            try context.print(Self.path(edge, lanes, color: colors[edge.child]).source)
        }
        for (row, node) in rows.enumerated() {
            let shape: Shape =
                parents[row].count > 1 ? .merge : children[row] > 1 ? .fork : .plain
            try context.print(
                Self.text(
                    node, shape, color: colors[row],
                    at: (Self.x(lanes.lanes[row]), Self.y(row)), textStart: textStart,
                    width: width
                ).source)
        }
        try context.print(Markup.pictureEnd.source)
    }

    /// As much as the longest subject may take.
    private var textWidth: Int {
        let columns = rows.map { node in
            displayWidth(node.subject) + node.marks.reduce(0) { $0 + $1.count + 3 }
        }.max()
        return min(
            max(8 * (columns ?? 0), GraphMeasure.text.lowerBound), GraphMeasure.text.upperBound)
    }

    /// What a node is to the graph.
    private enum Shape {
        case plain
        /// Several nodes follow it.
        case fork
        /// It follows several nodes.
        case merge
    }

    static func x(_ lane: Int) -> Int { GraphMeasure.margin + lane * GraphMeasure.lane }

    static func y(_ row: Int) -> Int {
        GraphMeasure.header + row * GraphMeasure.row + GraphMeasure.row / 2
    }

    /// Colours for light and dark surroundings. A device's colour is the `color` of a class, so that
    /// shapes, lines and legend take it from there.
    private static func style(_ deviceCount: Int) -> Markup {
        let devices = 0..<deviceCount
        return style(
            light: devices.map { ".a\($0){color:hsl(\(DeviceHue.degrees($0)),65%,42%)}" },
            dark: devices.map { ".a\($0){color:hsl(\(DeviceHue.degrees($0)),75%,70%)}" })
    }

    /// The style of a picture, with rules of its own for light and dark surroundings.
    static func style(light: [String], dark: [String]) -> Markup {
        [
            """
            svg{color:#6a737d}
            text{font:13px system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif;fill:#1f2328}
            .paper{fill:#ffffff}
            .id{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:12px;fill:#59636e}
            .small{font-size:12px;fill:#59636e}
            .action{font-weight:600}
            .edge{fill:none;stroke:currentColor;stroke-width:2;stroke-opacity:.7}
            .node{fill:currentColor;stroke:#ffffff;stroke-width:2}
            .hole{fill:#ffffff}
            .pill{fill:#ffffff;stroke:currentColor;stroke-width:1.5}
            .mark{font-size:11px;font-weight:600;fill:currentColor}
            .out text{opacity:.55}

            """, rules(light),
            """

            @media (prefers-color-scheme:dark){
            svg{color:#8b949e}
            text{fill:#e6edf3}
            .paper,.hole,.pill{fill:#0d1117}
            .id,.small{fill:#9198a1}
            .mark{fill:currentColor}
            .node{stroke:#0d1117}

            """, rules(dark), "\n}",
        ]
    }

    private static func rules(_ rules: [String]) -> Markup {
        rules.map(Markup.init(text:)).joined(separator: "\n")
    }

    /// What shapes and colours mean. Names that do not fit are left out.
    private static func legend(_ devices: [String], width: Int) -> Markup {
        var legend: Markup = ""
        var x = GraphMeasure.margin
        let y = 30
        func add(_ shape: Markup, _ label: String) {
            legend += [shape, .text(label, "small", x: x + 14, y: y + 4), "\n"]
            x += 14 + 8 * displayWidth(label) + 20
        }
        for (shape, label) in [(Shape.plain, "change"), (.fork, "fork"), (.merge, "merge")] {
            add(symbol(shape, x, y), label)
        }
        x += 12
        for (number, name) in devices.enumerated() {
            let label = cut(name, toColumns: 24)
            if x + 14 + 8 * displayWidth(label) > width - GraphMeasure.margin { break }
            add(Markup("g", "a\(number)", content: symbol(.plain, x, y)), label)
        }
        return legend
    }

    private static func symbol(_ shape: Shape, _ x: Int, _ y: Int) -> Markup {
        switch shape {
        case .plain: .circle("node", x: x, y: y, radius: 6)
        case .fork:
            [.circle("node", x: x, y: y, radius: 7), .circle("hole", x: x, y: y, radius: 3)]
        case .merge:
            .path("node", "M\(x) \(y - 9)L\(x + 9) \(y)L\(x) \(y + 9)L\(x - 9) \(y)Z")
        }
    }

    /// A line from a node into its lane, down, and out of it to the parent.
    static func path(_ edge: GraphLanes.Edge, _ lanes: GraphLanes, color: Int?) -> Markup {
        let x = x(edge.lane)
        let (startX, endX) = (Self.x(lanes.lanes[edge.child]), Self.x(lanes.lanes[edge.parent]))
        let (startY, endY) = (y(edge.child), y(edge.parent))
        var path = "M\(startX) \(startY)"
        if startX != x {
            let below = startY + GraphMeasure.row
            let middle = startY + GraphMeasure.row / 2
            path += "C\(startX) \(middle) \(x) \(middle) \(x) \(below)"
        }
        if endX == x {
            path += "V\(endY)"
        } else {
            let above = endY - GraphMeasure.row
            let middle = endY - GraphMeasure.row / 2
            path += "V\(above)C\(x) \(middle) \(endX) \(middle) \(endX) \(endY)"
        }
        return [.path("edge" + (color.map { " a\($0)" } ?? ""), path), "\n"]
    }

    private static func text(
        _ node: GraphNode, _ shape: Shape, color: Int?, at position: (x: Int, y: Int),
        textStart: Int,
        width: Int
    ) -> Markup {
        let baseline = position.y + 5
        let columns = max(
            1, GraphMeasure.subjectColumns - node.marks.reduce(0) { $0 + $1.count + 3 })
        let detail = cut(node.detail, toColumns: max(1, columns - node.action.count))
        let classes = (color.map { ["a\($0)"] } ?? []) + (node.isAccepted ? [] : ["out"])
        let head =
            node.isHead ? Markup.circle("pill", x: position.x, y: position.y, radius: 11) : ""
        let name = node.authorName ?? node.writer?.userID.description ?? ""
        let author = (node.isSigned ? name : "\(Node.unprovedMark) \(name)")
        let device = node.writer.map { " on \(ShownDevices.name($0))" } ?? ""
        let task = node.title.map { "\($0): " } ?? ""
        let title = Markup(
            text: "\(node.id) \(author)\(device) \(node.wall): \(task)\(node.subject)")
        let subject: Markup = [
            Markup("tspan", "action", content: Markup(text: cut(node.action, toColumns: 30))),
            Markup(text: detail.isEmpty ? "" : " \(detail)"),
            marks(node.marks.map { $0.uppercased() }),
        ]
        let content: Markup = [
            Markup("title", content: title), head, symbol(shape, position.x, position.y),
            .text(node.shortID, "id", x: textStart, y: baseline),
            .text("", x: textStart + GraphMeasure.idWidth, y: baseline, marks: subject),
            .text(
                localText(node.wall), "small", x: width - GraphMeasure.margin, y: baseline,
                anchor: "end"),
        ]
        let kinds = classes.joined(separator: " ")
        return [Markup("g", "", [:], ["class": kinds], content: content), "\n"]
    }

    /// What is said beside a title.
    static func marks(_ marks: [String]) -> Markup {
        marks.map { Markup("tspan", "mark", ["dx": 10], content: Markup(text: $0)) }.joined()
    }
}
