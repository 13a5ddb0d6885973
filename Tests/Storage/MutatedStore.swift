import Foundation
import RedoCommandLine
import RedoRepository
import RedoSystem
import TestSupport
import Testing

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
    private func answer<Answer: ~Copyable>(
        _ body: () throws(RedoError) -> Answer
    ) throws -> Answer? {
        do throws(RedoError) {
            return try body()
        } catch {
            if error.code == .corrupted { return nil }
            throw error
        }
    }

    /// What reading a store in every way has found.
    struct Reading {
        /// Whether a reader has said that something is damaged.
        var isTold = false
        /// Whether each node passes if nothing is trusted.
        var isVerified = false
    }

    /// Reads the store in every way there is.
    @discardableResult
    func readEverything(_ comment: Comment) throws -> Reading {
        var reading = Reading()
        for trust in [PackTrust.checksums, .checksumsBut(Set(nodes.map(\.id))), .nothing] {
            guard
                let snapshot = try answer({ () throws(RedoError) in
                    try store.snapshot(trusting: trust)
                })
            else {
                reading.isTold = true
                continue
            }
            if !snapshot.refused.isEmpty { reading.isTold = true }
            if case .checksums = trust { continue }
            if case .nothing = trust { reading.isVerified = snapshot.refused.isEmpty }
            for node in snapshot.nodes {
                #expect(node.canonicalBytes == expected[node.id], comment)
            }
        }
        try readColumns()
        try readByName()
        return reading
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
            Repository.Options(showsProgress: false, version: ""))
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
        // A command that is asked for one node.
        for node in [nodes[0], nodes[nodes.count / 2], nodes[nodes.count - 1]] {
            _ = try answer { () throws(RedoError) in try store.node(node.id, validator: validator)
            }
        }
        _ = try answer { () throws(RedoError) in try store.ids() }
        _ = try answer { () throws(RedoError) in try store.ids(withPrefix: "0a") }
        _ = try answer { () throws(RedoError) in try store.objectCount() }
        _ = try answer { () throws(RedoError) in try store.taskIDs() }
        _ = try answer { () throws(RedoError) in try store.present(nodes.map(\.id)) }
        _ = try answer { () throws(RedoError) in try store.snapshot(of: Set(nodes.map(\.id))) }
        // A command that is asked for many.
        guard var objects = try answer({ () throws(RedoError) in try store.objectReader() }) else {
            return
        }
        for node in nodes {
            _ = try answer { () throws(RedoError) -> Node? in
                guard let line = try objects.line(of: node.id) else { return nil }
                return try store.node(node.id, at: line, from: &objects, validator: validator)
            }
        }
    }

    /// Whether fsck, verify and the readers agree on whether something is damaged.
    ///
    /// - Parameter reading: of the store as it is.
    /// - Returns: what fsck finds.
    @discardableResult
    func expectAgreement(_ reading: Reading, _ comment: Comment) throws -> [StoreFinding] {
        let findings = try store.check().findings
        let arePacksWhole = try answer { () throws(RedoError) -> Bool in
            try StoreCheck(packsOf: store).findings.isEmpty
        }
        #expect((reading.isVerified && arePacksWhole ?? false) == findings.isEmpty, comment)
        if reading.isTold { #expect(!findings.isEmpty, comment) }
        return findings
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
