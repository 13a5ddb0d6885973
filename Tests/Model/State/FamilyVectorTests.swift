import Foundation
import RedoJSON
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// The logs of `Fixtures/vectors/families`: canonical state, hash and void nodes.
@Suite struct FamilyVectorTests {
    static let logs = ["effective", "organisation", "people", "rooms"].flatMap { names($0) }

    static func names(_ family: String) -> [String] {
        let directory = Fixtures.directory.appending(path: "vectors/families/\(family)")
        let files = (try? Fixtures.names(in: directory)) ?? []
        return files.filter { $0.hasSuffix(".jsonl") }.map { "\(family)/\($0.dropLast(6))" }
            .sorted()
    }

    @Test(arguments: [("effective", 28), ("organisation", 25), ("people", 28), ("rooms", 25)])
    func allVectorsAreRead(_ family: String, _ count: Int) {
        #expect(Self.names(family).count == count)
    }

    @Test(arguments: logs)
    func theAnswersAreThoseOfTheVectors(_ log: String) throws {
        try expect(log, arrivingBy: Array.init)
    }

    /// Any order of arrival gives the same.
    @Test(arguments: logs)
    func anyOrderOfArrivalGivesTheSame(_ log: String) throws {
        let seed = Seed()
        var generator = seed.generator
        try expect(log, seed.replay) { $0.shuffled(using: &generator) }
    }

    /// The protocol's state does not see what families do.
    private func expect(
        _ path: String, _ comment: Comment? = nil, arrivingBy order: ([Node]) -> [Node]
    ) throws {
        let validator = NodeValidator()
        let nodes = try Fixtures.lines("vectors/families/\(path).jsonl").map {
            try validator.read($0, signature: .ifPresent)
        }
        let sorted = order(nodes).sorted { $0.position < $1.position }
        let family = try #require(FamilyName(rawValue: String(path.prefix { $0 != "/" })))
        let answer = FamilyAnswer(sorted, family)
        #expect(answer.state + "\n" == text(path, "state.json"), comment)
        #expect("\(answer.hash)\n" == text(path, "hash.txt"), comment)
        let void = answer.voidNodes.sorted { $0.id < $1.id }
            .map { "\($0.id)\t\($0.code)\n" }.joined()
        #expect(void == text(path, "void.tsv"), comment)
    }

    private func text(_ path: String, _ file: String) -> String {
        let bytes = try? Fixtures.bytes("vectors/families/\(path).\(file)")
        return String(decoding: bytes ?? [], as: UTF8.self)
    }
}
