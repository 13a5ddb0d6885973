/// A piece of XML, or of HTML that is XML too: a literal as it is, an element, whose attributes and texts are escaped,
/// or several pieces in a row.
///
/// A text that is not part of the program cannot become markup: no other initialiser takes one.
package struct Markup: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    package private(set) var source: String

    package init(stringLiteral literal: StaticString) { source = "\(literal)" }

    package init(arrayLiteral pieces: Markup...) {
        source = ""
        for piece in pieces { self += piece }
    }

    /// A text between tags.
    package init(text: String) { source = text.xmlText }

    /// An element with the attributes in this order.
    ///
    /// - Parameters:
    ///   - kind: its class; none if it is empty.
    ///   - content: nil for an element that is one tag.
    package init(
        _ name: StaticString, _ kind: String = "",
        _ numbers: KeyValuePairs<StaticString, Int> = [:],
        _ texts: KeyValuePairs<StaticString, String> = [:], content: Markup? = nil
    ) {
        source = "<\(name)"
        if !kind.isEmpty { source += " class=\"\(kind.xmlText)\"" }
        for (name, number) in numbers { source += " \(name)=\"\(number)\"" }
        for (name, text) in texts { source += " \(name)=\"\(text.xmlText)\"" }
        source += content.map { ">\($0.source)</\(name)>" } ?? "/>"
    }

    package static func += (first: inout Markup, second: Markup) { first.source += second.source }
}

extension Sequence<Markup> {
    package func joined(separator: Markup = "") -> Markup {
        var sum: Markup = ""
        for (index, piece) in enumerated() { sum += index == 0 ? piece : [separator, piece] }
        return sum
    }
}

/// Pictures in SVG that need nothing else.
extension Markup {
    /// The start of a picture: its size in pixels, its style and its paper. ``pictureEnd`` ends it.
    ///
    /// - Parameter label: says what the picture shows.
    package static func pictureStart(
        _ width: Int, _ height: Int, label: String, style: Markup
    ) -> Markup {
        var picture: Markup = "<svg xmlns=\"http://www.w3.org/2000/svg\""
        picture.source += " width=\"\(width)\" height=\"\(height)\""
        picture.source += " viewBox=\"0 0 \(width) \(height)\" role=\"img\""
        picture.source += " aria-label=\"\(label.xmlText)\">\n"
        return [
            picture, "<style>\n", style, "\n</style>\n",
            "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
        ]
    }

    package static let pictureEnd: Markup = "</svg>\n"

    /// A line of text.
    ///
    /// - Parameters:
    ///   - anchor: which end of it is at the position.
    ///   - marks: what follows it in another style.
    package static func text(
        _ text: String, _ kind: String = "", x: Int, y: Int, anchor: String = "start",
        marks: Markup = ""
    ) -> Markup {
        Markup(
            "text", kind, ["x": x, "y": y], anchor == "start" ? [:] : ["text-anchor": anchor],
            content: [Markup(text: text), marks])
    }

    package static func path(_ kind: String, _ commands: String) -> Markup {
        Markup("path", kind, [:], ["d": commands])
    }

    package static func circle(_ kind: String, x: Int, y: Int, radius: Int) -> Markup {
        Markup("circle", kind, ["cx": x, "cy": y, "r": radius])
    }
}
