import Foundation
import RedoSystem
import TestSupport
import Testing

@testable import RedoCrypto

@Suite struct KeyDirectoryTests {
    let temporary: TemporaryDirectory
    let keys: KeyDirectory

    init() throws {
        temporary = try TemporaryDirectory()
        keys = KeyDirectory(path: "\(temporary.path)/config/keys")
    }

    func save(_ text: String = SampleKey.unsealed, replacing: Bool = false) throws(RedoError) {
        var bytes = Array(text.utf8)
        try keys.save(&bytes, for: SampleKey.user, replacing: replacing)
    }

    var file: String { keys.path(of: SampleKey.user) }

    @Test func aSavedKeyIsLoaded() throws {
        try save()
        #expect(try keys.load(SampleKey.user).publicKey.hexadecimal == SampleKey.publicDigits)
        #expect(try keys.users() == [SampleKey.user])
    }

    @Test func nobodyElseMayReadTheKey() throws {
        try save()
        #expect(try Files.status(of: file)?.permissions == 0o600)
        #expect(try Files.status(of: keys.path)?.permissions == 0o700)
    }

    @Test func onlyTheKeyFileIsLeft() throws {
        try save()
        #expect(try Files.names(in: keys.path) == ["\(SampleKey.user).key"])
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o610, 0o601, 0o622] as [mode_t])
    func aKeyThatOthersMayTouchIsRefused(_ mode: mode_t) throws {
        try save()
        try #require(chmod(file, mode) == 0)
        let error = #expect(throws: RedoError.self) { _ = try keys.load(SampleKey.user) }
        #expect(error?.code == .keyNotLoaded)
    }

    @Test func aKeyThatIsThereIsNotOverwritten() throws {
        try save("old")
        let error = #expect(throws: RedoError.self) { _ = try save() }
        #expect(error?.code == .keyNotSaved)
        #expect(try Files.read(file) == Array("old".utf8))
    }

    @Test func aKeyIsReplacedOnDemand() throws {
        try save("old")
        try save(replacing: true)
        #expect(try Files.read(file) == Array(SampleKey.unsealed.utf8))
        #expect(try Files.status(of: file)?.permissions == 0o600)
    }

    @Test(arguments: [false, true])
    func theTextIsWipedWhetherSavedOrNot(_ isTaken: Bool) throws {
        if isTaken { try save() }
        var text = Array(SampleKey.unsealed.utf8)
        try? keys.save(&text, for: SampleKey.user, replacing: false)
        #expect(text.isEmpty)
    }

    @Test func aFolderThatCannotBeMadeIsAFailureToSave() throws {
        try Data().write(to: URL(filePath: "\(temporary.path)/config"))
        let error = #expect(throws: RedoError.self) { _ = try save() }
        #expect(error?.code == .keyNotSaved)
        #expect(error?.message.hasSuffix(": File exists") == true)
    }

    @Test func aMissingKeyIsAFailureToLoad() {
        let error = #expect(throws: RedoError.self) { _ = try keys.load(SampleKey.user) }
        #expect(error?.code == .keyNotLoaded)
    }

    @Test(arguments: ["", "d75a", "../keys", SampleKey.user.uppercased(), SampleKey.publicDigits])
    func whatIsNoUserHasNoKey(_ user: String) {
        let error = #expect(throws: RedoError.self) { _ = try keys.load(user) }
        #expect(error?.code == .invalidKey)
    }

    @Test func anotherUsersKeyIsRefused() throws {
        try save()
        let other = String(SampleKey.otherDigits.prefix(32))
        try Files.rename(file, to: keys.path(of: other))
        let error = #expect(throws: RedoError.self) { _ = try keys.load(other) }
        #expect(error?.code == .invalidKey)
    }

    @Test func aFileThatIsTooLongIsAFailureToLoad() throws {
        try save(SampleKey.unsealed + String(repeating: "\n", count: 4096))
        let error = #expect(throws: RedoError.self) { _ = try keys.load(SampleKey.user) }
        #expect(error?.code == .keyNotLoaded)
        #expect(error?.message.hasSuffix(": File too large") == true)
    }

    @Test func onlyKeyFilesAreListed() throws {
        try save()
        let other = String(SampleKey.otherDigits.prefix(32))
        for name in ["\(other).key", "notes.txt", "short.key", "\(other).key.tmp", other] {
            try Data().write(to: URL(filePath: "\(keys.path)/\(name)"))
        }
        #expect(try keys.users() == [other, SampleKey.user])
    }

    // MARK: What errors know

    private static let other = String(SampleKey.otherDigits.prefix(32))

    /// What is thrown when a key is looked at.
    private func error(of user: String) -> KeyFault? {
        do throws(RedoError) {
            _ = try keys.check(user)
            return nil
        } catch {
            return error.keyFault
        }
    }

    @Test func aMissingKeyNamesThoseThatCanBeUsedInstead() throws {
        try save()
        try Data("redo-key 1".utf8).write(to: URL(filePath: keys.path(of: Self.other)))
        let missing = String(repeating: "0", count: 32)
        guard case .missing(keys.path(of: missing), [SampleKey.user]) = error(of: missing) else {
            Issue.record("\(String(describing: error(of: missing)))")
            return
        }
    }

    @Test func aFileIsForeignDamagedOrExposed() throws {
        try save()
        let place = try keys.check(SampleKey.user)
        #expect(place == .unsealed)
        try Files.rename(file, to: keys.path(of: Self.other))
        guard case .foreign(_, SampleKey.user, []) = error(of: Self.other) else {
            Issue.record("\(String(describing: error(of: Self.other)))")
            return
        }
        // A seed that makes another public key.
        try save(SampleKey.text(seed: SampleKey.otherDigits))
        #expect(try keys.load(SampleKey.user).publicKey.hexadecimal == SampleKey.publicDigits)
        guard case .damaged(file, _, []) = error(of: SampleKey.user) else {
            Issue.record("\(String(describing: error(of: SampleKey.user)))")
            return
        }
        try #require(chmod(file, 0o640) == 0)
        guard case .exposed(file, 0o640) = error(of: SampleKey.user) else {
            Issue.record("\(String(describing: error(of: SampleKey.user)))")
            return
        }
    }

    @Test func onlyWhatNoPermissionMendsIsBeyondUse() {
        let path = "/keys/x.key"
        func cause(_ code: Int32) -> SystemError {
            SystemError(code: code, call: "read", path: path)
        }
        let beyond: [KeyFault] = [
            .missing(path: path, others: []), .damaged(path: path, reason: "", others: []),
            .foreign(path: path, owner: "", others: []), .notAUser("", others: []),
            .cannotRead(path: path, cause(EIO), others: []),
        ]
        #expect(beyond.allSatisfy { $0.isBeyondUse })
        let others: [KeyFault] = [
            .taken(path: path), .exposed(path: path, mode: 0o644), .wrongPassphrase,
            .cannotRead(path: path, cause(EACCES), others: []), .emptyPassphrase,
        ]
        #expect(!others.contains { $0.isBeyondUse })
    }

    @Test func whatIsReplacedIsKept() throws {
        for (word, old) in [("one", nil), ("two", file + ".old"), ("three", file + ".old-2")] {
            var text = Array(word.utf8)
            let kept = try keys.replaceKeepingOld(&text, for: SampleKey.user)
            #expect(kept == old && text.isEmpty)
        }
        #expect(try Files.read(file) == Array("three".utf8))
        #expect(try Files.read(file + ".old") == Array("one".utf8))
        #expect(try Files.read(file + ".old-2") == Array("two".utf8))
        #expect(try keys.users() == [SampleKey.user])
    }

    @Test func aFolderThatIsNotThereHasNoKeys() throws {
        #expect(try keys.users() == [])
    }
}
