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
}
