import RedoCheckpoints
import RedoCommandLine
import RedoStore
import RedoSystem

extension RemoteKind {
    /// Stores that a helper reaches.
    package static let store = RemoteKind(
        programDescription: "what exchanges nodes with stores", restrictsReaders: false,
        tellsComposing: false,
        check: { (url) throws(RedoError) in _ = try StoreURL(url) },
        folder: { CheckpointRecord.folder(ofRemote: $0, inStore: $1.path).path },
        known: { (remote, store) throws(RedoError) in
            try RemoteKnowledge(
                of: CheckpointRecord(ofRemote: remote.name, inStore: store.path), store)
        })
}

/// The address of a store that a helper reaches: `store:HELPER:ADDRESS`.
package struct StoreURL: Hashable, Sendable {
    /// Names the program `redo-store-HELPER`.
    package let helper: String
    /// What the helper is told.
    package let address: String

    private static let prefix = "store:"
    private static let greatestAddressByteCount = 1000
    private static let greatestHelperByteCount = 32

    /// - Throws: STORAGE_001 for a malformed address.
    package init(_ text: String) throws(RedoError) {
        guard text.hasPrefix(Self.prefix) else { throw Self.malformed(text) }
        let rest = text.dropFirst(Self.prefix.count)
        let helper = rest.prefix { $0 != ":" }
        let address = rest.dropFirst(helper.count + 1)
        guard Self.isHelper(helper), !address.isEmpty,
            address.utf8.count <= Self.greatestAddressByteCount,
            address.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { throw Self.malformed(text) }
        self.helper = String(helper)
        self.address = String(address)
    }

    /// The address as a configuration keeps it.
    package var text: String { "\(Self.prefix)\(helper):\(address)" }

    /// The file of the helper: in the suite's folder, or in PATH.
    ///
    /// - Throws: STORAGE_001 if there is none.
    package func helperPath() throws(RedoError) -> String {
        if let path = try SuiteExecutables.path(of: "store-\(helper)") { return path }
        throw RedoError(
            .notFound, "there is no store helper redo-store-\(helper)",
            hints: ["put the program of that name into a folder of PATH; redo-store-s3 is there"])
    }

    private static func isHelper(_ text: Substring) -> Bool {
        (1...greatestHelperByteCount).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
                    || $0 == UInt8(ascii: "-")
            }
    }

    private static func malformed(_ text: String) -> RedoError {
        RedoError(
            .notFound, "not the address of a store: '\(text.printable)'",
            hints: ["it is store:HELPER:ADDRESS, such as store:s3:https://s3.example.org/bucket"])
    }
}
