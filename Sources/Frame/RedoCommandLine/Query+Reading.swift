import RedoInsight
import RedoModel
import RedoSystem

extension Query {
    /// Reads a query that a person wrote.
    ///
    /// - Throws: wrong usage, with the position of the mistake.
    package init(written text: String) throws(RedoError) {
        do throws(QueryError) {
            self = try Query(parsing: text)
        } catch {
            throw error.usage(in: text)
        }
    }

    /// Reads what the keys and values mean.
    ///
    /// - Parameters:
    ///   - text: that the ranges belong to; nil for the text that the query prints.
    ///   - fields: of tasks.
    ///   - facts: what the query asks beside tasks, as ``CommandContext/facts(for:_:)`` reads it.
    /// - Throws: wrong usage, with the position of the mistake.
    package func compiled(
        from text: String? = nil, _ fields: TaskFieldCatalog, now: Instant,
        facts: QueryFacts
    ) throws(RedoError) -> CompiledQuery {
        do throws(QueryError) {
            return try CompiledQuery(self, .local(fields, now: now, facts: facts))
        } catch {
            throw error.usage(in: text ?? description)
        }
    }

    /// Checks that the keys and values mean something.
    ///
    /// - Throws: wrong usage, with the position of the mistake.
    package func check(
        from text: String, _ fields: TaskFieldCatalog, now: Instant
    ) throws(RedoError) {
        _ = try compiled(from: text, fields, now: now, facts: QueryFacts(sharing: .unasked))
    }
}

extension QueryEnvironment {
    /// Dates as people write them, by local clocks.
    package static func local(
        _ fields: TaskFieldCatalog, now: Instant, facts: QueryFacts
    ) -> QueryEnvironment {
        QueryEnvironment(
            now: now, fields: fields, sharing: facts.sharing, projects: facts.projects
        ) {
            text, isPast throws(DateError) in
            func moment(_ timeOfDay: TimeExpression.TimeOfDay) throws(DateError) -> Instant {
                let expression = TimeExpression(
                    now: now, direction: isPast ? .past : .future, timeOfDay: timeOfDay)
                do throws(TimeExpression.ParseError) {
                    if let moment = try expression.moment(of: text) { return moment }
                    throw TimeExpression.ParseError("one is needed here")
                } catch {
                    throw DateError(
                        error.message("not a valid date", in: text),
                        hint: error.hints(in: text, expression.examples).first)
                }
            }
            let first = try moment(.start)
            return first...max(first, try moment(.last))
        }
    }
}

extension QueryError {
    /// The mistake as what a command ends with.
    ///
    /// - Parameter text: of the query.
    package func usage(in text: String) -> RedoError {
        let before = String(decoding: text.utf8.prefix(range.lowerBound), as: UTF8.self)
        var hints = hint.map { [$0] } ?? []
        if !candidates.isEmpty {
            let similar = similarNames(to: name, among: candidates)
            hints =
                !similar.isEmpty
                ? similar.map { "did you mean '\($0)'?" }
                : hasOtherCandidates
                    ? hints : hints + ["there are \(candidates.joined(separator: ", "))"]
        }
        return RedoError(
            .usage, "\(message), at character \(before.count + 1) of the query",
            excerpt: markedExcerpt(of: text, range), hints: hints)
    }
}
