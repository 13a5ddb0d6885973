import RedoCommandLine
import RedoSystem

/// The text that explains to a program how to use redo, as a marked block of a file whose other lines belong to its
/// user.
package struct SkillBlock {
    /// The lines without their ends; the first and the last are ``begin`` and ``end``.
    package let lines: [String]

    static let begin = "<!-- redo skill: begin (redo skill writes what is between these lines) -->"
    static let end = "<!-- redo skill: end -->"

    package init(_ suite: CommandSuite) {
        var lines = [
            Self.begin, "", "## Tasks: redo", "",
            "The person's tasks are in a store of `redo`. Run `redo prime` first: it prints the state of the store, "
                + "the commands and the queries.", "",
        ]
        for example in ProgramGuide.examples {
            let summary = ProgramGuide.summary(of: example.command, in: suite)
            lines.append("- `\(example.line)`: \(summary). Output: \(example.output).")
        }
        lines += ["", "Queries:", ""]
        lines += ProgramGuide.queries.map { "- `\($0.query)`: \($0.meaning)" }
        lines += ["", "Rules:", ""]
        lines += ProgramGuide.rules.map { "- \($0)" }
        lines += [
            "", "`redo help` lists all commands, and `redo help COMMAND` explains one.", "",
            Self.end,
        ]
        self.lines = lines
    }

    /// What a new SKILL.md begins with.
    static let frontMatter = [
        "---", "name: redo",
        "description: Read and change the person's tasks with redo. Use it when tasks, plans or deadlines are the subject.",
        "---", "",
    ]

    // MARK: The project's own page

    /// The page of this project that shows the block, in its source tree.
    package static let pagePath = "docs/skill.md"

    /// The contents of the page.
    package static func page(of suite: CommandSuite) -> String {
        let head = [
            "# Skill", "",
            "`redo skill` writes the following block into the AGENTS.md of a folder. `make manual` writes this page.",
            "",
        ]
        return (head + SkillBlock(suite).lines).map { "\($0)\n" }.joined()
    }

    // MARK: Files

    /// The place of a block in a file.
    enum Location: Equatable {
        case missing
        /// The bytes of the block with the end of its last line.
        case found(Range<Int>)
    }

    /// Finds the block.
    ///
    /// - Throws: STORAGE_004 if the marks do not belong together.
    static func find(in bytes: [UInt8], _ path: String) throws(RedoError) -> Location {
        var begins: [Int] = []
        var ends: [Int] = []
        var start = 0
        while start < bytes.count {
            let end =
                bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
            let line = bytes[start..<end].trimming {
                $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
            }
            if line.elementsEqual(begin.utf8) { begins.append(start) }
            if line.elementsEqual(Self.end.utf8) { ends.append(end) }
            start = end
        }
        if begins.isEmpty, ends.isEmpty { return .missing }
        guard begins.count == 1, ends.count == 1, begins[0] < ends[0] else {
            throw RedoError(
                .corrupted, "the marks of the block are not one pair", at: path,
                hints: [
                    "'\(begin)' and '\(Self.end)' must each be one line of the file, in this order"
                ])
        }
        return .found(begins[0]..<ends[0])
    }

    /// A file with the block: in the location of an earlier one, else at the end.
    func added(to bytes: [UInt8], _ path: String) throws(RedoError) -> [UInt8] {
        let lineEnd = Self.lineEnd(of: bytes)
        var block: [UInt8] = []
        for line in lines { block += Array(line.utf8) + lineEnd }
        switch try Self.find(in: bytes, path) {
        case .found(let range):
            // Of a last line without an end, the end is not added.
            if bytes[range].last != UInt8(ascii: "\n") { block.removeLast(lineEnd.count) }
            return Array(bytes[..<range.lowerBound]) + block + bytes[range.upperBound...]
        case .missing:
            let isOpen = !bytes.isEmpty && bytes.last != UInt8(ascii: "\n")
            return bytes + (isOpen ? lineEnd : []) + block
        }
    }

    /// A file without the block.
    static func removed(from bytes: [UInt8], _ path: String) throws(RedoError) -> [UInt8] {
        guard case .found(let range) = try find(in: bytes, path) else { return bytes }
        return Array(bytes[..<range.lowerBound] + bytes[range.upperBound...])
    }

    /// The end of a file's first line.
    private static func lineEnd(of bytes: [UInt8]) -> [UInt8] {
        guard let first = bytes.firstIndex(of: UInt8(ascii: "\n")), first > 0,
            bytes[first - 1] == UInt8(ascii: "\r")
        else { return [UInt8(ascii: "\n")] }
        return Array("\r\n".utf8)
    }
}
