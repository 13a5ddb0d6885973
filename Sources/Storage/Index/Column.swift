import RedoCrypto
import RedoModel
import RedoSystem

/// A chunk of an index, as the elements that it consists of.
///
/// Obtained once for a loop over many nodes: an element then costs only the bounds check, and no reference is
/// counted.
struct Column<Element: ColumnElement>: ~Escapable {
    private let bytes: Span<UInt8>

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count / Element.byteCount }

    /// - Precondition: there is such an index.
    subscript(index: Int) -> Element { Element(bytes, at: index * Element.byteCount) }

    /// The number that an element begins with, without reading the rest of it.
    ///
    /// - Precondition: there is such an index, and elements have four bytes or more.
    func leadingNumber(at index: Int) -> UInt32 { bytes.number(at: index * Element.byteCount) }
}

/// An element of a column, of a fixed number of bytes.
protocol ColumnElement {
    static var byteCount: Int { get }

    /// Reads an element.
    ///
    /// - Precondition: all its bytes are inside.
    init(_ bytes: Span<UInt8>, at offset: Int)
}

extension ColumnElement where Self: FixedWidthInteger & BitwiseCopyable {
    static var byteCount: Int { MemoryLayout<Self>.size }

    init(_ bytes: Span<UInt8>, at offset: Int) { self = bytes.number(at: offset) }
}

extension UInt8: ColumnElement {}
extension UInt32: ColumnElement {}
extension UInt64: ColumnElement {}
extension Int64: ColumnElement {}

extension NodeID: ColumnElement {
    static var byteCount: Int { Digest.byteCount }

    init(_ bytes: Span<UInt8>, at offset: Int) {
        let bytes = bytes.extracting(offset..<offset + Self.byteCount)
        self.init(
            Digest(
                words: (bytes.number(at: 0) as UInt64).byteSwapped,
                (bytes.number(at: 8) as UInt64).byteSwapped,
                (bytes.number(at: 16) as UInt64).byteSwapped,
                (bytes.number(at: 24) as UInt64).byteSwapped))
    }
}

extension TaskID: ColumnElement {
    static var byteCount: Int { 16 }

    init(_ bytes: Span<UInt8>, at offset: Int) { self.init(UUIDValue(bytes, at: offset)) }
}

extension UUIDValue {
    fileprivate init(_ bytes: Span<UInt8>, at offset: Int) {
        self.init(
            high: (bytes.number(at: offset) as UInt64).byteSwapped,
            low: (bytes.number(at: offset + 8) as UInt64).byteSwapped)
    }
}

/// A node about a to-do, and the to-do.
struct TodoMention: ColumnElement {
    let node: Int
    let todo: TodoID

    static var byteCount: Int { 20 }

    init(_ bytes: Span<UInt8>, at offset: Int) {
        node = Int(bytes.number(at: offset) as UInt32)
        todo = TodoID(UUIDValue(bytes, at: offset + 4))
    }
}

/// A MERGE of the payload dialect, and its base.
struct BaseMention: ColumnElement {
    let node: Int
    let base: NodeID

    static var byteCount: Int { 36 }

    init(_ bytes: Span<UInt8>, at offset: Int) {
        node = Int(bytes.number(at: offset) as UInt32)
        base = NodeID(bytes, at: offset + 4)
    }
}

/// A subject that is not a task, as an index stores it.
struct StoredSubject: ColumnElement {
    /// Nil for bytes that are not a subject.
    let subject: Subject?

    private enum Kind: UInt8 { case category = 1, person, room }

    static var byteCount: Int { 1 + Digest.byteCount }

    init(_ bytes: Span<UInt8>, at offset: Int) {
        let id = NodeID(bytes, at: offset + 1)
        subject =
            switch Kind(rawValue: bytes[offset]) {
            case .category: .category(UUIDValue(bytes, at: offset + 1))
            case .person: .person(id)
            case .room: .room(id)
            case nil: nil
            }
    }

    /// The bytes of a subject; nil for a task. The id of a category is padded with zeros.
    static func bytes(of subject: Subject) -> [UInt8]? {
        func bytes(_ kind: Kind, _ id: [UInt8]) -> [UInt8] {
            [kind.rawValue] + id + [UInt8](repeating: 0, count: Digest.byteCount - id.count)
        }
        return switch subject {
        case .task: nil
        case .category(let id): bytes(.category, id.bytes)
        case .person(let id): bytes(.person, id.digest.bytes)
        case .room(let id): bytes(.room, id.digest.bytes)
        }
    }
}

extension Column<NodeID> {
    /// Whether the id at an index is greater than the one before it. Few ids begin with the same word, so this is
    /// faster than reading and comparing both.
    func ascends(at index: Int) -> Bool {
        let start = index * NodeID.byteCount
        for offset in stride(from: 0, to: NodeID.byteCount, by: MemoryLayout<UInt64>.size) {
            let word = (bytes.number(at: start + offset) as UInt64).byteSwapped
            let before = (bytes.number(at: start - NodeID.byteCount + offset) as UInt64).byteSwapped
            if word != before { return word > before }
        }
        return false
    }
}

extension IndexBuilder.Frame: ColumnElement {
    static var byteCount: Int { 20 }

    init(_ bytes: Span<UInt8>, at offset: Int) {
        self.init(
            offset: Int(clamping: bytes.number(at: offset) as UInt64),
            byteCount: Int(bytes.number(at: offset + 8) as UInt32),
            contentByteCount: Int(bytes.number(at: offset + 12) as UInt32),
            firstNode: Int(bytes.number(at: offset + 16) as UInt32))
    }
}
