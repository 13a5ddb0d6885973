import RedoCommandLine
import Testing

/// Elements of pictures and pages, in which nothing but literals is markup.
@Suite struct MarkupTests {
    private static let attack = "\"'/><script>&\u{1B}\u{202E}\n"
    private static let escaped = "&quot;&#39;/&gt;&lt;script&gt;&amp;\u{FFFD}\u{FFFD} "

    @Test func textsAreEscapedBetweenTagsAndInAttributes() {
        let element = Markup(
            "a", Self.attack, ["n": -1], ["t": Self.attack], content: Markup(text: Self.attack))
        #expect(
            element.source
                == "<a class=\"\(Self.escaped)\" n=\"-1\" t=\"\(Self.escaped)\">\(Self.escaped)</a>"
        )
        let line = Markup.text(Self.attack, "small", x: 1, y: 2, anchor: "end", marks: "<b/>")
        #expect(
            line.source
                == "<text class=\"small\" x=\"1\" y=\"2\" text-anchor=\"end\">\(Self.escaped)<b/></text>"
        )
        #expect(
            Markup.pictureStart(3, 4, label: Self.attack, style: "a{}").source
                == "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"3\" height=\"4\" "
                + "viewBox=\"0 0 3 4\" role=\"img\" aria-label=\"\(Self.escaped)\">\n"
                + "<style>\na{}\n</style>\n"
                + "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n")
    }

    @Test func anElementWithoutContentIsOneTag() {
        #expect(Markup("g", "").source == "<g/>")
        #expect(Markup("g", content: "").source == "<g></g>")
        #expect(Markup.path("edge", "M1 2L3 4").source == "<path class=\"edge\" d=\"M1 2L3 4\"/>")
        #expect(
            Markup.circle("", x: 1, y: 2, radius: 3).source == "<circle cx=\"1\" cy=\"2\" r=\"3\"/>"
        )
    }

    @Test func piecesAreJoined() {
        let pieces: Markup = ["<b>", Markup(text: "<"), "</b>"]
        #expect(pieces.source == "<b>&lt;</b>")
        let lines: [Markup] = ["1", "2", "3"]
        #expect(lines.joined(separator: "<br/>").source == "1<br/>2<br/>3")
        #expect(lines.dropFirst(3).joined().source.isEmpty)
    }

    /// The short way for plain text gives what the long one does.
    @Test func plainTextIsAsItIs() {
        for value in UInt8(0x20)..<0x7F {
            let text = String(UnicodeScalar(value))
            #expect(text.xmlText == String(("ä" + text).xmlText.dropFirst()))
        }
    }
}
