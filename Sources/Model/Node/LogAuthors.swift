import RedoCrypto

/// The author of a node, as far as families distinguish authors.
package enum AuthorKey: Hashable, Sendable {
    case key(PublicKey)
    /// The user of a node without a key, which has not left its machine.
    case user(UserID)

    package init(_ author: Author) {
        self = author.publicKey.map { .key($0) } ?? .user(author.userID)
    }

    /// The first half of the key.
    package var userID: UserID {
        switch self {
        case .key(let key): UserID(key)
        case .user(let user): user
        }
    }

    /// Whether a node by this author is a node by a key: an author without a key is, if the user is the key's.
    package func isWritten(by key: PublicKey) -> Bool {
        switch self {
        case .key(let own): own == key
        case .user(let user): user == UserID(key)
        }
    }
}

/// The author of each node of a log, in four bytes for each.
package struct LogAuthors: Sendable {
    /// All authors, each once.
    package let keys: [AuthorKey]
    private let numbers: [Int32]

    package init(_ builder: consuming Builder) {
        keys = builder.keys
        numbers = builder.numbers
    }

    /// The index in ``keys`` of the author of a node.
    package func number(of node: Int) -> Int { Int(numbers[node]) }

    package subscript(node: Int) -> AuthorKey { keys[Int(numbers[node])] }

    /// A builder to which the authors of a log are added in replay order.
    package struct Builder: Sendable {
        fileprivate var keys: [AuthorKey] = []
        fileprivate var numbers: [Int32] = []
        /// The indexes of the authors with a user: each with a key, and perhaps one without.
        private var indexes: [UserID: [Int]] = [:]

        package init() {}

        package var count: Int { numbers.count }

        /// The number of an author; an author without one gets a new one.
        package mutating func number(of key: AuthorKey) -> Int {
            number(of: key, key.userID)
        }

        /// The number of the author of a node.
        mutating func number(of author: Author) -> Int {
            number(of: AuthorKey(author), author.userID)
        }

        private mutating func number(of key: AuthorKey, _ user: UserID) -> Int {
            // A user is hashed in a fraction of the time of a key.
            if let index = indexes[user]?.first(where: { keys[$0] == key }) { return index }
            indexes[user, default: []].append(keys.count)
            keys.append(key)
            return keys.count - 1
        }

        /// Adds the next node.
        ///
        /// - Parameter number: the number of its author.
        package mutating func append(_ number: Int) { numbers.append(Int32(number)) }
    }
}
