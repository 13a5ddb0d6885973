import RedoCommandParts

/// Draws a graph line by line, as `git log --graph` does: nodes come one after the other, each before
/// its parents, and each is drawn when it comes.
///
/// ```
/// *   a merge         an edge for each node that is still to come; two that
/// |\                  lead to the same one are joined as soon as they can be
/// | * its second parent
/// |/
/// * the parent of both
/// ```
///
/// Between two lines every edge stands in a column, so a line says for each where it goes: straight
/// down (`|`), a column to the right (`\`) or to the left (`/`). Only an edge that joins one further
/// left runs past others (`_`), and arrives with the next line:
///
/// ```
/// | | | *
/// | |_|/      the edge leaves its column, and runs below the second and the third
/// |/| |       and reaches the first
/// ```
///
/// What is kept is the edges, so a line takes O(width), and a graph of any length can be drawn.
package struct GraphLayout: Sendable {
    /// The lines of one node.
    package struct Step: Sendable {
        /// Make room for a node with more than two parents.
        package fileprivate(set) var before: [GraphRow] = []
        /// The line with the node's star.
        package fileprivate(set) var node = GraphRow()
        package fileprivate(set) var after: [GraphRow] = []
        /// The maximum number of characters of the widest of these lines.
        package fileprivate(set) var width = 0
    }

    /// The way to a node that is still to come.
    private struct Edge {
        let target: Int
        let color: Int
    }

    private var edges: [Edge] = []
    private var colorCount = 0
    /// The last line that was drawn.
    private var lastRow = GraphRow()

    package init() {}

    /// Draws the next node.
    ///
    /// - Parameter parents: none of them drawn yet. One that never comes keeps its edge.
    package mutating func draw(_ node: Int, parents: [Int]) -> Step {
        let parents = parents.withoutRepetitions
        let position = edges.firstIndex { $0.target == node } ?? edges.count
        if position == edges.count { edges.append(newEdge(to: node)) }
        let fan = Fan(edges.map(\.target), position, parents)
        let outgoing = parents.enumerated().map { index, parent in
            index == 0 ? Edge(target: parent, color: edges[position].color) : newEdge(to: parent)
        }
        var step = Step()
        step.width = 2 * (edges.count + fan.shift)
        step.before = rowsOfRoom(fan)
        step.node = nodeRow(fan, outgoing)
        if parents.count > 1 { step.after.append(mergeRow(fan, outgoing)) }
        step.after += joinRows(fan, outgoing)
        straighten(&step, fan)
        lastRow = step.after.last ?? step.node
        return step
    }

    /// A line in which nothing happens.
    package mutating func pad() -> GraphRow {
        lastRow = GraphRow()
        for position in edges.indices {
            lastRow.put("|", at: 2 * position, color: edges[position].color)
        }
        return lastRow
    }

    private mutating func newEdge(to target: Int) -> Edge {
        colorCount += 1
        return Edge(target: target, color: colorCount - 1)
    }
}

/// The courses of the edges from a node to its parents.
private struct Fan {
    let position: Int
    let count: Int
    /// True if the first parent has an edge further left. A merge's first edge then leaves to the
    /// left at once, and the second one takes its place.
    let joinsLeft: Bool
    /// True if the last parent has the next edge on the right, so that the two meet at once.
    let joinsRight: Bool
    /// Where the first parent's edge is, if it is further left.
    let goal: Int

    init(_ targets: [Int], _ position: Int, _ parents: [Int]) {
        self.position = position
        count = parents.count
        goal = targets[..<position].firstIndex { $0 == parents.first } ?? position
        joinsLeft = count > 1 && goal < position
        let right = count - (joinsLeft ? 1 : 0)
        joinsRight =
            right > 1 && position + 1 < targets.count && targets[position + 1] == parents.last
    }

    /// Columns that the star's line reaches to the right, for parents beyond the second.
    var arm: Int { max(0, count - 2 - (joinsLeft ? 1 : 0)) }

    /// Columns by which the edges on the right move to the right in all.
    var shift: Int {
        count < 2 ? 0 : count - 1 - (joinsLeft ? 1 : 0) - (joinsRight ? 1 : 0)
    }

    /// The column that a parent's edge has below the node.
    func column(ofParent index: Int) -> Int { position + index - (joinsLeft ? 1 : 0) }
}

extension GraphLayout {
    /// What is on the right makes room for the arm, a column a line.
    private func rowsOfRoom(_ fan: Fan) -> [GraphRow] {
        guard fan.position + 1 < edges.count else { return [] }
        return (0..<fan.arm).map { moved in
            var row = GraphRow()
            for (column, edge) in edges.enumerated() {
                if column <= fan.position {
                    row.put("|", at: 2 * column, color: edge.color)
                } else {
                    row.put("\\", at: 2 * (column + moved) + 1, color: edge.color)
                }
            }
            return row
        }
    }

    private func nodeRow(_ fan: Fan, _ outgoing: [Edge]) -> GraphRow {
        var row = GraphRow()
        for (column, edge) in edges.enumerated() where column != fan.position {
            let moved = column > fan.position ? fan.arm : 0
            row.put("|", at: 2 * (column + moved), color: edge.color)
        }
        row.put("*", at: 2 * fan.position, color: nil)
        for step in 0..<fan.arm {
            let color = outgoing[outgoing.count - fan.arm + step].color
            let start = 2 * (fan.position + step)
            row.put("-", at: start + 1, color: color)
            row.put(step == fan.arm - 1 ? "." : "-", at: start + 2, color: color)
        }
        return row
    }

    private func mergeRow(_ fan: Fan, _ outgoing: [Edge]) -> GraphRow {
        var row = GraphRow()
        for (column, edge) in edges.enumerated() where column != fan.position {
            if column < fan.position {
                row.put("|", at: 2 * column, color: edge.color)
            } else if fan.shift > fan.arm {
                row.put("\\", at: 2 * (column + fan.arm) + 1, color: edge.color)
            } else {
                row.put("|", at: 2 * (column + fan.arm), color: edge.color)
            }
        }
        for (index, edge) in outgoing.enumerated() {
            let column = fan.column(ofParent: index)
            if column > fan.position {
                row.put("\\", at: 2 * column - 1, color: edge.color)
            } else if column == fan.position {
                row.put("|", at: 2 * column, color: edge.color)
            } else {
                row.putJoin(from: fan.position, to: fan.goal, color: edge.color)
            }
        }
        return row
    }

    /// Puts the parents' edges in the place of the node's, and joins those that have one goal.
    private mutating func joinRows(_ fan: Fan, _ outgoing: [Edge]) -> [GraphRow] {
        let left = edges[..<fan.position]
        let right = edges[(fan.position + 1)...]
        var rows: [GraphRow] = []
        if outgoing.isEmpty, !right.isEmpty {
            rows.append(straightRow(edges[...], from: fan.position + 1, gap: fan.position))
        }
        let first = fan.joinsLeft ? 1 : 0
        let end = outgoing.count - (fan.joinsRight ? 1 : 0)
        edges = Array(left) + outgoing[min(first, end)..<end] + right
        if fan.joinsLeft, fan.goal < fan.position - 1 {
            rows.append(arrivalRow(at: fan.goal, color: outgoing[0].color))
        }
        let targets = Set(outgoing.map(\.target))
        while let (position, goal) = pair(of: targets) {
            let color = edges[position].color
            var row = straightRow(edges[...], from: position + 1, gap: position)
            row.putJoin(from: position, to: goal, color: color)
            rows.append(row)
            edges.remove(at: position)
            if goal < position - 1 { rows.append(arrivalRow(at: goal, color: color)) }
        }
        return rows
    }

    /// A line in which the edges from one on move to the left, into a gap.
    private func straightRow(_ edges: ArraySlice<Edge>, from start: Int, gap: Int) -> GraphRow {
        var row = GraphRow()
        for (column, edge) in edges.enumerated() where column != gap {
            if column < start {
                row.put("|", at: 2 * column, color: edge.color)
            } else {
                row.put("/", at: 2 * column - 1, color: edge.color)
            }
        }
        return row
    }

    /// A line in which an edge that has run past others reaches the one that it joins.
    private func arrivalRow(at goal: Int, color: Int) -> GraphRow {
        var row = GraphRow()
        for (column, edge) in edges.enumerated() {
            row.put("|", at: 2 * column, color: edge.color)
        }
        row.put("/", at: 2 * goal + 1, color: color)
        return row
    }

    /// The first edge whose goal one further left has too, and that one.
    private func pair(of targets: Set<Int>) -> (position: Int, goal: Int)? {
        var seen: [Int: Int] = [:]
        for (position, edge) in edges.enumerated() where targets.contains(edge.target) {
            if let goal = seen[edge.target] { return (position, goal) }
            seen[edge.target] = position
        }
        return nil
    }

    /// Draws an edge that comes from the right and continues to the left as a diagonal also beside the star.
    private func straighten(_ step: inout Step, _ fan: Fan) {
        guard fan.count < 2, let next = step.after.first else { return }
        for position in stride(from: 2, to: step.node.cells.count, by: 2)
        where step.node.has("|", at: position) && lastRow.has("/", at: position + 1)
            && next.has("/", at: position - 1)
        {
            step.node.put("/", at: position, color: step.node.cells[position].color)
        }
    }
}

extension GraphRow {
    /// Draws the line from a column to one further left, as far as it goes in one row.
    fileprivate mutating func putJoin(from position: Int, to goal: Int, color: Int) {
        put("/", at: 2 * position - 1, color: color)
        for between in stride(from: 2 * goal + 3, to: 2 * position - 1, by: 2) {
            put("_", at: between, color: color)
        }
    }
}
