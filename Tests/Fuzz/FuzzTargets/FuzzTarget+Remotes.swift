import RedoCheckpoints
import RedoCrypto
import RedoHTTP
import RedoJSON
import RedoModel
import RedoReplica
import RedoSystem
import SampleNodes

@testable import RedoEpochs
@testable import RedoFirestore

extension FuzzTarget {
    private static let signer = Signer(Sample.key())

    /// A statement of a store, as another one would sign it.
    private static func statement(_ sequence: Int) throws -> SignedStatement {
        func digest(_ number: Int) -> Digest { Digest(words: UInt64(number), 1, 2, 3) }
        func nonce(_ byte: UInt8) -> SlotNonce {
            SlotNonce(checked: Array(repeating: byte, count: SlotNonce.byteCount))
        }
        let seen = Statement.Mention(
            key: signer.publicKey, nonce: nonce(2), sequence: 1, digest: digest(4))
        return try SignedStatement(
            Statement(
                slot: Slot(of: signer.publicKey, nonce: nonce(1)), key: signer.publicKey,
                nonce: nonce(1), sequence: sequence,
                previous: sequence == 1 ? nil : digest(3),
                packs: [
                    Statement.ListedPack(name: digest(1), byteCount: 1000, pieces: [digest(2)])
                ],
                heads: (1, digest(7)), nodeCount: 3, seen: [seen], retired: [seen],
                time: Sample.wall), signedBy: signer)
    }

    /// Statements of checkpoints, as they are and signed again, and bundles of proofs.
    static let checkpoint = FuzzTarget(
        "checkpoint", upTo: 4096,
        seeds: {
            let signed = try [1, 2].map(statement)
            let bundle = ProofBundle(
                of: .task(Sample.task), nodes: [Sample.create],
                heads: [
                    ProofBundle.Head(id: Sample.create.id, index: 0, path: [])
                ], signed[0], countersignedBy: nil)
            return signed.flatMap { [$0.file, Array($0.file.prefix { $0 != 10 })] } + [bundle.bytes]
        },
        run: { bytes in
            if let signed = try? SignedStatement(reading: bytes) {
                try require(signed.file == bytes, "a file is not as it is written")
            }
            if let bundle = try? ProofBundle(reading: bytes) {
                try require(bundle.bytes == bytes, "a bundle is not as it is written")
            }
            guard let root = (try? JSONDocument(Array(bytes.prefix { $0 != 10 })))?.root,
                case .object(var members) = root.value,
                let place = members.firstIndex(where: { $0.name == "key" })
            else { return }
            members[place] = JSONMember("key", .string(JSONString(signer.publicKey.hexadecimal)))
            let json = CanonicalJSON.bytes(.object(members))
            let signature = try signer.sign((Array("redo-statement-1\n".utf8) + json).span)
            let file = json + [10] + Array(signature.hexadecimal.utf8) + [10]
            // One of an earlier version does not keep all that it says.
            guard let signed = try? SignedStatement(reading: file), signed.statement.nonce != nil
            else { return }
            let again = try demand("a statement is not signed") {
                try SignedStatement(signed.statement, signedBy: signer)
            }
            try require(again.file == file, "a statement is written differently")
            try require(again.statement == signed.statement, "a statement says something else")
        })

    private static let epochKey: EpochKey? = {
        var bytes = [UInt8](repeating: 7, count: EpochKey.byteCount)
        return EpochKey(taking: &bytes)
    }()

    /// Sealed files, epoch files, bodies and cards of members. The first byte says what the rest is.
    static let sealed = FuzzTarget(
        "sealed", upTo: 8192,
        seeds: {
            let key = try demand("a key", epochKey)
            let seal = Seal(epoch: EpochID(SHA256.digest([1].span)), key: key)
            let file = try seal.seal([1, 2, 3].span, as: .statement)
            let device = Member.Device(
                key: signer.publicKey, box: BoxKey(of: Sample.key()).publicKey)
            var text: [UInt8] = []
            _ = try EpochBody.make(
                id: EpochID(SHA256.digest([2].span)), parents: [],
                members: [Member(.user(UserID(signer.publicKey)), devices: [device])],
                past: PastEpochs(before: []), signer: signer, to: &text)
            return [
                [0] + file, [1, 0, 3] + [1, 2, 3], [2] + Seal.plaintext(of: [9].span),
                [3] + text, [4] + Array(MemberCard(device).text.utf8),
                [5] + [UInt8](repeating: 1, count: 32) + [8, 0, 0, 0]
                    + [UInt8](repeating: 2, count: 1600),
            ]
        },
        run: { bytes in
            guard let kind = bytes.first, let key = epochKey else { return }
            let rest = Array(bytes.dropFirst())
            let seal = Seal(epoch: EpochID(SHA256.digest([1].span)), key: key)
            switch kind % 6 {
            case 0:
                _ = SealHeader(of: rest.span)
                guard let content = try? seal.open(rest.span, as: .statement) else { return }
                let file = try demand("content is not sealed") {
                    try seal.seal(content.span, as: .statement)
                }
                try require(file == rest, "a file is not as it is sealed")
            case 1:
                // A file in which one byte is another one.
                guard rest.count > 2 else { return }
                let content = Array(rest.dropFirst(2))
                var file = try demand("content is not sealed") {
                    try seal.seal(content.span, as: .piece)
                }
                let opened = try demand("a file does not open") {
                    try seal.open(file.span, as: .piece)
                }
                try require(opened == content, "a file has another content")
                let place = (Int(rest[0]) << 8 | Int(rest[1])) % file.count
                file[place] ^= 1 << (rest[1] & 7)
                try require((try? seal.open(file.span, as: .piece)) == nil, "a changed file opens")
            case 2:
                // A plaintext of someone who has the key.
                guard !rest.isEmpty else { return }
                let file = seal.file(of: rest, .claim)
                guard let content = try? seal.open(file.span, as: .claim) else { return }
                try require(Seal.plaintext(of: content.span) == rest, "another padding opens")
            case 3:
                _ = try? EpochBody(reading: rest.span)
                try checkBody(Array(rest.prefix { $0 != 10 }))
            case 4:
                guard let card = MemberCard(rest.text) else { return }
                try require(MemberCard(card.text) == card, "a card is another one")
            default:
                guard let file = try? EpochFile(reading: rest) else { return }
                try require(file.bytes == rest, "a file has other bytes")
                try require(file.key(openedWith: BoxKey(of: Sample.key())) == nil, "a box opens")
            }
        })

    /// Reads the text of a body without its signature: what passes is written as it was.
    private static func checkBody(_ text: [UInt8]) throws {
        var reader = EpochBodyReader()
        guard let body = try? reader.read(text.span) else { return }
        let written = EpochBodyWriter.text(
            id: body.id, parents: body.parents, members: body.members, past: body.past,
            signer: body.signer)
        try require(written == text, "a body is written differently")
    }

    private static let address: FirestoreAddress? =
        (try? FirestoreURL("firestore:project?uid=uid-1")).map {
            FirestoreAddress($0, emulator: nil)
        }

    /// Answers of Firestore.
    static let firestore = FuzzTarget(
        "firestore", upTo: 8192,
        seeds: {
            let address = try demand("an address", Self.address)
            let answers = try [Sample.create, Sample.createTodo].map { node in
                var fields: [UInt8] = []
                FirestoreValue.append(
                    try NodeDocument(line: node.canonicalBytes, id: node.id, accessList: ["uid-1"])
                        .fields, to: &fields)
                return #"[{"readTime":"2025-01-01T08:00:00.000001Z","document":{"name":""#
                    + "\(address.name(of: node.id))" + #"","fields":"# + fields.text + "}}]"
            }
            return Seeds.texts(
                answers + [
                    #"{"arrayValue":{"values":[{"integerValue":"7"},{"doubleValue":"NaN"}]}}"#,
                    #"{"mapValue":{"fields":{"a":{"nullValue":null},"b":{"booleanValue":true}}}}"#,
                    #"{"timestampValue":"2025-01-01T08:00:00Z"}"#, #"{"bytesValue":"AA=="}"#,
                    #"{"error":{"code":400,"message":"m","status":"INVALID_ARGUMENT"}}"#,
                    #"{"id_token":"a.b.c","refresh_token":"r","expires_in":"3600","user_id":"u"}"#,
                    #"[{"error":{"status":"ABORTED"}}]"#,
                ])
        },
        run: { bytes in
            for status in [200, 400, 503] {
                _ =
                    FirestoreError(HTTPAnswer(status: status, body: bytes, retryAfter: nil))
                    .isTransient
            }
            _ = IdentityTokens(HTTPAnswer(status: 200, body: bytes, retryAfter: nil))
            guard let root = (try? JSONDocument(bytes))?.root, let address = Self.address else {
                return
            }
            if let value = FirestoreValue(reading: root) {
                var sent: [UInt8] = []
                value.append(to: &sent)
                let document = try demand("a value is sent that is no JSON") {
                    try JSONDocument(sent)
                }
                let again = try demand(
                    "a value that is sent is refused", FirestoreValue(reading: document.root))
                var resent: [UInt8] = []
                again.append(to: &resent)
                try require(resent == sent, "a value changes on its way")
                if let json = value.json, let read = FirestoreValue(json) {
                    try require(read.json == json, "a value of JSON changes")
                }
            }
            guard let findings = try? FirestoreClient.findings(in: root, at: address) else {
                return
            }
            let validator = NodeValidator()
            for document in findings.documents {
                let node: Node
                do {
                    node = try document.node(validator)
                } catch {
                    continue
                }
                try require(node.id == document.id && node.isSigned, "a document of another node")
            }
        })
}
