import RedoSystem

/// A heading of org with the lines below it, up to the next heading.
struct OrgSection {
    /// The number of the heading's line, from 1.
    let line: Int
    let heading: OrgHeading
    /// `SCHEDULED`, `DEADLINE` and `CLOSED`, with the text from their timestamp on.
    private(set) var planning: [(name: String, text: Substring)] = []
    private(set) var properties: [(name: String, value: String)] = []
    /// The index of the first property of each name.
    private var firstIndices: [String: Int] = [:]
    /// The texts after `CLOCK:`.
    private(set) var clocks: [Substring] = []
    /// The lines of the drawer LOGBOOK that are not clocks.
    private(set) var log: [Substring] = []
    private(set) var body: [Substring] = []

    init(line: Int, _ heading: OrgHeading) {
        self.line = line
        self.heading = heading
    }

    /// The value of the property CATEGORY.
    var category: String? {
        properties.last { $0.name == "CATEGORY" && !$0.value.isEmpty }?.value
    }

    /// Whether it is a task by itself, and not only by those below it.
    var isTask: Bool { heading.keyword != nil || !planning.isEmpty || !clocks.isEmpty }

    /// Sorts the lines below the heading. A drawer without an end is text.
    ///
    /// - Complexity: O(n) for n lines.
    mutating func read(_ lines: [Substring]) {
        var index = 0
        if let first = lines.first, let planning = Self.planning(first) {
            self.planning = planning
            index = 1
        }
        let ends = Self.drawerEnds(lines)
        while index < lines.count {
            let text = OrgText.trimmed(lines[index])
            let name = Self.drawer(text)
            if let name, name == "PROPERTIES" || name == "LOGBOOK", let end = ends[index] {
                for line in lines[index..<end].dropFirst() {
                    if name == "PROPERTIES" { addProperty(line) } else { addToLog(line) }
                }
                index = end + 1
            } else {
                if text.hasPrefix("CLOCK:") {
                    clocks.append(OrgText.trimmed(text.dropFirst(6)))
                } else {
                    body.append(lines[index])
                }
                index += 1
            }
        }
    }

    private mutating func addToLog(_ line: Substring) {
        let text = OrgText.trimmed(line)
        if text.hasPrefix("CLOCK:") {
            clocks.append(OrgText.trimmed(text.dropFirst(6)))
        } else if !text.isEmpty {
            log.append(text)
        }
    }

    /// Adds the property of a line `:NAME: value`. The value of `:NAME+: value` is appended to the former value.
    private mutating func addProperty(_ line: Substring) {
        let text = OrgText.trimmed(line)
        guard text.hasPrefix(":"), let colon = text.dropFirst().firstIndex(of: ":") else { return }
        var name = text[..<colon].dropFirst().uppercased()
        let value = String(OrgText.trimmed(text[colon...].dropFirst()))
        let isAdded = name.hasSuffix("+")
        if isAdded { name.removeLast() }
        let first = firstIndices[name]
        if isAdded, let first {
            properties[first].value += " \(value)"
        } else {
            if first == nil { firstIndices[name] = properties.count }
            properties.append((name, value))
        }
    }

    /// The parts of a line such as `DEADLINE: <…> SCHEDULED: <…>`; nil for another line.
    private static func planning(_ line: Substring) -> [(name: String, text: Substring)]? {
        var parts: [(name: String, text: Substring)] = []
        var rest = OrgText.trimmed(line)
        while let name = ["SCHEDULED", "DEADLINE", "CLOSED"].first(where: {
            rest.hasPrefix("\($0):")
        }) {
            let text = OrgText.trimmed(rest.dropFirst(name.count + 1))
            guard let open = text.first, open == "<" || open == "[",
                let end = text.firstIndex(of: open == "<" ? ">" : "]")
            else { break }
            var after = text[end...].dropFirst()
            // A range has two timestamps.
            if after.hasPrefix("--<"), let second = after.firstIndex(of: ">") {
                after = after[second...].dropFirst()
            }
            parts.append((name, text[..<after.startIndex]))
            rest = OrgText.trimmed(after)
        }
        return parts.isEmpty ? nil : parts
    }

    /// The name of a drawer that a line begins, in capitals; nil for another line.
    private static func drawer(_ text: Substring) -> String? {
        guard text.utf8.count > 2, text.hasPrefix(":"), text.hasSuffix(":") else { return nil }
        let name = text.dropFirst().dropLast()
        let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        return isName ? name.uppercased() : nil
    }

    /// For each line the index of the next `:END:` after it, if there is one.
    private static func drawerEnds(_ lines: [Substring]) -> [Int?] {
        var ends: [Int?] = Array(repeating: nil, count: lines.count)
        var end: Int?
        for index in lines.indices.reversed() {
            ends[index] = end
            if drawer(OrgText.trimmed(lines[index])) == "END" { end = index }
        }
        return ends
    }
}
