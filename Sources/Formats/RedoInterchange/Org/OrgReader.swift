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
    private var keywords = OrgKeywords.usual
    /// The headings that contain the next one.
    private var open: [OpenHeading] = []
    /// The level of the heading that comments out the next ones.
    private var commentLevel: Int?
    private var (strayLineCount, plainCount, commentCount) = (0, 0, 0)

    /// A heading that contains the next ones.
    private struct OpenHeading {
        let level: Int
        /// The name of the heading's task; of the task that contains it if the heading is not a task.
        let name: String?
        let category: String?
    }

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
        addRemarks()
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

    private mutating func addTasks() {
        let tasks = taskIndices()
        for (index, section) in sections.enumerated() {
            let heading = section.heading
            if isCommented(heading) { continue }
            while let last = open.last, last.level >= heading.level { open.removeLast() }
            let category = section.category ?? open.last?.category ?? fileCategory
            var name = open.last?.name
            if tasks.contains(index) {
                name = addTask(section, project: category) ?? name
            } else {
                plainCount += 1
            }
            open.append(OpenHeading(level: heading.level, name: name, category: category))
        }
    }

    /// - Returns: the name of the task in its file; nil if it is refused.
    private mutating func addTask(_ section: OrgSection, project: String?) -> String? {
        let count = result.tasks.count
        result.add(line: section.line) { () throws(ForeignMistake) in
            var task = try OrgTask(section, keywords, settings).task
            for tag in fileTags { task.addTag(String(tag)) }
            if let project { task.setProject(project) }
            task.parent = open.last?.name
            return task
        }
        return result.tasks.count > count ? result.tasks[count].nameInFile : nil
    }

    /// Whether a heading is commented out, or is below one that is.
    private mutating func isCommented(_ heading: OrgHeading) -> Bool {
        if let outer = commentLevel, heading.level <= outer { commentLevel = nil }
        if commentLevel == nil, heading.isComment { commentLevel = heading.level }
        if commentLevel != nil { commentCount += 1 }
        return commentLevel != nil
    }

    private mutating func addRemarks() {
        let counts = [
            (plainCount, "heading", "without a keyword and without a task below"),
            (commentCount, "heading", "in comments"),
            (strayLineCount, "line", "before the first heading"),
        ]
        for (count, name, kind) in counts where count > 0 {
            result.remarks.append("\(counted(count, name)) \(kind) left out")
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
