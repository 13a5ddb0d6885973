import Foundation
import TestSupport
import Testing

/// Texts that are made to break a reader.
@Suite struct HostileTextTests {
    struct Case: CustomStringConvertible, Sendable {
        let description: String
        let text: [UInt8]
        let reason: String
        let offset: Int

        init(_ description: String, _ text: [UInt8], _ reason: String, at offset: Int) {
            (self.description, self.text) = (description, text)
            (self.reason, self.offset) = (reason, offset)
        }

        init(_ description: String, _ text: String, _ reason: String, at offset: Int) {
            self.init(description, Array(text.utf8), reason, at: offset)
        }
    }

    static let cases: [Case] = [
        Case("invalid UTF-8", [0x7B, 0x22, 0x61, 0xFF, 0x22], "invalid UTF-8", at: 3),
        Case(
            "a byte order mark", [0xEF, 0xBB, 0xBF] + Array("{}".utf8), "an unexpected byte", at: 0),
        Case("a zero byte", [0x7B, 0x00, 0x7D], "an unexpected byte", at: 1),
        Case(
            "65 nested objects", String(repeating: #"{"a":"#, count: 65), "more than 64 nested",
            at: 320),
        Case(
            "a million nested objects", String(repeating: #"{"a":"#, count: 1_000_000),
            "more than 64 nested", at: 320),
        Case(
            "an object with a million brackets",
            #"{"a":"# + String(repeating: "[", count: 1_000_000), "more than 64 nested", at: 68),
        Case("a name twice", #"{"id":1,"\u0069d":2}"#, "a name that the object already has", at: 8),
        Case("half a surrogate", #"{"a":"\udc00"}"#, "a lone surrogate", at: 6),
        Case("a number too large", #"{"a":-1e999}"#, "a number beyond the range", at: 5),
        Case("no end", #"{"a":""#, "the text ends too early", at: 6),
        Case("two values", "{}{}", "text after the value", at: 2),
    ]

    @Test(arguments: cases)
    func areRefusedAtTheirByteByEveryReader(_ example: Case) throws {
        let runner = try CommandRunner.withStore()
        let before = try runner.contents(of: ".redo")
        try runner.write(example.text, to: "text")
        let mistake = "E_SCHEMA_MISMATCH: not I-JSON: \(example.reason)"

        let hashed = try runner.run("redo-hash-object", ["-w", "text"])
        #expect(hashed.status == 1)
        #expect(hashed.codedError.hasPrefix("error: \(mistake)"))
        #expect(hashed.codedError.hasSuffix(", at byte \(example.offset), in text\n"))

        let batch = try runner.run("redo-hash-object", ["-w", "--batch"], input: example.text)
        #expect(batch.status == 1)
        #expect(batch.lines.count == 1)
        #expect(batch.text.hasPrefix("- E_SCHEMA_MISMATCH not I-JSON: \(example.reason)"))
        #expect(batch.text.hasSuffix(", at byte \(example.offset)\n"))

        let imported = try runner.run("redo-import", ["text"])
        #expect(imported.status == 1)
        #expect(imported.codedError.hasPrefix("error: \(mistake)"))
        #expect(
            imported.codedError.hasSuffix(
                ", at byte \(example.offset), in the node at byte 0 of text\n")
        )

        let committed = try runner.run(
            "redo-commit-node", ["CREATE", "--stdin"], input: example.text)
        #expect(committed.status == 1)
        #expect(committed.codedError.hasPrefix("error: \(mistake)"))
        #expect(committed.codedError.hasSuffix(", at byte \(example.offset), in standard input\n"))

        for outcome in [hashed, imported, committed] { #expect(outcome.output.isEmpty) }
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test func anArrayOfAMillionBracketsIsRefused() throws {
        let runner = try CommandRunner.withEmptyStore()
        let before = try runner.contents(of: ".redo")
        let open = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        let close = [UInt8](repeating: UInt8(ascii: "]"), count: 1_000_000)
        let cutOff = try runner.run("redo-import", input: open)
        #expect(cutOff.status == 128)
        #expect(
            cutOff.codedError.hasPrefix("error: STORAGE_003: standard input is not a JSON array"))
        #expect(cutOff.codedError.contains("at byte 1000000;"))
        let whole = try runner.run("redo-import", input: open + close)
        #expect(whole.status == 1)
        #expect(whole.codedError.contains("at byte 64, in the node at byte 1 of standard input\n"))
        #expect(try runner.contents(of: ".redo") == before)
    }

    #if DEBUG
        // Unoptimised code takes its time. The line is still longer than any that is read.
        static let digitCount = (file: 3_000_000, line: 17_000_000)
    #else
        static let digitCount = (file: 100_000_000, line: 100_000_000)
    #endif

    @Test func aNumberOfMillionsOfDigitsIsRefused() throws {
        let runner = try CommandRunner.withEmptyStore()
        let line = try runner.lines(of: [SampleNode()])[0]
        try runner.write("\(line)\n".utf8, to: "node")
        let before = try runner.contents(of: ".redo")
        let outcome = try runner.shell(
            """
            digits() { head -c $1 /dev/zero | tr '\\0' 7; }
            digits \(Self.digitCount.file) >digits
            redo-hash-object digits 2>&1
            echo "status $?"
            { digits \(Self.digitCount.line); echo; cat node; } | redo-hash-object --batch
            echo "status $?"
            """)
        let id = try runner.ids(of: [SampleNode()])[0]
        #expect(
            outcome.lines == [
                "error: not I-JSON: a number beyond the range of a double, "
                    + "at byte 0, in digits (E_SCHEMA_MISMATCH)",
                "status 1",
                "- E_PAYLOAD_TOO_LARGE a line of \(Self.digitCount.line) bytes is not a node",
                id,
                "status 1",
            ])
        #expect(try runner.contents(of: ".redo") == before)
    }
}
