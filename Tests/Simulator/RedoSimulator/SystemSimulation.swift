import PowerCuts
import SimulatedSystem

/// What of the system is simulated for one thread: random bytes, and what is known of changes to files.
enum SystemSimulation {
    /// Does something with random bytes that follow from a seed.
    static func withRandomness<Result>(
        from seed: UInt64, _ body: () throws -> Result
    ) rethrows -> Result {
        // A command can run while another one waits.
        let outer = simulated_random_begin(seed)
        defer { simulated_random_end(outer) }
        return try body()
    }

    /// Does something, and records what this thread changes below a folder meanwhile.
    ///
    /// - Parameter directory: an absolute path without links.
    static func recording<Result>(
        _ directory: String, in recording: FileRecording, _ body: () throws -> Result
    ) rethrows -> Result {
        simulated_files_begin(
            directory,
            { (context, operation) in
                guard let context, let operation = operation?.pointee else { return }
                Unmanaged<FileRecording>.fromOpaque(context).takeUnretainedValue().add(operation)
            }, Unmanaged.passUnretained(recording).toOpaque())
        defer { simulated_files_end() }
        return try body()
    }
}

/// The changes of files that were recorded, in order.
final class FileRecording {
    private(set) var operations: [FileOperation] = []

    fileprivate func add(_ operation: simulated_operation) {
        guard let kind = FileOperation.Kind(rawValue: operation.kind) else { return }
        var data: [UInt8] = []
        if let bytes = operation.data {
            data = Array(UnsafeRawBufferPointer(start: bytes, count: Int(operation.count)))
        }
        operations.append(
            FileOperation(
                kind: kind, errno: 0, inode: operation.inode, offset: Int(operation.offset),
                count: Int(operation.count), path: String(cString: operation.path),
                newPath: String(cString: operation.other), data: data))
    }
}

extension FileOperation {
    /// What was done to which file. The names of operations, which have the time of the system, count as one.
    ///
    /// - Parameter directory: is left out of paths.
    func summary(below directory: String) -> String {
        let names = [path, newPath].map { path -> Substring in
            let name = path.dropFirst(path.hasPrefix(directory) ? directory.utf8.count : 0)
            return name.hasPrefix("/operations/") ? "/operations/" : name
        }
        return "\(kind) \(names[0]) \(names[1])"
    }
}
