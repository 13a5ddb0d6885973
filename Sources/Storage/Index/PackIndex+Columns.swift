import RedoModel

extension PackIndex {
    var ids: Column<NodeID> {
        @_lifetime(borrow self)
        get { column(.ids) }
    }

    var lamports: Column<UInt64> {
        @_lifetime(borrow self)
        get { column(.lamports) }
    }

    var walls: Column<Int64> {
        @_lifetime(borrow self)
        get { column(.walls) }
    }

    var actions: Column<UInt8> {
        @_lifetime(borrow self)
        get { column(.actions) }
    }

    /// The index of each node's author.
    var authorNumbers: Column<UInt32> {
        @_lifetime(borrow self)
        get { column(.authors) }
    }

    var flags: Column<UInt8> {
        @_lifetime(borrow self)
        get { column(.flags) }
    }

    /// The subjects of the nodes. A number below the number of tasks is a task.
    var subjects: Column<UInt32> {
        @_lifetime(borrow self)
        get { column(.subjects) }
    }

    var parentStarts: Column<UInt32> {
        @_lifetime(borrow self)
        get { column(.parentStarts) }
    }

    var parents: Column<UInt32> {
        @_lifetime(borrow self)
        get { column(.parents) }
    }

    /// The nodes about a to-do, in their order.
    var todos: Column<TodoMention> {
        @_lifetime(borrow self)
        get { column(.todos) }
    }

    /// The MERGEs of the payload dialect, in their order.
    var bases: Column<BaseMention> {
        @_lifetime(borrow self)
        get { column(.bases) }
    }

    /// The CREATEs that close their tasks, in their order.
    var closing: Column<UInt32> {
        @_lifetime(borrow self)
        get { column(.closing) }
    }

    /// The nodes' numbers sorted by id.
    var sorted: Column<UInt32> {
        @_lifetime(borrow self)
        get { column(.sorted) }
    }

    /// The offsets of the nodes' lines in the content of their frames.
    var lines: Column<UInt32> {
        @_lifetime(borrow self)
        get { column(.lines) }
    }

    var frames: Column<IndexBuilder.Frame> {
        @_lifetime(borrow self)
        get { column(.frames) }
    }
}

extension Column<UInt32> {
    /// The range of a node's elements in another column, if this one has the start of each node's range.
    ///
    /// Inlined, since it is called for each node of a log.
    @inline(__always)
    func range(at node: Int) -> Range<Int> {
        let start = Int(self[node])
        return start..<max(start, Int(self[node + 1]))
    }

    /// The range of a node's line, without its line feed, in the content of its frame, if this column has the start
    /// of each line; nil if there is no line. The lines of a frame cover all its bytes.
    ///
    /// - Parameter nodes: those of the frame, this one included.
    func line(of node: Int, among nodes: Range<Int>, in content: Span<UInt8>) -> Range<Int>? {
        let start = Int(self[node])
        let next = node + 1 < nodes.upperBound ? Int(self[node + 1]) : content.count
        guard start < next, next <= content.count, content[next - 1] == UInt8(ascii: "\n"),
            start == 0 ? node == nodes.lowerBound : content[start - 1] == UInt8(ascii: "\n"),
            node > nodes.lowerBound || start == 0
        else { return nil }
        return start..<next - 1
    }
}

extension PackIndex {
    /// The latest wall time of its nodes; nil if it has none. O(n).
    var newestWall: Instant? {
        let walls = walls
        return (0..<walls.count).map { walls[$0] }.max().map(Instant.init(milliseconds:))
    }
}
