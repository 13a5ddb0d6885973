import RedoModel

/// A reader of the nodes of a log index. Reading in replay order or its reverse is fastest: one frame of each pack is
/// in memory.
package final class LogIndexReader {
    private let locations: [LogIndex.Location]
    private let loose: [Node]
    private let validator = NodeValidator()
    private let packs: [Pack]
    /// Created for the first packed node: a list of ids alone needs no decompressor.
    private lazy var cursors = packs.map { Cursor($0) }

    /// A class, since an array cannot hold a non-copyable value.
    private final class Cursor {
        var cursor: FrameCursor

        init(_ pack: Pack) { cursor = FrameCursor(pack) }
    }

    package init(_ logIndex: LogIndex) {
        locations = logIndex.locations
        loose = logIndex.loose
        packs = logIndex.packs
    }

    /// A node by its number; nil if it cannot be read.
    package func node(_ number: Int) -> Node? {
        let location = locations[number]
        if location.pack == LogIndex.Location.loose { return loose[Int(location.ordinal)] }
        let cursor = cursors[Int(location.pack)]
        guard let read = try? cursor.cursor.node(Int(location.ordinal), validator) else {
            return nil
        }
        return try? read.get()
    }

    /// The change by a node; nil if it cannot be read.
    func change(_ number: Int) -> Change? {
        let location = locations[number]
        if location.pack == LogIndex.Location.loose { return Change(loose[Int(location.ordinal)]) }
        let cursor = cursors[Int(location.pack)]
        return (try? cursor.cursor.change(Int(location.ordinal), validator)) ?? nil
    }
}
