internal import CGit2
import RedoSystem

/// What reading an object gave.
package enum GitReading: Sendable {
    case object(GitObject)
    case absent
    /// Larger than what was asked for, and not read.
    case tooLarge(GitObjectKind, byteCount: Int)
    /// Its bytes are not those that its name is of, or are of no object.
    case damaged(reason: String)
}

extension GitRepository {
    /// Reads an object, unless it is larger than a limit. Its name is compared with its bytes, by an
    /// SHA-1 that notices the known ways to make two contents of one name. Wraps
    /// `git_odb_read_header` and `git_odb_read`.
    package func read(_ id: GitObjectID, limit: Int) -> GitReading {
        let reading = readOnce(id, limit: limit)
        guard case .absent = reading else { return reading }
        // Another program may have moved it into a pack in the meantime.
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

    /// Writes an object as a file of its own, unless it is here, and waits until it lasts. Wraps
    /// `git_odb_write`.
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
