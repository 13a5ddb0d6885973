import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel
import RedoSystem

/// The terms of a search: words and phrases, or regular expressions, all of which a task must have.
struct SearchQuery: Sendable {
    enum Term: Sendable {
        case text(FoldedText)
        case expression(RegularExpression)
    }

    let terms: [Term]

    /// - Parameters:
    ///   - isRegex: takes each operand as a regular expression.
    ///   - isOptional: whether something else is requested, so that words may be missing.
    /// - Throws: wrong usage for a malformed query, and for an empty one.
    init(_ operands: [String], isRegex: Bool, besides isOptional: Bool) throws(RedoError) {
        var terms: [Term] = []
        for operand in operands {
            if isRegex {
                terms.append(.expression(try Self.expression(operand)))
            } else {
                terms += Self.phrases(operand).map { .text($0) }
            }
        }
        guard !terms.isEmpty || isOptional else {
            throw .usage("the text to search for is missing")
        }
        self.terms = terms
    }

    private static func expression(_ pattern: String) throws(RedoError) -> RegularExpression {
        guard !pattern.isEmpty else { throw .usage("an empty pattern matches everything") }
        do throws(RegularExpression.ParseError) {
            return try RegularExpression(pattern)
        } catch {
            throw .usage("'\(pattern)' is not a regular expression: \(error.reason)")
        }
    }

    /// The phrases of an operand: what stands in quotes, and the words outside; an operand of several
    /// words without quotes is a phrase, since the shell has taken its quotes.
    private static func phrases(_ operand: String) -> [FoldedText] {
        let parts = operand.split(separator: "\"", omittingEmptySubsequences: false)
        var texts: [Substring] = []
        for (index, part) in parts.enumerated() {
            // Every other part stands in quotes.
            if index % 2 == 1 || parts.count == 1 {
                texts.append(part)
            } else {
                texts += part.split(separator: " ")
            }
        }
        return texts.map { FoldedText(pattern: String($0)) }.filter { !$0.bytes.isEmpty }
    }
}

/// The operands of a search: words, and terms such as `project:home`.
struct SearchOperands {
    private(set) var words: [String] = []
    private(set) var terms: [String] = []

    /// - Parameter isRegex: whether all of them are regular expressions.
    init(_ operands: [String], _ fields: TaskFieldCatalog, isRegex: Bool) {
        let keys = QueryKey.names(fields)
        for operand in operands {
            if !isRegex, operand.utf8.contains(UInt8(ascii: ":")),
                Self.isTerm(try? Query(parsing: operand), of: keys)
            {
                terms.append(operand)
            } else {
                words.append(operand)
            }
        }
    }

    /// True if a query is one term, or its opposite.
    private static func isTerm(_ query: Query?, of keys: [String]) -> Bool {
        switch query {
        case .term(let term): keys.contains(term.key)
        case .not(let query): isTerm(query, of: keys)
        default: false
        }
    }
}

extension SearchQuery {
    /// True if a task can have all terms. Most tasks lack one, which is detected without folding their texts.
    fileprivate func canMatch(_ task: TaskState, _ comments: [JSONString]) -> Bool {
        terms.allSatisfy { term in
            guard case .text(let pattern) = term else { return true }
            func canStand(_ text: JSONString) -> Bool {
                FoldedText.canStand(pattern, in: text.utf8)
            }
            return canStand(task.title) || canStand(task.description)
                || task.todos.contains { canStand($0.notes) || $0.title.map(canStand) ?? false }
                || task.tags.contains(where: canStand) || comments.contains(where: canStand)
        }
    }
}

/// A text of a task in which words can be found.
struct SearchField: Sendable {
    /// In the order of their weight.
    enum Kind: String, CaseIterable, Sendable {
        case title, tags, description, todo, notes, comment
    }

    let kind: Kind
    let text: JSONString

    /// The texts of a task: the title, each tag, the description, the notes and titles of its to-dos, its comments.
    static func all(of task: TaskState, _ comments: [JSONString]) -> [SearchField] {
        var fields = [SearchField(kind: .title, text: task.title)]
        fields += task.tags.map { SearchField(kind: .tags, text: $0) }
        if !task.description.isEmpty {
            fields.append(SearchField(kind: .description, text: task.description))
        }
        for todo in task.todos {
            if let title = todo.title, !title.isEmpty {
                fields.append(SearchField(kind: .todo, text: title))
            }
            if !todo.notes.isEmpty { fields.append(SearchField(kind: .notes, text: todo.notes)) }
        }
        fields += comments.map { SearchField(kind: .comment, text: $0) }
        return fields
    }

    /// The weight of a match: a whole word of a title most.
    func weight(isWord: Bool) -> Int {
        let index =
            switch kind {
            case .title: 3
            case .tags: 2
            case .description: 1
            case .todo, .notes, .comment: 0
            }
        return index * 2 + (isWord ? 1 : 0)
    }
}

/// A task that has all that was searched for.
struct SearchMatch: Sendable {
    /// The sum of the weights of each term's best place.
    let weight: Int
    let fields: [SearchField]
    /// For each term the field in which it counts most.
    let bestFields: [Int]

    /// - Returns: nil if the task lacks a term.
    init?(_ task: TaskState, _ comments: [JSONString], _ query: SearchQuery) {
        guard query.canMatch(task, comments) else { return nil }
        let fields = SearchField.all(of: task, comments)
        var folded: [FoldedText?] = Array(repeating: nil, count: fields.count)
        var weight = 0
        var bestFields: [Int] = []
        for term in query.terms {
            var best: (weight: Int, field: Int)?
            for (index, field) in fields.enumerated() {
                // Nothing in what is left counts more.
                if let best, best.weight >= field.weight(isWord: true) { break }
                let isWord: Bool
                switch term {
                case .text(let pattern):
                    let text = folded[index] ?? FoldedText(field.text.utf8)
                    folded[index] = text
                    guard let match = text.firstMatch(of: pattern) else { continue }
                    isWord = match.isWord
                case .expression(let expression):
                    guard expression.firstMatch(in: field.text.utf8) != nil else { continue }
                    isWord = false
                }
                let found = field.weight(isWord: isWord)
                if found > best?.weight ?? -1 { best = (found, index) }
            }
            guard let best else { return nil }
            weight += best.weight
            bestFields.append(best.field)
        }
        self.weight = weight
        self.fields = fields
        self.bestFields = bestFields
    }
}
