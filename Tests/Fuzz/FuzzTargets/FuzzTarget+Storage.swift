import RedoCrypto
import RedoModel
import RedoSystem
import SampleNodes

@testable import RedoStore

extension FuzzTarget {
    /// Packs as they are, and packs that are made of lines. The first byte says which.
    static let pack = FuzzTarget(
        "pack", upTo: 8192,
        seeds: {
            let nodes = try Seeds.logs().flatMap { $0.prefix(3) }.sorted {
                $0.position < $1.position
            }
            let lines: [UInt8] = nodes.prefix(4).flatMap { $0.canonicalBytes + [10] }
            let chain: [UInt8] = try Sample.chain(3).flatMap { $0.canonicalBytes + [10] }
            let packs = [packed([lines]), packed([]), packed([lines, lines])]
            return packs.map { [0] + $0 } + [[1] + lines, [1] + chain]
        },
        run: { bytes in
            guard let kind = bytes.first else { return }
            let rest = Array(bytes.dropFirst())
            let pack = kind.isMultiple(of: 2) ? rest : packed(frames(of: rest))
            let end = max(pack.count - PackFormat.trailerByteCount, 0)
            let name = PackName(SHA256.digest(pack.span.extracting(..<end)))
            let file = try MappedFile(copying: [pack], path: "fuzz.pack")
            var nodes: [Node] = []
            let reading = PackReading(file, named: name, signature: .unchecked) { nodes.append($0) }
            for node in nodes {
                _ = try demand("a node of a pack is none") {
                    try NodeValidator().readCanonical(node.canonicalBytes, signature: .unchecked)
                }
            }
            guard reading.damages.isEmpty else { return }
            try require(
                kind.isMultiple(of: 2) || rest.isEmpty || !nodes.isEmpty || pack.count > 0, "empty")
            // What arrives piece by piece is read as the whole is.
            let scan = try demand("whole frames are refused", PackScan(file, after: nil, upTo: end))
            var reader = PackFrameReader(signature: .unchecked)
            reader.read(scan)
            let arrived = try demand(
                "the trailer is refused", PackScan(file, named: name, walkedAlong: scan.frames))
            try require(
                PackReading(file, named: name, arrived, reader).index == reading.index,
                "a pack that arrives has another index")
            let index = try demand("the index of a pack is refused") {
                try PackIndex(
                    reading.index.mapped(as: "fuzz.idx"),
                    using: IndexChunk.allCases)
            }
            try require(
                index.nodeCount == nodes.count && index.pack == name, "the index is of another")
            for (number, node) in nodes.enumerated() {
                try require(
                    index.id(of: number) == node.id && index.position(of: number) == node.position
                        && index.parents(of: number) == node.parents
                        && index.subject(of: number) == node.subject
                        && index.action(of: number) == node.action
                        && index.isSigned(number) == node.isSigned,
                    "the index says something else of \(node.id)")
            }
        })

    /// The contents of frames: lines, of which those that are objects get the ids that they hash to.
    private static func frames(of bytes: [UInt8]) -> [[UInt8]] {
        let validator = NodeValidator()
        return bytes.split(separator: 0xFF, omittingEmptySubsequences: false).prefix(3).map {
            part in
            var content: [UInt8] = []
            for line in part.split(separator: 10) {
                let named = validator.completed(Array(line))
                let node = try? validator.read(named, signature: .unchecked)
                content += (node?.canonicalBytes ?? named) + [10]
            }
            return content
        }
    }

    /// A pack with some frames, each with the number of its lines.
    private static func packed(_ frames: [[UInt8]]) -> [UInt8] {
        var bytes = PackFormat.header
        let compressor = Compressor(level: 1)
        for frame in frames { bytes += compressor.frame(frame.span) }
        let count = frames.reduce(0) { $0 + $1.count { $0 == 10 } }
        return bytes
            + PackFormat.trailer(
                nodeCount: count, frameCount: frames.count, digest: SHA256.digest(bytes.span))
    }

    /// Indexes whose checksums are right, whatever they say.
    static let index = FuzzTarget(
        "index", upTo: 1 << 14,
        seeds: {
            try ([Sample.chain(3)] + Seeds.logs().prefix(12)).map { nodes in
                var builder = IndexBuilder()
                builder.add(
                    IndexBuilder.Frame(
                        offset: PackFormat.headerByteCount, byteCount: 500, contentByteCount: 900,
                        firstNode: 0))
                for (number, node) in nodes.enumerated() {
                    builder.add(node, lineOffset: 100 * number)
                }
                return builder.image(
                    of: PackName(SHA256.digest([1].span)),
                    byteCount: PackFormat.headerByteCount + 500 + PackFormat.trailerByteCount
                ).bytes
            }
        },
        run: { bytes in
            let file = try MappedFile(copying: [summed(bytes)], path: "fuzz.idx")
            for chunk in IndexChunk.allCases { _ = try? PackIndex(file, using: [chunk]) }
            guard let index = try? PackIndex(file, using: IndexChunk.allCases) else { return }
            var parentCount = 0
            for node in 0..<index.nodeCount {
                _ = (index.position(of: node), index.action(of: node), index.isSigned(node))
                _ = (index.subject(of: node), index.taskID(of: node), index.authorNumber(of: node))
                parentCount += index.parents(of: node).count
                if let action = index.action(of: node) { _ = index.header(of: node, action) }
                if let number = index.number(of: index.id(of: node)) {
                    try require(index.id(of: number) == index.id(of: node), "another node is found")
                }
                let frame = index.frame(of: node)
                try require(index.nodes(ofFrame: frame).contains(node), "the frame is another")
            }
            _ = (index.taskIDs, index.authorLines, index.roleRules, parentCount)
            _ = index.neighbours(of: Sample.id(7))
            _ = index.ids(from: Sample.id(0)) { _ in true }
        })

    /// An index with the checksums that its chunks have.
    private static func summed(_ bytes: [UInt8]) -> [UInt8] {
        let header = PackIndex.headerByteCount(chunkCount: IndexChunk.allCases.count)
        guard bytes.count >= header else { return bytes }
        var bytes = bytes
        func put(_ number: UInt64, at offset: Int) {
            for index in 0..<8 {
                bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
            }
        }
        for chunk in IndexChunk.allCases {
            let entry = 56 + chunk.rawValue * 32
            let start = Int(clamping: bytes.span.number(at: entry + 8, as: UInt64.self))
            let count = Int(clamping: bytes.span.number(at: entry + 16, as: UInt64.self))
            guard start <= bytes.count, count <= bytes.count - start else { continue }
            put(
                FastChecksum.value(of: bytes.span.extracting(start..<start + count)), at: entry + 24
            )
        }
        put(FastChecksum.value(of: bytes.span.extracting(..<(header - 8))), at: header - 8)
        return bytes
    }

    /// The cache of tasks.
    static let tasks = FuzzTarget(
        "tasks-cache", upTo: 8192,
        seeds: {
            try Seeds.logs().map { nodes in
                let replay = Replay(nodes)
                return CachedTasks(replay.foldState(), replay.validation).serialized
            }.filter { $0.count <= 4096 }
        },
        run: { bytes in
            let file = try MappedFile(copying: [bytes], path: "tasks")
            let open = WrittenTasks(file)?.openTasks
            let openState = try? open?.state()
            try require(openState?.tasks.allSatisfy(\.isOpen) ?? true, "a task is not open")
            guard let tasks = CachedTasks(reading: file) else { return }
            let expected = ListedTasks(openOf: tasks)
            try require(
                openState?.canonicalBytes == (try expected.state().canonicalBytes)
                    && open?.allCount == expected.allCount, "the open tasks are others")
            let written = tasks.serialized
            let again = try demand(
                "what was written is refused",
                CachedTasks(reading: try MappedFile(copying: [written], path: "tasks")))
            try require(again.serialized == written, "what was written is written differently")
            try require(again.ids == tasks.ids, "the ids differ")
            try require(
                again.state.canonicalBytes == tasks.state.canonicalBytes, "the state differs")
        })
}
