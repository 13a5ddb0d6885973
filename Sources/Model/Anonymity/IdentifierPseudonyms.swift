import RedoCrypto
import RedoJSON

/// Ids and keys in the place of others.
///
/// What is computed from other ids is recomputed from theirs: ids that certify their maker, ids of next
/// occurrences, of to-dos without an id of their own, and of what takes the place of something else. What was
/// not so before is not so afterwards. The order of users stays.
struct IdentifierPseudonyms {
    private let survey: LogSurvey
    private let source: PseudonymSource
    /// Drawn again for what is in an order that does not suit: by task, or by nonce.
    var attempts: [[UInt8]: Int] = [:]
    /// The ids of the nodes that are done, by number.
    var nodeIDs: [NodeID?]
    /// The nodes whose ids were asked for before they were done.
    var missing: Set<Int> = []

    private var things: [OwnedThing: UUIDValue] = [:]
    private var nextTodos: [TodoID: TodoID] = [:]
    private let users: [UserID: PublicKey]
    private let seeds: [PublicKey: [UInt8]]
    /// By a digest of a key, the key: it is what a person can be recovered with.
    private let recoveries: [Digest: PublicKey]

    init(_ survey: LogSurvey, _ source: PseudonymSource) {
        self.survey = survey
        self.source = source
        nodeIDs = Array(repeating: nil, count: survey.nodes.count)
        var pairs: [(key: PublicKey, seed: [UInt8])] = []
        var bytes = source.bytes(.key, for: [])
        for _ in survey.keys {
            let seed = bytes.next(count: SigningKey.seedByteCount)
            pairs.append((Self.key(seed).publicKey, seed))
        }
        pairs.sort { UserID($0.key) < UserID($1.key) }
        var users: [UserID: PublicKey] = [:]
        for (user, pair) in zip(survey.keys.keys.sorted(), pairs) { users[user] = pair.key }
        self.users = users
        seeds = Dictionary(pairs.map { ($0.key, $0.seed) }, uniquingKeysWith: { first, _ in first })
        var recoveries: [Digest: PublicKey] = [:]
        for key in survey.keys.values.joined() {
            recoveries[SHA256.digest(key.bytes.span)] = key
        }
        self.recoveries = recoveries
    }

    private static func key(_ seed: [UInt8]) -> SigningKey {
        var seed = seed
        return SigningKey(seed: SecretMemory(taking: &seed))
    }

    // MARK: Keys

    func image(of user: UserID) -> UserID {
        users[user].map { UserID($0) }
            ?? UserID(
                UUIDValue(bytes: source.digest(.hexadecimal, for: Array("\(user)".utf8)).bytes))
    }

    /// The key of a user; another one that begins in the same way signs nothing.
    func image(of key: PublicKey) -> PublicKey {
        let user = UserID(key)
        let other = source.digest(.key, for: key.bytes).bytes
        guard let first = users[user] else { return PublicKey(bytes: other) ?? key }
        if survey.keys[user]?.first == key { return first }
        return PublicKey(bytes: first.bytes.prefix(16) + other.suffix(16)) ?? key
    }

    /// The key pair of a public key that was drawn here; nil for any other key.
    func pair(of key: PublicKey) -> Signer? {
        seeds[key].map { Signer(Self.key($0)) }
    }

    /// 64 digits: a key, the digest of one, or anything else.
    func image(ofDigits digest: Digest) -> Digest {
        if let key = PublicKey(bytes: digest.bytes), survey.keys[UserID(key)]?.contains(key) == true
        {
            return Digest(bytes: image(of: key).bytes.span)
        }
        if let key = recoveries[digest] { return SHA256.digest(image(of: key).bytes.span) }
        return source.digest(.hexadecimal, for: digest.bytes)
    }

    /// 32 digits: a user, a nonce, or anything else.
    mutating func image(ofDigits user: UserID) -> [UInt8] {
        if users[user] != nil { return Array("\(image(of: user))".utf8) }
        return image(ofNonce: JSONString("\(user)")).utf8
    }

    // MARK: Nodes

    /// The id of a node; of one that the log does not have, any.
    mutating func image(of id: NodeID) -> NodeID {
        guard let number = survey.numbers[id] else {
            return NodeID(source.digest(.nodeID, for: id.digest.bytes))
        }
        guard let image = nodeIDs[number] else {
            missing.insert(number)
            return id
        }
        return image
    }

    // MARK: Things

    /// The id of a thing of some kind; see ``FieldRule``.
    ///
    /// - Parameter kind: nil for a to-do.
    mutating func image(of id: UUIDValue, _ kind: OwnedKind?) -> UUIDValue {
        guard let kind else { return image(of: TodoID(id)).value }
        return image(of: OwnedThing(kind: kind, id: id))
    }

    /// The id of something that only its digits tell.
    mutating func image(ofAny id: UUIDValue) -> UUIDValue {
        for kind in [OwnedKind.task, .category, .comment, .work] {
            let thing = OwnedThing(kind: kind, id: id)
            if survey.certificates[thing] != nil { return image(of: thing) }
        }
        return image(of: TodoID(id)).value
    }

    mutating func image(of thing: OwnedThing) -> UUIDValue {
        // The thing, what it takes the place of, and so on. It ends, since each id is made of a digest of the next.
        var chain = [thing]
        while let last = chain.last, things[last] == nil,
            let nonce = survey.certificates[last]?.nonce, let before = survey.again[nonce]
        {
            chain.append(before)
        }
        for link in chain.reversed() where things[link] == nil {
            things[link] =
                survey.certificates[link].map { certificate in
                    link.kind.certifiedID(
                        image(of: certificate.key), nonce: image(ofNonce: certificate.nonce))
                } ?? plainImage(of: link.id)
        }
        return things[thing] ?? thing.id
    }

    /// The nonce of an id, which can name the thing whose place it takes.
    mutating func image(ofNonce nonce: JSONString) -> JSONString {
        if let before = survey.again[nonce] {
            return before.kind.nonce(inPlaceOf: image(of: before))
        }
        let digest = source.digest(
            .nonce, for: nonce.utf8, attempt: attempts[nonce.utf8, default: 0])
        return JSONString("\(UserID(UUIDValue(bytes: digest.bytes)))")
    }

    mutating func image(of todo: TodoID) -> TodoID {
        var chain: [(todo: TodoID, task: TaskID)] = []
        var last = todo
        while nextTodos[last] == nil, let next = survey.nextTodos[last] {
            chain.append((last, next.task))
            last = next.todo
        }
        var image: TodoID
        if let known = nextTodos[last] {
            image = known
        } else if let node = survey.unnamedTodos[last] {
            guard let id = nodeIDs[node] else {
                missing.insert(node)
                return todo
            }
            image = TodoID(unnamedTodoOf: id)
        } else {
            image = TodoID(plainImage(of: last.value))
        }
        for link in chain.reversed() {
            let task = self.image(of: OwnedThing(kind: .task, id: link.task.value))
            image = TodoID(after: image, of: TaskID(task))
            nextTodos[link.todo] = image
        }
        return image
    }

    /// A random id of the same version and variant.
    private func plainImage(of id: UUIDValue) -> UUIDValue {
        let key = id.bytes
        let digest = source.digest(.uuid, for: key, attempt: attempts[key, default: 0])
        let drawn = UUIDValue(bytes: digest.bytes)
        let (version, variant) = (UInt64(0xF000), UInt64(0b11) << 62)
        return UUIDValue(
            high: drawn.high & ~version | id.high & version,
            low: drawn.low & ~variant | id.low & variant)
    }

    // MARK: Further attempts

    /// Draws another id for a task or thing the next time; false if its id hangs on others.
    mutating func redraw(_ thing: OwnedThing) -> Bool {
        guard let certificate = survey.certificates[thing] else {
            attempts[thing.id.bytes, default: 0] += 1
            return true
        }
        if survey.again[certificate.nonce] != nil { return false }
        attempts[certificate.nonce.utf8, default: 0] += 1
        return true
    }

    /// Forgets what was computed, so that all of it is recomputed.
    mutating func startAgain() {
        things = [:]
        nextTodos = [:]
        nodeIDs = Array(repeating: nil, count: nodeIDs.count)
    }
}
