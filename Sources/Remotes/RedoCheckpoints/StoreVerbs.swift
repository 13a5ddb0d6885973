import RedoSystem

/// A file of a store, as a listing has it.
package struct StoredFile: Hashable, Sendable {
    package let name: String
    package let byteCount: Int

    package init(name: String, byteCount: Int) {
        self.name = name
        self.byteCount = byteCount
    }
}

/// What a store that keeps files by name can do, whatever it is (docs/store-helpers.md).
///
/// It is not trusted: what it gives is compared with names and digests by the caller.
package protocol StoreVerbs {
    /// Lists the files whose names begin with some text.
    ///
    /// - Throws: NETWORK_001, NETWORK_002, STORAGE_001 if the store cannot be read.
    func list(_ prefix: String) throws(RedoError) -> [StoredFile]

    /// The bytes of a file; nil if it is not there.
    ///
    /// - Parameter limit: the most bytes that are taken.
    /// - Throws: as ``list(_:)``; STORAGE_004 for a longer one.
    func get(_ name: String, limit: Int) throws(RedoError) -> [UInt8]?

    /// Writes a file if there is none of the name. When this returns, it lasts there.
    ///
    /// A store without conditional writes replaces what is there, and says that it has written.
    ///
    /// - Returns: whether it was written.
    /// - Throws: as ``list(_:)``; STORAGE_003 if the store refuses it.
    func put(_ name: String, _ content: [UInt8]) throws(RedoError) -> Bool

    /// Removes a file; one that is not there is no error.
    ///
    /// - Throws: as ``put(_:_:)``.
    func delete(_ name: String) throws(RedoError)
}

/// The names that files of a store have: small letters, digits, hyphens and slashes.
package enum StoredFileName {
    package static let greatestByteCount = 255

    /// Whether a text can be a name, or the beginning of one.
    package static func isName(_ text: some StringProtocol) -> Bool {
        (1...greatestByteCount).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "/"):
                    true
                default: false
                }
            }
    }
}
