import RedoModel
import RedoSystem

/// A reader of the frames of a pack, on all processors, that builds the pack's index as it reads.
struct PackFrameReader: Sendable {
    /// The faults of the frames that were read.
    private(set) var damages: [PackScan.Damage] = []
    private var builder = IndexBuilder()
    private let rule: NodeValidator.SignatureRule
    private var last: ReplayPosition?

    /// The maximum number of frames that one thread reads before its nodes are delivered.
    private static let maximumShare = 8

    private struct FrameReading: Sendable {
        var nodes: [(offset: Int, node: Node)] = []
        var damages: [PackScan.Damage] = []
    }

    /// - Parameter rule: which signatures are required.
    init(signature rule: NodeValidator.SignatureRule) { self.rule = rule }

    /// Reads the frames of a scan after those that were read before.
    ///
    /// - Parameters:
    ///   - progress: receives the number of its frames that are read, and of all.
    ///   - body: receives each whole node, in the order of the pack.
    mutating func read(
        _ scan: PackScan, _ progress: StoreProgress = { _, _ in }, _ body: (Node) -> Void = { _ in }
    ) {
        let count = scan.frames.count
        let processorCount = Parallel.processorCount
        let share = max(1, min(Self.maximumShare, count / (4 * processorCount)))
        var shares = stride(from: 0, to: count, by: share).lazy
            .map { $0..<min($0 + share, count) }.makeIterator()
        // While the nodes of one share are delivered one by one, further shares are read, so that no processor waits.
        var readings: [(frames: Range<Int>, worker: Worker<[FrameReading]>)] = []
        func begin() {
            guard let frames = shares.next() else { return }
            let worker = worker(reading: frames, of: scan)
            if processorCount > 1, share < count { worker.start() }
            readings.append((frames, worker))
        }
        for _ in 0...processorCount { begin() }
        while !readings.isEmpty {
            let (frames, worker) = readings.removeFirst()
            let read = worker.result()
            begin()
            for (frame, reading) in zip(scan.frames[frames], read) { add(reading, of: frame, body) }
            // What has been read is not read again.
            let (first, last) = (scan.frames[frames.lowerBound], scan.frames[frames.upperBound - 1])
            scan.forget(first.offset..<last.offset + last.byteCount)
            progress(frames.upperBound, count)
        }
    }

    private func worker(reading frames: Range<Int>, of scan: PackScan) -> Worker<[FrameReading]> {
        let rule = rule
        return Worker {
            let decompressor = Decompressor()
            let validator = NodeValidator()
            return frames.map { Self.read(scan.frames[$0], scan, rule, decompressor, validator) }
        }
    }

    private mutating func add(
        _ reading: FrameReading, of frame: PackScan.Frame, _ body: (Node) -> Void
    ) {
        builder.add(
            IndexBuilder.Frame(
                offset: frame.offset, byteCount: frame.byteCount,
                contentByteCount: frame.contentByteCount, firstNode: nodeCount))
        damages += reading.damages
        for (offset, node) in reading.nodes {
            if let last, node.position <= last {
                damages.append(
                    PackScan.Damage(
                        offset: frame.offset, reason: "the node \(node.id) is not in replay order"))
            }
            last = node.position
            builder.add(node, lineOffset: offset)
            body(node)
        }
    }

    /// The number of nodes that were read.
    var nodeCount: Int { builder.nodeCount }

    /// The index of all frames. It consumes the reader, so that nothing else of it is in memory while the index is
    /// built.
    consuming func index(of pack: PackName, byteCount: Int) -> IndexImage {
        var gathered = IndexBuilder()
        swap(&gathered, &builder)
        return (consume gathered).image(of: pack, byteCount: byteCount)
    }

    private static func read(
        _ frame: PackScan.Frame, _ scan: PackScan, _ rule: NodeValidator.SignatureRule,
        _ decompressor: borrowing Decompressor, _ validator: borrowing NodeValidator
    ) -> FrameReading {
        var reading = FrameReading()
        let content: [UInt8]
        do throws(PackScan.Damage) {
            content = try scan.content(of: frame, decompressor)
        } catch {
            reading.damages.append(error)
            content = scan.remains(of: frame)
        }
        let isDamaged = !reading.damages.isEmpty
        for (offset, line) in content.lines {
            do throws(Rejection) {
                reading.nodes.append((offset, try validator.readCanonical(line, signature: rule)))
            } catch {
                // Further lines of a damaged frame are not reported.
                if isDamaged { continue }
                reading.damages.append(
                    PackScan.Damage(
                        offset: frame.offset,
                        reason: "the line at byte \(offset) of the frame's content: \(error)",
                        rejection: error))
            }
        }
        return reading
    }
}
