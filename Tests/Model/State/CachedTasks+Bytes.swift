import RedoSystem

@testable import RedoModel

extension CachedTasks {
    /// Reads bytes as if they were a file.
    init?(reading bytes: [UInt8], from start: Int = 0) {
        guard let file = try? MappedFile(copying: [bytes], path: "tasks.cache") else {
            return nil
        }
        self.init(reading: file, from: start)
    }
}
