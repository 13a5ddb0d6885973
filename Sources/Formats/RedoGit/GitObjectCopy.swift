internal import CGit2
import RedoSystem

/// Copies objects between two repositories on this machine.
///
/// An interrupted copy leaves objects to which nothing leads in the receiving repository.
struct GitObjectCopy {
    private let source: GitRepository
    private let destination: GitRepository
    /// Nil if the source is trusted.
    private let limits: GitLimits?

    /// The maximum number of objects that become separate files, as when git receives them; more become a pack.
    private static let maximumLooseCount = 100
    private static let maximumObjectByteCount = 1 << 25
    /// The number of objects that are compressed at once, on all processors.
    private static let chunkCount = 8192
    private static let chunkByteCount = 1 << 26
    /// The maximum depth of tags of tags.
    private static let maximumTagDepth = 8

    init(from source: GitRepository, to destination: GitRepository, _ limits: GitLimits?) {
        self.source = source
        self.destination = destination
        self.limits = limits
    }

    /// Copies the objects that some objects reach and the references of the destination do not.
    ///
    /// - Throws: STORAGE_003 if they cannot be written or exceed the limits, STORAGE_004 if an object is missing or
    ///   damaged.
    func copy(
        _ tips: [GitObjectID], progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        let missing = try missing(tips)
        if missing.isEmpty { return }
        try write(missing, progress)
    }

    /// Copies some objects, each after those that it refers to.
    ///
    /// - Throws: STORAGE_003 if they cannot be written or exceed the limits, STORAGE_004 if one is missing or damaged.
    func write(
        _ ids: [GitObjectID], _ progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(RedoError) {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        guard ids.count <= limits?.objectCount ?? .max else { throw tooMuch }
        var byteCount = 0
        if ids.count <= Self.maximumLooseCount {
            for (index, id) in ids.enumerated() {
                try destination.write(try read(id, &byteCount))
                progress(index + 1, ids.count)
            }
            return
        }
        let pack = try GitPackWriter(in: destination, objectCount: ids.count)
        var rest = ids[...]
        while !rest.isEmpty {
            let objects = try read(firstOf: rest, &byteCount)
            try pack.add(objects, named: rest.prefix(objects.count))
            rest = rest.dropFirst(objects.count)
            progress(rest.startIndex, ids.count)
        }
        try pack.finish()
        destination.refresh()
    }

    private var tooMuch: RedoError { RedoError(tooMuchIn: source.path) }

    /// Reads as many objects as are compressed at once.
    private func read(
        firstOf ids: ArraySlice<GitObjectID>, _ byteCount: inout Int
    ) throws(RedoError) -> [GitObject] {
        let start = byteCount
        var objects: [GitObject] = []
        for id in ids.prefix(Self.chunkCount) {
            objects.append(try read(id, &byteCount))
            if byteCount - start >= Self.chunkByteCount { break }
        }
        return objects
    }

    private func read(_ id: GitObjectID, _ byteCount: inout Int) throws(RedoError) -> GitObject {
        if Signals.isTerminationPending { throw .terminated }
        switch source.read(id, limit: Self.maximumObjectByteCount) {
        case .object(let object):
            byteCount += object.content.count
            guard byteCount <= limits?.byteCount ?? .max else { throw tooMuch }
            return object
        case .absent: throw damaged(id, "it is missing")
        case .damaged(let reason): throw damaged(id, reason)
        case .tooLarge(_, let byteCount):
            throw RedoError(
                .writeFailed,
                "the object \(id) of \(source.path) has \(byteCount) bytes, and at most "
                    + "\(Self.maximumObjectByteCount) are taken")
        }
    }

    private func damaged(_ id: GitObjectID, _ reason: String) -> RedoError {
        RedoError(.corrupted, "the object \(id) of \(source.path) cannot be read: \(reason)")
    }

    // MARK: What is missing

    /// The objects to be copied, each after those that it refers to.
    private func missing(_ tips: [GitObjectID]) throws(RedoError) -> [GitObjectID] {
        let there = Set(try ReferenceList(of: destination).sound.map(\.target))
        var list = MissingObjects()
        var commits: [GitObjectID] = []
        var tags: [GitObjectID] = []
        for tip in Set(tips) where !(there.contains(tip) && destination.contains(tip)) {
            var id = tip
            for _ in 0..<Self.maximumTagDepth {
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
        // The destination's packs are listed once, not for each object that it lacks.
        destination.refresh()
        let new = try source.commits(
            from: commits, hiding: there, maximumCount: limits?.objectCount ?? .max)
        for commit in new {
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

    /// Adds a tree and its contents, without objects that the destination has.
    private func add(tree: GitObjectID, to list: inout MissingObjects) throws(RedoError) {
        // The trees on the current path, each with its remaining entries.
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
            case .blob where !destination.holds(entry.id): list.add(entry.id)
            // A submodule: the commit is in another repository.
            default: break
            }
        }
    }

    private func entries(
        ofNew tree: GitObjectID, _ list: MissingObjects
    ) throws(RedoError) -> [GitTreeEntry]? {
        if list.has(tree) || destination.holds(tree) { return nil }
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

    private func kind(of id: GitObjectID) throws(RedoError) -> GitObjectKind {
        switch source.read(id, limit: 0) {
        case .object(let object): return object.kind
        case .tooLarge(let kind, _): return kind
        case .absent: throw damaged(id, "it is missing")
        case .damaged(let reason): throw damaged(id, reason)
        }
    }

    /// The target of a tag; nil for another object.
    private func target(ofTag id: GitObjectID) throws(RedoError) -> GitObjectID? {
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

/// An entry of a tree.
private struct GitTreeEntry {
    let id: GitObjectID
    let kind: GitObjectKind
}

/// Objects to be copied, without duplicates.
private struct MissingObjects {
    private(set) var ids: [GitObjectID] = []
    private var known: Set<GitObjectID> = []

    func has(_ id: GitObjectID) -> Bool { known.contains(id) }

    mutating func add(_ id: GitObjectID) {
        if known.insert(id).inserted { ids.append(id) }
    }
}
