import RedoCrypto
import RedoModel
import RedoSystem

/// Reads a pack while it arrives: the frames that are here, on all processors, while others are fetched.
///
/// It reads whole packs alone. At the first byte that is not as it should be, it leaves the pack to ``PackReading``, which
/// says what is wrong.
package final class PackArrival {
    private let file: ContainedFile
    private let name: PackName
    private let byteCount: Int
    private let frames: Locked<ArrivedFrames>
    private var reading: Worker<Void>?

    /// - Parameters:
    ///   - file: where the pack is written.
    ///   - digest: its name.
    ///   - byteCount: how long it will be.
    package init(at file: ContainedFile, named digest: Digest, byteCount: Int) {
        self.file = file
        name = PackName(digest)
        self.byteCount = byteCount
        frames = Locked(ArrivedFrames(end: byteCount - PackFormat.trailerByteCount))
    }

    deinit { _ = reading?.result() }

    /// Reads what the file has by now. While more is to come, it does so on a thread of its own.
    ///
    /// - Parameter count: how many bytes of the pack the file has.
    package func proceed(to count: Int) {
        finishReading()
        guard let mapped = try? MappedFile(file.path), mapped.count == count else {
            frames.withLock { $0.isWhole = false }
            return
        }
        let worker = Worker { [frames] in frames.withLock { $0.read(mapped) } }
        if count < byteCount { worker.start() }
        reading = worker
    }

    private func finishReading() {
        reading?.result()
        reading = nil
    }

    /// Finishes the reading of the pack, once.
    ///
    /// - Parameter mapped: the whole file.
    /// - Returns: nil if the pack is not whole, or is not the one of its name.
    func reading(of mapped: MappedFile) -> PackReading? {
        finishReading()
        return frames.withLock { arrived in
            guard arrived.isWhole, mapped.count == byteCount,
                let scan = PackScan(mapped, named: name, walkedAlong: arrived.frames)
            else { return nil }
            var reader = PackFrameReader(signature: .required)
            swap(&reader, &arrived.reader)
            let reading = PackReading(mapped, named: name, scan, consume reader)
            return reading.damages.isEmpty ? reading : nil
        }
    }
}

/// The frames of a pack that have arrived.
private struct ArrivedFrames: Sendable {
    /// Where the trailer starts.
    let end: Int
    var frames: [PackScan.Frame] = []
    var reader = PackFrameReader(signature: .required)
    var isWhole = true

    init(end: Int) { self.end = end }

    /// Reads the frames that a file has more than before.
    mutating func read(_ file: MappedFile) {
        guard isWhole, let scan = PackScan(file, after: frames.last, upTo: min(end, file.count))
        else {
            isWhole = false
            return
        }
        reader.read(scan)
        frames += scan.frames
        isWhole = reader.damages.isEmpty
    }
}
