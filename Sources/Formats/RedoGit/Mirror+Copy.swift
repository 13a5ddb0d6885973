import RedoModel
import RedoSystem

extension Mirror {
    /// The result of copying from another repository.
    package struct Copy {
        /// The commits that are here with everything that they reach, parents first.
        package internal(set) var commits: [GitObjectID] = []
        package internal(set) var refused: [MirrorRefusal] = []
    }

    /// Copies everything that a commit reaches from a repository on this machine, object by object: if one is missing,
    /// damaged or too large for a node, the others are copied anyway. No object is copied without all objects to which
    /// it refers.
    ///
    /// - Throws: STORAGE_003 if nothing can be written.
    package func copy(_ tip: GitObjectID, from other: GitRepository) throws(RedoError) -> Copy {
        repository.refresh()
        var walk = CommitWalk(other, beyond: CommitMap())
        walk.follow(tip)
        var copy = Copy(refused: walk.refused)
        var whole: Set<GitObjectID> = []
        var missing: [GitObjectID] = []
        var counted: Set<GitObjectID> = []
        for commit in walk.commits {
            if !commit.parents.allSatisfy(whole.contains) {
                copy.refused.append(
                    MirrorRefusal(
                        commit.id, .parentNotFound, "a commit that it follows cannot be read"))
                continue
            }
            do throws(MirrorRefusal) {
                let objects = try Self.objects(of: commit, in: other)
                whole.insert(commit.id)
                copy.commits.append(commit.id)
                for object in objects where counted.insert(object).inserted {
                    if !repository.holds(object) { missing.append(object) }
                }
            } catch {
                copy.refused.append(error)
            }
        }
        if missing.isEmpty { return copy }
        try GitObjectCopy(from: other, to: repository, GitLimits()).write(missing)
        return copy
    }

    /// The objects of a commit, if all of them are present.
    private static func objects(
        of commit: CommitHeader, in repository: GitRepository
    ) throws(MirrorRefusal) -> [GitObjectID] {
        let treeLimit = TreeImage.maximumByteCount
        let blobLimit = NodeValidator.maximumNodeByteCount + 1
        guard case .object(let tree) = repository.read(commit.tree, limit: treeLimit) else {
            throw MirrorRefusal(damaged: commit.id, "its tree \(commit.tree) cannot be read")
        }
        guard tree.kind == .tree else {
            throw MirrorRefusal(commit.id, .schemaMismatch, "its tree is a \(tree.kind.name)")
        }
        let blob: GitObjectID
        switch TreeImage.reading(tree.content) {
        case .node(let id), .heads(let id): blob = id
        case .other(let reason): throw MirrorRefusal(commit.id, .schemaMismatch, reason)
        }
        guard case .object(let file) = repository.read(blob, limit: blobLimit) else {
            throw MirrorRefusal(damaged: commit.id, "its file \(blob) cannot be read")
        }
        guard file.kind == .blob else {
            throw MirrorRefusal(commit.id, .schemaMismatch, "its file is a \(file.kind.name)")
        }
        return [blob, commit.tree, commit.id]
    }
}
