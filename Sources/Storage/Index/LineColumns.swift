import RedoModel

/// The columns of an index that locate the members of the lines of its pack.
///
/// Obtained once for the lines of a frame: otherwise threads that read other lines of the pack would contend for the
/// reference count of the index.
struct LineColumns: ~Escapable {
    private let ids: Column<NodeID>
    private let lamports: Column<UInt64>
    private let walls: Column<Int64>
    private let actions: Column<UInt8>
    private let flags: Column<UInt8>
    private let namedActions: [Action]
    private let subjects: Column<UInt32>
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
        namedActions = index.namedActions
        subjects = index.subjects
        taskIDs = index.column(.taskIDs)
        authors = index.column(.authors)
        parentStarts = index.parentStarts
        lines = index.lines
    }

    func id(of node: Int) -> NodeID { ids[node] }

    /// The index of the author of a node.
    func author(of node: Int) -> Int { Int(authors[node]) }

    func timestamp(of node: Int) -> Timestamp {
        Timestamp(
            lamport: Int(clamping: lamports[node]), wall: Instant(milliseconds: walls[node]))
    }

    func taskID(of node: Int) -> TaskID? {
        let task = Int(subjects[node])
        return task < taskIDs.count ? taskIDs[task] : nil
    }

    /// The positions of the members of a node's line; nil for an action that only the content names.
    ///
    /// - Parameters:
    ///   - authorByteCount: of the canonical bytes of the author.
    ///   - line: the range of the line.
    func layout(of node: Int, authorByteCount: Int, line: Range<Int>) -> LineLayout? {
        guard let action = PackIndex.action(actions[node], namedActions) else { return nil }
        return LineLayout(
            id: ids[node], action: action, dialect: IndexChunk.dialect(flags: flags[node]),
            authorByteCount: authorByteCount, parentCount: parentStarts.range(at: node).count,
            lamport: Int(clamping: lamports[node]), hasTask: Int(subjects[node]) < taskIDs.count,
            isSigned: flags[node] & IndexChunk.signedFlag != 0, line: line)
    }
}
