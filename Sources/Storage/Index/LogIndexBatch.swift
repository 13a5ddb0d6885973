import RedoModel
import RedoSystem

/// Nodes of an logIndex that stand one after the other, with the frames of packs that hold them.
package struct LogIndexBatch: NodeBatch {
    private let logIndex: LogIndex
    private let numbers: Range<Int>
    /// Those of each pack, in their order.
    private let frames: [[Frame]]

    /// A frame that has been decompressed.
    private struct Frame {
        let place: Int
        /// The pack's numbers of the nodes in it.
        let nodes: Range<Int>
        let content: [UInt8]
    }

    /// - Returns: nil where a frame is damaged.
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
                let (source, place) = needed[number]
                return (try? packs[source].content(ofFrame: place, decompressor)).map {
                    Frame(
                        place: place, nodes: packs[source].index.nodes(ofFrame: place), content: $0)
                }
            }
        }
        var frames: [[Frame]] = Array(repeating: [], count: packs.count)
        for (number, frame) in read.enumerated() {
            guard let frame else { return nil }
            frames[needed[number].source].append(frame)
        }
        self.frames = frames
        // A log can be larger than what memory there is.
        for (pack, frames) in zip(packs, frames) {
            guard let first = frames.first, let last = frames.last else { continue }
            let end = pack.index.frame(last.place)
            pack.forget(pack.index.frame(first.place).offset..<end.offset + end.byteCount)
        }
    }

    /// Which frames of which packs hold some nodes, each pack's in their order and each once; nil where an
    /// index says otherwise.
    private static func frames(
        holding numbers: Range<Int>, of logIndex: LogIndex, where isWanted: (Int) -> Bool
    ) -> [(source: Int, place: Int)]? {
        var found: [(source: Int, place: Int)] = []
        var last: [(place: Int, nodes: Range<Int>)] = logIndex.packs.map { _ in (-1, 0..<0) }
        for number in numbers where isWanted(number) {
            let place = logIndex.places[number]
            guard place.source != LogIndex.Place.loose else { continue }
            let (source, node) = (Int(place.source), Int(place.number))
            if last[source].nodes.contains(node) { continue }
            let frame = logIndex.packs[source].index.frame(of: node)
            let nodes = logIndex.packs[source].index.nodes(ofFrame: frame)
            guard frame > last[source].place, nodes.contains(node) else { return nil }
            last[source] = (frame, nodes)
            found.append((source, frame))
        }
        return found
    }

    package func forEachChange(
        where isWanted: (Int) -> Bool, _ validator: borrowing NodeValidator,
        _ body: (Int, Change) -> Void
    ) -> Bool {
        let places = logIndex.places
        // Nodes of a pack come in its order, and so do its frames.
        var current = Array(repeating: 0, count: frames.count)
        var number = numbers.lowerBound
        while number < numbers.upperBound {
            let (source, node) = (Int(places[number].source), Int(places[number].number))
            if !isWanted(number) {
                number += 1
            } else if places[number].source == LogIndex.Place.loose {
                body(number, Change(logIndex.loose[node]))
                number += 1
            } else {
                while current[source] < frames[source].count,
                    !frames[source][current[source]].nodes.contains(node)
                {
                    current[source] += 1
                }
                guard current[source] < frames[source].count,
                    let next = forEachChange(
                        from: number, in: frames[source][current[source]], of: source,
                        where: isWanted, validator, body)
                else { return false }
                number = next
            }
        }
        return true
    }

    /// Calls a closure with those of the nodes from a number on that stand side by side in a frame.
    ///
    /// - Returns: the number of the first that does not; nil where one cannot be read.
    private func forEachChange(
        from start: Int, in frame: Frame, of source: Int, where isWanted: (Int) -> Bool,
        _ validator: borrowing NodeValidator, _ body: (Int, Change) -> Void
    ) -> Int? {
        let places = logIndex.places
        let pack = logIndex.packs[source]
        let index = pack.index
        let columns = LineColumns(index)
        let bytes = frame.content
        let content = bytes.span
        var number = start
        while number < numbers.upperBound, Int(places[number].source) == source {
            let node = Int(places[number].number)
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
    package func stretch(
        _ numbers: Range<Int>, where isWanted: (Int) -> Bool
    ) -> LogIndexBatch? {
        LogIndexBatch(self, numbers, where: isWanted)
    }
}
