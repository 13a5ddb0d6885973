import RedoCommandLine
import RedoSystem

extension CommandContext {
    /// Prints nodes in an order that need not be the one in which they are read: content is read fast in replay order
    /// only, where each frame of a pack is decompressed once.
    ///
    /// - Parameters:
    ///   - numbers: of the nodes, in the order in which they are printed.
    ///   - readsContent: whether `text` reads the content of a node.
    ///   - separator: what stands between two nodes.
    ///   - text: a node with what follows it; nil if it cannot be read, and is left out.
    package mutating func printNodes(
        _ numbers: [Int], readsContent: Bool, separator: String = "",
        _ text: (_ number: Int, _ context: borrowing CommandContext) -> [UInt8]?
    ) throws(RedoError) {
        var rest = numbers[...]
        var count = minimumBatchCount
        var isFirst = true
        while !rest.isEmpty {
            let batch = rest.prefix(count)
            rest = rest.dropFirst(count)
            count = min(count * 2, maximumBatchCount)
            var texts: [Int: [UInt8]] = [:]
            if readsContent {
                texts.reserveCapacity(batch.count)
                for number in batch.sorted() { texts[number] = text(number, self) }
            }
            for number in batch {
                guard let text = readsContent ? texts[number] : text(number, self) else { continue }
                if !isFirst { try print(separator) }
                isFirst = false
                try print(text)
            }
        }
    }
}

/// The minimum number of nodes that are read in replay order before they are printed in a different order. It is small,
/// so that the first page appears at once.
private let minimumBatchCount = 64
private let maximumBatchCount = 1 << 16
