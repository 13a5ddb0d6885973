import RedoCheckpoints
import RedoCrypto
import RedoJSON
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@Suite struct StatementTests {
    private static func full() throws -> SignedStatement {
        let position = Statement.Position(
            slot: Samples.otherSlot, sequence: 5, digest: Samples.digest(9))
        return try Samples.statement(3, packs: [1, 2], seen: [position], retired: [position])
    }

    @Test func aFileIsReadAsItWasWritten() throws {
        for statement in [try Samples.statement(1, packs: []), try Self.full()] {
            let read = try SignedStatement(reading: statement.file)
            #expect(read == statement)
            #expect(read.position.digest == statement.digest)
        }
    }

    /// The layout of docs/checkpoints.md, written out.
    @Test func theFileIsAsDocumented() throws {
        let statement = try Samples.statement(1)
        let name = Samples.digest(1).hexadecimal
        let json =
            #"{"heads":{"count":1,"root":"\#(Samples.digest(7).hexadecimal)"},"#
            + #""key":"\#(Samples.signer.publicKey.hexadecimal)","nodes":1,"#
            + #""packs":[{"name":"\#(name)","pieces":["\#(Samples.digest(1001).hexadecimal)"],"#
            + #""size":1000}],"retired":[],"seen":[],"sequence":1,"#
            + #""slot":"00112233445566778899aabbccddeeff","time":"2026-11-23T18:17:00.000Z"}"#
        let lines = String(decoding: statement.file, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 3 && lines[2].isEmpty)
        #expect(String(lines[0]) == json)
        let bytes = Array(json.utf8)
        let digest = SHA256.digest(bytes.span)
        #expect(statement.digest == digest)
        let digits = Array(lines[1].utf8)
        let read = Signature(hexadecimal: digits.span)
        let signature = try #require(read)
        let message = Array("redo-statement-1\n\(json)".utf8)
        let holds = Samples.signer.publicKey.isSigner(of: message.span, signature: signature)
        #expect(holds)
    }

    /// Whatever byte is another one, nothing is taken for a statement.
    @Test func everyChangedByteIsRefused() throws {
        let file = try Self.full().file
        for place in file.indices {
            var changed = file
            changed[place] ^= 1
            #expect(throws: SignedStatement.Fault.self) {
                try SignedStatement(reading: changed)
            }
        }
        for count in file.indices {
            #expect(throws: SignedStatement.Fault.self) {
                try SignedStatement(reading: Array(file[..<count]))
            }
        }
        #expect(throws: SignedStatement.Fault.self) {
            try SignedStatement(reading: file + [10])
        }
    }

    /// What is signed and canonical, and still not a statement.
    @Test(arguments: [
        (#""nodes":2"#, #""nodes":0"#), (#""sequence":3"#, #""sequence":0"#),
        (#""sequence":3"#, #""sequence":1"#), (#""count":1"#, #""count":-1"#),
        (#""size":1000"#, #""size":0"#), (#""size":1000"#, #""size":8388609"#),
        (#""pieces":["#, #""pieces":["x","#), (#""nodes":2"#, #""more":1,"nodes":2"#),
        (#""sequence":5"#, #""sequence":1.5"#), (#""time":"2026"#, #""time":"yesterday"#),
    ])
    func aSignedStatementHasItsForm(_ text: String, _ replacement: String) throws {
        let file = String(decoding: try Self.full().file, as: UTF8.self)
        let json = String(file.prefix { $0 != "\n" })
        #expect(json.contains(text))
        let changed = json.replacing(text, with: replacement, maxReplacements: 1)
        let message = Array("redo-statement-1\n\(changed)".utf8)
        let signature = try Samples.signer.sign(message.span)
        let signed = Array("\(changed)\n\(signature.hexadecimal)\n".utf8)
        #expect(throws: SignedStatement.Fault.self) { try SignedStatement(reading: signed) }
    }

    @Test func aPackIsListedOnceAndASlotNeverSeesItself() throws {
        let own = Statement.Position(slot: Samples.slot, sequence: 1, digest: Samples.digest(1))
        for statement in [
            try Samples.statement(1, packs: [1, 1]), try Samples.statement(2, seen: [own]),
            try Samples.statement(2, retired: [own]),
        ] {
            #expect(throws: SignedStatement.Fault.self) {
                try SignedStatement(reading: statement.file)
            }
        }
    }
}
