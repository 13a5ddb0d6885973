import RedoModel
import RedoSystem

/// A reader of org: headings with a keyword are tasks, and so are those above them, of which they are parts.
///
/// ```
/// #+TODO: TODO NEXT | DONE
/// * Move                                        open, since a task is below it
/// ** NEXT [#A] Pack the books :home:
///    DEADLINE: <2025-11-20 Thu +1w>
///    :PROPERTIES:
///    :Effort:   1:30
///    :END:
///    CLOCK: [2025-11-16 Sun 10:00]--[2025-11-16 Sun 11:30] =>  1:30
///    Two boxes.                                 its description
/// ```
///
/// Source: the Org manual, and "Org Syntax" at orgmode.org.
struct OrgReader {
    private let settings: InterchangeSettings
    private var result = ForeignTasks()
    private var sections: [OrgSection] = []
    /// The tags of `#+FILETAGS`.
    private var fileTags: [Substring] = []
    /// The value of `#+CATEGORY`.
    private var fileCategory: String?
    private var strayLineCount = 0
    private var keywords = OrgKeywords.usual

    private init(_ settings: InterchangeSettings) { self.settings = settings }

    /// - Throws: ``ForeignMistake`` for a file without a heading.
    static func read(
        _ bytes: [UInt8], _ settings: InterchangeSettings
    ) throws(ForeignMistake) -> ForeignTasks {
        var reader = OrgReader(settings)
        return try reader.read(bytes)
    }

    private mutating func read(_ bytes: [UInt8]) throws(ForeignMistake) -> ForeignTasks {
        split(text(bytes))
        guard !sections.isEmpty else {
            throw ForeignMistake("no line is a heading, which begins with stars and a space")
        }
        addTasks()
        if strayLineCount > 0 {
            result.remarks.append(
                "\(counted(strayLineCount, "line")) before the first heading left out")
        }
        return result
    }

    /// The lines; one that is not UTF-8 is empty, and a mistake.
    private mutating func text(_ bytes: [UInt8]) -> [Substring] {
        var lines: [Substring] = []
        for raw in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let bare = raw.last == 0x0D ? raw.dropLast() : raw
            if let line = String(validating: bare, as: UTF8.self) {
                lines.append(line[...])
            } else {
                result.mistakes.append(ForeignMistake("not UTF-8", line: lines.count + 1))
                lines.append("")
            }
        }
        return lines
    }

    // MARK: Sections

    private mutating func split(_ lines: [Substring]) {
        keywords = OrgKeywords(lines)
        var content: [Substring] = []
        for (index, line) in lines.enumerated() {
            guard let heading = OrgHeading(line, keywords) else {
                if sections.isEmpty { readPreamble(line) } else { content.append(line) }
                continue
            }
            close(&content)
            sections.append(OrgSection(line: index + 1, heading))
        }
        close(&content)
    }

    private mutating func close(_ content: inout [Substring]) {
        if !sections.isEmpty { sections[sections.count - 1].read(content) }
        content = []
    }

    private mutating func readPreamble(_ line: Substring) {
        if let (name, value) = OrgKeywords.setting(line) {
            if name == "FILETAGS" { fileTags += OrgHeading.tags(value) ?? [] }
            if name == "CATEGORY" { fileCategory = String(value) }
        } else if !line.allSatisfy(\.isWhitespace), line != "#", !line.hasPrefix("# ") {
            strayLineCount += 1
        }
    }

    // MARK: Tasks

    /// A heading that contains the next ones.
    private struct OpenHeading {
        let level: Int
        /// The name of its task; nil if it is none.
        let name: String?
        let category: String?
    }

    private mutating func addTasks() {
        let tasks = taskIndices()
        var open: [OpenHeading] = []
        var commentLevel: Int?
        var (plainCount, commentCount) = (0, 0)
        for (index, section) in sections.enumerated() {
            let level = section.heading.level
            if let outer = commentLevel, level <= outer { commentLevel = nil }
            if commentLevel == nil, section.heading.isComment { commentLevel = level }
            if commentLevel != nil {
                commentCount += 1
                continue
            }
            while let last = open.last, last.level >= level { open.removeLast() }
            let category =
                section.properties.last { $0.name == "CATEGORY" }?.value ?? open.last?.category
            guard tasks.contains(index) else {
                plainCount += 1
                open.append(OpenHeading(level: level, name: open.last?.name, category: category))
                continue
            }
            let count = result.tasks.count
            result.add(line: section.line) { () throws(ForeignMistake) in
                var task = try OrgTask(section, keywords, settings).task
                for tag in fileTags { task.addTag(String(tag)) }
                if let project = category ?? fileCategory { task.setProject(project) }
                task.parent = open.last?.name
                return task
            }
            let name =
                result.tasks.count > count ? result.tasks[count].nameInFile : open.last?.name
            open.append(OpenHeading(level: level, name: name, category: category))
        }
        if plainCount > 0 {
            result.remarks.append(
                "\(counted(plainCount, "heading")) without a keyword and without a task below left out"
            )
        }
        if commentCount > 0 {
            result.remarks.append("\(counted(commentCount, "heading")) in comments left out")
        }
    }

    /// The sections that are tasks, or contain one.
    private func taskIndices() -> Set<Int> {
        var indices: Set<Int> = []
        var path: [Int] = []
        for (index, section) in sections.enumerated() {
            while let last = path.last,
                sections[last].heading.level >= section.heading.level
            {
                path.removeLast()
            }
            path.append(index)
            guard section.isTask, !section.heading.isComment else { continue }
            for outer in path.reversed() where !indices.insert(outer).inserted { break }
        }
        return indices
    }
}
