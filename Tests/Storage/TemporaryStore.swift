import Foundation
import RedoSystem
import TestSupport

@testable import RedoModel
@testable import RedoStore

/// A store in a folder that is removed with it.
struct TemporaryStore {
    let directory: TemporaryDirectory
    let store: Store

    init() throws {
        directory = try TemporaryDirectory()
        let path = "\(directory.path)/store"
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
