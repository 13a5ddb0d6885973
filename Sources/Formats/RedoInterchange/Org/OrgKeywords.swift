/// The keywords that make a heading a task.
///
/// ```
/// #+TODO: TODO(t) NEXT(n) | DONE(d!) CANCELLED(c@)
/// ```
struct OrgKeywords {
    /// Keywords in files without such a line: those of org, and those that most configurations add.
    static let usual = OrgKeywords(
        open: [
            "TODO", "NEXT", "STARTED", "DOING", "INPROGRESS", "WAITING", "WAIT", "HOLD", "SOMEDAY",
        ], done: ["DONE", "CANCELLED", "CANCELED"])

    private(set) var open: Set<String> = []
    private(set) var done: Set<String> = []

    private init(open: Set<String>, done: Set<String>) {
        (self.open, self.done) = (open, done)
    }

    /// Reads the keywords of a file.
    init(_ lines: some Sequence<Substring>) {
        for line in lines where line.hasPrefix("#+") {
            guard let (name, value) = OrgKeywords.setting(line),
                ["TODO", "SEQ_TODO", "TYP_TODO"].contains(name)
            else { continue }
            add(value)
        }
        if open.isEmpty, done.isEmpty { self = Self.usual }
    }

    /// Adds the keywords of a line. Without a bar the last keyword is the one of completed tasks.
    private mutating func add(_ value: Substring) {
        let words = value.split { $0 == " " || $0 == "\t" }
        let bar = words.firstIndex(of: "|") ?? words.count - 1
        for (index, word) in words.enumerated() where word != "|" {
            let name = String(word.prefix { $0 != "(" })
            if name.isEmpty { continue }
            if index < bar { open.insert(name) } else { done.insert(name) }
        }
    }

    /// The name and the value of a line `#+NAME: value`; nil for another line.
    static func setting(_ line: Substring) -> (name: String, value: Substring)? {
        guard line.hasPrefix("#+"), let colon = line.firstIndex(of: ":") else { return nil }
        let name = line[..<colon].dropFirst(2)
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0 == "_" || $0 == "-" }) else {
            return nil
        }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        return (name.uppercased(), value)
    }
}
