import Foundation
import Testing

@testable import RedoSystem

@Suite struct EnvironmentTests {
    @Test func aVariableHasTheProcesssValue() throws {
        let path = try #require(ProcessInfo.processInfo.environment["PATH"])
        #expect(Environment.value(of: "PATH") == path)
    }

    @Test func anUnsetVariableHasNoValue() {
        #expect(Environment.value(of: "REDO_TEST_\(RandomBytes.hexadecimal(count: 8))") == nil)
    }

    @Test func theCurrentDirectoryIsThatOfTheProcess() throws {
        #expect(try Environment.currentDirectory() == FileManager.default.currentDirectoryPath)
    }
}
