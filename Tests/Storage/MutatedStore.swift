import Foundation
import RedoCommandLine
import RedoRepository
import RedoSystem
import TestSupport
import Testing

@testable import RedoCommands
@testable import RedoModel
@testable import RedoStore

/// A small store of packs with several frames and of loose nodes, which is damaged again and again, and of
/// which everything that reads a store has to say something sensible.
struct MutatedStore {
    let temporary: TemporaryStore
    /// In replay order.
    let nodes: [Node]
    /// The older nodes, and those that follow them.
    let packs: [ForgedPack]
    private let expected: [NodeID: [UInt8]]
    private let loose: [Node]

    var store: Store { temporary.store }

    /// How many mutations are tried: `REDO_MUTATIONS`, otherwise a sample.
    static func count(_ usual: Int) -> Int {
        ProcessInfo.processInfo.environment["REDO_MUTATIONS"].flatMap { Int($0) } ?? usual
    }

    /// Says before the first mutation how it can be repeated: a process that a signal ends says nothing more.
    static func announce(_ what: String, _ count: Int, _ replay: Comment) {
        let text = "mutating \(what) \(count) times, \(replay.rawValue)\n"
        FileHandle.standardError.write(Data(text.utf8))
    }

    init() throws {
        temporary = try TemporaryStore()
        nodes = Self.sample()
        try #require(nodes.count > 40)
        let half = nodes.count / 2
        let packed = nodes.count - 5
        packs = [
            ForgedPack(Array(nodes[..<half]), nodesPerFrame: 9),
            ForgedPack(Array(nodes[half..<packed]), nodesPerFrame: 7),
        ]
        loose = Array(nodes[packed...])
        expected = Dictionary(nodes.map { ($0.id, $0.canonicalBytes) }) { first, _ in first }
        try restore()
    }

    /// Nodes of the tasks with the most different actions, closed under parents.
    private static func sample() -> [Node] {
        let tasks = Dictionary(grouping: VectorNodes.connected) { $0.taskID?.description ?? "" }
        let chosen = tasks.values.sorted {
            let (left, right) = (Set($0.map(\.action)).count, Set($1.map(\.action)).count)
            return left == right ? $0[0].id < $1[0].id : left > right
        }
        var nodes: [Node] = []
        for group in chosen where nodes.count < 70 { nodes += group }
        return ParentValidation(nodes.map { StoredCopy(node: $0) }).nodes
    }

    /// Makes the store as it was.
    func restore() throws {
        let manager = FileManager.default
        try manager.removeItem(atPath: store.objects.root)
        for path in [store.quarantinePath, store.path + "/lost", store.path + "/tasks.cache"] {
            try? manager.removeItem(atPath: path)
        }
        try manager.createDirectory(atPath: store.packs.path, withIntermediateDirectories: true)
        for pack in packs { try pack.write(to: temporary) }
        try temporary.writeLoose(loose)
    }

    /// - Returns: nil where the reading says that something is damaged.
    private func answer<Answer>(_ body: () throws(RedoError) -> Answer) throws -> Answer? {
        do throws(RedoError) {
            return try body()
        } catch {
            if error.code == .corrupted { return nil }
            throw error
        }
    }

    /// Reads the store in every way there is.
    ///
    /// - Returns: whether a reader has said that something is damaged.
    @discardableResult
    func readEverything(_ comment: Comment) throws -> Bool {
        var isTold = false
        for trust in [PackTrust.checksums, .checksumsBut(Set(nodes.map(\.id))), .nothing] {
            guard
                let snapshot = try answer({ () throws(RedoError) in
                    try store.snapshot(trusting: trust)
                })
            else {
                isTold = true
                continue
            }
            if !snapshot.refused.isEmpty { isTold = true }
            if case .checksums = trust { continue }
            for node in snapshot.nodes {
                #expect(node.canonicalBytes == expected[node.id], comment)
            }
        }
        try readColumns()
        try readByName()
        return isTold
    }

    private func readColumns() throws {
        guard let log = try answer({ () throws(RedoError) in try store.storedLog() }), let log
        else { return }
        _ = log.taskIDs.count
        _ = log.nodes(of: Set(log.taskIDs))
        _ = log.neighbours(of: nodes.prefix(9).map(\.id))
        _ = log.tasks(mentioning: Array("title".utf8), atMost: 5)
        let repository = Repository(
            store,
            Repository.Options(showsProgress: false, version: "", describe: { _, _, _ in [] }))
        _ = try answer({ () throws(RedoError) in try repository.soundTasks()?.serialized })
        _ = try answer({ () throws(RedoError) in try repository.cacheDamage()?.reason })
        guard let logIndex = log.logIndex() else { return }
        _ = logIndex.timeOrder
        _ = logIndex.canRead(Array(0..<logIndex.count))
        let reader = LogIndexReader(logIndex)
        for number in 0..<logIndex.count {
            let entry = logIndex[number]
            _ = (entry.parents, entry.action, entry.author, entry.taskID, entry.wall.wallText)
            _ = reader.node(number)?.timestamp.wall.wallText
        }
    }

    private func readByName() throws {
        let validator = NodeValidator()
        for node in nodes {
            _ = try answer { () throws(RedoError) in try store.node(node.id, validator: validator)
            }
        }
        _ = try answer { () throws(RedoError) in try store.ids() }
        _ = try answer { () throws(RedoError) in try store.ids(withPrefix: "0a") }
        _ = try answer { () throws(RedoError) in try store.objectCount() }
        _ = try answer { () throws(RedoError) in try store.taskIDs() }
        _ = try answer { () throws(RedoError) in try store.present(nodes.map(\.id)) }
        _ = try answer { () throws(RedoError) in try store.snapshot(of: Set(nodes.map(\.id))) }
    }

    /// Whether fsck, verify and the readers agree on whether something is damaged.
    ///
    /// - Parameter isTold: whether a reader has said so.
    func expectAgreement(_ isTold: Bool, _ comment: Comment) throws {
        let isClean = try store.check().findings.isEmpty
        let verified = try answer { () throws(RedoError) -> Bool in
            let snapshot = try store.snapshot(trusting: .nothing)
            let packs = try StoreCheck(packsOf: store)
            return snapshot.refused.isEmpty && packs.findings.isEmpty
        }
        #expect(verified ?? false == isClean, comment)
        if isTold { #expect(!isClean, comment) }
    }

    /// Lets everything that removes nodes do so: what was whole is still there.
    func removeWhatIsRedundant(_ comment: Comment) throws {
        let before = try temporary.wholeNodes()
        for node in nodes.suffix(5).reversed() + nodes.prefix(3) {
            _ = try answer { () throws(RedoError) in
                try store.admit([.success(node)], validator: NodeValidator())
            }
        }
        try temporary.writeLoose(Array(nodes[3..<6]))
        _ = try answer { () throws(RedoError) in try store.removePackedLooseNodes() }
        _ = try answer { () throws(RedoError) in try store.pack(.all) }
        let after = try temporary.wholeNodes()
        #expect(after.isSuperset(of: before), comment)
        #expect(after.isSuperset(of: nodes[3..<6].map(\.id)), comment)
    }
}
