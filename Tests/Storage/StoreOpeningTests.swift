import Foundation
import RedoSystem
import TestSupport
import Testing

@testable import RedoStore

/// Making and opening stores.
@Suite struct StoreOpeningTests {
    let directory: TemporaryDirectory
    var path: String { "\(directory.path)/store" }

    init() throws { directory = try TemporaryDirectory() }

    func open(_ trust: Store.Trust? = nil, user: String = "") throws -> Store {
        try Store(
            opening: StoreLocation(path: path, origin: .named),
            userConfiguration: try Configuration(parsing: user),
            trust: trust ?? Store.Trust(user: Environment.effectiveUser, directories: []))
    }

    @Test func aStoreIsMadeOnce() throws {
        let configuration = try Configuration(parsing: "[redo]\n\tdevice = d\n")
        #expect(try Store.create(at: path, configuration: configuration))
        #expect(try !Store.create(at: path, configuration: Configuration()))
        #expect(try open().configuration.value("redo.device") == "d")
    }

    @Test func aConfigurationThatIsThereStays() throws {
        try Files.makeDirectories(path)
        try Data("[redo]\n\tdevice = mine\n".utf8).write(to: URL(filePath: "\(path)/config"))
        #expect(try Store.create(at: path, configuration: Configuration()))
        #expect(try open().configuration.value("redo.device") == "mine")
    }

    @Test func theStoresConfigurationComesBeforeTheUsers() throws {
        let own = try Configuration(parsing: "[a]\n\tk = own\n")
        _ = try Store.create(at: path, configuration: own)
        let store = try open(user: "[a]\n\tk = user\n\tl = user\n")
        #expect(store.configuration.value("a.k") == "own")
        #expect(store.configuration.value("a.l") == "user")
        #expect(store.configuration.values("a.k") == ["user", "own"])
    }

    @Test func whatIsNotThereIsNoStore() {
        let error = #expect(throws: RedoError.self) { try open() }
        #expect(error?.code == .notFound)
        #expect(error?.hints == ["'redo --redo-dir \(path) init' creates it"])
    }

    @Test func aFolderWithoutObjectsIsNoStore() throws {
        try Files.makeDirectories(path)
        let error = #expect(throws: RedoError.self) { try open() }
        #expect(error?.message == "\(path) is not a store: it has no objects folder")
    }

    @Test func someoneElsesStoreIsRefusedUnlessItIsTrustedByName() throws {
        _ = try Store.create(at: path, configuration: Configuration())
        let stranger = Environment.effectiveUser + 1
        for directories in [[], ["/elsewhere"], [directory.path]] {
            let error = #expect(throws: RedoError.self) {
                try open(Store.Trust(user: stranger, directories: directories))
            }
            #expect(error?.code == .notPermitted)
            #expect(error?.hints.first?.contains("safe.directory \(path)") == true)
        }
        for directories in [[path], ["*"], ["/elsewhere", path]] {
            #expect(throws: Never.self) {
                try open(Store.Trust(user: stranger, directories: directories))
            }
        }
    }

    @Test func anErrorInTheConfigurationNamesFileAndLine() throws {
        _ = try Store.create(at: path, configuration: Configuration())
        try Data("[a]\n\nk = \"open\n".utf8).write(to: URL(filePath: "\(path)/config"))
        let error = #expect(throws: RedoError.self) { try open() }
        #expect(error?.code == .corrupted)
        #expect(
            error?.message == "line 3 of \(path)/config is not in the syntax of a configuration")
    }
}
