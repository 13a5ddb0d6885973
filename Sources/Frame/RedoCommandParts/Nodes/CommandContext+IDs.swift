import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

extension CommandContext {
    /// Prints the ids of some nodes, which are written on all processors.
    ///
    /// - Parameter end: what follows each.
    package mutating func printIDs(
        of numbers: [Int], in index: LogIndex, end: String
    ) throws(RedoError) {
        var rest = numbers[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(chunkCount)
            rest = rest.dropFirst(chunkCount)
            let texts = Parallel.map(count: chunk.count, smallestShare: smallestShare) {
                let start = chunk.startIndex + $0.lowerBound
                return [idText(of: chunk[start..<start + $0.count], in: index, end: end)]
            }
            for text in texts { try print(text) }
        }
    }
}

/// The number of ids that are written at a time.
private let chunkCount = 1 << 13
private let smallestShare = 1 << 11

private func idText(of numbers: ArraySlice<Int>, in index: LogIndex, end: String) -> [UInt8] {
    // Appending is what takes the time: what stands between two ids is one piece. Each thread has one for itself, since
    // counting the references to a common one would stop the others.
    let prefix = Array("\(NodeID.prefix)".utf8)
    let between = Array(end.utf8) + prefix
    var text = prefix
    text.reserveCapacity((numbers.count + 1) * (NodeID.textByteCount + end.utf8.count))
    index.forEachID(of: numbers) { id in
        id.digest.appendHexadecimal(to: &text)
        text += between
    }
    text.removeLast(prefix.count)
    return text
}
