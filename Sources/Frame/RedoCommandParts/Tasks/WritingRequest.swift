import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The conditions under which a command writes nodes, whatever these are: in which dialect, after which heads, or not at all.
///
/// Commands that change tasks declare ``options``, and `--dry-run` with a summary of their own. Others may have only
/// some of them.
package struct WritingRequest: Sendable {
    package static let dialects: [Dialect] = [.fields, .payload]

    /// The option that lets a change compare before it writes.
    package static let expect = OptionSpecification.value(
        "expect", takes: .node, isRepeatable: true, isExpert: true,
        "write only if the changed tasks have this head, and no others than those given")

    /// The options of every command that changes tasks.
    package static let options = [TaskWriter.dialectOption, expect]

    /// Nil for what the configuration says.
    private let dialect: Dialect?
    package let isDryRun: Bool
    /// The ids of the heads that the changed tasks must have, or their beginnings; nil if any heads will do.
    private let expected: [String]?

    /// The request of a command without the options.
    package init() {
        dialect = nil
        isDryRun = false
        expected = nil
    }

    /// - Throws: wrong usage for a dialect that does not exist, or for an expected head that is not an id.
    package init(_ arguments: Arguments) throws(RedoError) {
        let name =
            arguments.declares(TaskWriter.dialectOption)
            ? arguments.value(TaskWriter.dialectOption) : nil
        dialect = try name.map { name throws(RedoError) in try Self.dialect(named: name) }
        isDryRun = arguments.settingIfDeclared(.dryRun("")) == true
        let heads = arguments.declares(Self.expect) ? arguments.values(Self.expect) : []
        for head in heads where hexadecimalPrefix(head) == nil {
            throw .usage(
                "--expect \(head): not the id of a node",
                hints: ["'redo heads TASK' prints the heads of a task"])
        }
        expected = heads.isEmpty ? nil : heads
    }

    /// The heads that the changed tasks must have; nil if any heads will do.
    ///
    /// - Throws: as ``NodeResolver/ids(ofHeads:)``.
    package func expectedHeads(in repository: Repository) throws(RedoError) -> Set<NodeID>? {
        guard let expected else { return nil }
        var resolver = NodeResolver(repository)
        return try resolver.ids(ofHeads: expected)
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
