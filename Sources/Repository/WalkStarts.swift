import RedoModel
import RedoSystem

/// The nodes at which a walk starts, and those that it leaves out, by number.
package struct WalkStarts: Equatable, Sendable {
    /// The nodes that are walked, with their ancestors.
    package var included: [Int] = []
    /// The nodes that are left out, with their ancestors.
    package var excluded: [Int] = []
    /// The left sides of the differences `A...B`.
    package var left: [Int] = []

    package init() {}
}

/// An operand of a walk, as it was given.
package struct WalkOperand: Sendable {
    package let name: InputName
    /// Whether it follows `--not`: what it includes is left out, and the reverse.
    package let isNegated: Bool

    package init(_ name: InputName, isNegated: Bool = false) {
        self.name = name
        self.isNegated = isNegated
    }
}

extension NodeNames {
    /// Where a walk of some operands starts.
    ///
    /// - Throws: NAME_001 if a name has no meaning, NAME_002 if it has several.
    /// - Complexity: O(n) for each range with an empty end and each difference, in a log of n nodes.
    package func starts(of operands: [WalkOperand]) throws(RedoError) -> WalkStarts {
        var starts = WalkStarts()
        for operand in operands {
            var named = WalkStarts()
            try operand.name.resolved { (text) throws(RedoError) in
                try add(NodeExpression(text), to: &named)
            }
            starts.included += operand.isNegated ? named.excluded : named.included
            starts.excluded += operand.isNegated ? named.included : named.excluded
            if !operand.isNegated { starts.left += named.left }
        }
        return starts
    }

    private func add(
        _ expression: NodeExpression, to starts: inout WalkStarts
    ) throws(RedoError) {
        switch expression {
        case .node(let name): starts.included.append(try nodeNumber(named: name))
        case .without(let name): starts.excluded.append(try nodeNumber(named: name))
        case .range(let from, let to):
            starts.excluded += try numbers(atEnd: from)
            starts.included += try numbers(atEnd: to)
        case .difference(let first, let second):
            let (left, right) = (try numbers(atEnd: first), try numbers(atEnd: second))
            starts.left += left
            starts.included += left + right
            starts.excluded += validation.graph.commonTips(of: left, right)
        }
    }

    /// The nodes at the end of a range: all tips of the log at an empty one.
    private func numbers(atEnd name: String?) throws(RedoError) -> [Int] {
        try name.map { (name) throws(RedoError) in [try nodeNumber(named: name)] }
            ?? validation.graph.tips
    }

    /// Which nodes some operands reach, by number.
    ///
    /// - Throws: as ``starts(of:)``.
    package func reach(of operands: [WalkOperand]) throws(RedoError) -> [Bool] {
        NodeWalk(validation.graph, from: try starts(of: operands)).isReached
    }
}
