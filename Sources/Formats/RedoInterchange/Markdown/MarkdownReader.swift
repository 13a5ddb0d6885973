import RedoJSON
import RedoSystem

/// A reader of the items of lists as tasks: those with a box, `- [ ]` and `- [x]`, and those without.
///
/// ```
/// ## Home                       the project of what follows
/// - [ ] Paint the door <!-- redo {"due":"…"} -->
///   Two coats.                  more of the item: its description
///   - [x] Buy paint             a part of the item around it
/// ```
struct MarkdownReader {
    private let settings: InterchangeSettings

    init(_ settings: InterchangeSettings) { self.settings = settings }

    /// An item that following lines can belong to.
    private struct OpenItem {
        var index: Int
        /// The column at which its text begins.
        var column: Int
    }

    func read(_ bytes: [UInt8]) -> ForeignTasks {
        var result = ForeignTasks()
        var open: [OpenItem] = []
        var (project, fence): (String?, String?) = (nil, nil)
        var (number, otherCount, codeCount) = (0, 0, 0)
        for raw in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            let bare = raw.last == 0x0D ? raw.dropLast() : raw
            guard let line = String(validating: bare, as: UTF8.self) else {
                result.mistakes.append(ForeignMistake("not UTF-8", line: number))
                continue
            }
            let (column, text) = Self.indentation(line)
            if let mark = fence {
                if text.hasPrefix(mark) { fence = nil }
                codeCount += 1
                continue
            }
            if text.hasPrefix("```") || text.hasPrefix("~~~") {
                fence = String(text.prefix(3))
                codeCount += 1
                continue
            }
            if text.isEmpty { continue }
            if column == 0, let heading = Self.heading(text) {
                (project, open) = (heading, [])
                continue
            }
            guard let (item, width) = Self.item(text) else {
                open.removeAll { $0.column > column }
                if column > 0, let last = open.last {
                    let index = last.index
                    let added = MarkdownText.unescaped(text)
                    let known = result.tasks[index].description.map { "\($0)\n" } ?? ""
                    result.tasks[index].description = known + added
                } else {
                    otherCount += 1
                }
                continue
            }
            open.removeAll { $0.column > column }
            let count = result.tasks.count
            result.add(line: number) { () throws(ForeignMistake) in
                task(item, in: project)
            }
            guard result.tasks.count > count else { continue }
            if let outer = open.last, result.tasks[count].parent == nil {
                result.tasks[count].parent = result.tasks[outer.index].nameInFile
            }
            open.append(OpenItem(index: count, column: column + width))
        }
        if otherCount > 0 {
            let isOne = otherCount == 1
            result.remarks.append(
                "\(counted(otherCount, "line")) of text "
                    + (isOne ? "is not a list item" : "are not list items"))
        }
        if codeCount > 0 { result.remarks.append("\(counted(codeCount, "line")) of code left out") }
        return result
    }

    /// The column at which the text of a line begins; a tab advances to the next multiple of four.
    private static func indentation(_ line: String) -> (column: Int, text: Substring) {
        var column = 0
        var rest = line[...]
        while let first = rest.utf8.first, first == 0x20 || first == 0x09 {
            column = first == 0x09 ? (column / 4 + 1) * 4 : column + 1
            rest = rest.dropFirst()
        }
        while rest.last == " " || rest.last == "\t" { rest = rest.dropLast() }
        return (column, rest)
    }

    /// The text of `## text ##`.
    private static func heading(_ text: Substring) -> String? {
        let level = text.prefix { $0 == "#" }.count
        guard (1...6).contains(level) else { return nil }
        var rest = text.dropFirst(level)
        guard rest.isEmpty || rest.first == " " || rest.first == "\t" else { return nil }
        while let last = rest.last, last == "#" || last == " " || last == "\t" {
            if last == "#", rest.hasSuffix("\\#") { break }
            rest = rest.dropLast()
        }
        return MarkdownText.unescaped(rest.drop { $0 == " " || $0 == "\t" })
    }

    /// The text of an item after its bullet or number, and the width of these; nil for another line.
    private static func item(_ text: Substring) -> (text: Substring, width: Int)? {
        var rest = text
        if let first = rest.first, "-*+".contains(first) {
            rest = rest.dropFirst()
        } else {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard (1...9).contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            guard rest.first == "." || rest.first == ")" else { return nil }
            rest = rest.dropFirst()
        }
        guard rest.first == " " || rest.first == "\t" else { return nil }
        let content = rest.drop { $0 == " " || $0 == "\t" }
        // A thematic break.
        let isRule = content.allSatisfy { $0 == "-" || $0 == "*" || $0 == " " }
        if content.isEmpty || isRule { return nil }
        return (content, text.utf8.count - content.utf8.count)
    }

    private func task(_ item: Substring, in project: String?) -> ForeignTask {
        var rest = item
        var task = ForeignTask()
        if let project, !project.isEmpty { task.setProject(project) }
        let box = rest.prefix(3)
        if box == "[ ]" || box == "[x]" || box == "[X]",
            rest.utf8.count == 3 || rest.dropFirst(3).first == " "
        {
            if box != "[ ]" { task.status = .completed }
            rest = rest.dropFirst(3).drop { $0 == " " }
        }
        let status = task.status
        if let object = Self.removeComment(&rest) {
            do throws(ForeignMistake) {
                task.apply(try JSONText.object(Array(TextEscapes.unescaped(object).utf8)), settings)
            } catch {
                task.remarks.append("the comment is left out: \(error.reason)")
            }
        }
        // The box counts, since users change it.
        if task.status != .deleted || status == .open { task.status = status }
        if task.status == .open { task.ended = nil }
        task.title = MarkdownText.unescaped(rest)
        return task
    }

    /// Removes the object of `<!-- redo {…} -->` from the end of an item, and returns it.
    private static func removeComment(_ text: inout Substring) -> Substring? {
        let (start, end) = ("<!-- redo ", " -->")
        guard text.hasSuffix(end) else { return nil }
        let bytes = Array(text.utf8)
        let mark = Array(start.utf8)
        guard bytes.count >= mark.count + end.utf8.count else { return nil }
        var index = bytes.count - end.utf8.count - mark.count
        while index >= 0, !bytes[index...].starts(with: mark) { index -= 1 }
        guard index >= 0 else { return nil }
        let object = text.utf8.dropFirst(index + mark.count).dropLast(end.utf8.count)
        text = text[..<text.utf8.index(text.startIndex, offsetBy: index)]
        while text.last == " " { text = text.dropLast() }
        return Substring(object)
    }
}
