import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension TaskForm {
    /// Reads a filled field.
    ///
    /// - Parameter extra: fields that have lines beside those that every form has.
    /// - Throws: wrong usage for what is not a form, with the line.
    package init(reading text: String, _ extra: [Field]) throws(RedoError) {
        do throws(ParseError) {
            self = try TaskForm(parsing: text, extra)
        } catch {
            throw .usage("line \(error.line) of the form: \(error.reason)")
        }
    }

    /// The changes in a form, as fields of a task; how often it comes again is a ``RecurrenceChange``.
    ///
    /// - Parameters:
    ///   - original: the form as it was opened.
    ///   - extra: fields that have lines beside those that every form has.
    ///   - task: that is changed; nil for a new one.
    ///   - otherTags: those that a form cannot show, since they are not texts.
    /// - Throws: wrong usage for a value of the wrong form.
    package func changes(
        since original: TaskForm, _ extra: [Field], of task: TaskState?, otherTags: [JSONValue],
        _ repository: Repository, _ dialect: Dialect, _ context: borrowing CommandContext
    ) throws(RedoError) -> [JSONMember] {
        var fields: [JSONMember] = []
        for field in Field.fixed + extra where self[field] != original[field] {
            let text = self[field]
            switch field {
            case .title:
                fields.append(try TaskFieldOptions.title(text))
            case .description:
                fields.append(JSONMember("description", .string(JSONString(text))))
            case .priority:
                let priority = text.isEmpty ? 3 : try TaskFieldOptions.priorityNumber(text)
                fields.append(JSONMember("priority", .number(Double(priority))))
            case .points:
                guard let number = text.isEmpty ? 1 : Double(text), number >= 0, number.isFinite
                else { throw .usage("'Points' takes a number, not '\(text)'") }
                fields.append(JSONMember("storyPoints", .number(number)))
            case .isPrivate:
                fields.append(JSONMember("privacy", .bool(try Self.isYes(text))))
            case .tags:
                let tags = try tags(since: original, otherTags)
                fields.append(try TaskFieldOptions.tags(tags, dialect))
            case .extra(let extra):
                do throws(RedoError) {
                    fields.append(
                        try FieldOptions.change(
                            of: extra, try values(of: field), repository, dialect,
                            now: try context.now()
                        ).member(of: task))
                } catch {
                    throw RedoError(
                        error.code, "'\(field.label)': \(error.message)", status: error.status,
                        hints: error.hints)
                }
            case .due, .notes, .every, .from, .zone: continue
            }
        }
        return fields
    }

    private func tags(
        since original: TaskForm, _ otherTags: [JSONValue]
    ) throws(RedoError) -> [JSONValue] {
        var tags = otherTags
        do throws(ParseError) {
            let known = try TagList.tags(inLine: original[.tags])
            for tag in try TagList.tags(inLine: self[.tags]) {
                guard !isBlank(tag) || known.contains(tag) else {
                    throw ParseError(line: 0, reason: "a tag is empty")
                }
                let value = JSONValue.string(JSONString(tag))
                if !tags.contains(value) { tags.append(value) }
            }
        } catch {
            throw .usage("'Tags': \(error.reason)")
        }
        return tags
    }

    /// The value of a line in the form of an option's value: all tasks that a task depends on, one value for any other
    /// field.
    private func values(of field: Field) throws(RedoError) -> [String] {
        guard field.isList else { return [self[field].isEmpty ? "none" : self[field]] }
        do throws(ParseError) {
            return ["none"] + (try TagList.tags(inLine: self[field]))
        } catch {
            throw .usage(error.reason)
        }
    }

    private static func isYes(_ text: String) throws(RedoError) -> Bool {
        switch text.lowercased() {
        case "yes", "y", "true": return true
        case "no", "n", "false", "": return false
        default: throw .usage("'Private' takes yes or no, not '\(text)'")
        }
    }
}
