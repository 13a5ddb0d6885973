import Foundation

/// A folder for one test, removed when the test lets go of it.
public final class TemporaryDirectory: Sendable {
    public let path: String

    public init() throws {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "redo-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        path = directory.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
