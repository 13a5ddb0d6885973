import Foundation
import RedoJSON
import TestSupport
import Testing

/// The last statement of each slot of a folder, compared with what its packs hold. `zstdcat` and the reader of JSON see it,
/// not the code that wrote it.
final class FolderStatements {
    struct Contents {
        let statedNodeCount: Int
        let statedHeadCount: Int
        let nodeCount: Int
        let headCount: Int
        /// The parents that no pack has.
        let missing: Set<String>

        /// Whether the statement says what its packs have, and they lack no parent.
        var isRight: Bool {
            statedNodeCount == nodeCount && statedHeadCount == headCount && missing.isEmpty
        }
    }

    private let runner: CommandRunner
    private let directory: String
    /// The nodes of pieces that were read, with their parents.
    private var pieces: [String: [String: [String]]] = [:]

    init(in directory: String, of runner: CommandRunner) {
        self.directory = directory
        self.runner = runner
    }

    func last() throws -> [Contents] {
        let slots = try FileManager.default.contentsOfDirectory(atPath: "\(directory)/slots")
        return try slots.sorted().map { slot in
            let names = try FileManager.default.contentsOfDirectory(
                atPath: "\(directory)/slots/\(slot)")
            let name = try #require(names.filter { !$0.contains("tmp") }.max())
            let text = try String(
                contentsOfFile: "\(directory)/slots/\(slot)/\(name)", encoding: .utf8)
            return try contents(of: text)
        }
    }

    private func contents(of text: String) throws -> Contents {
        let line = try #require(text.split(separator: "\n").first)
        let statement = try JSONDocument(Array(line.utf8)).root.value
        var nodes: [String: [String]] = [:]
        for pack in statement["packs"]?.elements ?? [] {
            for piece in pack["pieces"]?.elements.compactMap(\.text) ?? [] {
                nodes.merge(try read(piece)) { first, _ in first }
            }
        }
        let parents = Set(nodes.values.joined())
        return Contents(
            statedNodeCount: try #require(statement["nodes"]?.integer),
            statedHeadCount: try #require(statement["heads"]?["count"]?.integer),
            nodeCount: nodes.count, headCount: nodes.keys.count { !parents.contains($0) },
            missing: parents.subtracting(nodes.keys))
    }

    private func read(_ piece: String) throws -> [String: [String]] {
        if let known = pieces[piece] { return known }
        let shown = try runner.run("/usr/bin/zstdcat", ["\(directory)/data/\(piece)"])
        try #require(shown.status == 0, "\(shown)")
        var nodes: [String: [String]] = [:]
        for line in shown.output.split(separator: UInt8(ascii: "\n")) {
            let node = try JSONDocument(Array(line)).root.value
            nodes[try #require(node["id"]?.text)] = node.parents.compactMap(\.self)
        }
        pieces[piece] = nodes
        return nodes
    }
}
