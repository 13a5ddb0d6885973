internal import CGit2
import RedoSystem

/// The result of reading an object.
package enum GitReading: Sendable {
    case object(GitObject)
    case absent
    /// The object exceeds the limit, and was not read.
    case tooLarge(GitObjectKind, byteCount: Int)
    /// Its bytes do not match its name, or are not an object.
    case damaged(reason: String)
}

extension GitRepository {
    /// Reads an object, unless it exceeds a limit. Its name is compared with its bytes, by an SHA-1 that detects the
    /// known collision attacks. Wraps `git_odb_read_header` and `git_odb_read`.
    package func read(_ id: GitObjectID, limit: Int) -> GitReading {
        let reading = readOnce(id, limit: limit)
        guard case .absent = reading else { return reading }
        // Another program may have packed it since the packs were listed.
        if repeatsAbsentRead() {
            let again = readOnce(id, limit: limit)
            guard case .absent = again else { return again }
        }
        guard let damage = packs.damaged.first else { return .absent }
        return .damaged(reason: "it is missing, and \(damage.sentence)")
    }

    private func readOnce(_ id: GitObjectID, limit: Int) -> GitReading {
        var oid = id.oid
        var byteCount = 0
        var type = GIT_OBJECT_INVALID
        let result = unsafe git_odb_read_header(&byteCount, &type, database, &oid)
        if result == GIT_ENOTFOUND.rawValue { return .absent }
        guard result >= 0, let kind = GitObjectKind(type) else {
            return .damaged(reason: GitLibrary.lastMessage)
        }
        guard byteCount <= limit else { return .tooLarge(kind, byteCount: byteCount) }
        var object: OpaquePointer?
        guard unsafe git_odb_read(&object, database, &oid) >= 0, let object = unsafe object else {
            return .damaged(reason: GitLibrary.lastMessage)
        }
        defer { unsafe git_odb_object_free(object) }
        // The data belongs to the object, which lives until the end of this function.
        let buffer = unsafe UnsafeRawBufferPointer(
            start: git_odb_object_data(object), count: git_odb_object_size(object))
        return .object(GitObject(kind, unsafe [UInt8](buffer)))
    }

    /// Whether an object is here. Wraps `git_odb_exists`.
    package func contains(_ id: GitObjectID) -> Bool {
        if holds(id) { return true }
        return repeatsAbsentRead() && holds(id)
    }

    /// Writes a loose object, unless it is here; it is durable when this returns. Wraps `git_odb_write`.
    ///
    /// - Throws: STORAGE_003 if it cannot be written.
    package func write(_ object: GitObject) throws(RedoError) {
        var oid = git_oid()
        let result = unsafe object.content.withUnsafeBytes { content in
            unsafe git_odb_write(
                &oid, database, content.baseAddress, content.count, object.kind.type)
        }
        try check(result, .writeFailed, "a \(object.kind.name) cannot be written to \(path)")
    }
}
