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
        try fixture.mirror(phone)
        try laptop.expect(["fetch"])
    }

    /// The lock of a redo command.
    @Test func oneOfThisSuiteIsNoHindrance() throws {
        let name = "\(repository)/refs/redo/mirrors/origin.lock"
        try laptop.runner.write("".utf8, to: name)
        try phone.add("Bread")
        try fixture.mirror(phone)
        try laptop.expect(["fetch"])
        #expect(try laptop.stateHash() == phone.stateHash())
        #expect(!FileManager.default.fileExists(atPath: laptop.runner.path(name)))
    }

    /// The lock of `git gc`, which may still be at work.
    @Test func oneOfGitIsNamed() throws {
        _ = try laptop.runner.shell("git -C \(repository) pack-refs --all")
        try laptop.runner.write("".utf8, to: "\(repository)/packed-refs.lock")
        _ = try laptop.runner.shell("git init -q --bare other.git")
        let move = ["remote", "set-url", "origin", "other.git"]
        let refused = try laptop.expect(move, status: 128)
        let lock = laptop.runner.path("\(repository)/packed-refs.lock")
        #expect(refused.codedError.hasPrefix("error: STORAGE_003: "), "\(refused)")
        #expect(refused.codedError.contains("was killed: remove the file \(lock)\n"), "\(refused)")
        try FileManager.default.removeItem(atPath: lock)
        try laptop.expect(move)
        #expect(try laptop.expect(["fetch"]).text == "nothing new\n")
    }
}
