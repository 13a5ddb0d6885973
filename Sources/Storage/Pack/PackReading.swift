import RedoModel
import RedoSystem

/// A pack of which every byte was read.
struct PackReading {
    private(set) var damages: [PackScan.Damage]
    /// The index that the pack gives, if it is whole.
    private(set) var index: [UInt8] = []

    private struct FrameReading {
        var nodes: [(offset: Int, node: Node)] = []
        var damages: [PackScan.Damage] = []
    }

    /// - Parameters:
    ///   - rule: what is demanded of signatures.
    ///   - body: is given each node that is whole, in the order of the pack.
    init(
        _ file: MappedFile, named name: PackName,
        signature rule: NodeValidator.SignatureRule = .ifPresent,
        _ progress: StoreProgress = { _, _ in }, _ body: (Node) -> Void
    ) {
        let scan = PackScan(file, named: name)
        damages = scan.damages
        var builder = IndexBuilder()
        var last: ReplayPosition?
        for start in stride(from: 0, to: scan.frames.count, by: 32) {
            let frames = scan.frames[start..<min(start + 32, scan.frames.count)]
            let readings = Parallel.map(count: frames.count, smallestShare: 1) { range in
                let decompressor = Decompressor()
                let validator = NodeValidator()
                return range.map {
                    Self.read(frames[start + $0], scan, rule, decompressor, validator)
                }
            }
            for (frame, reading) in zip(frames, readings) {
                builder.add(
                    IndexBuilder.Frame(
                        offset: frame.offset, byteCount: frame.byteCount,
                        contentByteCount: frame.contentByteCount, firstNode: builder.nodeCount))
                damages += reading.damages
                for (offset, node) in reading.nodes {
                    if let last, node.position <= last {
                        damages.append(
                            PackScan.Damage(
                                offset: frame.offset,
                                reason: "the node \(node.id) is not in replay order"))
                    }
                    last = node.position
                    builder.add(node, lineOffset: offset)
                    body(node)
                }
            }
            // What has been read is not read again.
            if let first = frames.first, let last = frames.last {
                file.forget(first.offset..<last.offset + last.byteCount)
            }
            progress(start + frames.count, scan.frames.count)
        }
        if damages.isEmpty, scan.nodeCount != builder.nodeCount {
            damages.append(
                PackScan.Damage(
                    offset: file.count - PackFormat.trailerByteCount,
                    reason: "it holds \(builder.nodeCount) nodes, and its trailer says another "
                        + "number"))
        }
        damages.sort { $0.offset < $1.offset }
        if damages.isEmpty { index = builder.bytes(of: name, byteCount: file.count) }
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
                // What is left of a damaged frame is not news.
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
