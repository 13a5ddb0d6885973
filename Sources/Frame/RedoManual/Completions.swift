import RedoCommandLine
import RedoStore

/// The completions of a shell: a hand-written script, `completions/src/redo.bash`. The commands and options of the
/// specifications replace its line `# @commands@` and other marks.
package enum Completions: String, CaseIterable, Sendable {
    case bash = "redo.bash"
    case zsh = "_redo"
    case fish = "redo.fish"

    package var fileName: String { rawValue }

    private static let mark = "# @commands@"

    /// The script that is installed.
    package func text(source: String, of suite: CommandSuite) throws(ManualError) -> String {
        var lines: [String] = []
        var isMarked = false
        let marks = marks(of: suite)
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == Self.mark {
                isMarked = true
                for command in suite.specifications { lines += self.lines(command) }
            } else {
                lines.append(marks.reduce(String(line)) { replaced($0, $1.mark, $1.text) })
            }
        }
        guard isMarked else {
            throw ManualError("completions/src/\(fileName): there is no line '\(Self.mark)'")
        }
        return lines.joined(separator: "\n")
    }

    /// The replacements of marks within lines: lists, and the effect of `@--no-pager@`.
    private func marks(of suite: CommandSuite) -> [(mark: String, text: String)] {
        let lists = [
            ("@names@", suite.names.map { "redo-\($0)" }),
            ("@keys@", ConfigurationKey.all.map(\.name)), ("@guides@", Guide.all.map(\.name)),
            ("@options@", GlobalOption.all.map(\.name)),
        ]
        return lists.map { ($0, $1.joined(separator: " ")) }
            + GlobalOption.all.map { option in
                let first = option.summary.prefix(1)
                let start = self == .fish ? first.uppercased() : String(first)
                return ("@\(option.name)@", start + option.summary.dropFirst())
            }
    }

    private func lines(_ command: CommandSpecification) -> [String] {
        switch self {
        case .bash: BashCompletion.lines(command)
        case .zsh: ZshCompletion.lines(command)
        case .fish: FishCompletion.lines(command)
        }
    }

    private func replaced(_ line: String, _ mark: String, _ text: String) -> String {
        guard line.containsText(mark) else { return line }
        var result = ""
        var rest = line[...]
        while !rest.isEmpty {
            if rest.hasPrefix(mark) {
                result += text
                rest = rest.dropFirst(mark.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }
}

/// A text in single quotes, for bash and zsh.
func shellQuoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
}
