import RedoModel

extension Query {
    /// The maximum length of a query's text, in bytes.
    package static let maximumLength = 4096
    /// The maximum nesting of parentheses and negations.
    package static let maximumDepth = 64

    /// Parses the text of a query; an empty one includes every task.
    ///
    /// - Throws: the first mistake, with its range.
    /// - Complexity: O(n) for n bytes.
    package init(parsing text: String) throws(QueryError) {
        guard text.utf8.count <= Self.maximumLength else {
            throw QueryError(
                "the query has more than \(Self.maximumLength) bytes",
                at: Self.maximumLength..<text.utf8.count)
        }
        var parser = try QueryParser(text)
        self = try parser.query()
    }
}

/// A parser of a query by recursive descent: `or` binds most weakly, then `and`, then `not`.
private struct QueryParser {
    private var lexer: QueryLexer
    private var token: QueryLexer.Token?

    init(_ text: String) throws(QueryError) {
        lexer = QueryLexer(text)
        token = try lexer.next()
    }

    mutating func query() throws(QueryError) -> Query {
        if token == nil { return .everything }
        let query = try alternatives(depth: 0)
        // Alternatives end before the end of the text only at a parenthesis.
        if let token { throw QueryError("there is no '(' for this ')'", at: token.range) }
        return query
    }

    private mutating func advance() throws(QueryError) { token = try lexer.next() }

    private mutating func alternatives(depth: Int) throws(QueryError) -> Query {
        var parts = [try conjunction(depth: depth)]
        while token?.kind == .or {
            try advance()
            parts.append(try conjunction(depth: depth))
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction(depth: Int) throws(QueryError) -> Query {
        var parts = [try factor(depth: depth)]
        while let kind = token?.kind, kind != .or, kind != .close {
            if kind == .and { try advance() }
            parts.append(try factor(depth: depth))
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func factor(depth: Int) throws(QueryError) -> Query {
        guard let token else {
            throw QueryError("something is missing at the end", at: lexer.end..<lexer.end)
        }
        guard depth <= Query.maximumDepth else {
            throw QueryError(
                "the query is nested more than \(Query.maximumDepth) deep", at: token.range)
        }
        switch token.kind {
        case .text(let text):
            try advance()
            return .text(text)
        case .term(let term, let isNegated):
            try advance()
            return isNegated ? .not(.term(term)) : .term(term)
        case .not, .negation:
            try advance()
            return .not(try factor(depth: depth + 1))
        case .open:
            try advance()
            let query = try alternatives(depth: depth + 1)
            guard self.token?.kind == .close else {
                throw QueryError("a ')' is missing", at: token.range)
            }
            try advance()
            return query
        case .close, .and, .or:
            throw QueryError("something is missing here", at: token.range)
        }
    }
}
