import RedoModel

/// Iterates over the nodes and parents of several sets in the order of their ids, each id once.
struct LinkedIDMerge: Sequence, IteratorProtocol {
    /// An id, with its roles in the sets.
    struct Element {
        let id: NodeID
        /// Whether a set has the node.
        var isNode = false
        /// Whether a set has a child of the node.
        var isParent = false
        /// Whether a set whose parents are required has a child of the node.
        var isRequired = false
    }

    /// The nodes of a set, or its other parents.
    private struct Cursor {
        let set: any LinkedNodeIDs
        let isOfParents: Bool
        /// Whether the parents of the set's nodes are required.
        let requiresParents: Bool
        var index = 0
        var id: NodeID

        init?(_ set: any LinkedNodeIDs, isOfParents: Bool, requiresParents: Bool) {
            guard (isOfParents ? set.otherParentCount : set.count) > 0 else { return nil }
            self.set = set
            self.isOfParents = isOfParents
            self.requiresParents = requiresParents
            id = isOfParents ? set.otherParent(at: 0) : set[0]
        }

        /// Advances to the next id.
        ///
        /// - Returns: whether there is one.
        mutating func advance() -> Bool {
            index += 1
            guard index < (isOfParents ? set.otherParentCount : set.count) else { return false }
            id = isOfParents ? set.otherParent(at: index) : set[index]
            return true
        }

        func note(in element: inout Element) {
            let isParent = isOfParents || set.hasChild(at: index)
            if !isOfParents { element.isNode = true }
            if isParent {
                element.isParent = true
                if requiresParents { element.isRequired = true }
            }
        }
    }

    /// A heap: no cursor has a lower id than its parent, at half its index.
    private var cursors: [Cursor] = []

    /// - Parameter requiresParents: whether the parents of a set's nodes are required, by its index.
    init(_ sets: [any LinkedNodeIDs], requiresParents: (Int) -> Bool) {
        for (index, set) in sets.enumerated() {
            for isOfParents in [false, true] {
                let cursor = Cursor(
                    set, isOfParents: isOfParents, requiresParents: requiresParents(index))
                if let cursor { cursors.append(cursor) }
            }
        }
        // A sorted array is a heap.
        cursors.sort { $0.id < $1.id }
    }

    mutating func next() -> Element? {
        guard let id = cursors.first?.id else { return nil }
        var element = Element(id: id)
        while let first = cursors.first, first.id == id {
            first.note(in: &element)
            if !cursors[0].advance() {
                let last = cursors.removeLast()
                if cursors.isEmpty { break }
                cursors[0] = last
            }
            sink()
        }
        return element
    }

    /// Moves the first cursor down until the heap is valid again.
    private mutating func sink() {
        var index = 0
        while true {
            var lowest = index
            for child in [2 * index + 1, 2 * index + 2] where child < cursors.count {
                if cursors[child].id < cursors[lowest].id { lowest = child }
            }
            if lowest == index { return }
            cursors.swapAt(lowest, index)
            index = lowest
        }
    }
}
