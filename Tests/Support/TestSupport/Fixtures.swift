import Foundation

/// The folders that tests read from.
public enum Fixtures {
    /// The root of the package.
    public static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    public static let directory = package.appending(path: "Fixtures")

    /// A log of 60 nodes, below ``folder``.
    public static let generatedLog = "vectors/logs/62-generated-60-nodes"

    /// Third-party suites, which are not part of the repository: a folder beside the checkout, or
    /// the one that `REDO_THIRD_PARTY` names. Nil if it is absent.
    public static let thirdParty: URL? = {
        let named = ProcessInfo.processInfo.environment["REDO_THIRD_PARTY"].map {
            URL(filePath: $0)
        }
        let directory =
            named ?? package.appending(path: "../shared/vectors/third-party").standardized
        return FileManager.default.fileExists(atPath: directory.path) ? directory : nil
    }()

    public static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: directory.appending(path: path)))
    }

    public static func lines(_ path: String) throws -> [[UInt8]] {
        try bytes(path).split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    /// Copies of one node that differ in their signature: unsigned, wrongly signed, signed over the body, signed over the
    /// digest.
    public static func copiesOfANode() throws -> [[UInt8]] {
        let log = "vectors/logs/52-copies-that-differ-in-the-signature"
        return Array(try lines("\(log)/nodes.jsonl").prefix(4))
    }

    /// The names in a folder, sorted.
    public static func names(in directory: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    }
}
