import RedoCrypto
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoExchange

/// An exchange is a function: whoever calls it gets an outcome, and is told of each node.
@Suite struct ExchangeTests {
    private let directory: TemporaryDirectory
    private let nodes: [Node]
    private var ids: Set<NodeID> { Set(nodes.map(\.id)) }

    init() throws {
        directory = try TemporaryDirectory()
        nodes = try Sample.chain(3)
    }

    @Test func whatIsPushedIsFetched() throws {
        let phone = try Device("phone", directory, wantsEachItem: false)
        try phone.admit(nodes)
        var push = try phone.exchange()
        // The person who is asked agrees.
        try push.offerDirectory()
        let pushed = try push.push()
        #expect(pushed.sentCount == 3 && pushed.packCount == 1 && pushed.isDone)
        #expect(push.sentCount == 3 && phone.delegate.items.isEmpty)
        #expect(
            phone.delegate.notes == ["made an empty git repository: \(directory.path)/remote.git"])
        let again = try push.push()
        #expect(again.isUpToDate && again.isDone && again.sentCount == 0)

        let laptop = try Device("laptop", directory, wantsEachItem: true)
        var fetch = try laptop.exchange()
        let fetched = try fetch.fetch()
        #expect(Set(fetched.newIDs) == ids && fetched.isDone && fetched.isWhole)
        #expect(Set(fetch.arrived) == ids && laptop.delegate.notes.isEmpty)
        let done = laptop.delegate.items.compactMap { item in
            if case .done = item.outcome { item.id } else { nil }
        }
        #expect(Set(done) == ids && laptop.delegate.items.allSatisfy { $0.location?.count == 32 })
        let nothing = try fetch.fetch()
        #expect(nothing.newIDs.isEmpty && nothing.isDone && nothing.isWhole)
    }

    @Test func aDryRunReportsWhatItWouldRead() throws {
        let phone = try Device("phone", directory, wantsEachItem: false)
        try phone.admit(nodes)
        var push = try phone.exchange()
        try push.offerDirectory()
        _ = try push.push()
        let laptop = try Device("laptop", directory, wantsEachItem: false)
        var request = ExchangeRequest()
        request.isDryRun = true
        var fetch = try laptop.exchange(request)
        let outcome = try fetch.fetch()
        #expect(outcome.plannedCount == 1 && outcome.newIDs.isEmpty)
        #expect(try laptop.store.ids().isEmpty)
        let item = try #require(laptop.delegate.items.first)
        guard case .planned(let what, let version) = item.outcome else {
            Issue.record("\(item)")
            return
        }
        #expect(what == "the slot \(item.location ?? "")" && version.count == 40)
    }

    @Test func aPlaceThatNoOneAgreesToIsNotCreated() throws {
        let phone = try Device("phone", directory, wantsEachItem: false, agrees: false)
        var exchange = try phone.exchange()
        try exchange.offerDirectory()
        #expect(!Files.isDirectory("\(directory.path)/remote.git") && phone.delegate.notes.isEmpty)
        #expect(throws: RedoError.self) { _ = try exchange.fetch() }
    }
}

/// A store with a home of its own, and a git repository beside it as its remote.
private struct Device {
    let store: Store
    let delegate: RecordingDelegate
    private let home: UserHome
    private let remote: ConfiguredRemote

    init(
        _ name: String, _ directory: TemporaryDirectory, wantsEachItem: Bool, agrees: Bool = true
    ) throws {
        let path = "\(directory.path)/\(name)"
        _ = try Store.create(at: path, configuration: Configuration())
        store = try Store(
            opening: StoreLocation(path: path, origin: .named),
            userConfiguration: try Configuration(parsing: "[core]\nfsync = none\n"),
            trust: Store.Trust(user: Environment.effectiveUser, directories: []))
        home = UserHome(EnvironmentVariables(["HOME": "\(path)-home", "REDO_DEVICE": name]))
        remote = ConfiguredRemote(name: "origin", url: "\(directory.path)/remote.git")
        delegate = RecordingDelegate(wantsEachItem: wantsEachItem, agrees: agrees)
    }

    func admit(_ nodes: [Node]) throws {
        let verdicts = try store.admit(nodes.map { .success($0) }, validator: NodeValidator())
        try #require(verdicts.allSatisfy { $0 == nil })
    }

    func exchange(_ request: ExchangeRequest = ExchangeRequest()) throws -> any Exchange {
        let prompts = KeyPrompts(
            isAttended: false,
            passphrase: { (_, _) throws(RedoError) in throw .usage("no one is asked") },
            report: { _ in })
        let options = Repository.Options(showsProgress: false, version: "test")
        let session = ExchangeSession(
            Repository(store, options),
            { () throws(RedoError) in try Keyring(of: home, prompts) }, home, request, delegate
        ) { () throws(RedoError) in Sample.wall }
        return try remote.kind.open(remote, session)
    }
}

/// Keeps what an exchange reports.
private final class RecordingDelegate: ExchangeDelegate {
    let wantsEachItem: Bool
    private let agrees: Bool
    private(set) var items: [ExchangedItem] = []
    private(set) var notes: [String] = []

    init(wantsEachItem: Bool, agrees: Bool) {
        self.wantsEachItem = wantsEachItem
        self.agrees = agrees
    }

    var showsProgress: Bool { false }
    var canAsk: Bool { true }
    var letsProgramsAsk: Bool { false }

    func report(_ event: ExchangeEvent) throws(RedoError) {
        switch event {
        case .item(let item): items.append(item)
        case .note(let text): notes.append(text)
        default: Issue.record("\(event)")
        }
    }

    func isConfirmed(_ question: String) throws(RedoError) -> Bool { agrees }

    func recoveryKey(ofRemote name: String) throws(RedoError) -> RecoveryKey {
        throw .usage("no words are typed")
    }

    func show(_ key: borrowing RecoveryKey, ofRemote name: String) throws(RedoError) {
        Issue.record("a recovery key was made")
    }
}
