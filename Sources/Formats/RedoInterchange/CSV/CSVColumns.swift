/// The columns of a table: what its header calls them, and what they contain.
struct CSVColumns {
    /// The content of a column.
    enum Content: Hashable {
        case member(ForeignMember)
        /// A custom field; nil if the header has no name for it.
        case field(String?)
    }

    /// In the order of the header.
    let contents: [Content]

    /// The members by their names, in plain spelling.
    private static let members = Dictionary(
        ForeignMember.columns.map { (plain($0.rawValue), $0) }
    ) { first, _ in first }

    /// The names of members in other programs, in plain spelling: they count if no column has the name itself.
    private static let synonyms: [(member: ForeignMember, names: [String])] = [
        (.title, ["summary", "task", "name"]), (.due, ["duedate", "deadline"]),
        (.scheduled, ["startdate", "start"]), (.tags, ["labels"]),
    ]

    /// - Parameters:
    ///   - header: the names of the columns. Upper and lower case, spaces, hyphens and underscores do not matter.
    ///   - mapped: the members of columns that have other names.
    /// - Throws: ``ForeignMistake`` for a header that names no title, or a member twice.
    init(_ header: [String], mapped: [String: ForeignMember]) throws(ForeignMistake) {
        let names = header.map(Self.plain)
        let meanings = Dictionary(mapped.map { (Self.plain($0.key), $0.value) }) { first, _ in first
        }
        if let missing = mapped.keys.sorted().first(where: { !names.contains(Self.plain($0)) }) {
            throw ForeignMistake("no column is called '\(missing.prefix(60))'")
        }
        var contents = zip(header, names).map { header, name -> Content in
            if let member = meanings[name] { return .member(member) }
            if let member = Self.members[name] { return .member(member) }
            return .field(header.isEmpty ? nil : header)
        }
        for (member, others) in Self.synonyms where !contents.contains(.member(member)) {
            let column = others.lazy.compactMap(names.firstIndex).first
            if let column, meanings[names[column]] == nil { contents[column] = .member(member) }
        }
        guard contents.contains(.member(.title)) else {
            throw ForeignMistake(
                "no column of the first line is called title, summary, task or name")
        }
        var seen: Set<Content> = []
        for (name, content) in zip(header, contents) where content != .field(nil) {
            guard seen.insert(content).inserted else {
                throw ForeignMistake("two columns are called '\(name)'")
            }
        }
        self.contents = contents
    }

    /// A name without what spellings of it differ in.
    private static func plain(_ name: String) -> String {
        name.lowercased().filter { !" -_".contains($0) }
    }
}
