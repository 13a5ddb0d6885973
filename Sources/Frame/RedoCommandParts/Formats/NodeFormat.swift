import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The form in which a command prints nodes for programs: by a format, or as JSON objects with the fields of one.
package struct NodeFormat: Sendable {
    package static let option = LogStyle.formatOption
    package static let json = OptionSpecification.flag(
        "json", "print a JSON object for each node, with the fields of --format")
    package static let options = [option, json]

    /// The fields of `--json` without a format.
    private static let usualFields =
        "%(id)%(task)%(action)%(author)%(device)%(time)%(lamport)%(parents)%(signature)"

    private let format: LineFormat<NodeField>
    package let isJSON: Bool

    /// - Returns: nil if neither a format nor JSON is requested.
    /// - Throws: wrong usage for an invalid format.
    package init?(_ arguments: Arguments) throws(RedoError) {
        isJSON = arguments.has(Self.json)
        guard let text = arguments.value(Self.option) ?? (isJSON ? Self.usualFields : nil) else {
            return nil
        }
        format = try LineFormat(text)
    }

    /// The ids alone.
    package static let ids = NodeFormat(format: LineFormat(.id), isJSON: false)

    private init(format: LineFormat<NodeField>, isJSON: Bool) {
        self.format = format
        self.isJSON = isJSON
    }

    /// True if a line is the id of a node, which can be written without a detour.
    package var isIDAlone: Bool { !isJSON && format.isOnly(.id) }

    package var needs: Set<FieldNeed> { format.needs }

    /// True if the content of a node is read for it.
    package var readsContent: Bool { needs.contains(.content) }

    /// A node, without what ends its line.
    package func line(of row: some LogRow, _ fields: NodeFields) -> [UInt8] {
        isJSON
            ? format.json { fields.value($0, of: row) }
            : Array(format.text { fields.value($0, of: row) }.utf8)
    }

    /// Prints some nodes of a log.
    ///
    /// - Parameter end: what follows each.
    /// - Returns: nil if a node has to be read for it and is unreadable.
    package func print(
        _ ids: [NodeID], end: String, _ log: LogSource, _ rule: LogRule, _ repository: Repository,
        _ context: inout CommandContext
    ) throws(RedoError) -> Void? {
        guard let index = log.index else { return nil }
        let numbers = ids.compactMap { index.number(of: $0) }
        guard !readsContent || index.canRead(numbers.sorted()),
            let fields = NodeFields(
                needs, of: numbers, in: index, of: log, rule, repository, now: try context.now())
        else { return nil }
        let reader = LogIndexReader(index)
        try context.printNodes(numbers, readsContent: readsContent) { number, _ in
            line(of: IndexedLogRow(number, of: index, reader), fields) + Array(end.utf8)
        }
        return ()
    }
}
