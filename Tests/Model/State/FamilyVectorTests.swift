import Foundation
import RedoJSON
import RedoStore
import RedoSystem
import TestSupport
import Testing

@testable import RedoModel

/// The logs of `Fixtures/vectors/families`: canonical state, hash and void nodes.
@Suite struct FamilyVectorTests {
    static let organisationLogs = names("organisation")

    static func names(_ family: String) -> [String] {
        let folder = Fixtures.folder.appending(path: "vectors/families/\(family)")
        let files = (try? Fixtures.names(in: folder)) ?? []
        return files.filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }.sorted()
    }

    @Test func allVectorsAreRead() {
        #expect(Self.organisationLogs.count == 25)
    }

    @Test(arguments: organisationLogs)
    func organisation(_ name: String) throws {
        try expect(Organisation.self, "organisation/\(name)", arrivingBy: Array.init)
    }

    /// Any order of arrival gives the same.
    @Test(arguments: organisationLogs)
    func organisationInAnyOrder(_ name: String) throws {
        let seed = Seed()
        var generator = seed.generator
        try expect(Organisation.self, "organisation/\(name)", seed.replay) {
            $0.shuffled(using: &generator)
        }
    }

    private func expect<Reducer: FamilyReducer>(
        _ family: Reducer.Type, _ path: String, _ comment: Comment? = nil,
        arrivingBy order: ([Node]) -> [Node]
    ) throws {
        let validator = NodeValidator()
        let nodes = try Fixtures.lines("vectors/families/\(path).jsonl").map {
            try validator.read($0, signature: .ifPresent)
        }
        let sorted = order(nodes).sorted { $0.position < $1.position }
        let replay = Replay(sorted)
        let reducer = Reducer(FamilyLog(replay, of: Reducer.self))
        let state = String(
            decoding: CanonicalJSON.bytes(reducer.canonicalState), as: UTF8.self)
        #expect(state + "\n" == text(path, "state.json"), comment)
        #expect("\(reducer.hash)\n" == text(path, "hash.txt"), comment)
        let void = reducer.voidNodes.sorted { $0.id < $1.id }
            .map { "\($0.id)\t\($0.code)\n" }.joined()
        #expect(void == text(path, "void.tsv"), comment)
    }

    private func text(_ path: String, _ file: String) -> String {
        let bytes = try? Fixtures.bytes("vectors/families/\(path).\(file)")
        return String(decoding: bytes ?? [], as: UTF8.self)
    }
}
