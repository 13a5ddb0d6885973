import Foundation
import Testing

extension CommandRunner {
    /// The files in the folder of the packs, below the runner's folder, sorted.
    package func packFiles(_ suffix: String = "") throws -> [String] {
        let directory = ".redo/objects/pack"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path(directory))) ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(directory)/\($0)" }
    }

    /// The only pack, and its index.
    package func onlyPack() throws -> (pack: String, index: String) {
        let packs = try packFiles(".pack")
        try #require(packs.count == 1)
        return (packs[0], packs[0].dropLast(5) + ".idx")
    }

    /// The nodes' files, without those of packs.
    package func looseNames() throws -> [String] {
        try objectNames().filter { !$0.hasPrefix("pack") }
    }

    /// Puts other bytes in the place of a file, which is read-only.
    package func replace(_ name: String, with bytes: some Sequence<UInt8>) throws {
        try? FileManager.default.removeItem(atPath: path(name))
        try write(bytes, to: name)
    }

    /// Packs what a log of the test vectors holds.
    ///
    /// - Returns: the file that it came from.
    @discardableResult
    package func storePacked(_ log: String = Fixtures.generatedLog) throws -> String {
        let file = Fixtures.directory.appending(path: "\(log)/nodes.jsonl").path
        let imported = try run("redo-import", ["--unsigned", file])
        try #require(imported.status == 0, "\(imported)")
        let packed = try run("redo-gc", ["-q", "--all"])
        try #require(packed.status == 0, "\(packed)")
        return file
    }

    /// Whether a line of a check is about nodes that a repair could not save, and not about damage that it left: what
    /// lacks its parent, what is lost, and what the inventory misses of the pack that was moved to quarantine.
    ///
    /// - Parameter pack: the path of that pack, or the end of it.
    package func isAboutLoss(_ line: String, ofPack pack: String) -> Bool {
        let name = String(pack.split(separator: "/").last ?? "").dropLast(".pack".count)
        let record = path(".redo/inventory/\(name).heads")
        return line.hasSuffix(" (E_PARENT_NOT_FOUND)") || line.hasSuffix(" is lost (STORAGE_004)")
            || line.hasPrefix("\(record): the pack of ")
    }

    /// A check that finds nothing.
    package func expectClean(
        _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let checked = try run("redo-fsck")
        #expect(
            checked.status == 0 && checked.output.isEmpty && checked.error.isEmpty,
            "\(checked) \(comment?.rawValue ?? "")", sourceLocation: sourceLocation)
    }
}
