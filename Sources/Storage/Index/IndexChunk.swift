import RedoModel

/// A part of an index, an array of elements of the same width. A node is identified by its number, its position in
/// the pack.
enum IndexChunk: Int, CaseIterable, Sendable {
    /// 32 bytes for each node.
    case ids
    /// The nodes' numbers sorted by id, 4 bytes each.
    case sorted
    /// For each value of an id's first byte, how many ids begin with it or a smaller one, 4 bytes each.
    case fanOut
    /// 8 bytes for each node.
    case lamports
    /// Milliseconds since 1970, 8 bytes for each node, signed.
    case walls
    /// 1 byte for each node: ``RedoModel/Action/code``, or, from ``firstNamedAction`` on, an index into
    /// `actionNames`; ``unnamedAction`` if there was no number left.
    case actions
    /// The names of actions that this version does not define, a line each, in the order of their first nodes.
    case actionNames
    /// 1 byte for each node: 1 where it is signed, and 2 where it is of the payload dialect.
    case flags
    /// The subject of a node, 4 bytes for each node: an index into `taskIDs`, or, with the highest bit set, into
    /// `otherSubjects`; all bits set for nothing.
    case subjects
    /// 16 bytes for each task, in the order of their first nodes.
    case taskIDs
    /// For each subject that is not a task its kind, in 1 byte, and its id, in 32, in the order of their
    /// first nodes; see ``StoredSubject``.
    case otherSubjects
    /// The index of the author, 4 bytes for each node.
    case authors
    /// The authors' members as JSON Lines, in the order of their first nodes.
    case authorLines
    /// The index in `parents` at which a node's parents start, 4 bytes for each node and one more.
    case parentStarts
    /// 4 bytes for each parent of each node: its number, or, with the highest bit set, an index into
    /// `foreignParents`.
    case parents
    /// 32 bytes for each parent that is not in the pack.
    case foreignParents
    /// For each node that is about a to-do its number, in 4 bytes, and the to-do's id, in 16.
    case todos
    /// For each MERGE of the payload dialect its number, in 4 bytes, and its base, in 32.
    case bases
    /// The number of each CREATE that closes its task, in ascending order, 4 bytes each.
    case closing
    /// For each frame its offset in the pack, 8 bytes, its size and its content's size, 4 bytes each,
    /// and the number of its first node, 4 bytes.
    case frames
    /// The offset of a node's line in its frame's content, 4 bytes for each node.
    case lines

    /// Bytes of an element.
    var width: Int {
        switch self {
        case .actions, .actionNames, .flags, .authorLines: 1
        case .sorted, .fanOut, .subjects, .authors, .parentStarts, .parents, .closing,
            .lines:
            4
        case .lamports, .walls: 8
        case .taskIDs: 16
        case .todos, .frames: 20
        case .ids, .foreignParents: 32
        case .otherSubjects: 33
        case .bases: 36
        }
    }

    /// The number of the chunk's elements in an index of a number of nodes; nil if that does not determine it.
    func elementCount(nodeCount: Int) -> Int? {
        switch self {
        case .ids, .sorted, .lamports, .walls, .actions, .flags, .subjects, .authors,
            .lines:
            nodeCount
        case .parentStarts: nodeCount + 1
        case .fanOut: 256
        case .actionNames, .taskIDs, .otherSubjects, .authorLines, .parents, .foreignParents,
            .todos, .bases, .closing, .frames:
            nil
        }
    }

    /// The chunks that the numbers of this one refer to, and are checked against.
    var leadsInto: [IndexChunk] {
        switch self {
        case .subjects: [.taskIDs, .otherSubjects]
        case .parentStarts: [.parents]
        case .parents: [.foreignParents]
        default: []
        }
    }

    /// Four characters that name the chunk in the file.
    var name: String {
        switch self {
        case .ids: "IDS "
        case .sorted: "SORT"
        case .fanOut: "FAN "
        case .lamports: "LAMP"
        case .walls: "WALL"
        case .actions: "ACTN"
        case .actionNames: "ANAM"
        case .flags: "FLAG"
        case .subjects: "SUBJ"
        case .taskIDs: "TIDS"
        case .otherSubjects: "SIDS"
        case .authors: "AUTH"
        case .authorLines: "ALIN"
        case .parentStarts: "PSTA"
        case .parents: "PNUM"
        case .foreignParents: "PEXT"
        case .todos: "TODO"
        case .bases: "BASE"
        case .closing: "CLOS"
        case .frames: "FRAM"
        case .lines: "LINE"
        }
    }

    static let none = UInt32.max
    /// The bit that marks a parent or a subject as an index into the second of two tables.
    static let foreignBit: UInt32 = 1 << 31
    /// The first of the codes that encode an index into `actionNames`.
    static let firstNamedAction: UInt8 = 128
    /// The code of an action whose name only its node has.
    static let unnamedAction = UInt8.max
    static let signedFlag: UInt8 = 1
    static let payloadFlag: UInt8 = 2

    static func dialect(flags: UInt8) -> Dialect {
        flags & payloadFlag != 0 ? .payload : .fields
    }
}
