extension [ShareNode] {
    /// Splits the SHAREs and UNSHAREs of a task or category into those that might count and those that cannot, whatever
    /// has seen what. One cannot if neither the owner nor an author whom the owner let in wrote it. So large numbers of
    /// nodes by strangers cost little.
    ///
    /// - Complexity: O(g) for g names in them.
    func split(owner: Principal?) -> (possible: [ShareNode], impossible: [ShareNode]) {
        guard let owner else { return ([], self) }
        var byName: [Principal: [Int]] = [:]
        var most: [Permission?] = Array<Permission?>(repeating: nil, count: count)
        var pending: [Int] = []
        for (index, share) in enumerated() {
            for name in share.author.names { byName[name, default: []].append(index) }
            if share.author.principal == owner {
                most[index] = .admin
                pending.append(index)
            }
        }
        var given: [Principal: Permission] = [:]
        while let index = pending.popLast() {
            guard case .share(let grants) = self[index].content else { continue }
            for (name, permission) in grants {
                if let known = given[name], known >= permission { continue }
                given[name] = permission
                for other in byName[name] ?? [] {
                    if let known = most[other], known >= permission { continue }
                    most[other] = permission
                    if permission == .admin { pending.append(other) }
                }
            }
        }
        var (possible, impossible): ([ShareNode], [ShareNode]) = ([], [])
        for (index, share) in enumerated() {
            let isPossible =
                switch share.content {
                case .share: most[index] == .admin
                case .unshare: most[index] != nil
                case .closing: true
                }
            if isPossible { possible.append(share) } else { impossible.append(share) }
        }
        return (possible, impossible)
    }
}
