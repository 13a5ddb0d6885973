import RedoJSON

/// The node that makes each thing with an id of its own: the first that certifies the id, else the first.
struct Makers: Sendable {
    private var all: [OwnedThing: Maker] = [:]

    /// A node that makes a thing.
    struct Maker: Sendable {
        /// The node's place in replay order.
        let number: Int
        let task: TaskID?
        fileprivate let isCertified: Bool
    }

    subscript(thing: OwnedThing) -> Maker? { all[thing] }

    /// Takes note of a node that would make a thing. They come in replay order.
    ///
    /// - Parameter fields: of the node.
    mutating func claim(_ thing: OwnedThing, number: Int, _ node: Node, _ fields: JSONElement?) {
        let isCertified = thing.kind.isCertified(thing.id, by: fields, node.author.publicKey)
        if let known = all[thing], known.isCertified || !isCertified { return }
        all[thing] = Maker(number: number, task: node.taskID, isCertified: isCertified)
    }
}
