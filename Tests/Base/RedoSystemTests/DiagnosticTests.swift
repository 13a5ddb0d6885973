import RedoSystem
import Testing

@Suite struct DiagnosticTests {
    @Test(arguments: [
        (
            "error: there is no task 'bread' (NAME_001)", Diagnostic.Kind.error,
            "there is no task 'bread'"
        ),
        ("warning: a (b) (NAME_001)", .warning, "a (b)"),
        ("error:  (NAME_001)", .error, ""),
    ])
    func whatIsPrintedIsRead(_ line: String, _ kind: Diagnostic.Kind, _ text: String) {
        let diagnostic = Diagnostic(kind, .unknownName, text)
        #expect(diagnostic.line == line)
        #expect(Diagnostic(reading: line) == diagnostic)
    }

    @Test(arguments: [
        "", "error: ", "error: NAME_001: there is no task 'bread'", "error: no task (NAME_000)",
        "note: a (NAME_001)",
        "error: no task (NAME_001) here", "error: no task NAME_001)",
    ])
    func otherLinesAreNone(_ line: String) { #expect(Diagnostic(reading: line) == nil) }
}
