import RedoCrypto
import RedoJSON
import RedoModel

/// The nodes of one user in a log, in numbers.
package struct AuthorSummary: Sendable {
    /// The number of copies of nodes; a node that is stored twice counts twice.
    package var nodeCount = 0
    /// The name in the last of the user's nodes; it is unverified.
    package var name: JSONString?
}

extension [UserID: AuthorSummary] {
    /// Adds nodes of an author.
    package mutating func add(_ author: Author, nodeCount: Int = 1) {
        self[author.userID, default: AuthorSummary()].nodeCount += nodeCount
        if let name = author.name { self[author.userID]?.name = name }
    }
}

extension StoredLog {
    /// The users that wrote nodes. O(n), from the columns of indexes.
    package var authors: [UserID: AuthorSummary] {
        var authors: [UserID: AuthorSummary] = [:]
        for pack in packs {
            for (author, count) in pack.nodeCounts { authors.add(author, nodeCount: count) }
        }
        for node in loose { authors.add(node.author) }
        return authors
    }
}

extension StoredLog {
    /// Whether a node has a key as its author's. O(a + l) for a authors of packs and l loose nodes.
    package func hasAuthor(with key: PublicKey) -> Bool {
        packs.contains { $0.hasAuthor(with: key) }
            || loose.contains { $0.author.publicKey == key }
    }
}
