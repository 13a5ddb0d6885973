internal import CGit2
import RedoSystem

/// Copies objects between two repositories on this machine.
///
/// Where a copy ends early, the receiving repository has objects that nothing leads to.
struct GitObjectCopy {
    private let source: GitRepository
    private let destination: GitRepository
    /// Nil where the source is trusted.
    private let limits: GitLimits?

    /// So few objects become files of their own, as git does with what it receives; more a pack.
    private static let greatestLooseCount = 100
    private static let greatestObjectByteCount = 1 << 25
    /// Tags of tags are followed so far.
    private static let greatestTagDepth = 8

    init(from source: GitRepository, to destination: GitRepository, _ limits: GitLimits?) {
        self.source = source
        self.destination = destination
        self.limits = limits
    }

    /// Copies what objects reach and the references of the destination do not.
    ///
    /// - Throws: STORAGE_003 where it cannot be written or is too much, STORAGE_004 where an object is
    ///   missing or damaged.
    func copy(
        _ tips: [GitObjectID], progress: (_ done: Int, _ total: Int) -> Void
    ) throws(GitError) {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        let missing = try missing(tips)
        if missing.isEmpty { return }
        guard missing.count <= limits?.objectCount ?? .max else { throw tooMuch }
        var byteCount = 0
        if missing.count <= Self.greatestLooseCount {
            for (index, id) in missing.enumerated() {
                try destination.write(try read(id, &byteCount))
                progress(index + 1, missing.count)
            }
            return
        }
        let pack = try GitPackWriter(in: destination, objectCount: missing.count)
        let deflater = Deflater()
        for (index, id) in missing.enumerated() {
            let object = try read(id, &byteCount)
            var entry: [UInt8] = []
            GitPackWriter.append(object.kind, object.content.span, deflater, to: &entry)
            try pack.add(entry)
            if index.isMultiple(of: 1024) { progress(index, missing.count) }
        }
        try pack.finish()
        progress(missing.count, missing.count)
    }

    private var tooMuch: GitError {
        GitError(.writeFailed, "\(source.path) has more than is taken at once")
    }

    private func read(_ id: GitObjectID, _ byteCount: inout Int) throws(GitError) -> GitObject {
        if Signals.isTerminationPending { throw .terminated }
        switch source.read(id, limit: Self.greatestObjectByteCount) {
        case .object(let object):
            byteCount += object.content.count
            guard byteCount <= limits?.byteCount ?? .max else { throw tooMuch }
            return object
        case .absent: throw damaged(id, "it is missing")
        case .damaged(let reason): throw damaged(id, reason)
        case .tooLarge(_, let byteCount):
            throw GitError(
                .writeFailed,
                "the object \(id) of \(source.path) has \(byteCount) bytes, and at most "
                    + "\(Self.greatestObjectByteCount) are taken")
        }
    }

    private func damaged(_ id: GitObjectID, _ reason: String) -> GitError {
        GitError(.corrupted, "the object \(id) of \(source.path) cannot be read: \(reason)")
    }

    // MARK: What is missing

    /// The objects to be copied, each after those that it names.
    private func missing(_ tips: [GitObjectID]) throws(GitError) -> [GitObjectID] {
        let there = Set(try ReferenceList(of: destination).sound.map(\.target))
        var list = MissingObjects()
        var commits: [GitObjectID] = []
        var tags: [GitObjectID] = []
        for tip in Set(tips) where !(there.contains(tip) && destination.contains(tip)) {
            var id = tip
            for _ in 0..<Self.greatestTagDepth {
                guard let target = try target(ofTag: id) else { break }
                tags.append(id)
                id = target
            }
            switch try kind(of: id) {
            case .commit: commits.append(id)
            case .tree: try add(tree: id, to: &list)
            case .blob: list.add(id)
            case .tag: throw damaged(tip, "it is a tag of too many tags")
            }
        }
        for commit in try walk(from: commits, without: there) {
            let header: CommitHeader
            do throws(MirrorRefusal) {
                header = try source.commitHeader(commit)
            } catch {
                throw damaged(commit, error.detail)
            }
            try add(tree: header.tree, to: &list)
            list.add(commit)
        }
        for tag in tags.reversed() { list.add(tag) }
        return list.ids
    }

    /// The commits that some reach and others do not, parents first. Wraps `git_revwalk_next`.
    ///
    /// Commits whose dates run backwards can make it find more than are needed, never less.
    private func walk(
        from tips: [GitObjectID], without there: Set<GitObjectID>
    ) throws(GitError) -> [GitObjectID] {
        if tips.isEmpty { return [] }
        var walk: OpaquePointer?
        try check(
            unsafe git_revwalk_new(&walk, source.handle), .corrupted,
            "the commits of \(source.path) cannot be read")
        defer { unsafe git_revwalk_free(walk) }
        unsafe git_revwalk_sorting(
            walk, GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_REVERSE.rawValue)
        for tip in tips {
            var oid = tip.oid
            try check(
                unsafe git_revwalk_push(walk, &oid), .corrupted,
                "the commit \(tip) of \(source.path) cannot be read")
        }
        // What is not here, or is no commit, hides nothing.
        for tip in there where source.contains(tip) {
            var oid = tip.oid
            _ = unsafe git_revwalk_hide(walk, &oid)
        }
        var commits: [GitObjectID] = []
        var oid = git_oid()
        while true {
            let result = unsafe git_revwalk_next(&oid, walk)
            if result == GIT_ITEROVER.rawValue { return commits }
            try check(result, .corrupted, "the commits of \(source.path) cannot be read")
            if Signals.isTerminationPending { throw .terminated }
            commits.append(GitObjectID(oid))
            guard commits.count <= limits?.objectCount ?? .max else { throw tooMuch }
        }
    }

    /// Adds a tree and what it holds, but for what the destination has.
    private func add(tree: GitObjectID, to list: inout MissingObjects) throws(GitError) {
        // The trees on the way down, each with what it still has to add.
        var path: [(id: GitObjectID, rest: [GitTreeEntry])] = []
        if let entries = try entries(ofNew: tree, list) { path.append((tree, entries)) }
        while let (id, rest) = path.last {
            guard let entry = rest.last else {
                list.add(id)
                path.removeLast()
                continue
            }
            path[path.count - 1].rest.removeLast()
            switch entry.kind {
            case .tree:
                if path.contains(where: { $0.id == entry.id }) { continue }
                if let entries = try entries(ofNew: entry.id, list) {
                    path.append((entry.id, entries))
                }
            case .blob where !destination.contains(entry.id): list.add(entry.id)
            // A commit of another repository is not to be here.
            default: break
            }
        }
    }

    private func entries(
        ofNew tree: GitObjectID, _ list: MissingObjects
    ) throws(GitError) -> [GitTreeEntry]? {
        if list.has(tree) || destination.contains(tree) { return nil }
        var handle: OpaquePointer?
        var oid = tree.oid
        guard unsafe git_tree_lookup(&handle, source.handle, &oid) >= 0 else {
            throw damaged(tree, GitLibrary.lastMessage)
        }
        defer { unsafe git_tree_free(handle) }
        var entries: [GitTreeEntry] = []
        for index in 0..<(unsafe git_tree_entrycount(handle)) {
            guard let entry = unsafe git_tree_entry_byindex(handle, index),
                let id = unsafe git_tree_entry_id(entry)?.pointee,
                let kind = GitObjectKind(unsafe git_tree_entry_type(entry))
            else { continue }
            entries.append(GitTreeEntry(id: GitObjectID(id), kind: kind))
        }
        return entries
    }

    private func kind(of id: GitObjectID) throws(GitError) -> GitObjectKind {
        switch source.read(id, limit: 0) {
        case .object(let object): return object.kind
        case .tooLarge(let kind, _): return kind
        case .absent: throw damaged(id, "it is missing")
        case .damaged(let reason): throw damaged(id, reason)
        }
    }

    /// What a tag is of; nil for something else.
    private func target(ofTag id: GitObjectID) throws(GitError) -> GitObjectID? {
        guard try kind(of: id) == .tag else { return nil }
        var tag: OpaquePointer?
        var oid = id.oid
        guard unsafe git_tag_lookup(&tag, source.handle, &oid) >= 0 else {
            throw damaged(id, GitLibrary.lastMessage)
        }
        defer { unsafe git_tag_free(tag) }
        guard let target = unsafe git_tag_target_id(tag)?.pointee else {
            throw damaged(id, "it is a tag of nothing")
        }
        return GitObjectID(target)
    }
}

/// What a tree has.
private struct GitTreeEntry {
    let id: GitObjectID
    let kind: GitObjectKind
}

/// Objects to be copied, each once.
private struct MissingObjects {
    private(set) var ids: [GitObjectID] = []
    private var known: Set<GitObjectID> = []

    func has(_ id: GitObjectID) -> Bool { known.contains(id) }

    mutating func add(_ id: GitObjectID) {
        if known.insert(id).inserted { ids.append(id) }
    }
}
