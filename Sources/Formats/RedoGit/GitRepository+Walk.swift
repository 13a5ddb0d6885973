internal import CGit2
import RedoSystem

extension GitRepository {
    /// The commits that some commits reach and others do not, parents first. Wraps `git_revwalk_push`,
    /// `git_revwalk_hide` and `git_revwalk_next`.
    ///
    /// - Parameters:
    ///   - tips: commits that are here.
    ///   - hidden: names of objects; those that are missing, or are not commits, hide nothing. Commits with decreasing
    ///     dates can cause more results than needed, never fewer.
    ///   - maximumCount: the maximum number that is permitted.
    /// - Throws: STORAGE_003 if there are too many, STORAGE_004 if one of the commits cannot be
    ///   read, NETWORK_001 if a deferred signal to end the process is pending.
    package func commits(
        from tips: [GitObjectID], hiding hidden: some Sequence<GitObjectID>,
        maximumCount: Int = .max
    ) throws(RedoError) -> [GitObjectID] {
        let damage = packs.damaged.first.map { ", and \($0.sentence)" } ?? ""
        let what = "the commits of \(path) cannot be read\(damage)"
        if tips.isEmpty { return [] }
        var walk: OpaquePointer?
        try check(unsafe git_revwalk_new(&walk, handle), .corrupted, what)
        defer { unsafe git_revwalk_free(walk) }
        let order = GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_REVERSE.rawValue
        try check(unsafe git_revwalk_sorting(walk, order), .corrupted, what)
        for tip in tips {
            var oid = tip.oid
            try check(unsafe git_revwalk_push(walk, &oid), .corrupted, what)
        }
        refresh()
        for commit in hidden where holds(commit) {
            var oid = commit.oid
            _ = unsafe git_revwalk_hide(walk, &oid)
        }
        var commits: [GitObjectID] = []
        var oid = git_oid()
        while true {
            let result = unsafe git_revwalk_next(&oid, walk)
            if result == GIT_ITEROVER.rawValue { return commits }
            try check(result, .corrupted, what)
            if Signals.isTerminationPending { throw .terminated }
            commits.append(GitObjectID(oid))
            guard commits.count <= maximumCount else { throw RedoError(tooMuchIn: path) }
        }
    }

    /// Whether an object is here, without listing packs again. Wraps `git_odb_exists_ext`.
    func holds(_ id: GitObjectID) -> Bool {
        var oid = id.oid
        return unsafe git_odb_exists_ext(database, &oid, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 1
    }

    /// References whose names start with a prefix, by name: those that lead to an object.
    ///
    /// - Throws: STORAGE_004 if they cannot be listed.
    package func references(startingWith prefix: String) throws(RedoError) -> [GitReference] {
        try ReferenceList(of: self).sound.filter { $0.name.hasPrefix(prefix) }
    }
}

extension RedoError {
    /// The error for more objects than are read at once.
    init(tooMuchIn path: String) {
        self.init(.writeFailed, "\(path) has more than can be read at once")
    }
}
