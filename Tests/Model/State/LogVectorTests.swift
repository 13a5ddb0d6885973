import Foundation
import RedoJSON
import RedoStore
import RedoSystem
import TestSupport
import Testing

@testable import RedoModel

/// The vectors of `Fixtures/vectors/logs`: whole logs through all stages, replay and the state hash.
@Suite struct LogVectorTests {
    static let names: [String] =
        (try? Fixtures.names(in: Fixtures.directory.appending(path: "vectors/logs"))) ?? []

    @Test func allVectorsAreRead() {
        #expect(Self.names.count == 62)
    }

    static func text(_ log: String, _ file: String) throws -> String {
        String(decoding: try Fixtures.bytes("vectors/logs/\(log)/\(file)"), as: UTF8.self)
    }

    @Test(arguments: names)
    func log(_ name: String) throws {
        let directory = try TemporaryDirectory()
        _ = try Store.create(at: directory.path, configuration: Configuration())
        let store = try Store(
            opening: StoreLocation(path: directory.path, origin: .named),
            userConfiguration: try Configuration(parsing: "[core]\nfsync = none\n"),
            trust: Store.Trust(user: Environment.effectiveUser, directories: []))

        let validator = NodeValidator()
        let lines = try Fixtures.lines("vectors/logs/\(name)/nodes.jsonl")
        let candidates = lines.map { line in
            Result { () throws(Rejection) in try validator.read(line, signature: .ifPresent) }
        }
        let verdicts = try store.admit(candidates, validator: validator)
        let validated = zip(candidates, verdicts).map { candidate, verdict in
            let id = verdict?.id ?? (try? candidate.get().id)
            return "\(id?.description ?? "-")\t\(verdict?.code.rawValue ?? "OK")\n"
        }.joined()
        #expect(validated == (try Self.text(name, "validate.tsv")))

        let snapshot = try store.snapshot()
        #expect(snapshot.refused.isEmpty)
        let replay = Replay(snapshot.nodes)
        let rejected = replay.rejected.map {
            "\(replay.nodes[$0.number].id)\t\($0.code.rawValue)\n"
        }.joined()
        #expect(rejected == (try Self.text(name, "rejected.tsv")))
        let state = String(decoding: replay.foldState().canonicalBytes, as: UTF8.self)
        #expect(state + "\n" == (try Self.text(name, "state.json")))
        #expect("\(replay.foldState().hash)\n" == (try Self.text(name, "hash.txt")))
    }
}
