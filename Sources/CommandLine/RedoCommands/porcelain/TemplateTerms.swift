import RedoCommandLine
import RedoModel
import RedoRepository
import RedoSystem

/// What texts, dates and names of a template mean when it is used.
struct TemplateTerms: TaskObjectTerms {
    let fields: TaskFieldCatalog
    /// What `{KEY}` stands for.
    let values: [String: String]
    /// What dates are counted from.
    let start: Instant
    /// What dates with a minus sign are counted back from.
    let due: Instant?
    /// The tasks of the template.
    let ids: [String: TaskID]
    /// The categories of the store; nil where any name will do.
    let names: NamesOnDemand?
    let uses = Uses()

    /// What the template needed.
    final class Uses {
        var due = false
    }

    func text(_ text: String) -> String {
        guard !values.isEmpty, text.utf8.contains(UInt8(ascii: "{")) else { return text }
        var result = ""
        var rest = Substring(text)
        while let brace = rest.firstIndex(of: "{") {
            result += rest[..<brace]
            rest = rest[brace...]
            if let end = rest.firstIndex(of: "}"),
                let value = values[String(rest[rest.index(after: brace)..<end])]
            {
                result += value
                rest = rest[rest.index(after: end)...]
            } else {
                result += "{"
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    func moment(_ text: String) throws(RedoError) -> Instant? {
        let text = self.text(text)
        guard text.hasPrefix("-") else { return try DueDate.instantOrNone(text, now: start) }
        uses.due = true
        guard let due else {
            throw .usage("'\(text.printable)' is counted back from --due, which is missing")
        }
        return try DueDate.instantOrNone(text, now: due)
    }

    func category(_ name: String) throws(RedoError) -> UUIDValue {
        guard let names else { return UUIDValue(randomBytes: RandomBytes.bytes(count: 16)) }
        return try names.categories().category(named: text(name)).id
    }

    func task(_ name: String) throws(RedoError) -> TaskID {
        guard let id = ids[name] else {
            throw .usage(
                "no task of the template has the name '\(name.printable)'",
                hints: ids.isEmpty ? [] : ["there are \(ids.keys.sorted().joined(separator: ", "))"]
            )
        }
        return id
    }
}
