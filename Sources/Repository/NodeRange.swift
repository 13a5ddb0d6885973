import RedoModel
import RedoSystem

/// A range `A..B` of nodes: what B reaches and A does not.
package struct NodeRange {
    package let start: String?
    package let end: String?

    /// - Returns: nil for a text without two dots.
    package init?(_ text: String) {
        guard let dots = firstRange(of: "..", in: text) else { return nil }
        let (before, after) = (text[..<dots.lowerBound], text[dots.upperBound...])
        start = before.isEmpty ? nil : String(before)
        end = after.isEmpty ? nil : String(after)
    }
}

private func firstRange(of pattern: String, in text: String) -> Range<String.Index>? {
    var index = text.startIndex
    while index < text.endIndex {
        if text[index...].hasPrefix(pattern) {
            return index..<text.index(index, offsetBy: pattern.count)
        }
        index = text.index(after: index)
    }
    return nil
}

extension NodeNames {
    /// The nodes that some operands reach, by number: a node and its ancestors, or a range.
    ///
    /// - Throws: NAME_001 if a name has no meaning, NAME_002 if it has several.
    package func reach(of operands: [String]) throws(RedoError) -> [Bool] {
        let graph = validation.graph
        var included: [Int] = []
        var excluded: [Int] = []
        for operand in operands {
            if let range = NodeRange(operand) {
                if let start = range.start { excluded.append(try nodeNumber(named: start)) }
                if let end = range.end {
                    included.append(try nodeNumber(named: end))
                } else {
                    included += Array(0..<graph.count)
                }
            } else {
                included.append(try nodeNumber(named: operand))
            }
        }
        let hidden = graph.closure(of: excluded)
        return zip(graph.closure(of: included), hidden).map { $0 && !$1 }
    }
}
