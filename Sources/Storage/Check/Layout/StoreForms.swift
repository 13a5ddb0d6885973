import RedoModel

/// The checks of files whose formats only libraries above this one know, and the records that those libraries keep
/// about nodes.
package struct StoreForms: Sendable {
    package typealias Check = @Sendable (_ file: RecordFile) -> [FormFault]

    private var checks: [StoreFile.Form: Check] = [
        .empty: { StoreForms.empty($0) },
        .marker: {
            Inventory.namesRecord(fileName: $0.name)
                ? StoreForms.empty($0) : [FormFault("it is not about a record that a store keeps")]
        },
        .operation: { OperationRecord.faults(in: $0.bytes, named: $0.name) },
        .trash: { TrashRecord.faults(in: $0.bytes) },
        .unreported: { UnreportedArrivals.faults(in: $0.bytes) },
        .context: { StoreForms.context($0) },
        .arrivals: { ArrivalJournal.faults(in: $0.bytes) },
        .packHeads: {
            PackHeads($0.bytes.span) == nil
                ? [FormFault("it is not a list of heads, or its checksum does not match")] : []
        },
        .reminders: { ReminderRecord.faults(in: $0.bytes) },
        .exchanges: { SyncRecord.faults(inLog: $0.bytes) },
        .composing: { ComposingNotice.faults(inCache: $0.bytes) },
        .cacheFile: {
            CacheFile.isWhole($0.bytes.span) ? [] : [FormFault("its checksum does not match")]
        },
    ]

    /// Finds the records by which nodes are on a remote, where each node has a signature.
    ///
    /// - Returns: for each node that a record names, the path of one such record.
    package var recordsOfSent: @Sendable (_ nodes: Set<NodeID>, _ store: Store) -> [NodeID: String]

    /// - Parameters:
    ///   - checks: of the further forms.
    ///   - recordsOfSent: see ``recordsOfSent``.
    package init(
        _ checks: [StoreFile.Form: Check] = [:],
        recordsOfSent: @escaping @Sendable (Set<NodeID>, Store) -> [NodeID: String] = { _, _ in
            [:]
        }
    ) {
        self.checks.merge(checks) { $1 }
        self.recordsOfSent = recordsOfSent
    }

    /// The fault of a file.
    func faults(of file: RecordFile, as form: StoreFile.Form) -> [FormFault] {
        checks[form]?(file) ?? []
    }

    // MARK: Forms without an owner

    private static func empty(_ file: RecordFile) -> [FormFault] {
        let count = file.bytes.count
        return count == 0
            ? [] : [FormFault("it has \(count) bytes, and such a file is empty", at: 0)]
    }

    private static func context(_ file: RecordFile) -> [FormFault] {
        let bytes = file.bytes
        let isLine =
            bytes.count > 1 && bytes.firstIndex(of: UInt8(ascii: "\n")) == bytes.count - 1
            && bytes.dropLast().allSatisfy { $0 >= 0x20 }
            && String(validating: bytes, as: UTF8.self) != nil
        return isLine ? [] : [FormFault("it is not a line with the name of a context")]
    }
}
