import RedoModel

/// The commits that some references reach and that are not known yet, parents first.
struct CommitWalk {
    private(set) var commits: [CommitHeader] = []
    private(set) var refused: [MirrorRefusal] = []
    private let repository: GitRepository
    private let known: CommitMap
    private var visited: Set<GitObjectID> = []
    /// The maximum depth of tags of tags.
    private static let maximumTagDepth = 8

    init(_ repository: GitRepository, beyond known: CommitMap) {
        self.repository = repository
        self.known = known
    }

    /// Follows a reference.
    ///
    /// - Parameter progress: receives the number of commits that were read.
    mutating func follow(_ tip: GitObjectID, progress: (Int) -> Void = { _ in }) {
        // The commits on the current path, each with the index of its next parent. The call stack would not do: a log
        // is as deep as it is long.
        var path: [(commit: CommitHeader, next: Int)] = []
        if let commit = visit(peeled(tip)) { path.append((commit, 0)) }
        while let (commit, next) = path.last {
            if next < commit.parents.count {
                path[path.count - 1].next += 1
                if let parent = visit(commit.parents[next]) { path.append((parent, 0)) }
            } else {
                commits.append(commit)
                path.removeLast()
                if commits.count.isMultiple(of: 1024) { progress(commits.count) }
            }
        }
    }

    /// Reads a commit that has not been seen yet.
    private mutating func visit(_ id: GitObjectID) -> CommitHeader? {
        guard !known.contains(id), visited.insert(id).inserted else { return nil }
        do throws(MirrorRefusal) {
            return try repository.commitHeader(id)
        } catch {
            refused.append(error)
            return nil
        }
    }

    /// The target of an annotated tag; any other object is returned unchanged.
    private func peeled(_ id: GitObjectID) -> GitObjectID {
        var id = id
        for _ in 0..<Self.maximumTagDepth {
            if known.contains(id) { return id }
            guard
                case .object(let object) = repository.read(
                    id, limit: CommitHeader.maximumByteCount),
                object.kind == .tag,
                let line = object.content.split(separator: UInt8(ascii: "\n")).first,
                line.starts(with: "object ".utf8),
                let target = GitObjectID(hexadecimal: line.span.extracting(droppingFirst: 7))
            else { return id }
            id = target
        }
        return id
    }
}

extension GitRepository {
    /// Reads a commit.
    ///
    /// - Throws: ``MirrorRefusal`` if it is missing, damaged, too large or not a commit.
    func commitHeader(_ id: GitObjectID) throws(MirrorRefusal) -> CommitHeader {
        switch read(id, limit: CommitHeader.maximumByteCount) {
        case .object(let object):
            guard object.kind == .commit else {
                throw MirrorRefusal(
                    id, .schemaMismatch, "it is a \(object.kind.name), not a commit")
            }
            guard let header = CommitHeader(id, object.content) else {
                throw MirrorRefusal(id, .schemaMismatch, "it is not in the form of a commit")
            }
            return header
        case .absent: throw MirrorRefusal(damaged: id, "it is missing")
        case .damaged(let reason): throw MirrorRefusal(damaged: id, "it is damaged: \(reason)")
        case .tooLarge(let kind, let byteCount):
            throw MirrorRefusal(
                id, .payloadTooLarge,
                "the \(kind.name) has \(byteCount) bytes, and that of a node has at most "
                    + "\(CommitHeader.maximumByteCount)")
        }
    }
}
