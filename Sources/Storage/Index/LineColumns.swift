import RedoModel

/// What an index knows of the lines of its pack.
///
/// Taken once for the lines of a frame: threads that read other lines of the pack would stop each other
/// by counting references to the index.
struct LineColumns: ~Escapable {
    private let ids: Column<NodeID>
    private let lamports: Column<UInt64>
    private let walls: Column<Int64>
    private let actions: Column<UInt8>
    private let flags: Column<UInt8>
    private let tasks: Column<UInt32>
    private let taskIDs: Column<TaskID>
    private let authors: Column<UInt32>
    private let parentStarts: Column<UInt32>
    let lines: Column<UInt32>

    @_lifetime(borrow index)
    init(_ index: borrowing PackIndex) {
        ids = index.ids
        lamports = index.lamports
        walls = index.walls
        actions = index.actions
        flags = index.flags
        tasks = index.tasks
        taskIDs = index.column(.taskIDs)
        authors = index.column(.authors)
        parentStarts = index.parentStarts
        lines = index.lines
    }

    func id(of node: Int) -> NodeID { ids[node] }

    /// Which of the authors wrote a node.
    func author(of node: Int) -> Int { Int(authors[node]) }

    func timestamp(of node: Int) -> Timestamp {
        Timestamp(
            lamport: Int(clamping: lamports[node]), wall: Instant(milliseconds: walls[node]))
    }

    func taskID(of node: Int) -> TaskID? {
        let task = Int(tasks[node])
        return task < taskIDs.count ? taskIDs[task] : nil
    }

    /// What tells where the members of a line are; nil for an action that only the content names.
    ///
    /// - Parameter authorByteCount: of the canonical bytes of the author.
    func facts(of node: Int, authorByteCount: Int) -> LineFacts? {
        guard let action = ActionCode.action(actions[node]) else { return nil }
        return LineFacts(
            id: ids[node], action: action, dialect: IndexChunk.dialect(flags: flags[node]),
            authorByteCount: authorByteCount, parentCount: parentStarts.range(at: node).count,
            lamport: Int(clamping: lamports[node]), hasTask: Int(tasks[node]) < taskIDs.count,
            isSigned: flags[node] & IndexChunk.signedFlag != 0)
    }
}
