import Foundation
import RedoSystem
import TestSupport
import Testing

@testable import RedoStore

/// Configurations on disk.
@Suite struct ConfigurationFileTests {
    private let directory: TemporaryDirectory
    private var path: String { "\(directory.path)/config" }

    init() throws { directory = try TemporaryDirectory() }

    private func write(_ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    @Test(arguments: [true, false])
    func whatIsReadHasItsOrigin(_ isUsers: Bool) throws {
        try write("[a]\nk = v\n")
        let file = ConfigurationFile(path: path, isUsers: isUsers)
        let configuration = try file.read()
        #expect(configuration.value("a.k") == "v")
        let expected: Configuration.Origin = isUsers ? .user(path: path) : .store(path: path)
        #expect(file.origin == expected)
        #expect(configuration.origin == expected)
        #expect(configuration.origin.isStore != isUsers)
    }

    @Test func aFileThatIsMissingIsEmpty() throws {
        let file = ConfigurationFile(path: path)
        #expect(try file.text().isEmpty)
        let configuration = try file.read()
        #expect(configuration.entries.isEmpty)
        #expect(configuration.origin == .store(path: path))
    }

    @Test func anErrorNamesTheLineOfTheFile() throws {
        try write("[a]\nk = v\nnot an entry\n")
        let error = #expect(throws: RedoError.self) {
            try ConfigurationFile(path: path).read()
        }
        #expect(error?.code == .corrupted)
        #expect(error?.message.contains("line 3 of \(path)") == true)
    }

    /// Two that read, change and write at once: neither loses what the other has written.
    @Test(arguments: [true, false]) func changesAtOnceAreAllKept(_ isThere: Bool) throws {
        if isThere { try write("[a]\n\tk = v\n") }
        let path = path
        let failures = Locked<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 60) { number in
            do {
                let name = try #require(Configuration.Name("par.k\(number)"))
                try ConfigurationFile(path: path).change { $0.set(name, to: "\(number)") }
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        let configuration = try ConfigurationFile(path: path).read()
        #expect(configuration.entries.count == 60 + (isThere ? 1 : 0))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["config"])
    }

    /// The link stays, and what it leads to is the file that is locked.
    @Test func aLinkedFileIsLockedAsWell() throws {
        try write("")
        let link = "\(directory.path)/link"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "config")
        try heldLock(of: link)
        #expect(try isFree(path))
    }

    private func heldLock(of link: String) throws {
        let lock = try ConfigurationFile(path: link).lock()
        defer { _ = lock }
        #expect(try !isFree(path))
    }

    private func isFree(_ path: String) throws -> Bool {
        guard let lock = try FileLock.take(path) else { return false }
        _ = consume lock
        return true
    }
}
