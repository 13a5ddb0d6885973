import RedoModel
import RedoSystem

/// The data that stage 2 needs of stored nodes, from the columns of indexes if they are packed.
struct ParentLookup {
    private let store: Store
    /// Opened when the first node is looked up.
    private var packs: [Pack] = []
    private var isOpen = false

    init(_ store: Store) { self.store = store }

    /// The facts of a stored node; nil if it is missing or damaged, since a child of an unreadable node is not
    /// connected.
    mutating func facts(
        of id: NodeID, validator: borrowing NodeValidator
    ) throws(RedoError) -> ParentFacts? {
        if !isOpen {
            packs = try store.packs.open(using: Pack.facts)
            isOpen = true
        }
        if let facts = packs.parentFacts(of: id) { return facts }
        if let facts = try looseFacts(of: id, validator: validator) { return facts }
        // A gc may have packed it since the packs were listed.
        let isNew = try store.packs.reopen(&packs, using: Pack.facts)
        return isNew ? packs.parentFacts(of: id) : nil
    }

    private func looseFacts(
        of id: NodeID, validator: borrowing NodeValidator
    ) throws(RedoError) -> ParentFacts? {
        let line: [UInt8]?
        do throws(SystemError) {
            line = try store.objects.line(of: id)
        } catch {
            throw RedoError(reading: "a node cannot be read", cause: error)
        }
        return line.flatMap { try? store.read($0, as: id, validator: validator).parentFacts }
    }
}
