import RedoJSON

/// The node that creates each thing with its own id: the first that certifies the id, else the first.
struct Makers: Sendable {
    private var all: [OwnedThing: Maker] = [:]

    /// A node that creates a thing.
    struct Maker: Sendable {
        /// The node's index in replay order.
        let number: Int
        let task: TaskID?
        fileprivate let isCertified: Bool
    }

    subscript(thing: OwnedThing) -> Maker? { all[thing] }

    /// Records a node that would create a thing. Nodes come in replay order.
    ///
    /// - Parameter fields: the fields of the node.
    mutating func claim(_ thing: OwnedThing, number: Int, _ node: Node, _ fields: JSONElement?) {
        let isCertified = thing.kind.isCertified(thing.id, by: fields, node.author.publicKey)
        if let known = all[thing], known.isCertified || !isCertified { return }
        all[thing] = Maker(number: number, task: node.taskID, isCertified: isCertified)
    }
}
