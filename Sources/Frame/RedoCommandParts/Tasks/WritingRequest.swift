import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// How a command writes nodes, whatever these are: in which dialect, or not at all.
///
/// Commands declare `--dry-run` with a summary of their own, and may have only one of the two options.
package struct WritingRequest: Sendable {
    package static let dialects: [Dialect] = [.fields, .payload]

    /// Nil for what the configuration says.
    private let dialect: Dialect?
    package let isDryRun: Bool

    /// Of a command without the options.
    package init() {
        dialect = nil
        isDryRun = false
    }

    /// - Throws: wrong usage for a dialect that does not exist.
    package init(_ arguments: Arguments) throws(RedoError) {
        let name =
            arguments.declares(TaskWriter.dialectOption)
            ? arguments.value(TaskWriter.dialectOption) : nil
        dialect = try name.map { name throws(RedoError) in try Self.dialect(named: name) }
        isDryRun = arguments.settingIfDeclared(.dryRun("")) == true
    }

    /// The dialect that is requested, else that of the configuration.
    ///
    /// - Throws: wrong usage for a configured dialect that does not exist.
    package func dialect(in repository: Repository) throws(RedoError) -> Dialect {
        if let dialect { return dialect }
        let name = try repository.store.configuration.checkedValue(.dialect)
        return try Self.dialect(named: name ?? Dialect.fields.rawValue)
    }

    private static func dialect(named name: String) throws(RedoError) -> Dialect {
        try choice(of: "dialect", named: name, among: dialects)
    }
}

extension OptionSpecification {
    /// The option that ``WritingRequest`` reads.
    package static func dryRun(_ summary: String) -> OptionSpecification {
        .flag("dry-run", letter: "n", summary)
    }
}
