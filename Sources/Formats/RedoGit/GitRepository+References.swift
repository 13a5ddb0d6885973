internal import CGit2
import RedoSystem

/// A reference, with the object to which it leads.
package struct GitReference: Sendable {
    /// The full name, `refs/heads/log`.
    package let name: String
    package let target: GitObjectID
}

extension GitRepository {
    /// Whether a name is valid for git. Wraps `git_reference_name_is_valid`.
    static func isReferenceName(_ name: String) -> Bool {
        var isValid: Int32 = 0
        return unsafe git_reference_name_is_valid(&isValid, name) == 0 && isValid == 1
    }

    /// The target of a reference, resolved if it is symbolic; nil if there is no such reference. Wraps
    /// `git_reference_name_to_id`.
    ///
    /// - Throws: STORAGE_004 if it cannot be resolved.
    package func target(of name: String) throws(RedoError) -> GitObjectID? {
        var oid = git_oid()
        let result = unsafe git_reference_name_to_id(&oid, handle, name)
        if result == GIT_ENOTFOUND.rawValue { return nil }
        try check(result, .corrupted, "the reference \(name) of \(path) cannot be followed")
        return GitObjectID(oid)
    }

    /// Sets a reference to an object, atomically and durably. Wraps `git_reference_create_matching` and
    /// `git_reference_create`.
    ///
    /// - Parameter previous: its current target; nil if it must not exist.
    /// - Throws: STORAGE_003 if it has another target, or cannot be written.
    package func setReference(
        _ name: String, to target: GitObjectID, from previous: GitObjectID?
    ) throws(RedoError) {
        // A signal in between would leave git's lock of it.
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        var reference: OpaquePointer?
        var oid = target.oid
        let result: Int32
        if let previous {
            var expected = previous.oid
            result = unsafe git_reference_create_matching(
                &reference, handle, name, &oid, 1, &expected, nil)
        } else {
            result = unsafe git_reference_create(&reference, handle, name, &oid, 0, nil)
        }
        unsafe git_reference_free(reference)
        try checkLocks(result, of: name, "the reference \(name) of \(path) cannot be set")
    }

    /// Removes a reference. Wraps `git_reference_remove`.
    package func removeReference(_ name: String) throws(RedoError) {
        // A signal in between would leave git's lock of it.
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        try checkLocks(
            unsafe git_reference_remove(handle, name), of: name,
            "the reference \(name) of \(path) cannot be removed")
    }

    /// Removes a reference if it leads to an object. Wraps `git_reference_lookup` and `git_reference_delete`, which
    /// compares again.
    ///
    /// - Returns: whether it led to the object; also false if there was no such reference.
    /// - Throws: STORAGE_003 if it cannot be removed.
    package func removeReference(
        _ name: String, from target: GitObjectID
    ) throws(RedoError) -> Bool {
        // A signal in between would leave git's lock of it.
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        var reference: OpaquePointer?
        guard unsafe git_reference_lookup(&reference, handle, name) >= 0 else { return false }
        defer { unsafe git_reference_free(reference) }
        guard try self.target(of: name) == target else { return false }
        if try isLoose(name) { return try removeLoose(name, from: target) }
        let result = unsafe git_reference_delete(reference)
        if result == GIT_EMODIFIED.rawValue { return false }
        try checkLocks(result, of: name, "the reference \(name) of \(path) cannot be removed")
        return true
    }

    /// Whether a reference is only a loose file.
    private func isLoose(_ name: String) throws(RedoError) -> Bool {
        try failing(.corrupted, "the references of \(path) cannot be read") {
            () throws(SystemError) in
            try !ReferenceList.packed(in: path).contains { $0.name == name }
        }
    }

    /// Removes a loose reference under its lock, as git does. libgit2 would also lock the packed references, and a
    /// process that is killed in between would block all changes to these.
    private func removeLoose(
        _ name: String, from target: GitObjectID
    ) throws(RedoError) -> Bool {
        let lock = "\(path)\(name).lock"
        return try failing(.writeFailed, "the reference \(name) of \(path) cannot be removed") {
            () throws(SystemError) in
            _ = try FileDescriptor(opening: lock, for: .create(mode: 0o644))
            defer { try? Files.remove(lock) }
            guard (try? self.target(of: name)) == target else { return false }
            try Files.remove("\(path)\(name)")
            return true
        }
    }

    /// Removes git's lock of a reference, which a killed command has left. The caller excludes concurrent commands.
    package func removeLock(of name: String) {
        guard Self.isReferenceName(name) else { return }
        try? Files.remove("\(path)\(name).lock")
    }

    /// Turns libgit2's result into an error that names existing locks of git.
    private func checkLocks(
        _ result: Int32, of name: String, _ what: String
    ) throws(RedoError) {
        do throws(RedoError) {
            try check(result, .writeFailed, what)
        } catch {
            let locks = [name, "packed-refs"].map { "\(path)\($0).lock" }.filter {
                ((try? Files.statusOfLink($0)) ?? nil) != nil
            }
            throw RedoError(
                error.code, error.message,
                hints: locks.map {
                    "if no git command is running, one was killed: remove the file \($0)"
                })
        }
    }

    /// Sets `HEAD` to a branch, unless it is set to that already. Wraps `git_reference_symbolic_create`.
    ///
    /// - Parameter branch: the full name.
    package func setHead(_ branch: String) throws(RedoError) {
        var head: OpaquePointer?
        if unsafe git_reference_lookup(&head, handle, "HEAD") >= 0 {
            defer { unsafe git_reference_free(head) }
            if let target = unsafe git_reference_symbolic_target(head),
                unsafe String(cString: target) == branch
            {
                return
            }
        }
        // A signal in between would leave git's lock of it.
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        var reference: OpaquePointer?
        let result = unsafe git_reference_symbolic_create(
            &reference, handle, "HEAD", branch, 1, nil)
        unsafe git_reference_free(reference)
        try check(result, .writeFailed, "HEAD of \(path) cannot be set")
    }
}
