import RedoModel

extension StoredLog {
    /// Whether there may be a node with one of the wanted actions; true if an action is named only by its node.
    /// O(codes in use), not of the number of packed nodes.
    package func mayHave(_ isWanted: (Action) -> Bool) -> Bool {
        loose.contains { isWanted($0.action) }
            || packs.contains { pack in pack.index.mayHave(isWanted) }
    }

    /// Whether a node can be void in the effective view: one grants or restricts permissions, or closes its task.
    /// O(codes in use), and O(l) for l loose nodes.
    package var mayHaveVoid: Bool {
        mayHave(\.decidesAuthority) || packs.contains { $0.index.closingCount > 0 }
            || loose.contains { $0.closesItsTask }
    }
}

extension StoredLog {
    /// Whether a loose node has one of the wanted actions. O(l) for l loose nodes.
    package func hasLoose(_ isWanted: (Action) -> Bool) -> Bool {
        loose.contains { isWanted($0.action) }
    }
}

extension LogIndex: LogColumns {
    package func wall(of number: Int) -> Instant { self[number].wall }

    package func action(of number: Int) -> Action? { self[number].action }

    package func numbers(withAction isWanted: (Action) -> Bool) -> [Int]? {
        guard
            loose.contains(where: { isWanted($0.action) })
                || packs.contains(where: { $0.index.mayHave(isWanted) })
        else { return [] }
        var wantedCodes: [[Bool?]] = []
        for pack in packs { wantedCodes.append(pack.index.codes(isWanted)) }
        var numbers: [Int] = []
        var number = 0
        while number < locations.count {
            let location = locations[number]
            if location.pack == Location.loose {
                if isWanted(loose[Int(location.ordinal)].action) { numbers.append(number) }
                number += 1
                continue
            }
            // Nodes of a pack are often adjacent.
            let pack = Int(location.pack)
            let index = packs[pack].index
            let actions = index.actions
            while number < locations.count, Int(locations[number].pack) == pack {
                let code = actions[Int(locations[number].ordinal)]
                guard let isWantedCode = wantedCodes[pack][Int(code)] else { return nil }
                if isWantedCode { numbers.append(number) }
                number += 1
            }
        }
        return numbers
    }

    package func closingCreates() -> [Int]? {
        var numbers: [Int] = []
        for (packOrdinal, pack) in packs.enumerated() where pack.index.closingCount > 0 {
            let index = pack.index
            let closing = index.closing
            for index in 0..<closing.count {
                numbers.append(packedNumbers[Int(closing[index]), of: packOrdinal])
            }
        }
        for node in loose where node.closesItsTask {
            if let number = number(of: node.id) { numbers.append(number) }
        }
        // A node can be in several packs.
        numbers.sort()
        return numbers.indices.compactMap { index in
            index > 0 && numbers[index] == numbers[index - 1] ? nil : numbers[index]
        }
    }

    package func authors() -> LogAuthors? {
        var authors = LogAuthors.Builder()
        let numbers = packs.map { pack in
            pack.authorKeys.map { authors.number(of: $0) }
        }
        while authors.count < locations.count {
            let location = locations[authors.count]
            if location.pack == Location.loose {
                let author = loose[Int(location.ordinal)].author
                authors.append(authors.number(of: AuthorKey(author)))
                continue
            }
            let pack = Int(location.pack)
            let index = packs[pack].index
            let column: Column<UInt32> = index.authorNumbers
            while authors.count < locations.count, Int(locations[authors.count].pack) == pack {
                authors.append(
                    numbers[pack][Int(column[Int(locations[authors.count].ordinal)])])
            }
        }
        return LogAuthors(authors)
    }
}

extension PackIndex {
    /// For each code whether its action is wanted; nil if only nodes name the action.
    func codes(_ isWanted: (Action) -> Bool) -> [Bool?] {
        (0...UInt8.max).map { Self.action($0, namedActions).map(isWanted) }
    }

    func mayHave(_ isWanted: (Action) -> Bool) -> Bool {
        // Actions without a code exist only if all codes are in use.
        namedActions.contains(where: isWanted)
            || namedActions.count > Int(IndexChunk.unnamedAction - IndexChunk.firstNamedAction) - 1
    }
}
