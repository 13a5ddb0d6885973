import RedoCommandLine
import RedoJSON
import RedoSystem

extension BugReport {
    /// The report for people: sections with a line for each fact.
    var text: String {
        section("redo", [("version", Version.text)])
            + section("libraries", libraries.map { ($0.file.library, text(of: $0)) })
            + section("system", lines(system))
            + section(
                "configuration", settings.map { ($0.name, "\($0.value.text) (\($0.origin))") })
            + section("store", lines(store)) + section("check of the store", lines(findings))
            + section("latest operations, with how many nodes each wrote", lines(operations))
    }

    private func text(of library: Library) -> String {
        guard let (name, version) = library.installed else {
            return "not installed (\(library.file.names.joined(separator: " or ")))"
        }
        return "\(version.isEmpty ? "installed" : version) (\(name))"
    }

    private func lines(_ facts: [Fact]) -> [(String, String)] {
        facts.map { ($0.name, $0.value.text) }
    }

    private func section(_ title: String, _ lines: [(String, String)]) -> String {
        "\(title)\n" + (lines.isEmpty ? "  none\n" : "")
            + lines.map { name, value in
                let gap = String(repeating: " ", count: max(1, 20 - name.utf8.count))
                return "  \(name)\(gap)\(value)\n"
            }.joined()
    }

    /// The report for programs: the members of the text, with null for what is not there.
    var json: JSONValue {
        [
            "configuration": .array(
                settings.map {
                    [
                        "name": string($0.name), "origin": string($0.origin),
                        "value": $0.value.json,
                    ]
                }),
            "findings": array(findings),
            "libraries": .array(
                libraries.map {
                    [
                        "file": $0.installed.map { string($0.name) } ?? .null,
                        "library": string($0.file.library),
                        "optional": .bool($0.file.isOptional),
                        "packages": .array($0.file.packages.map(string)),
                        "version": $0.installed.map { string($0.version) } ?? .null,
                    ]
                }),
            "operations": array(operations), "store": array(store), "system": array(system),
            "version": string(Version.text),
        ]
    }

    private func array(_ facts: [Fact]) -> JSONValue {
        .array(facts.map { ["name": string($0.name), "value": $0.value.json] })
    }
}

private func string(_ text: String) -> JSONValue { .string(JSONString(text)) }

extension BugReport.Value {
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): "\(number)"
        case .removed: SecretRemoval.mark
        case .failed(let code): "failed: \(code)"
        case .missing: "not set"
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .number(let number): .number(Double(number))
        case .missing: .null
        case .text, .removed, .failed: string(text)
        }
    }
}
