import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// Ids and keys in the place of others.
///
/// What is computed from other ids is recomputed from theirs: ids that certify their maker, ids of next
/// occurrences, of to-dos without an id of their own, and of what takes the place of something else. What was
/// not so before is not so afterwards. The order of authors stays.
struct IdentifierPseudonyms {
    private let survey: LogSurvey
    private let pseudonyms: Pseudonyms
    /// How often another id was drawn, by the id or the nonce that it is drawn from.
    private var attempts: [[UInt8]: Int] = [:]
    /// The ids of the nodes that are done, by number.
    var nodeIDs: [NodeID?]
    /// The nodes whose ids were requested before they were done.
    var missing: Set<Int> = []

    private var images: [UUIDValue: UUIDValue] = [:]
    /// The keys of authors.
    private let keys: [UserID: PublicKey]
    private let seeds: [PublicKey: [UInt8]]
    /// By a digest of an author's key, the key: it is what a person can be recovered with.
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

    /// Another key that begins as an author's does begins as that author's new one.
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

    /// 64 digits: a key, the digest of one, or anything else.
    func image(ofDigits digits: Digest) -> Digest {
        if let key = recoveries[digits] { return SHA256.digest(image(of: key).bytes.span) }
        guard let key = PublicKey(bytes: digits.bytes) else { return digits }
        return Digest(bytes: image(of: key).bytes.span)
    }

    // MARK: Nodes

    /// The id of a node; of one that the log does not have, any.
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

    /// The id of a task, to-do, category or anything else.
    mutating func image(of id: UUIDValue) -> UUIDValue {
        // The thing, what its id is made of, and so on. It ends, since each id is made of a digest of the next.
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

    /// The id of something whose source has an image; nil if that is a node that is not done.
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

    /// The nonce of an id, which can name the thing whose place it takes.
    mutating func image(ofNonce nonce: JSONString) -> JSONString {
        if let before = survey.again[nonce] {
            return before.kind.nonce(inPlaceOf: image(of: before.id))
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

    /// Draws another id the next time; false if the id depends on others.
    mutating func redraw(_ id: UUIDValue) -> Bool {
        guard let certificate = survey.certificates[id] else {
            attempts[id.bytes, default: 0] += 1
            return true
        }
        if survey.again[certificate.nonce] != nil { return false }
        attempts[certificate.nonce.utf8, default: 0] += 1
        return true
    }

    /// Forgets what was computed, so that all of it is recomputed.
    mutating func startAgain() {
        images = [:]
        nodeIDs = Array(repeating: nil, count: nodeIDs.count)
    }
}
