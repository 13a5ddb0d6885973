import Foundation
import RedoCrypto
import RedoJSON
import RedoSystem
import TestSupport

@testable import RedoModel
@testable import RedoStore

/// Nodes of one task, by one author.
enum Sample {
    static let task = TaskID("c0ffee11-1111-4111-8111-111111111111")!
    private static let morning = Instant(iso8601: Array("2025-01-01T08:00:00Z".utf8).span)!

    private static func key() -> SigningKey {
        var seed = [UInt8](repeating: 7, count: SigningKey.seedByteCount)
        return SigningKey(seed: SecretMemory(taking: &seed))
    }

    /// A CREATE without parents, otherwise an UPDATE.
    ///
    /// - Parameter number: another one makes another node.
    static func node(
        _ number: Int, after parents: [Node] = [], isSigned: Bool = true
    ) throws -> Node {
        let lamport = (parents.map(\.timestamp.lamport).max() ?? 0) + 1
        let key = key()
        let draft = NodeDraft(
            action: parents.isEmpty ? .create : .update, taskID: task, parents: parents.map(\.id),
            timestamp: Timestamp(
                lamport: lamport,
                wall: Instant(milliseconds: morning.milliseconds + Int64(number) * 1000)),
            author: Author(
                userID: UserID(key.publicKey), deviceID: "device", publicKey: key.publicKey),
            dialect: .fields, fields: [JSONMember("title", .string(JSONString("number \(number)")))]
        )
        return isSigned
            ? try draft.node(signedBy: key, validator: NodeValidator())
            : try draft.unsignedNode(validator: NodeValidator())
    }

    /// A node with the hash of another one and a signature that is not its author's.
    static func withForgedSignature(_ node: Node) throws -> Node {
        var text = String(decoding: node.canonicalBytes, as: UTF8.self)
        let start = "\"signature\":\""
        let place = text.range(of: start)?.upperBound ?? text.endIndex
        let digit = text[place]
        text.replaceSubrange(place...place, with: digit == "0" ? "1" : "0")
        return try NodeValidator().read(Array(text.utf8), signature: .unchecked)
    }

    /// Nodes each of which follows the one before.
    static func chain(_ count: Int) throws -> [Node] {
        var nodes: [Node] = []
        for number in 0..<count {
            nodes.append(try node(number, after: nodes.last.map { [$0] } ?? []))
        }
        return nodes
    }
}

/// A store in a folder that is removed with it.
struct TemporaryStore {
    let folder: TemporaryFolder
    let store: Store

    init() throws {
        folder = try TemporaryFolder()
        let path = "\(folder.path)/store"
        _ = try Store.create(at: path, configuration: Configuration())
        store = try Store(
            opening: StoreLocation(path: path, origin: .named),
            userConfiguration: try Configuration(parsing: "[core]\nfsync = none\n"),
            trust: Store.Trust(user: Environment.effectiveUser, directories: []))
    }

    @discardableResult
    func admit(_ nodes: [Node]) throws -> [ErrorCode?] {
        try store.admit(nodes.map { .success($0) }, validator: NodeValidator()).map { $0?.code }
    }

    func file(_ node: Node) -> String { store.objects.path(of: node.id) }

    /// Replaces the file of a node, whose mode is read-only.
    func overwrite(_ node: Node, with bytes: some Sequence<UInt8>) throws {
        try Files.remove(file(node))
        try Data(bytes).write(to: URL(filePath: file(node)))
    }

    /// The contents of the files in the quarantine, without the reasons.
    func quarantined() throws -> [[UInt8]] {
        let path = Path.join(store.path, "quarantine")
        guard Files.isDirectory(path) else { return [] }
        return try Files.names(in: path).filter { !$0.hasSuffix(".reason") }
            .map { try Files.read(Path.join(path, $0)) }
    }

    func temporaryFiles() throws -> [String] {
        try Files.names(in: store.objects.root).filter {
            $0.hasPrefix(LooseObjects.temporaryPrefix)
        }
    }
}
