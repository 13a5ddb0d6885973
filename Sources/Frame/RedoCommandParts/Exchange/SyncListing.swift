import RedoCommandLine
import RedoJSON
import RedoModel
import RedoStore
import RedoSystem

/// The log of exchanges with remotes, as `redo sync --log` prints it.
package enum SyncListing {
    /// Prints the last exchanges, a line each.
    ///
    /// - Parameter remote: the only one whose exchanges are printed; nil for all.
    package static func print(
        _ store: Store, remote: String?, isJSON: Bool, _ context: inout CommandContext
    ) throws(RedoError) {
        for record in store.syncRecords() where remote == nil || record.remote == remote {
            if isJSON {
                try context.printLine(CanonicalJSON.bytes(record.json))
            } else {
                try context.print("\(line(of: record))\n")
            }
        }
    }

    /// True if an exchange says more than the one before it: that it still fails, or that nothing is new, is said once.
    package static func isNews(_ record: SyncRecord, after last: SyncRecord?) -> Bool {
        guard let last else { return true }
        return record.receivedCount > 0 || record.sentCount > 0 || record.mergedCount > 0
            || record.failure != last.failure || record.divergedCount != last.divergedCount
            || record.status != last.status
    }

    /// An exchange in a line: when, with which remote, by what, and what came of it.
    package static func line(of record: SyncRecord) -> String {
        let cause = record.cause == .command ? "" : " (\(record.cause.rawValue))"
        return
            "\(localText(record.time))  \(record.remote.printable)\(cause): \(result(of: record))"
    }

    /// The result of an exchange, in a few words.
    package static func result(of record: SyncRecord) -> String {
        if let failure = record.failure {
            let text = "\(failure.message.printable) (\(failure.code.rawValue))"
            return record.isOffline ? "offline: \(text)" : "failed: \(text)"
        }
        var parts: [String] = []
        if record.receivedCount > 0 {
            parts.append("received \(counted(record.receivedCount, "change"))")
        }
        if record.mergedCount > 0 { parts.append("merged \(counted(record.mergedCount, "task"))") }
        if record.sentCount > 0 { parts.append("sent \(counted(record.sentCount, "change"))") }
        // What was refused, or could not be read, is new as well.
        if parts.isEmpty, record.status == .done { parts.append("nothing new") }
        if record.divergedCount > 0 {
            parts.append("\(counted(record.divergedCount, "task")) to merge")
        }
        switch record.status {
        case .no: parts.append("some of it was refused")
        case .incomplete: parts.append("incomplete because of damage")
        default: break
        }
        return parts.joined(separator: ", ")
    }
}
