import Foundation
import RedoJSON
import TestSupport
import Testing

/// Files of other programs in other encodings and languages.
@Suite struct ImportEncodingTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func convert(_ bytes: [UInt8], _ from: String, _ rest: String...) throws
        -> CommandOutcome
    {
        try store.runner.run(
            "redo-convert", ["--from", from, "--to", "json"] + rest, input: bytes)
    }

    private static let texts = [
        "taskwarrior":
            #"[{"uuid":"00000000-0000-4000-8000-000000000018","description":"Café","status":"pending"}]"#,
        "todotxt": "Café\n", "csv": "title\nCafé\n", "markdown": "- [ ] Café\n",
        "json": "{\"title\":\"Café\"}\n",
        "icalendar":
            "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:Café\nEND:VTODO\nEND:VCALENDAR\n",
    ]

    @Test(arguments: texts.keys.sorted())
    func anyFormatMayBeginWithAByteOrderMark(_ format: String) throws {
        let text = try #require(Self.texts[format])
        var utf16: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        for bytes in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), utf16] {
            let outcome = try convert(bytes, format)
            #expect(outcome.status == 0 && outcome.text.contains(#""title":"Café""#), "\(outcome)")
        }
    }

    @Test(arguments: texts.keys.sorted())
    func aCompressedFileIsNamed(_ format: String) throws {
        try store.runner.write(Array(try #require(Self.texts[format]).utf8), to: "file")
        let outcome = try store.runner.shell(
            "gzip file && redo-convert --from \(format) --to json file.gz")
        #expect(outcome.status == 128 && outcome.text.isEmpty)
        #expect(outcome.codedError.contains("file.gz is compressed (gzip)"), "\(outcome)")
    }

    @Test func columnsAreNamedByAnOption() throws {
        let table = Array("Aufgabe;Fällig;Wer\nMilch;2030-11-20;Ben\n".utf8)
        let outcome = try convert(table, "csv", "--map", "Aufgabe=title", "--map", "fällig=due")
        let task = try JSONDocument(outcome.output).root.value
        #expect(task["title"]?.text == "Milch" && task["due"]?.text == "2030-11-20T23:59:00.000Z")
        #expect(task["fields"] == ["wer": "Ben"])
        try store.runner.write(table, to: "t.csv")
        let imported = try store.run(
            "import", ["--from", "csv", "--map", "Aufgabe=title", "t.csv"])
        #expect(imported.status == 0, "\(imported)")
        #expect(try store.tasks().first?["title"]?.text == "Milch")
    }

    @Test(arguments: [
        (["--map", "Aufgabe"], 129), (["--map", "Aufgabe=rank"], 129), (["--map", "=title"], 129),
        (["--map", "a=title", "--map", "b=title"], 129), (["--map", "nowhere=due"], 128),
    ])
    func aWrongMapIsRefused(_ options: [String], _ status: Int) throws {
        let outcome = try store.runner.run(
            "redo-convert", ["--from", "csv", "--to", "json"] + options,
            input: Array("title\na\n".utf8))
        #expect(Int(outcome.status) == status && outcome.text.isEmpty, "\(outcome)")
        let other = try store.runner.run(
            "redo-convert", ["--from", "markdown", "--to", "json", "--map", "a=title"],
            input: Array("- a\n".utf8))
        #expect(other.status == 129 && other.codedError.contains("--map is for csv"), "\(other)")
    }
}
