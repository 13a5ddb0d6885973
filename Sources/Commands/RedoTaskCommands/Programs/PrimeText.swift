import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel
import RedoSystem

/// The state of a store as text for programs that read language: at most ``maximumWordCount`` words.
struct PrimeText {
    let text: String

    /// The maximum number of words, between white space.
    static let maximumWordCount = 1500
    /// The maximum of a title.
    private static let titleLimit = (words: 10, characters: 80)
    /// The maximum of the name of a project or a person.
    private static let nameLimit = (words: 3, characters: 40)

    init(_ state: PrimeState, _ suite: CommandSuite) {
        let now = localText(state.table.moment)
        let counts = state.counts
        var lines = [
            "The tasks of a person at \(now), kept by redo, for a program that works with them.",
            "Store: \(Self.quoted(state.storePath, Self.titleLimit)). "
                + (state.own.map { "You sign as \($0)." }
                    ?? "There is no key to sign with: 'redo keygen'."),
            "\(counted(counts.open, "open task")): \(counts.ready) ready, \(counts.overdue) overdue, "
                + "\(counts.blocked) blocked; \(counts.hidden) hidden until later; \(state.allCount) in all.",
            "", "RULES",
        ]
        lines += ProgramGuide.rules.map { "  \($0)" }
        lines += ["", "COMMANDS"]
        for example in ProgramGuide.examples {
            lines.append("  \(example.line): \(example.output)")
        }
        lines += ["", "QUERIES for list"]
        lines += ProgramGuide.queries.map { "  \($0.query): \($0.meaning)" }
        if !state.projects.isEmpty {
            lines += ["", "PROJECTS: \(state.projectCount), with open tasks"]
            lines.append(
                "  "
                    + state.projects.map {
                        "\(Self.quoted($0.name.description, Self.nameLimit)) \($0.openCount)"
                    }.joined(separator: ", "))
        }
        for (section, tasks, count) in state.sections {
            lines += ["", "\(section.heading) (\(count))"]
            lines += tasks.map { "  \(Self.line(of: $0, in: section, state))" }
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    /// `1396c804-8edf-86e6-a55c-a9640e6cb5d5 p3 due 2026-11-28 23:59 "Buy milk" by you`
    private static func line(
        of task: TaskState, in section: PrimeState.Section, _ state: PrimeState
    ) -> String {
        var text = "\(task.id) p\(task.priority)"
        if let due = task.due { text += " due \(localText(due))" }
        if let project = task.project { text += " \(quoted(project.description, nameLimit))" }
        text += " \(quoted(task.title.description, titleLimit))"
        text += " by \(cut(state.authors.titleText(of: task), nameLimit))"
        if section == .claimed, let claim = state.table.facts.claim(of: task.id) {
            let holder = claim.name?.description ?? UserID(claim.key).description
            text += ", claimed by \(quoted(holder, nameLimit)) until \(localText(claim.until))"
        }
        return text
    }

    /// A text of others as data: in quotes, with escapes as in JSON, and cut off.
    private static func quoted(_ text: String, _ limit: (words: Int, characters: Int)) -> String {
        let value = JSONValue.string(JSONString(cut(text, limit)))
        return String(decoding: CanonicalJSON.bytes(value), as: UTF8.self)
    }

    private static func cut(_ text: String, _ limit: (words: Int, characters: Int)) -> String {
        let words = text.printable.split(whereSeparator: \.isWhitespace)
        let short = words.prefix(limit.words).joined(separator: " ")
        let isCut = words.count > limit.words || short.count > limit.characters
        return String(short.prefix(limit.characters)) + (isCut ? "…" : "")
    }
}
