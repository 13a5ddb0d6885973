import Foundation

/// A folder for one test, removed when the test lets go of it.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "redo-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
