import RedoJSON
import RedoModel
import RedoSystem

/// Inputs from the vectors of the package.
enum Seeds {
    private static let package: String = {
        var path = #filePath
        for _ in 0..<4 { path = Path.parent(of: path) }
        return path
    }()

    private static func bytes(_ path: String) throws -> [UInt8] {
        try Files.read(Path.join(package, path))
    }

    private static func lines(_ path: String) throws -> [[UInt8]] {
        try bytes(path).split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    private static func strings(_ member: StaticString, of path: String) throws -> [[UInt8]] {
        try lines(path).compactMap { (try? JSONDocument($0))?.root[member]?.string?.utf8 }
    }

    /// Texts of JSON, good and bad.
    static func json() throws -> [[UInt8]] {
        try strings("input", of: "Fixtures/vectors/canonical.jsonl")
    }

    /// Nodes, good and bad.
    static func nodes() throws -> [[UInt8]] {
        try strings("node", of: "Fixtures/vectors/nodes.jsonl")
    }

    /// The logs of the vectors, with every action in both dialects.
    static func logs() throws -> [[Node]] {
        let directory = Path.join(package, "Fixtures/vectors/logs")
        let names = try ContainedDirectory(directory, depth: 1).contents().sorted()
        let validator = NodeValidator()
        return try names.map { name in
            try lines("Fixtures/vectors/logs/\(name)/nodes.jsonl")
                .compactMap { try? validator.read($0, signature: .ifPresent) }
                .sorted { $0.position < $1.position }
        }
    }

    /// Texts as bytes.
    static func texts(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }
}

extension [UInt8] {
    /// The bytes as a text; what is not UTF-8 is replaced.
    var text: String { String(decoding: self, as: UTF8.self) }
}
