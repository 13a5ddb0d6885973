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

/// The words of a recovery key are shown as soon as they count and not before, and are kept until they were shown.
@Suite struct RecoveryWordsTests {
    private let directory: TemporaryDirectory
    private let phone: Member
    private let laptop: Member

    init() throws {
        directory = try TemporaryDirectory()
        try Files.makeDirectories("\(directory.path)/remote")
        phone = try Member("phone", directory)
        laptop = try Member("laptop", directory)
    }

    @Test func wordsThatCouldNotBeShownAreShownByARepetition() throws {
        phone.delegate.isBroken = true
        #expect(throws: RedoError.self) { try phone.request(.create(makesRecoveryKey: true)) }
        #expect(phone.delegate.shown.isEmpty)
        phone.delegate.isBroken = false
        guard case .recovered = try phone.request(.create(makesRecoveryKey: true)) else {
            Issue.record("the words are not shown")
            return
        }
        let words = try #require(phone.delegate.shown.first)
        #expect(words.split(separator: UInt8(ascii: " ")).count == 24)
        // They were shown, so nothing is left to show.
        #expect(throws: RedoError.self) { try phone.request(.create(makesRecoveryKey: true)) }
        #expect(phone.delegate.shown.count == 1)
    }

    @Test func wordsLetADeviceInOnceAndNameTheNext() throws {
        _ = try phone.request(.create(makesRecoveryKey: true))
        try phone.push(Sample.chain(3))
        laptop.delegate.typed = phone.delegate.shown.first
        let recovery = MemberRequest.recover(revoking: .some([]), isConfirmed: true)
        guard case .recovered = try laptop.request(recovery) else {
            Issue.record("the laptop is not let in")
            return
        }
        #expect(laptop.delegate.shown.count == 1)
        #expect(laptop.delegate.shown != phone.delegate.shown)
        guard case .list(let list) = try laptop.request(.list) else {
            Issue.record("there is no list")
            return
        }
        #expect(list.members.map(\.devices.count) == [2])
        let tablet = try Member("tablet", directory)
        tablet.delegate.typed = phone.delegate.shown.first
        #expect(throws: RedoError.self) { try tablet.request(recovery) }
        #expect(tablet.delegate.shown.isEmpty)
    }

    @Test func aRemoteWithoutARecoveryKeyShowsNoWords() throws {
        guard case .created = try phone.request(.create(makesRecoveryKey: false)) else {
            Issue.record("the remote is not encrypted")
            return
        }
        #expect(phone.delegate.shown.isEmpty)
    }
}

/// A device with a store and a home of its own, and a folder beside it as its remote.
private struct Member {
    let delegate = WordsDelegate()
    private let path: String
    private let home: UserHome
    private let remote: ConfiguredRemote

    init(_ name: String, _ directory: TemporaryDirectory) throws {
        path = "\(directory.path)/\(name)"
        home = UserHome(EnvironmentVariables(["HOME": "\(path)-home", "REDO_DEVICE": name]))
        remote = ConfiguredRemote(name: "origin", url: "folder:\(directory.path)/remote")
        var configuration = Configuration()
        remote.add(to: &configuration)
        _ = try Store.create(at: path, configuration: configuration)
    }

    /// Opens the store, as each command does.
    private func store() throws -> Store {
        try Store(
            opening: StoreLocation(path: path, origin: .named),
            userConfiguration: try Configuration(parsing: "[core]\nfsync = none\n"),
            trust: Store.Trust(user: Environment.effectiveUser, directories: []))
    }

    private func exchange() throws -> any Exchange {
        let store = try store()
        let prompts = KeyPrompts(
            isAttended: false,
            passphrase: { (_, _) throws(RedoError) in throw .usage("no one is asked") },
            report: { _ in })
        let options = Repository.Options(showsProgress: false, version: "test")
        let session = ExchangeSession(
            Repository(store, options),
            { () throws(RedoError) in try Keyring(of: home, prompts) }, home, ExchangeRequest(),
            delegate
        ) { () throws(RedoError) in Sample.wall }
        return try remote.kind.open(remote, session)
    }

    func push(_ nodes: [Node]) throws {
        let verdicts = try store().admit(nodes.map { .success($0) }, validator: NodeValidator())
        try #require(verdicts.allSatisfy { $0 == nil })
        var exchange = try exchange()
        try #require(try exchange.push().sentCount == nodes.count)
    }

    @discardableResult
    func request(_ request: MemberRequest) throws -> MemberOutcome {
        var exchange = try exchange()
        return try exchange.members(request)
    }
}

/// Keeps the words that are shown, unless it is broken, and types others.
private final class WordsDelegate: ExchangeDelegate {
    var isBroken = false
    var typed: [UInt8]?
    private(set) var shown: [[UInt8]] = []

    var showsProgress: Bool { false }
    var wantsEachItem: Bool { false }
    var canAsk: Bool { false }
    var letsProgramsAsk: Bool { false }

    func report(_ event: ExchangeEvent) throws(RedoError) {}

    func isConfirmed(_ question: String) throws(RedoError) -> Bool { false }

    func recoveryKey(ofRemote name: String) throws(RedoError) -> RecoveryKey {
        guard var typed else { throw .usage("no words are typed") }
        do throws(WordCode.Mistake) {
            return try RecoveryKey(words: SecretMemory(taking: &typed))
        } catch {
            throw .usage("these are not words")
        }
    }

    func show(_ key: borrowing RecoveryKey, ofRemote name: String) throws(RedoError) {
        if isBroken { throw RedoError(.writeFailed, "the words cannot be written") }
        shown.append(key.words())
    }
}
