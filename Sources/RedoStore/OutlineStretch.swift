import RedoLog
import RedoSystem

/// Nodes of an outline that stand one after the other, with the frames of packs that hold them.
package struct OutlineStretch: ChangeStretch {
    private let outline: Outline
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
    fileprivate init?(_ outline: Outline, _ numbers: Range<Int>, where isWanted: (Int) -> Bool) {
        self.outline = outline
        self.numbers = numbers
        let packs = outline.packs
        let needed = Self.frames(holding: numbers, of: outline, where: isWanted)
        let read = Parallel.map(count: needed.count, smallestShare: 1) { range in
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

    /// Which frames of which packs hold some nodes, each pack's in their order.
    private static func frames(
        holding numbers: Range<Int>, of outline: Outline, where isWanted: (Int) -> Bool
    ) -> [(source: Int, place: Int)] {
        var found: [(source: Int, place: Int)] = []
        var last: [Range<Int>] = Array(repeating: 0..<0, count: outline.packs.count)
        for number in numbers where isWanted(number) {
            let place = outline.places[number]
            guard place.source != Outline.Place.loose else { continue }
            let source = Int(place.source)
            if last[source].contains(Int(place.number)) { continue }
            let frame = outline.packs[source].index.frame(of: Int(place.number))
            last[source] = outline.packs[source].index.nodes(ofFrame: frame)
            found.append((source, frame))
        }
        return found
    }

    package func forEachChange(
        where isWanted: (Int) -> Bool, _ reader: borrowing NodeReader,
        _ body: (Int, Change) -> Void
    ) -> Bool {
        let (places, packs) = (outline.places, outline.packs)
        // Nodes of a pack come in its order, and so do its frames.
        var current = Array(repeating: 0, count: packs.count)
        for number in numbers where isWanted(number) {
            let (source, node) = (Int(places[number].source), Int(places[number].number))
            if places[number].source == Outline.Place.loose {
                body(number, Change(outline.loose[node]))
                continue
            }
            while current[source] < frames[source].count,
                !frames[source][current[source]].nodes.contains(node)
            {
                current[source] += 1
            }
            guard current[source] < frames[source].count else { return false }
            let frame = frames[source][current[source]]
            let change = try? packs[source].change(
                node, inFrame: frame.place, content: frame.content, reader)
            guard let change else { return false }
            body(number, change)
        }
        return true
    }
}

extension Outline: ChangeSource {
    package func stretch(
        _ numbers: Range<Int>, where isWanted: (Int) -> Bool
    ) -> OutlineStretch? {
        OutlineStretch(self, numbers, where: isWanted)
    }
}
