import Foundation
import TestSupport
import Testing

/// Locks that a process that was killed has left in a store's own repository.
@Suite struct StaleLockTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    private let laptop: TaskStore
    private let repository = ".redo/git/repository"

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        laptop = try fixture.device("laptop")
        try phone.add("Water")
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
    }

    /// The locks of a redo command.
    @Test(arguments: ["refs/redo/remotes/origin/phone.lock", "redo-branch"])
    func oneOfThisSuiteIsNoHindrance(_ name: String) throws {
        try laptop.runner.write("".utf8, to: "\(repository)/\(name)")
        try phone.add("Bread")
        try phone.expect(["push"])
        try laptop.expect(["sync"])
        #expect(try laptop.stateHash() == phone.stateHash())
        let path = laptop.runner.path("\(repository)/\(name)")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// The lock of `git gc`, which may still be at work.
    @Test func oneOfGitIsNamed() throws {
        _ = try laptop.runner.shell("git -C \(repository) pack-refs --all")
        try laptop.runner.write("".utf8, to: "\(repository)/packed-refs.lock")
        try fixture.git("update-ref", "-d", "refs/redo/devices/phone")
        let refused = try laptop.expect(["fetch", "--prune"], status: 128)
        let lock = laptop.runner.path("\(repository)/packed-refs.lock")
        #expect(refused.error.hasPrefix("error: STORAGE_003: "), "\(refused)")
        #expect(refused.error.contains("was killed: remove the file \(lock)\n"), "\(refused)")
        try FileManager.default.removeItem(atPath: lock)
        #expect(try laptop.expect(["fetch", "--prune"]).text.contains("pruned "))
    }
}
