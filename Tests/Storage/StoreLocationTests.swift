import Foundation
import RedoSystem
import TestSupport
import Testing

@testable import RedoStore

/// Which store is worked on.
@Suite struct StoreLocationTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try Files.makeDirectories("\(directory.path)/project/.redo")
        try Files.makeDirectories("\(directory.path)/project/a/b")
    }

    func find(named: String? = nil, from start: String) throws -> StoreLocation {
        try #require(
            StoreLocation.find(
                named: named, from: "\(directory.path)/\(start)", home: "/home/log"))
    }

    @Test func aStoreThatCannotBeLookedAtIsNotPassedOver() throws {
        // Its name is too long for the system, which is neither a missing file nor a permission.
        let long = "/" + String(repeating: "a", count: 300)
        let location = try #require(
            StoreLocation.find(named: nil, from: long, home: "/home/log"))
        #expect(location.path == "\(long)/.redo" && location.origin == .discovered)
    }

    @Test func aNamedStoreComesFirst() throws {
        let location = try find(named: "/elsewhere", from: "project")
        #expect(location.path == "/elsewhere")
        #expect(location.origin == .named)
    }

    @Test(arguments: ["project", "project/a", "project/a/b"])
    func theNearestStoreUpwardsIsFound(_ start: String) throws {
        let location = try find(from: start)
        #expect(location.path == "\(directory.path)/project/.redo")
        #expect(location.origin == .discovered)
    }

    @Test func aNearerStoreComesBeforeAFartherOne() throws {
        try Files.makeDirectories("\(directory.path)/project/a/.redo")
        #expect(try find(from: "project/a/b").path == "\(directory.path)/project/a/.redo")
        #expect(try find(from: "project").path == "\(directory.path)/project/.redo")
    }

    @Test func aFileOfThatNameIsNoStore() throws {
        try Data().write(to: URL(filePath: "\(directory.path)/project/a/.redo"))
        #expect(try find(from: "project/a").path == "\(directory.path)/project/.redo")
    }

    @Test func withoutAStoreUpwardsTheUsersOwnIsUsed() {
        let location = StoreLocation.find(named: nil, from: "/", home: "/home/log")
        #expect(location?.path == "/home/log")
        #expect(location?.origin == .home)
    }

    @Test func withoutAHomeOnlyAStoreUpwardsIsFound() {
        let project = "\(directory.path)/project"
        #expect(
            StoreLocation.find(named: nil, from: project, home: nil)?.path == "\(project)/.redo")
        #expect(StoreLocation.find(named: nil, from: "/", home: nil)?.path == nil)
    }
}
