import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoSystem

extension DependencyPicture {
    /// Prints the graph as a picture in one file. A task is above the tasks that it waits for. O(t w) for w lanes.
    func printSVG(_ context: inout CommandContext) throws(RedoError) {
        let lanes = GraphLanes(rows.map(\.goals))
        let hasCircles = rows.contains { !$0.circles.isEmpty }
        // Circles run right of the lanes.
        let textStart =
            2 * GraphMeasure.margin + max(0, lanes.count - (hasCircles ? 0 : 1)) * GraphMeasure.lane
        let width = textStart + GraphMeasure.idWidth + textWidth + GraphMeasure.margin
        let height = GraphMeasure.header + rows.count * GraphMeasure.row + GraphMeasure.margin
        let start = Markup.pictureStart(
            width, height, label: "What \(counted(rows.count, "task")) wait for",
            style: Self.style)
        try context.print(start.source)
        try context.print(Self.legend(hasCircles: hasCircles).source)
        for edge in lanes.edges {
            try context.print(GraphPicture.path(edge, lanes, color: nil).source)
        }
        for (position, row) in rows.enumerated() {
            for circle in row.circles {
                try context.print(Self.circle(position, circle, lanes).source)
            }
        }
        for (position, row) in rows.enumerated() {
            let x = GraphPicture.x(lanes.lanes[position])
            let text = Self.text(row, at: (x, GraphPicture.y(position)), textStart: textStart)
            try context.print(text.source)
        }
        try context.print(Markup.pictureEnd.source)
    }

    /// As much as the longest line may take.
    private var textWidth: Int {
        let columns = rows.map { row in
            displayWidth(cut(row.title, toColumns: Self.titleColumns))
                + row.marks.reduce(0) { $0 + displayWidth(Self.short($1)) + 3 }
        }.max()
        return max(8 * (columns ?? 0), GraphMeasure.text.lowerBound)
    }

    private static let titleColumns = 70

    private static func short(_ mark: String) -> String { cut(mark, toColumns: 40) }

    /// The colours of the kinds.
    private static let style = GraphPicture.style(
        light: [
            ".ready{color:hsl(137,60%,36%)}", ".blocked{color:hsl(35,80%,42%)}",
            ".over{color:#8c959f}", ".circle{color:#cf222e;stroke-dasharray:4 3}",
        ],
        dark: [
            ".ready{color:hsl(137,55%,58%)}", ".blocked{color:hsl(40,80%,62%)}",
            ".over{color:#6e7681}", ".circle{color:#ff7b72}",
        ])

    private static func legend(hasCircles: Bool) -> Markup {
        var legend: Markup = ""
        var x = GraphMeasure.margin
        let y = 30
        for (kind, label) in [
            (Kind.ready, "can be done"), (.blocked, "waits"), (.over, "not open"),
        ] {
            legend += [
                Markup("g", kind.rawValue, content: symbol(x, y)),
                .text(label, "small", x: x + 14, y: y + 4), "\n",
            ]
            x += 14 + 8 * displayWidth(label) + 20
        }
        guard hasCircles else { return legend }
        return [
            legend, .path("edge circle", "M\(x - 6) \(y)H\(x + 10)"),
            .text("closes a circle", "small", x: x + 18, y: y + 4), "\n",
        ]
    }

    private static func symbol(_ x: Int, _ y: Int) -> Markup {
        .circle("node", x: x, y: y, radius: 6)
    }

    /// A line from a task back up to what it waits for as well, or around a task that waits for itself.
    private static func circle(_ from: Int, _ to: Int, _ lanes: GraphLanes) -> Markup {
        let side = GraphPicture.x(lanes.count)
        let (startX, endX) = (GraphPicture.x(lanes.lanes[from]), GraphPicture.x(lanes.lanes[to]))
        let (startY, endY) = (GraphPicture.y(from), GraphPicture.y(to))
        let way =
            from == to
            ? "C\(side) \(startY - 18) \(side) \(startY + 18) \(endX) \(endY)"
            : "C\(side) \(startY) \(side) \(startY) \(side) \(startY - 10)"
                + "V\(endY + 10)C\(side) \(endY) \(side) \(endY) \(endX) \(endY)"
        return [.path("edge circle", "M\(startX) \(startY)\(way)"), "\n"]
    }

    private static func text(
        _ row: Row, at position: (x: Int, y: Int), textStart: Int
    ) -> Markup {
        let baseline = position.y + 5
        let classes = row.kind.rawValue + (row.kind == .over ? " out" : "")
        let content: Markup = [
            Markup("title", content: Markup(text: "\(row.id): \(row.title)")),
            symbol(position.x, position.y), .text(row.shortID, "id", x: textStart, y: baseline),
            .text(
                cut(row.title, toColumns: titleColumns), x: textStart + GraphMeasure.idWidth,
                y: baseline, marks: GraphPicture.marks(row.marks.map(short))),
        ]
        return [Markup("g", classes, content: content), "\n"]
    }
}
