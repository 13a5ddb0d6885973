import Foundation
import Testing

/// An SVG or HTML file, read by Python's XML parser.
public struct Markup {
    /// Elements in their order, with attributes.
    public let elements: [(name: String, attributes: [String: String])]
    /// What stands between tags.
    public let texts: [String]
    private let source: String

    /// - Throws: where it is not well-formed.
    public init(_ text: String) throws {
        source = text
        let runner = try CommandRunner()
        let file = try runner.write(text.utf8, to: "markup.xml")
        let program = """
            import json, sys, xml.etree.ElementTree as tree
            elements, texts = [], []
            for element in tree.parse(sys.argv[1]).iter():
                elements.append([element.tag.split('}')[-1], element.attrib])
                texts += [text for text in (element.text, element.tail) if text]
            json.dump([elements, texts], sys.stdout)
            """
        let outcome = try runner.run("/usr/bin/env", ["python3", "-c", program, file])
        try #require(outcome.status == 0, "\(outcome.error) \(text.prefix(3000))")
        let root = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [[Any]]
        let parts = try #require(root)
        elements = parts[0].compactMap { entry in
            guard let pair = entry as? [Any], let name = pair[0] as? String else { return nil }
            return (name, pair[1] as? [String: String] ?? [:])
        }
        texts = parts[1].compactMap {
            ($0 as? String)?.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    public func count(of name: String, with attribute: String = "", prefix: String = "") -> Int {
        elements.count {
            $0.name == name
                && (attribute.isEmpty || $0.attributes[attribute]?.hasPrefix(prefix) == true)
        }
    }

    /// Whether it runs nothing and loads nothing.
    public var hasNothingFromOutside: Bool {
        let forbidden: Set = [
            "script", "image", "img", "link", "iframe", "foreignObject", "use", "a", "object",
        ]
        let namespaces = ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"]
        return elements.allSatisfy { name, attributes in
            !forbidden.contains(name)
                && attributes.keys.allSatisfy {
                    !$0.hasPrefix("on") && $0 != "href" && !$0.hasSuffix("}href") && $0 != "src"
                }
        }
            && elements.filter { $0.name == "style" }.count > 0
            && !styles.contains("url(") && !styles.contains("@import")
            && namespaces.reduce(tags) { $0.replacing($1, with: "") }.contains("://") == false
    }

    private var styles: String {
        source.components(separatedBy: "<style>").dropFirst().map {
            $0.components(separatedBy: "</style>")[0]
        }.joined()
    }

    /// The tags without the texts between them.
    private var tags: String {
        source.components(separatedBy: "<").map { $0.components(separatedBy: ">")[0] }.joined()
    }
}
