import RedoModel
import Testing

@testable import RedoInterchange

/// What files are, by their contents.
@Suite struct FormatRecognitionTests {
    @Test(
        arguments: [
            ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", .icalendar), ("\nbegin:vcalendar\n", .icalendar),
            ("[{\"description\":\"a\",\"uuid\":\"b\",\"status\":\"pending\"}]", .taskwarrior),
            ("{\"description\":\"a\",\"entry\":\"20251101T000000Z\"}\n", .taskwarrior),
            ("{\"title\":\"a\",\"tags\":[\"}\\\"{\"]}\n{}", .json),
            ("[{\"number\":1,\"title\":\"a\",\"state\":\"OPEN\"}]", .github),
            ("[[{\"title\":\"a\",\"body\":\"\"}]]", .github),
            ("[\n  {\"iid\":1,\"title\":\"a\",\"labels\":[]}\n]", .gitlab),
            ("TYPE,CONTENT,PRIORITY\ntask,a,1\n", .todoist), ("title,due\na,\n", .csv),
            ("\"Due\";\"Title\"\n;a\n", .csv),
            ("#+TITLE: x\n* a\n", .org), ("* a\n** TODO b\n", .org),
            ("* TODO a\nDEADLINE: <2025-11-20 Thu>\n- [ ] step\n", .org),
            ("# Home\n\n- [ ] Milk\n- [x] Bread\n", .markdown), ("  * [X] Milk\n", .markdown),
            ("(A) Call Ana +family\n", .todotxt), ("x 2025-11-01 Pay\nplain\n", .todotxt),
        ] as [(String, InterchangeFormat)])
    func aFormatIsCertain(_ text: String, _ format: InterchangeFormat) {
        let recognition = FormatRecognition(Array(text.utf8))
        #expect(recognition?.content == .format(format) && recognition?.isCertain == true)
    }

    @Test(
        arguments: [
            ("* TODO a\n* DONE b\n", .org), ("- Milk\n- Bread\n", .markdown),
            ("# Home\n", .markdown),
            ("Call Ana @phone\n", .todotxt), ("Pay due:2025-11-20\n", .todotxt),
            ("2025-11-01 Pay\n", .todotxt), ("task,notes of mine\na,b\n", .csv),
        ] as [(String, InterchangeFormat)])
    func aFormatIsLikely(_ text: String, _ format: InterchangeFormat) {
        let recognition = FormatRecognition(Array(text.utf8))
        #expect(recognition?.content == .format(format) && recognition?.isCertain == false)
    }

    @Test func nodesAreRecognised() {
        let node = "{\"action\":\"CREATE\",\"author\":{},\"data\":{},\"id\":\"x\",\"timestamp\":{}}"
        for text in [node, "[\(node)]", "\n\(node)\n"] {
            #expect(FormatRecognition(Array(text.utf8))?.content == .nodes)
        }
    }

    @Test(arguments: [
        ("<!DOCTYPE html>", "HTML"), ("<?xml version=\"1.0\"?>", "XML"),
        ("BEGIN:VCARD\n", "contacts (vCard)"), ("%PDF-1.7", "a PDF"),
        ("SQLite format 3\0", "an SQLite database, as Taskwarrior 3 keeps its tasks"),
    ])
    func otherFilesHaveNames(_ text: String, _ name: String) {
        #expect(FormatRecognition(Array(text.utf8))?.content == .other(name))
    }

    @Test(arguments: [
        "", " \n", "hello\n", "{", "[", "[]", "{\"a\":1}", "[1,2]", "\"a\"", "a,b\n1,2\n",
        "**bold** text\n", "{\"title\":\"a\",\"zzz\":1}",
    ])
    func nothingIsRecognised(_ text: String) {
        #expect(FormatRecognition(Array(text.utf8)) == nil)
    }

    /// What a format writes is recognised as that format.
    @Test(arguments: InterchangeFormat.written)
    func whatIsWrittenIsRecognised(_ format: InterchangeFormat) {
        var task = ForeignTask()
        (task.title, task.uid, task.priority) = ("Milk", "c0ffee11-1111-4111-8111-111111111111", 5)
        task.created = settings.now
        let bytes = format.write([task], settings).bytes
        #expect(FormatRecognition(bytes)?.content == .format(format), "\(bytes.text)")
    }

    @Test func aHugeFirstObjectIsNotRead() {
        let text = "[{\"title\":\"" + String(repeating: "a", count: 1 << 20) + "\"}]"
        #expect(FormatRecognition(Array(text.utf8)) == nil)
    }
}
