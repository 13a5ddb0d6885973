import Foundation
import RedoCheckpoints
import RedoCrypto
import RedoJSON
import RedoModel
import RedoStore
import RedoSystem
import TestSupport

@testable import RedoEpochs

/// What somebody puts on the remote who can write there and has no key that counts, the host for one.
extension World {
    private enum Forgery: CaseIterable {
        /// Nodes in the name of others: without a signature, with that of another node, or changed.
        case nodes
        /// A statement that has seen what nobody wrote, and retires what is there.
        case inventions
        /// A file in somebody's slot, under the next number: an old statement, one by another key, or noise.
        case strays
        /// On an encrypted remote: epochs that nobody can open or may accept.
        case epochs
    }

    /// A key that nobody else has.
    private func forger(_ numbers: inout SeededGenerator) -> Signer {
        var bytes = SHA256.digest(Array("forger \(numbers.next())".utf8).span).bytes
        return Signer(SigningKey(seed: SecretMemory(taking: &bytes)))
    }

    private func nonce(_ numbers: inout SeededGenerator) -> SlotNonce {
        let digest = SHA256.digest(Array("nonce \(numbers.next())".utf8).span)
        return SlotNonce(checked: Array(digest.bytes.prefix(SlotNonce.byteCount)))
    }

    private var now: Instant { SimulatedClock().reading(at: time) }

    func forge(_ numbers: inout SeededGenerator) throws {
        // What is in the clear on an encrypted remote is an error for everybody (docs/checkpoints.md).
        let kinds = Forgery.allCases.filter { ($0 == .epochs) == (remote.kind == .sealed) }
        guard let kind = kinds.randomElement(using: &numbers) else { return }
        switch kind {
        case .epochs: try forgeEpoch(&numbers)
        case .nodes: try forgeNodes(&numbers)
        case .inventions: try invent(&numbers)
        case .strays: try stray(&numbers)
        }
        tally.forgeries += 1
        note("somebody forges \(kind)")
    }

    // MARK: Nodes

    /// Puts nodes on the remote that nobody may accept.
    private func forgeNodes(_ numbers: inout SeededGenerator) throws {
        let victim = devices[0]
        let candidates = victim.nodes.filter { facts[$0]?.task != nil }.sorted()
        guard let id = candidates.randomElement(using: &numbers) else { return }
        let path = "\(directory)/forged"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let store = try victim.opened()
        var reader = try store.objectReader()
        guard let line = try reader.line(of: id) else { return }
        let whole = try JSONDocument(Array(line.bytes)).root.value
        let validator = NodeValidator()
        func read(_ value: JSONValue) throws -> Node {
            try validator.read(CanonicalJSON.bytes(value), signature: .unchecked)
        }
        let text = "lie-forged-\(numbers.next() % 1_000_000)"
        let draft = NodeDraft(
            action: .update, taskID: facts[id]?.task.flatMap { TaskID($0) },
            parents: [id], timestamp: Timestamp(lamport: 1_000, wall: now),
            author: try read(whole).author, dialect: .fields,
            fields: [JSONMember("title", .string(JSONString(text)))])
        let unsigned = try draft.unsignedNode(validator: validator)
        let body = try JSONDocument(unsigned.canonicalBytes).root.value
        let signature = whole["signature"] ?? .null
        // The good copy of the first one is on the remote as well, and must get through.
        let broken: JSONValue = .string(JSONString(String(repeating: "0", count: 128)))
        let nodes = try [
            read(whole.replacing("signature", with: broken)), unsigned,
            read(body.replacing("signature", with: signature)),
        ]
        guard let chosen = nodes.randomElement(using: &numbers) else { return }
        if chosen.id != id { forged.insert(chosen.id) }
        hasForgeries = true
        let signer = forger(&numbers)
        let pack = try SystemSimulation.withRandomness(from: numbers.next()) {
            try store.writeOutgoingPack(
                of: [chosen], in: ContainedDirectory(path, depth: 0))
        }
        let bytes = pack.bytes(0..<pack.byteCount)
        let name = SHA256.digest(bytes.span)
        let listed = Statement.ListedPack(
            name: pack.name, byteCount: bytes.count, pieces: [name])
        remote.plant("data/\(name.hexadecimal)", bytes)
        try plant(
            Statement(
                key: signer.publicKey, nonce: nonce(&numbers), sequence: 1, previous: nil,
                packs: [listed], contents: StatementContents(of: [pack.links]), seen: [],
                retired: [], time: now), signedBy: signer)
    }

    private func plant(_ statement: Statement, signedBy signer: Signer) throws {
        let signed = try SignedStatement(statement, signedBy: signer)
        plant(signed.file, in: "\(statement.slot)", statement.sequence)
    }

    private func plant(_ file: [UInt8], in slot: String, _ sequence: Int) {
        let digits = String(sequence, radix: 16)
        let number = String(repeating: "0", count: 16 - digits.count) + digits
        remote.plant("slots/\(slot)/\(number)-\(SHA256.digest(file.span).hexadecimal)", file)
    }

    // MARK: Epochs

    /// Puts an epoch on the remote: noise, one of somebody who has nothing to say there, or one of a hostile member with a box
    /// key to which nothing can be sealed.
    private func forgeEpoch(_ numbers: inout SeededGenerator) throws {
        switch numbers.next() % 3 {
        case 0: plant(epoch: Array("noise \(numbers.next())".utf8))
        case 1:
            let signer = forger(&numbers)
            var bytes = SHA256.digest(Array("box \(numbers.next())".utf8).span).bytes
            let box = BoxKey(of: SigningKey(seed: SecretMemory(taking: &bytes))).publicKey
            let member = Member(
                .user(UserID(signer.publicKey)),
                devices: [Member.Device(key: signer.publicKey, box: box)])
            let file = try SystemSimulation.withRandomness(from: numbers.next()) {
                try EpochFile.make(parents: [], members: [member], signer: signer).file
            }
            plant(epoch: file.bytes)
        default: try plantBadBoxKey(&numbers)
        }
    }

    private func plant(epoch bytes: [UInt8]) {
        remote.plant("epochs/\(SHA256.digest(bytes.span).hexadecimal)", bytes)
    }

    private func plantBadBoxKey(_ numbers: inout SeededGenerator) throws {
        guard let device = devices.filter({ !$0.isHonest }).randomElement(using: &numbers)
        else { return }
        var bytes = device.secret
        let key = SigningKey(seed: SecretMemory(taking: &bytes))
        let box = BoxKey(of: key)
        let files = remote.files(for: device.number)
        let epochs = files.filter { $0.key.hasPrefix("epochs/") || $0.key == "genesis" }
            .sorted { $0.key < $1.key }.compactMap { try? EpochFile(reading: $0.value) }
        let archive = EpochArchive(opening: epochs) { box.open($0) }
        let followed = Set(archive.epochs.flatMap { $0.body.parents.map(\.id) })
        guard let last = archive.epochs.first(where: { !followed.contains($0.id) }) else { return }
        let bad = BoxPublicKey(
            checked: [1] + [UInt8](repeating: 0, count: 30) + [numbers.next() % 2 == 0 ? 0 : 0x80])
        var members = last.body.members
        guard
            let index = members.firstIndex(where: {
                $0.devices.contains { $0.key.hexadecimal == device.publicKey }
            })
        else { return }
        if numbers.next() % 2 == 0 {
            members[index].devices.append(
                Member.Device(key: forger(&numbers).publicKey, box: bad))
        } else {
            members[index].recovery = Member.Recovery(
                commit: SHA256.digest([1].span), box: bad)
        }
        let file = try SystemSimulation.withRandomness(from: numbers.next()) {
            let key = EpochKey.random()
            let boxes = try EpochFile.boxes(of: key, for: last.body.members)
            let id = EpochFile.id(of: key.commitment, boxes: boxes)
            var content: [UInt8] = []
            _ = try EpochBody.make(
                id: id, parents: [last.reference], members: members,
                past: PastEpochs(before: [last]), signer: signer(of: device), to: &content)
            return EpochFile.file(
                of: key, boxes, try Seal(epoch: id, key: key).seal(content.span, as: .epoch))
        }
        plant(epoch: file.bytes)
        tally.badBoxKeys += 1
    }

    private func signer(of device: SimulatedDevice) -> Signer {
        var bytes = device.secret
        return Signer(SigningKey(seed: SecretMemory(taking: &bytes)))
    }

    // MARK: Statements

    /// The last statements of the slots of devices.
    private func lastStatements() -> [SignedStatement] {
        remote.lastStatements().compactMap { try? SignedStatement(reading: $0) }
    }

    /// A statement by a key that nobody knows, which has seen further statements of all slots and retires these.
    private func invent(_ numbers: inout SeededGenerator) throws {
        let signer = forger(&numbers)
        let mentions = lastStatements().compactMap(\.mention)
        let future = mentions.map { mention in
            Statement.Mention(
                key: mention.key, nonce: mention.nonce, sequence: mention.sequence + 3,
                digest: SHA256.digest(Array("\(mention.sequence)".utf8).span))
        }
        try plant(
            Statement(
                key: signer.publicKey, nonce: nonce(&numbers), sequence: 1, previous: nil,
                packs: [], contents: StatementContents(of: []), seen: future,
                retired: numbers.next() % 2 == 0 ? mentions : [], time: now), signedBy: signer)
    }

    private func stray(_ numbers: inout SeededGenerator) throws {
        guard let last = lastStatements().randomElement(using: &numbers) else { return }
        let next = last.statement.sequence + 1 + Int(numbers.next() % 3)
        switch numbers.next() % 3 {
        case 0: plant(last.file, in: "\(last.statement.slot)", next)
        case 1:
            plant(
                try SignedStatement(
                    Statement(
                        slot: last.statement.slot, key: last.statement.key,
                        nonce: last.statement.nonce, sequence: next, previous: last.digest,
                        packs: [], heads: (0, last.statement.headsRoot), nodeCount: 0, seen: [],
                        retired: [], time: now), signedBy: forger(&numbers)
                ).file, in: "\(last.statement.slot)", next)
        default: plant(Array("noise \(next)".utf8), in: "\(last.statement.slot)", next)
        }
    }

    /// The host removes a slot, and puts a statement in its place which lists the same packs and says that it replaces it.
    func retire(_ numbers: inout SeededGenerator) throws {
        guard let last = lastStatements().randomElement(using: &numbers),
            let mention = last.mention
        else { return }
        let (signer, old) = (forger(&numbers), last.statement)
        remote.remove(slot: "\(old.slot)")
        let nonce = nonce(&numbers)
        try plant(
            Statement(
                slot: Slot(of: signer.publicKey, nonce: nonce), key: signer.publicKey,
                nonce: nonce, sequence: 1, previous: nil, packs: old.packs,
                heads: (old.headCount, old.headsRoot), nodeCount: old.nodeCount, seen: old.seen,
                retired: [mention], time: now), signedBy: signer)
        note("the host retires the slot \(old.slot)")
    }
}

extension JSONValue {
    /// An object with one member changed, or added.
    fileprivate func replacing(_ name: JSONString, with value: JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        let others = members.filter { $0.name != name }
        return .object(CanonicalJSON.sorted(others + [JSONMember(name, value)]))
    }
}
