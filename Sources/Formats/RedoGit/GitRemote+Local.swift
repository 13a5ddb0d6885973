internal import CGit2
import RedoModel
import RedoSystem

// Repositories on this machine: objects are read from one and written to the other. libgit2's own transport searches
// for similar objects, and receives everything again if the other side has no reference that is here.

extension GitRemote {
    /// The references of a repository that can be resolved, and `HEAD`.
    static func references(of repository: GitRepository) throws(RedoError) -> [GitReference] {
        var references = try ReferenceList(of: repository).sound
        if let head = (try? repository.target(of: "HEAD")) ?? nil {
            references.insert(GitReference(name: "HEAD", target: head), at: 0)
        }
        return references
    }

    /// The references of a remote on this machine that can be resolved, and `HEAD`.
    ///
    /// - Throws: STORAGE_001 if there is no repository.
    package static func references(in directory: String) throws(RedoError) -> [GitReference] {
        try Trace.timing(.git, "list \(directory)") { () throws(RedoError) in
            try references(of: try Self.directory(directory))
        }
    }

    /// Opens the repository of a remote on this machine.
    ///
    /// - Throws: STORAGE_001 if there is none, with a hint how to create one.
    package static func directory(_ path: String) throws(RedoError) -> GitRepository {
        if let repository = try GitRepository.find(at: path) { return repository }
        throw RedoError(
            .notFound, "there is no git repository \(path)", hints: [makingHint(path)])
    }

    /// A hint how to create a repository at the path of a remote.
    package static func makingHint(_ path: String) -> String {
        "'git init --bare \(shellWord(path))' creates an empty one"
    }

    func fetch(
        _ refspecs: [String], from other: GitRepository, setting isSetting: Bool,
        progress: (Int, Int) -> Void
    ) throws(RedoError) {
        let references = try Self.references(of: other)
        // The targets may have been packed since the repository was opened.
        other.refresh()
        var wanted: [(target: GitObjectID, name: String?, isForced: Bool)] = []
        for text in refspecs {
            let refspec = try GitRefspec(text, for: .fetch)
            for reference in references where refspec.matches(reference.name) {
                wanted.append(
                    (
                        reference.target, refspec.destination(of: reference.name),
                        refspec.isForced
                    ))
            }
        }
        try GitObjectCopy(from: other, to: repository, limits)
            .copy(wanted.map(\.target), progress: progress)
        for (target, name, isForced) in wanted where isSetting {
            guard let name else { continue }
            // As in git: a reference whose update is not a fast-forward stays.
            _ = try repository.move(name, to: target, isForced: isForced)
        }
    }

    func push(
        _ refspecs: [String], to other: GitRepository, progress: (Int, Int) -> Void
    ) throws(RedoError) -> [(name: String, refusal: String?)] {
        var updates: [(name: String, target: GitObjectID?, isForced: Bool)] = []
        for text in refspecs {
            let refspec = try GitRefspec(text, for: .push)
            let name = refspec.destination
            guard GitRepository.isReferenceName(name), name.hasPrefix("refs/") else {
                throw RedoError(.writeFailed, "git allows no reference '\(name.printable)'")
            }
            let source = refspec.source
            let target = source.isEmpty ? nil : try repository.objectID(of: source)
            updates.append((name, target, refspec.isForced))
        }
        try GitObjectCopy(from: repository, to: other, nil)
            .copy(updates.compactMap(\.target), progress: progress)
        var verdicts: [(name: String, refusal: String?)] = []
        for (name, target, isForced) in updates {
            verdicts.append((name, try other.accept(name, target, isForced: isForced)))
        }
        return verdicts
    }
}

extension GitRepository {
    /// Sets or removes a reference on behalf of another repository.
    ///
    /// - Parameter target: nil to remove it.
    /// - Returns: the reason of a refusal; nil if it is accepted.
    fileprivate func accept(
        _ name: String, _ target: GitObjectID?, isForced: Bool
    ) throws(RedoError) -> String? {
        if !isBare, headBranch == name { return "it is checked out there" }
        guard let target else {
            guard try self.target(of: name) != nil else { return "there is no such reference" }
            try removeReference(name)
            return nil
        }
        return try move(name, to: target, isForced: isForced)
            ? nil : "not a step forward from where it leads"
    }

    /// Sets a reference to an object.
    ///
    /// - Returns: false if that is not a fast-forward, and is not forced.
    fileprivate func move(
        _ name: String, to target: GitObjectID, isForced: Bool
    ) throws(RedoError) -> Bool {
        let previous = try self.target(of: name)
        if previous == target { return true }
        if let previous, !isForced, !isAncestor(previous, of: target) { return false }
        try setReference(name, to: target, from: previous)
        return true
    }

    /// Wraps `git_graph_descendant_of`.
    private func isAncestor(_ ancestor: GitObjectID, of commit: GitObjectID) -> Bool {
        var ancestor = ancestor.oid
        var commit = commit.oid
        return unsafe git_graph_descendant_of(handle, &commit, &ancestor) == 1
    }

    /// The branch to which `HEAD` refers.
    private var headBranch: String? {
        var head: OpaquePointer?
        guard unsafe git_reference_lookup(&head, handle, "HEAD") >= 0 else { return nil }
        defer { unsafe git_reference_free(head) }
        return unsafe git_reference_symbolic_target(head).map { unsafe String(cString: $0) }
    }

    /// The object that a revision denotes. Wraps `git_revparse_single`.
    ///
    /// - Throws: STORAGE_001 if there is no such object.
    fileprivate func objectID(of text: String) throws(RedoError) -> GitObjectID {
        var object: OpaquePointer?
        let result = unsafe git_revparse_single(&object, handle, text)
        try check(result, .notFound, "'\(text.printable)' names nothing in \(path)")
        defer { unsafe git_object_free(object) }
        guard let id = unsafe git_object_id(object) else {
            throw RedoError(.notFound, "'\(text.printable)' names nothing in \(path)")
        }
        return GitObjectID(unsafe id.pointee)
    }
}
