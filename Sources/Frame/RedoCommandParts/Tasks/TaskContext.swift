import RedoCommandLine
import RedoInsight
import RedoModel
import RedoStore
import RedoSystem

/// What applies until it is switched off: a query to lists for people, `context.NAME.query`, and words to new tasks,
/// `context.NAME.set`.
package struct TaskContext {
    package static let option = OptionSpecification.value(
        "context", takes: .context, "use this context, or none, instead of the one that is on")

    package let name: String
    /// The text of the query; empty without one.
    package let text: String
    package let query: Query
    /// The words that set fields of new tasks; nil for none.
    package let setting: String?

    /// The value of `--context`.
    package enum Choice: Sendable {
        /// The context that is on.
        case current
        /// No context.
        case off
        case named(String)

        package init(_ arguments: Arguments) {
            switch arguments.value(option) {
            case nil: self = .current
            case "none": self = .off
            case .some(let name): self = .named(name)
            }
        }
    }

    /// The context that applies; nil if none does.
    ///
    /// - Parameter isForPeople: whether the one that is on applies.
    /// - Throws: wrong usage for a name that is chosen and that the configuration has not.
    package init?(
        _ choice: Choice, _ context: borrowing CommandContext, _ store: Store, isForPeople: Bool,
        _ fields: TaskFieldCatalog, now: Instant
    ) throws(RedoError) {
        switch choice {
        case .current: break
        case .off: return nil
        case .named(let name):
            try self.init(named: name, store.configuration, fields, now: now)
            return
        }
        guard isForPeople, let name = store.currentContext else { return nil }
        do throws(RedoError) {
            try self.init(named: name, store.configuration, fields, now: now)
        } catch {
            context.warn(
                .usage, "the active context '\(name)' is ignored: \(error.message)")
            return nil
        }
    }

    /// - Throws: wrong usage for a name that the configuration has not, or a query that means nothing.
    package init(
        named name: String, _ configuration: LayeredConfiguration, _ fields: TaskFieldCatalog,
        now: Instant
    ) throws(RedoError) {
        let known = Self.all(configuration)
        guard let found = known.first(where: { $0.name == name }) else {
            throw .usage(
                "there is no context '\(name)'",
                hints: known.isEmpty
                    ? ["'redo config context.\(name).query project:\(name)' creates it"]
                    : ["there are \(known.map(\.name).joined(separator: ", "))"])
        }
        self.name = name
        text = found.query
        setting = found.setting
        query = try Query(written: text)
        try query.check(from: text, fields, now: now)
    }

    /// The contexts of the configuration, by name.
    package static func all(_ configuration: LayeredConfiguration) -> [(
        name: String, query: String, setting: String?
    )] {
        func values(_ key: String) -> [String: String] {
            Dictionary(
                configuration.values(section: "context", key: key).map { ($0.subsection, $0.value) }
            ) { $1 }
        }
        let (queries, settings) = (values("query"), values("set"))
        return Set(queries.keys).union(settings.keys).sorted()
            .map { ($0, queries[$0] ?? "", settings[$0]) }
    }

    /// Notes on standard error that the context is on.
    package func announce(_ context: borrowing CommandContext) {
        if text.isEmpty { return }
        context.note("the context \(name.printable) is on: \(text.printable)")
    }
}
