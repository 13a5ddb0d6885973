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

/// What a place that keeps files by name can do, whatever it is (docs/store-helpers.md).
///
/// Four verbs are enough. What follows them has an implementation over these, and a place that can do better has its own.
/// A place is not trusted: what it gives is compared with names and digests by the caller.
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

    // MARK: What some places do better

    /// Lists names alone: a folder looks at no file for that.
    ///
    /// - Throws: as ``list(_:)``.
    func names(_ prefix: String) throws(RedoError) -> [String]

    /// How many bytes some files have, of those that are there. What is there and is not a file has 0. A store lists them all; a
    /// folder looks at these alone.
    ///
    /// - Throws: as ``list(_:)``.
    func sizes(of names: [String]) throws(RedoError) -> [String: Int]

    /// Lets a file have some bytes, whatever is there. When this returns, they last there. A folder replaces a file in one
    /// step, also on a disk that has no exclusive one.
    ///
    /// - Throws: as ``put(_:_:)``; STORAGE_003 if the store keeps another one.
    func write(_ name: String, _ content: [UInt8]) throws(RedoError)

    /// Some names of files that are there, whoever made them. A folder lists those at its top, and not the hidden ones; a
    /// store lists pieces of packs.
    ///
    /// - Throws: as ``list(_:)``.
    func someNames() throws(RedoError) -> [String]

    /// Removes what is left of a prefix whose files were deleted: a folder is still there.
    func tidy(_ prefix: String)

    /// Whether a file is read as fast as a listing, so that many can be read by the way.
    static var isNear: Bool { get }

    /// The name of a file that is put to find out what becomes of a second one of the name; readers ignore it.
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
            // A longer one is another one.
            guard error.code == .corrupted else { throw error }
            return false
        }
    }

    package func tidy(_ prefix: String) {}

    package static var isNear: Bool { false }

    package static func probeName(_ digits: String) -> String { "probe/\(digits)" }

    /// Whether a file that is there is not replaced, which claims and a first epoch need. A file is put twice to find that
    /// out.
    ///
    /// - Throws: as ``put(_:_:)``.
    package func keepsFirst() throws(RedoError) -> Bool {
        let name = Self.probeName(RandomBytes.hexadecimal(count: 16))
        let (first, second) = (Array("first".utf8), Array("second".utf8))
        defer { try? delete(name) }
        let isFirst = try put(name, first)
        let isSecond = try put(name, second)
        // A store that says that it has not written, and has, is not better.
        return try get(name, limit: 16) == first && isFirst && !isSecond
    }
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
