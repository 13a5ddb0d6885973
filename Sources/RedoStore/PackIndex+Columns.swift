import RedoLog

extension PackIndex {
    var ids: Column<ChangeID> {
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

    var flags: Column<UInt8> {
        @_lifetime(borrow self)
        get { column(.flags) }
    }

    /// The nodes' tasks by number; that of no task is not below their count.
    var tasks: Column<UInt32> {
        @_lifetime(borrow self)
        get { column(.tasks) }
    }

    var parentStarts: Column<UInt32> {
        @_lifetime(borrow self)
        get { column(.parentStarts) }
    }

    var parents: Column<UInt32> {
        @_lifetime(borrow self)
        get { column(.parents) }
    }

    /// The nodes that are about a to-do, in their order.
    var todos: Column<TodoMention> {
        @_lifetime(borrow self)
        get { column(.todos) }
    }

    /// The MERGEs of the payload dialect, in their order.
    var bases: Column<BaseMention> {
        @_lifetime(borrow self)
        get { column(.bases) }
    }

    /// The nodes' numbers sorted by id.
    var sorted: Column<UInt32> {
        @_lifetime(borrow self)
        get { column(.sorted) }
    }

    var frames: Column<IndexBuilder.Frame> {
        @_lifetime(borrow self)
        get { column(.frames) }
    }
}

extension Column<UInt32> {
    /// Where a node's elements are in another column, if this one says where each node's start.
    func range(at node: Int) -> Range<Int> {
        let start = Int(self[node])
        return start..<max(start, Int(self[node + 1]))
    }
}
