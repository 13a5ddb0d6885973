import RedoCrypto
import RedoModel
import RedoSystem

/// A reader of a pack during its transfer: it reads the frames that have arrived, on all processors, while others are
/// fetched.
///
/// It only reads whole packs. At the first invalid byte it leaves the pack to ``PackReading``, which reports what is
/// wrong.
package final class PackArrival {
    private let file: ContainedFile
    private let name: PackName
    private let byteCount: Int
    private let frames: Locked<ArrivedFrames>
    private var reading: Worker<Void>?

    /// - Parameters:
    ///   - file: the file that the pack is written to.
    ///   - digest: its name.
    ///   - byteCount: its final size.
    package init(at file: ContainedFile, named digest: Digest, byteCount: Int) {
        self.file = file
        name = PackName(digest)
        self.byteCount = byteCount
        frames = Locked(ArrivedFrames(end: byteCount - PackFormat.trailerByteCount))
    }

    deinit { _ = reading?.result() }

    /// Reads what has arrived. Unless the file is complete, it does so on a thread of its own.
    ///
    /// - Parameter count: the number of bytes that have arrived.
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
    /// - Returns: nil if the pack is not whole, or does not have that name.
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
    /// The offset at which the trailer starts.
    let end: Int
    var frames: [PackScan.Frame] = []
    var reader = PackFrameReader(signature: .required)
    var isWhole = true

    init(end: Int) { self.end = end }

    /// Reads the frames that have arrived since the last call.
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
