import RedoModel

/// Reads the nodes of an logIndex, best in their order or against it: one frame of each pack is in
/// memory.
package final class LogIndexReader {
    private let places: [LogIndex.Place]
    private let loose: [Node]
    private let validator = NodeValidator()
    private let cursors: [Cursor]

    /// A class, since an array cannot hold what is not to be copied.
    private final class Cursor {
        var cursor: FrameCursor

        init(_ pack: Pack) { cursor = FrameCursor(pack) }
    }

    package init(_ logIndex: LogIndex) {
        places = logIndex.places
        loose = logIndex.loose
        cursors = logIndex.packs.map { Cursor($0) }
    }

    /// A node by its number; nil where it cannot be read.
    package func node(_ number: Int) -> Node? {
        let place = places[number]
        if place.source == LogIndex.Place.loose { return loose[Int(place.number)] }
        let cursor = cursors[Int(place.source)]
        guard let read = try? cursor.cursor.node(Int(place.number), validator) else { return nil }
        return try? read.get()
    }

    /// What a node does; nil where it cannot be read.
    func change(_ number: Int) -> Change? {
        let place = places[number]
        if place.source == LogIndex.Place.loose { return Change(loose[Int(place.number)]) }
        let cursor = cursors[Int(place.source)]
        return (try? cursor.cursor.change(Int(place.number), validator)) ?? nil
    }
}
