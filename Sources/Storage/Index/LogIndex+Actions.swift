import RedoModel

extension StoredLog {
    /// Whether a node has an action of some; true if only a node names its action. O(codes in use), not of
    /// the number of packed nodes.
    package func mayHave(_ isWanted: (Action) -> Bool) -> Bool {
        loose.contains { isWanted($0.action) }
            || packs.contains { pack in pack.index.mayHave(isWanted) }
    }
}

extension LogIndex {
    /// For each node whether it has an action of some; nil if only a node names its action. O(n).
    package func nodes(withAction isWanted: (Action) -> Bool) -> [Bool]? {
        var wantedCodes: [[Bool?]] = []
        for pack in packs { wantedCodes.append(pack.index.codes(isWanted)) }
        var isIncluded: [Bool] = []
        isIncluded.reserveCapacity(count)
        while isIncluded.count < locations.count {
            let location = locations[isIncluded.count]
            if location.pack == Location.loose {
                isIncluded.append(isWanted(loose[Int(location.ordinal)].action))
                continue
            }
            // Nodes of a pack often stand side by side.
            let pack = Int(location.pack)
            let index = packs[pack].index
            let actions = index.actions
            while isIncluded.count < locations.count, Int(locations[isIncluded.count].pack) == pack
            {
                let code = actions[Int(locations[isIncluded.count].ordinal)]
                guard let isWantedCode = wantedCodes[pack][Int(code)] else { return nil }
                isIncluded.append(isWantedCode)
            }
        }
        return isIncluded
    }
}

extension PackIndex {
    /// For each code whether its action is one of some; nil if only nodes name the action.
    fileprivate func codes(_ isWanted: (Action) -> Bool) -> [Bool?] {
        (0...UInt8.max).map { Self.action($0, namedActions).map(isWanted) }
    }

    fileprivate func mayHave(_ isWanted: (Action) -> Bool) -> Bool {
        // Nodes whose action has no code are there only if all codes are taken.
        namedActions.contains(where: isWanted)
            || namedActions.count > Int(IndexChunk.unnamedAction - IndexChunk.firstNamedAction) - 1
    }
}
