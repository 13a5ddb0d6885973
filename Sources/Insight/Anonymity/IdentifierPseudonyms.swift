import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// The replacements of ids and keys.
///
/// Ids that are computed from other ids are recomputed from the replacements of these: ids that certify their creator,
/// ids of next occurrences, of to-dos without their own id, and of things that replace others. No other id becomes such
/// an id. The order of authors is kept.
struct IdentifierPseudonyms {
    private let survey: LogSurvey
    private let pseudonyms: Pseudonyms
    /// The number of redraws of an id or nonce.
    private var attempts: [[UInt8]: Int] = [:]
    /// The ids of the nodes that have been replaced, by number.
    var nodeIDs: [NodeID?]
    /// The nodes whose ids were requested before they were replaced.
    var missing: Set<Int> = []

    private var images: [UUIDValue: UUIDValue] = [:]
    /// The keys of authors.
    private let keys: [UserID: PublicKey]
    private let seeds: [PublicKey: [UInt8]]
    /// The keys of authors by their digests: a person can be recovered with such a key.
    private let recoveries: [Digest: PublicKey]

    init(_ survey: LogSurvey, _ pseudonyms: Pseudonyms) {
        self.survey = survey
        self.pseudonyms = pseudonyms
        nodeIDs = Array(repeating: nil, count: survey.nodes.count)
        let pairs = survey.keys.map { _ in
            let seed = RandomBytes.bytes(count: SigningKey.seedByteCount)
            return (key: Self.key(seed).publicKey, seed: seed)
        }.sorted { UserID($0.key) < UserID($1.key) }
        keys = Dictionary(
            zip(survey.keys.keys.sorted(), pairs.map(\.key)),
            uniquingKeysWith: { first, _ in first })
        seeds = Dictionary(pairs.map { ($0.key, $0.seed) }, uniquingKeysWith: { first, _ in first })
        recoveries = Dictionary(
            survey.keys.values.joined().map { (SHA256.digest($0.bytes.span), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    private static func key(_ seed: [UInt8]) -> SigningKey {
        var seed = seed
        return SigningKey(seed: SecretMemory(taking: &seed))
    }

    // MARK: Keys

    func image(of user: UserID) -> UserID {
        if let key = keys[user] { return UserID(key) }
        return UserID(UUIDValue(bytes: pseudonyms.digest(.user, of: user.value.bytes).bytes))
    }

    /// A key that begins like an author's key becomes one that begins like the author's new key.
    func image(of key: PublicKey) -> PublicKey {
        let user = UserID(key)
        if let first = keys[user], survey.keys[user]?.first == key { return first }
        let rest = pseudonyms.digest(.key, of: key.bytes).bytes.suffix(16)
        return PublicKey(bytes: image(of: user).value.bytes + rest) ?? key
    }

    /// The key pair of an author's new key; nil for any other key.
    func pair(of key: PublicKey) -> Signer? {
        seeds[key].map { Signer(Self.key($0)) }
    }

    /// The replacement of 64 digits: a key, the digest of one, or anything else.
    func image(ofDigits digits: Digest) -> Digest {
        if let key = recoveries[digits] { return SHA256.digest(image(of: key).bytes.span) }
        guard let key = PublicKey(bytes: digits.bytes) else { return digits }
        return Digest(bytes: image(of: key).bytes.span)
    }

    // MARK: Nodes

    /// The replacement of the id of a node; any id for a node that the log does not have.
    mutating func image(of id: NodeID) -> NodeID {
        guard let number = survey.numbers[id] else {
            return NodeID(pseudonyms.digest(.nodeID, of: id.digest.bytes))
        }
        guard let image = nodeIDs[number] else {
            missing.insert(number)
            return id
        }
        return image
    }

    // MARK: Things

    /// The replacement of the id of a task, to-do, category or any other thing.
    mutating func image(of id: UUIDValue) -> UUIDValue {
        // The thing, the source of its id, and so on. The chain ends, since each id is computed from a digest of the
        // next.
        var chain = [id]
        while let last = chain.last, images[last] == nil, let source = survey.source(of: last) {
            chain.append(source)
        }
        for link in chain.reversed() where images[link] == nil {
            guard let image = ownImage(of: link) else { return id }
            images[link] = image
        }
        return images[id] ?? id
    }

    /// The replacement of an id whose source has one; nil if the source is a node that has not been replaced yet.
    private mutating func ownImage(of id: UUIDValue) -> UUIDValue? {
        if let certificate = survey.certificates[id] {
            return certificate.kind.certifiedID(
                image(of: certificate.key), nonce: image(ofNonce: certificate.nonce))
        }
        if let next = survey.nextTodos[TodoID(id)] {
            let task = image(of: next.task.value)
            return TodoID(after: TodoID(image(of: next.todo.value)), of: TaskID(task)).value
        }
        guard let number = survey.unnamedTodos[TodoID(id)] else { return plainImage(of: id) }
        guard let node = nodeIDs[number] else {
            missing.insert(number)
            return nil
        }
        return TodoID(unnamedTodoOf: node).value
    }

    /// The replacement of the nonce of an id, which can name the thing that it replaces.
    mutating func image(ofNonce nonce: JSONString) -> JSONString {
        if let before = survey.again[nonce] {
            return before.kind.nonce(replacing: image(of: before.id))
        }
        let digest = pseudonyms.digest(
            .nonce, of: nonce.utf8, attempt: attempts[nonce.utf8, default: 0])
        return JSONString(String(digest.hexadecimal.prefix(32)))
    }

    /// A random id of the same version and variant.
    private func plainImage(of id: UUIDValue) -> UUIDValue {
        let key = id.bytes
        let digest = pseudonyms.digest(.uuid, of: key, attempt: attempts[key, default: 0])
        let drawn = UUIDValue(bytes: digest.bytes)
        let (version, variant) = (UInt64(0xF000), UInt64(0b11) << 62)
        return UUIDValue(
            high: drawn.high & ~version | id.high & version,
            low: drawn.low & ~variant | id.low & variant)
    }

    // MARK: Further attempts

    /// Draws another id in the next attempt; false if the id depends on others.
    mutating func redraw(_ id: UUIDValue) -> Bool {
        guard let certificate = survey.certificates[id] else {
            attempts[id.bytes, default: 0] += 1
            return true
        }
        if survey.again[certificate.nonce] != nil { return false }
        attempts[certificate.nonce.utf8, default: 0] += 1
        return true
    }

    /// Drops all results, so that they are computed again.
    mutating func startAgain() {
        images = [:]
        nodeIDs = Array(repeating: nil, count: nodeIDs.count)
    }
}
