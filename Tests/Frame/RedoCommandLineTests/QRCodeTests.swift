import Foundation
import RedoSystem
import TestSupport
import Testing

@testable import RedoCommandLine

/// Codes for cameras, as zbarimg reads them.
@Suite struct QRCodeTests {
    /// The picture that a terminal shows, each module of four by four dots.
    private static func picture(of lines: [String], isInverted: Bool) -> String {
        var rows: [[Bool]] = []
        for line in lines {
            rows.append(line.map { $0 == "▀" || $0 == "█" })
            rows.append(line.map { $0 == "▄" || $0 == "█" })
        }
        let dots = rows.flatMap { row in
            Array(
                repeating: row.flatMap { Array(repeating: $0 != isInverted ? "1" : "0", count: 4) }
                    .joined(separator: " "), count: 4)
        }
        return "P1\n\((lines.first?.count ?? 0) * 4) \(dots.count)\n"
            + dots.joined(separator: "\n") + "\n"
    }

    @Test(
        arguments: [
            "2C70E12B7A0646F92279F427C7B38E7334D8E5389CFF167A1DC30E73F826B683",
            WordSamples.text, "ä ünd 漢字",
        ], [false, true])
    func aCameraReadsIt(_ text: String, _ isInverted: Bool) throws {
        let lines = try QRCode(text).lines(isInverted: isInverted)
        #expect(lines.allSatisfy { $0.count == lines.first?.count })
        let runner = try CommandRunner()
        try Self.picture(of: lines, isInverted: isInverted).write(
            toFile: runner.path("code.pbm"), atomically: true, encoding: .utf8)
        let read = try runner.shell("zbarimg -q --raw code.pbm")
        #expect(read.status == 0)
        #expect(read.text == text + "\n")
    }

    @Test func whatDoesNotFitIsAnError() {
        #expect(throws: RedoError.self) { try QRCode(String(repeating: "ä", count: 4000)) }
    }

    private enum WordSamples {
        static let text = String(repeating: "abandon ", count: 23) + "art"
    }
}
