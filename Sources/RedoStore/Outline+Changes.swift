import RedoLog

extension Outline: ChangeSource {
    /// Reads what some nodes do, in replay order.
    ///
    /// - Returns: false where one cannot be read, so that somebody has to be told.
    /// - Complexity: O(n), and the frames that hold these nodes; one of each pack is in memory.
    package func forEachChange(
        where isWanted: (Int) -> Bool, _ body: (Int, Change) -> Void
    ) -> Bool {
        let reader = NodeReader()
        let cursors = FrameCursors(packs)
        for (number, place) in places.enumerated() where isWanted(number) {
            if place.source == Place.loose {
                body(number, Change(loose[Int(place.number)]))
                continue
            }
            guard let change = cursors.change(Int(place.number), of: Int(place.source), reader)
            else { return false }
            body(number, change)
        }
        return true
    }

    /// Reads some nodes.
    ///
    /// - Returns: nil where one cannot be read.
    package func nodes(where isWanted: (Int) -> Bool) -> [Int: Node]? {
        let reader = NodeReader()
        let cursors = FrameCursors(packs)
        var nodes: [Int: Node] = [:]
        for (number, place) in places.enumerated() where isWanted(number) {
            if place.source == Place.loose {
                nodes[number] = loose[Int(place.number)]
                continue
            }
            guard let node = cursors.node(Int(place.number), of: Int(place.source), reader)
            else { return nil }
            nodes[number] = node
        }
        return nodes
    }
}

/// A cursor in each pack.
private struct FrameCursors {
    private let cursors: [Cursor]

    /// A class, since an array cannot hold what is not to be copied.
    private final class Cursor {
        var cursor: FrameCursor

        init(_ pack: Pack) { cursor = FrameCursor(pack) }
    }

    init(_ packs: [Pack]) { cursors = packs.map { Cursor($0) } }

    func change(_ number: Int, of source: Int, _ reader: borrowing NodeReader) -> Change? {
        (try? cursors[source].cursor.change(number, reader)) ?? nil
    }

    func node(_ number: Int, of source: Int, _ reader: borrowing NodeReader) -> Node? {
        guard let read = try? cursors[source].cursor.node(number, reader) else { return nil }
        return try? read.get()
    }
}
