import Foundation
import RedoJSON
import TestSupport
import Testing

/// Copies of one node that differ in their signature (protocol, section 2).
@Suite struct ImportedCopiesTests {
    static let id = "sha256:1bf216ef11d0755a8527ed7e21f43590012897282b236dbad7829e7c323380d9"

    /// Imports copies one after another, and says which of them is stored.
    private func stored(after order: [Int], inOneFile: Bool = false) throws -> Int? {
        let copies = try Fixtures.copiesOfANode()
        let runner = try CommandRunner.withEmptyStore()
        let inputs = inOneFile ? [order.map { copies[$0] }] : order.map { [copies[$0]] }
        for input in inputs {
            _ = try runner.run(
                "redo-import", ["--unsigned"], input: Array(input.joined(separator: [10])))
        }
        #expect(try runner.objectNames().count <= 1)
        #expect(try runner.temporaryNames().isEmpty)
        let line = try runner.run("redo-cat-node", [Self.id]).output.dropLast()
        return copies.firstIndex { $0.elementsEqual(line) }
    }

    @Test(arguments: [
        ([0, 2], 2), ([0, 3], 3), ([2, 3], 2), ([3, 2], 3), ([2, 0], 2), ([0, 1], 0), ([1, 2], 2),
        ([2, 1], 2), ([0, 3, 2], 3), ([1, 0, 2, 3], 2),
    ])
    func theFirstValidSignatureIsKept(_ order: [Int], _ expected: Int) throws {
        #expect(try stored(after: order) == expected)
        #expect(try stored(after: order, inOneFile: true) == expected)
    }

    @Test func aWronglySignedCopyAloneIsRefused() throws {
        #expect(try stored(after: [1]) == nil)
    }

    @Test func theFileStaysReadOnlyWhenItGetsItsSignature() throws {
        let runner = try CommandRunner.withEmptyStore()
        let copies = try Fixtures.copiesOfANode()
        for copy in [copies[0], copies[2]] {
            _ = try runner.run("redo-import", ["--unsigned"], input: copy)
        }
        let attributes = try FileManager.default.attributesOfItem(
            atPath: runner.path(runner.objectName(Self.id)))
        #expect(attributes[.posixPermissions] as? Int == 0o444)
    }
}
