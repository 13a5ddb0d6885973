import Foundation
import RedoCrypto
import RedoJSON
import RedoModel
import TestSupport
import Testing

@testable import RedoEpochs

/// A program in Python that knows docs/encrypted-remotes.md alone, and reads what the module writes.
@Suite(.enabled(if: IndependentReader.python != nil, "no python3 has the module nacl"))
struct IndependentReaderTests {
    private let founder = SampleKey(1, of: 100)
    private let paper = SampleKey(2, of: 100)
    private let friend = SampleKey(3)

    private func epochs() throws -> (genesis: OpenedEpoch, file: EpochFile, last: OpenedEpoch) {
        let first = Member(
            founder.principal, recovery: paper.recovery, devices: [founder.device])
        let genesis = try EpochFile.make(parents: [], members: [first], signer: founder.signer)
        let last = try EpochFile.make(
            parents: [genesis.epoch], members: [first, friend.member], signer: founder.signer)
        return (genesis.epoch, last.file, last.epoch)
    }

    @Test(arguments: [0, 15, 4089, 65_528, 65_529, 300_000])
    func itReadsTheSame(_ count: Int) throws {
        let (genesis, file, last) = try epochs()
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let sealed = try last.seal.seal(content.span, as: .statement)
        for reader in [founder, paper, friend] {
            let outcome = try IndependentReader.read(file.bytes, by: reader, sealed, "statement")
            try #require(outcome.status == 0, "\(outcome)")
            let root = try JSONDocument(outcome.output).root
            func text(_ name: StaticString) -> String? { root[name]?.string?.description }
            #expect(text("id") == file.id.description)
            #expect(text("body") == last.body.digest.hexadecimal)
            #expect(text("salt") == SealHeader(of: sealed.span).map { hexadecimal($0.salt) })
            #expect(text("content") == SHA256.digest(content.span).hexadecimal)
            #expect(root["size"]?.integer == count)
            let members = root["members"]?.elements.compactMap { $0.string?.description }
            #expect(members == ["\(founder.principal)", "\(friend.principal)"])
            let keys = root["keys"]?.elements.compactMap { $0.string?.description }
            #expect(keys == [founder.publicKey.hexadecimal, friend.publicKey.hexadecimal])
            let commits = root["commits"]?.elements.compactMap { $0.string?.description }
            #expect(commits == [genesis.key.commitment.hexadecimal])
            let parent = root["parents"]?.value
            #expect(
                parent == [
                    [
                        "body": .string(JSONString(genesis.body.digest.hexadecimal)),
                        "id": .string(JSONString(genesis.id.description)),
                    ]
                ])
        }
    }

    @Test func itRefusesWhatTheModuleRefuses() throws {
        let (_, file, last) = try epochs()
        let sealed = try last.seal.seal([1, 2, 3].span, as: .piece)
        let lies: [[UInt8]] = [
            sealed.changed(at: 60, by: 1), sealed.changed(at: 4000, by: 1),
            last.seal.file(
                of: Seal.plaintext(of: [1].span), .piece, salt: [UInt8](repeating: 1, count: 32)),
            last.seal.file(
                of: Seal.plaintext(of: [1].span) + [UInt8](repeating: 0, count: 256), .piece),
            last.seal.file(of: Seal.plaintext(of: [1].span).changed(at: 100, by: 1), .piece),
        ]
        #expect(try IndependentReader.read(file.bytes, by: friend, sealed, "piece").status == 0)
        for lie in lies {
            #expect(try IndependentReader.read(file.bytes, by: friend, lie, "piece").status == 1)
        }
        #expect(try IndependentReader.read(file.bytes, by: friend, sealed, "claim").status == 1)
        #expect(
            try IndependentReader.read(file.bytes, by: SampleKey(9), sealed, "piece").status == 1)
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        var digits: [UInt8] = []
        appendHexadecimal(bytes.span, to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }
}

/// The program, and a Python that has PyNaCl: the system's, or that of `make witness`.
enum IndependentReader {
    private static let script =
        Fixtures.package.appending(path: "Tests/Support/Readers/encrypted_remote.py").path

    static let python = PythonWithNaCl.path

    static func read(
        _ epoch: [UInt8], by reader: SampleKey, _ sealed: [UInt8], _ kind: String
    ) throws -> CommandOutcome {
        let runner = try CommandRunner()
        let bytes = reader.seed
        var seed: [UInt8] = []
        appendHexadecimal(bytes.span, to: &seed)
        return try runner.run(
            try #require(python),
            [
                "-B", script, runner.write(epoch, to: "epoch"),
                String(decoding: seed, as: UTF8.self),
                runner.write(sealed, to: "sealed"), kind,
            ])
    }
}
