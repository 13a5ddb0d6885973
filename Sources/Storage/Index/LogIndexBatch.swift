import RedoModel
import RedoSystem

/// Consecutive nodes of a log index, with the frames of packs that hold them.
package struct LogIndexBatch: NodeBatch {
    private let logIndex: LogIndex
    private let numbers: Range<Int>
    /// The frames of each pack, in their order.
    private let frames: [[Frame]]

    /// A frame that has been decompressed.
    private struct Frame {
        let ordinal: Int
        /// The pack's numbers of the nodes in it.
        let nodes: Range<Int>
        let content: [UInt8]
    }

    /// - Returns: nil if a frame is damaged.
    fileprivate init?(_ logIndex: LogIndex, _ numbers: Range<Int>, where isWanted: (Int) -> Bool) {
        self.logIndex = logIndex
        self.numbers = numbers
        let packs = logIndex.packs
        guard let needed = Self.frames(holding: numbers, of: logIndex, where: isWanted) else {
            return nil
        }
        let read = Parallel.map(count: needed.count, smallestShare: 4) { range in
            let decompressor = Decompressor()
            return range.map { number in
                let (packOrdinal, ordinal) = needed[number]
                return (try? packs[packOrdinal].content(ofFrame: ordinal, decompressor)).map {
                    Frame(
                        ordinal: ordinal, nodes: packs[packOrdinal].index.nodes(ofFrame: ordinal),
                        content: $0)
                }
            }
        }
        var frames: [[Frame]] = Array(repeating: [], count: packs.count)
        for (number, frame) in read.enumerated() {
            guard let frame else { return nil }
            frames[needed[number].packOrdinal].append(frame)
        }
        self.frames = frames
        // Frees the memory of the packs, since a log can be larger than the memory.
        for (pack, frames) in zip(packs, frames) {
            guard let first = frames.first, let last = frames.last else { continue }
            let end = pack.index.frame(last.ordinal)
            pack.forget(pack.index.frame(first.ordinal).offset..<end.offset + end.byteCount)
        }
    }

    /// The frames that hold some nodes, for each pack in their order and each once; nil if an index is inconsistent.
    private static func frames(
        holding numbers: Range<Int>, of logIndex: LogIndex, where isWanted: (Int) -> Bool
    ) -> [(packOrdinal: Int, ordinal: Int)]? {
        var found: [(packOrdinal: Int, ordinal: Int)] = []
        var last: [(ordinal: Int, nodes: Range<Int>)] = logIndex.packs.map { _ in (-1, 0..<0) }
        for number in numbers where isWanted(number) {
            let location = logIndex.locations[number]
            guard location.pack != LogIndex.Location.loose else { continue }
            let (packOrdinal, node) = (Int(location.pack), Int(location.ordinal))
            if last[packOrdinal].nodes.contains(node) { continue }
            let frame = logIndex.packs[packOrdinal].index.frame(of: node)
            let nodes = logIndex.packs[packOrdinal].index.nodes(ofFrame: frame)
            guard frame > last[packOrdinal].ordinal, nodes.contains(node) else { return nil }
            last[packOrdinal] = (frame, nodes)
            found.append((packOrdinal, frame))
        }
        return found
    }

    /// Calls a closure with each wanted change of the batch, in replay order.
    ///
    /// - Returns: false if a node is unreadable.
    package func forEachChange(
        where isWanted: (Int) -> Bool, _ validator: borrowing NodeValidator,
        _ body: (Int, Change) -> Void
    ) -> Bool {
        let locations = logIndex.locations
        // Nodes of a pack come in its order, and so do its frames.
        var current = Array(repeating: 0, count: frames.count)
        var number = numbers.lowerBound
        while number < numbers.upperBound {
            let (packOrdinal, node) = (Int(locations[number].pack), Int(locations[number].ordinal))
            if !isWanted(number) {
                number += 1
            } else if locations[number].pack == LogIndex.Location.loose {
                body(number, Change(logIndex.loose[node]))
                number += 1
            } else {
                while current[packOrdinal] < frames[packOrdinal].count,
                    !frames[packOrdinal][current[packOrdinal]].nodes.contains(node)
                {
                    current[packOrdinal] += 1
                }
                guard current[packOrdinal] < frames[packOrdinal].count,
                    let next = forEachChange(
                        from: number, in: frames[packOrdinal][current[packOrdinal]],
                        of: packOrdinal,
                        where: isWanted, validator, body)
                else { return false }
                number = next
            }
        }
        return true
    }

    /// Calls a closure with those of the nodes, from a number on, that are adjacent in a frame.
    ///
    /// - Returns: the number of the first node that is not; nil if one cannot be read.
    private func forEachChange(
        from start: Int, in frame: Frame, of packOrdinal: Int, where isWanted: (Int) -> Bool,
        _ validator: borrowing NodeValidator, _ body: (Int, Change) -> Void
    ) -> Int? {
        let locations = logIndex.locations
        let pack = logIndex.packs[packOrdinal]
        let index = pack.index
        let columns = LineColumns(index)
        let bytes = frame.content
        let content = bytes.span
        var number = start
        while number < numbers.upperBound, Int(locations[number].pack) == packOrdinal {
            let node = Int(locations[number].ordinal)
            guard frame.nodes.contains(node) else { break }
            if isWanted(number) {
                guard let range = columns.lines.line(of: node, among: frame.nodes, in: content),
                    let change = pack.change(node, columns, content, range, validator)
                else { return nil }
                body(number, change)
            }
            number += 1
        }
        return number
    }
}

extension LogIndex: NodeSource {
    /// A batch of the nodes of a range; nil if one is unreadable.
    package func batch(
        _ numbers: Range<Int>, where isWanted: (Int) -> Bool
    ) -> LogIndexBatch? {
        LogIndexBatch(self, numbers, where: isWanted)
    }
}
