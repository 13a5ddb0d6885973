import RedoSystem

@testable import RedoModel

extension CachedTasks {
    /// Reads bytes as if they were a file.
    init?(reading bytes: [UInt8], from start: Int = 0) {
        guard let file = MappedFile(reading: bytes) else { return nil }
        self.init(reading: file, from: start)
    }
}

extension WrittenTasks {
    /// Reads bytes as if they were a file.
    init?(reading bytes: [UInt8]) {
        guard let file = MappedFile(reading: bytes) else { return nil }
        self.init(file)
    }
}

extension MappedFile {
    fileprivate convenience init?(reading bytes: [UInt8]) {
        do {
            try self.init(copying: [bytes], path: "tasks.cache")
        } catch {
            return nil
        }
    }
}
