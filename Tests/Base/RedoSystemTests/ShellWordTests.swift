import Foundation
import RedoSystem
import Testing

/// Texts that a shell reads as one word.
@Suite struct ShellWordTests {
    /// An accent makes one character of itself and the quote before it, and the shell knows only bytes.
    @Test(arguments: [
        "", "a b", "it's", "'", "''", "'\u{301}", "'\u{301}; echo x; '\u{301}", "$HOME `id` \\",
        "a\r\nb",
    ])
    func aShellReadsOneWord(_ text: String) throws {
        let shell = Process()
        let output = Pipe()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "printf '%s\\n' \(shellWord(text))"]
        shell.standardOutput = output
        try shell.run()
        let read = try #require(try output.fileHandleForReading.readToEnd())
        shell.waitUntilExit()
        #expect(Array(read) == Array(text.utf8) + [10])
    }
}
