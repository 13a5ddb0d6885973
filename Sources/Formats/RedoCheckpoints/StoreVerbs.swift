import RedoSystem

/// A file of a store, as it is listed.
package struct StoredFile: Hashable, Sendable {
    package let name: String
    package let byteCount: Int

    package init(name: String, byteCount: Int) {
        self.name = name
        self.byteCount = byteCount
    }
}

/// The operations of any store of files by name (docs/store-helpers.md).
///
/// Four verbs are enough. The other operations have implementations over these, and a store with faster ones overrides
/// them. A store is not trusted: the caller compares its contents with names and digests.
package protocol StoreVerbs {
    /// Lists the files whose names begin with a prefix.
    ///
    /// - Throws: NETWORK_001, NETWORK_002, STORAGE_001 if the store cannot be read.
    func list(_ prefix: String) throws(RedoError) -> [StoredFile]

    /// The bytes of a file; nil if it is missing.
    ///
    /// - Parameter limit: the maximum size in bytes.
    /// - Throws: as ``list(_:)``; STORAGE_004 if the file is longer.
    func get(_ name: String, limit: Int) throws(RedoError) -> [UInt8]?

    /// Writes a file if none has the name. It is durable when this returns.
    ///
    /// A store without conditional writes replaces an existing file, and returns true.
    ///
    /// - Returns: whether it was written.
    /// - Throws: as ``list(_:)``; STORAGE_003 if the store refuses it.
    func put(_ name: String, _ content: [UInt8]) throws(RedoError) -> Bool

    /// Removes a file; a missing one is not an error.
    ///
    /// - Throws: as ``put(_:_:)``.
    func delete(_ name: String) throws(RedoError)

    // MARK: Operations that some stores perform faster

    /// Lists names only: a folder need not read the files' metadata.
    ///
    /// - Throws: as ``list(_:)``.
    func names(_ prefix: String) throws(RedoError) -> [String]

    /// The sizes of those of some files that exist, in bytes; 0 for something that is not a file. A store lists all
    /// files, and a folder only examines these.
    ///
    /// - Throws: as ``list(_:)``.
    func sizes(of names: [String]) throws(RedoError) -> [String: Int]

    /// Writes a file, whether or not another one has the name. It is durable when this returns. A folder replaces a
    /// file atomically, even on a disk without exclusive creation.
    ///
    /// - Throws: as ``put(_:_:)``; STORAGE_003 if the store keeps another file.
    func write(_ name: String, _ content: [UInt8]) throws(RedoError)

    /// Some names of existing files, whoever has created them. A folder lists the visible ones at its top; a store
    /// lists pieces of packs.
    ///
    /// - Throws: as ``list(_:)``.
    func someNames() throws(RedoError) -> [String]

    /// Removes what remains of a prefix whose files were deleted: an empty directory of a folder.
    func tidy(_ prefix: String)

    /// Whether reading a file is as fast as listing it, so that many files can be read.
    static var isNear: Bool { get }

    /// The name of a file that is written to test whether a second one replaces it; readers ignore it.
    static func probeName(_ digits: String) -> String
}

extension StoreVerbs {
    package func names(_ prefix: String) throws(RedoError) -> [String] {
        try list(prefix).map(\.name)
    }

    package func someNames() throws(RedoError) -> [String] { try names(StoredName.dataPrefix) }

    package func sizes(of names: [String]) throws(RedoError) -> [String: Int] {
        let wanted = Set(names)
        var sizes: [String: Int] = [:]
        let prefixes = Set(
            names.map { name in name.lastIndex(of: "/").map { String(name[...$0]) } ?? name })
        for prefix in prefixes {
            for file in try list(prefix) where wanted.contains(file.name) {
                sizes[file.name] = file.byteCount
            }
        }
        return sizes
    }

    package func write(_ name: String, _ content: [UInt8]) throws(RedoError) {
        if try puts(name, content) { return }
        try delete(name)
        if try puts(name, content) { return }
        throw RedoError(
            .writeFailed, "\(name) is damaged there, and the store does not replace it")
    }

    /// Whether a file has these bytes now.
    private func puts(_ name: String, _ content: [UInt8]) throws(RedoError) -> Bool {
        if try put(name, content) { return true }
        return try holds(name, content)
    }

    /// Whether a file has these bytes.
    func holds(_ name: String, _ content: [UInt8]) throws(RedoError) -> Bool {
        do throws(RedoError) {
            return try get(name, limit: content.count) == content
        } catch {
            // A longer file has other bytes.
            guard error.code == .corrupted else { throw error }
            return false
        }
    }

    package func tidy(_ prefix: String) {}

    package static var isNear: Bool { false }

    package static func probeName(_ digits: String) -> String { "probe/\(digits)" }

    /// Whether an existing file is not replaced, which claims and a first epoch need. A file is written twice to test
    /// that.
    ///
    /// - Throws: as ``put(_:_:)``.
    package func keepsFirst() throws(RedoError) -> Bool {
        let name = Self.probeName(RandomBytes.hexadecimal(count: 16))
        let (first, second) = (Array("first".utf8), Array("second".utf8))
        defer { try? delete(name) }
        let isFirst = try put(name, first)
        let isSecond = try put(name, second)
        // A store that has written although it reports the opposite does not keep the first file either.
        return try get(name, limit: 16) == first && isFirst && !isSecond
    }
}

/// The names that files of a store have: small letters, digits, hyphens and slashes.
package enum StoredFileName {
    package static let maximumByteCount = 255

    /// Whether a text can be a name, or the beginning of one.
    package static func isName(_ text: some StringProtocol) -> Bool {
        (1...maximumByteCount).contains(text.utf8.count)
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
