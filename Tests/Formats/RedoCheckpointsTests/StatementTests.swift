import RedoCheckpoints
import RedoCrypto
import RedoJSON
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@Suite struct StatementTests {
    private static func full() throws -> SignedStatement {
        let mention = Samples.mention(5, Samples.otherNonce)
        return try Samples.statement(3, packs: [1, 2], seen: [mention], retired: [mention])
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
            + #""nonce":"01010101010101010101010101010101","#
            + #""packs":[{"name":"\#(name)","pieces":["\#(Samples.digest(1001).hexadecimal)"],"#
            + #""size":1000}],"retired":[],"seen":[],"sequence":1,"#
            + #""slot":"\#(Samples.slot.hexadecimal)","time":"2026-11-23T18:17:00.000Z"}"#
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

    /// The name of a slot, computed elsewhere: `printf redo:slot:KEY:NONCE | sha256sum | head -c 32`.
    @Test func theNameOfASlotIsThatOfItsKeyAndNonce() throws {
        let key = PublicKey(checked: Array(repeating: 1, count: PublicKey.byteCount))
        let nonce = SlotNonce(checked: Array(repeating: 2, count: SlotNonce.byteCount))
        #expect(Slot(of: key, nonce: nonce).hexadecimal == "9e07560c2cb017faa0926ffd952ccfb5")
        #expect(SlotNonce.random() != SlotNonce.random())
        #expect(try Samples.statement(1).statement.isOfItsKey)
    }

    /// A statement in a slot that is another key's, or no key's, is read, since its nodes are of use: it says nothing.
    @Test func aSlotThatIsNotOfItsKeyIsTold() throws {
        let victim = Samples.slot
        let stranger = Samples.signer(9)
        for nonce in [Samples.nonce, nil] {
            let statement = try SignedStatement(
                Statement(
                    slot: victim, key: stranger.publicKey, nonce: nonce, sequence: 1,
                    previous: nil, packs: [], heads: (0, Samples.digest(7)), nodeCount: 0,
                    seen: [], retired: [], time: Sample.instant("2026-11-23T18:17:00.000Z")),
                signedBy: stranger)
            let read = try SignedStatement(reading: statement.file)
            #expect(read == statement && !read.statement.isOfItsKey && read.mention == nil)
            let entry = CheckpointRecord.Seen(
                read, version: "1", isCounting: true, isWhole: true)
            #expect(entry.isStray && !entry.isCounting && entry.expected == nil)
        }
        // One of its own key, under another name.
        var copied = CheckpointRecord.Seen(
            try Samples.statement(1), under: Samples.otherSlot, version: "1", isTrue: true,
            isWhole: true)
        copied.judge(isKeyCounting: true, after: nil)
        #expect(copied.isStray && !copied.isCounting)
    }

    /// What an earlier version has signed has no nonces: its packs are read, and what it says of other slots is not.
    @Test func aStatementOfAnEarlierVersionIsReadForItsPacks() throws {
        let slot = "00112233445566778899aabbccddeeff"
        let position =
            #"{"digest":"\#(Samples.digest(3).hexadecimal)","sequence":1,"slot":"\#(slot)"}"#
        let json =
            #"{"heads":{"count":1,"root":"\#(Samples.digest(7).hexadecimal)"},"#
            + #""key":"\#(Samples.signer.publicKey.hexadecimal)","nodes":1,"#
            + #""packs":[{"name":"\#(Samples.digest(1).hexadecimal)","pieces":["#
            + #""\#(Samples.digest(1001).hexadecimal)"],"size":1000}],"#
            + #""retired":[\#(position)],"seen":[\#(position)],"sequence":1,"#
            + #""slot":"ffeeddccbbaa99887766554433221100","time":"2026-11-23T18:17:00.000Z"}"#
        let signature = try Samples.signer.sign(Array("redo-statement-1\n\(json)".utf8).span)
        let read = try SignedStatement(
            reading: Array("\(json)\n\(signature.hexadecimal)\n".utf8))
        #expect(read.statement.pieces == [Samples.digest(1001)])
        #expect(read.statement.seen.isEmpty && read.statement.retired.isEmpty)
        #expect(!read.statement.isOfItsKey && read.mention == nil)
    }

    /// What a statement says of a slot names its key and nonce, and no other key's slot.
    @Test func aMentionIsOfASlotOfItsKey() throws {
        let mention = Samples.mention(5, Samples.otherNonce)
        #expect(Statement.Mention(mention.json) == mention)
        let other = try Samples.statement(1, seen: [mention])
        let file = String(decoding: other.file, as: UTF8.self)
        let json = String(file.prefix { $0 != "\n" })
        let changed = json.replacing(
            Samples.otherNonce.hexadecimal, with: String(repeating: "3", count: 32))
        #expect(changed != json)
        let signature = try Samples.signer.sign(Array("redo-statement-1\n\(changed)".utf8).span)
        let signed = Array("\(changed)\n\(signature.hexadecimal)\n".utf8)
        #expect(throws: SignedStatement.Fault.self) { try SignedStatement(reading: signed) }
    }

    @Test func aPackIsListedOnceAndASlotNeverSeesItself() throws {
        let own = Samples.mention(1)
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
