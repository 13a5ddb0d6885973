import Foundation
import TestSupport

/// A store with hostile titles, and the shells that complete command lines in it.
struct CompletingShell {
    static let titles = [
        "Buy milk", "Buy \"bread\"", "it's $(touch made)", "`touch made`; touch made", "a: b=c",
        "*?[x] {y,z} ~ !! #", "back\\slash", "Zoë’s café",
        // These cannot be names on a line.
        "line\nfeed", "esc\u{1B}[31mape", "tab\there", "-dash",
    ]

    let runner: CommandRunner

    init() throws {
        runner = try CommandRunner.withStore()
        for title in Self.titles {
            _ = try runner.run("redo-add", ["--draft", "--", title])
        }
        _ = try runner.run("redo-config", ["remote.origin.url", "/srv/redo.git"])
        _ = try runner.run("redo-config", ["--global", "alias.finish", "done --notes x"])
    }

    /// Declares fields of one's own, one of which has known values, and adds a category.
    func declareFields() throws {
        for setting in [
            ["field.size.type", "choice"], ["field.size.values", "small,large"],
            ["field.room.type", "text"],
        ] { _ = try runner.run("redo-config", setting) }
        _ = try runner.run("redo-category", ["add", "Household"])
    }

    static func script(_ name: String) -> String {
        Fixtures.package.appending(path: "completions/\(name)").path
    }

    private func run(_ program: String, _ arguments: [String]) throws -> CommandOutcome {
        let path = "\(CommandRunner.executables.path):/usr/bin:/bin"
        return try runner.run(program, arguments, extra: ["PATH": path, "TERM": "dumb"])
    }

    /// What bash makes of the words of a line, of which the last one is completed.
    func bash(_ words: String..., type: Int = 9) throws -> [String] {
        let driver = """
            source "$1"; shift
            COMP_TYPE=\(type); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
            _redo
            for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done
            """
        let outcome = try run(
            "/bin/bash", ["-c", driver, "bash", Self.script("redo.bash")] + words)
        return outcome.error.isEmpty ? outcome.lines : ["error: \(outcome.error)"]
    }

    /// The words that bash reads in a line.
    func words(_ line: String) throws -> [String] {
        try run("/bin/bash", ["-c", "eval \"set -- $1\"; printf '%s\\n' \"$@\"", "bash", line])
            .lines
    }

    /// What fish makes of lines, one after the other.
    func fish(_ lines: String...) throws -> [String] { try fish(lines) }

    func fish(_ lines: [String]) throws -> [String] {
        let driver = "source $argv[1]; for line in $argv[2..-1]; complete -C$line; end"
        let outcome = try run(
            "/usr/bin/fish", ["--no-config", "-c", driver, Self.script("redo.fish")] + lines)
        return outcome.error.isEmpty ? outcome.lines : ["error: \(outcome.error)"]
    }

    /// What an interactive zsh makes of a line when the tabulator key is pressed.
    ///
    /// - Returns: the candidates, and the line after it.
    func zsh(_ line: String) throws -> (candidates: [String], line: String) {
        let capture = runner.path("capture-\(UUID().uuidString)")
        let driver = try runner.write(Array(Self.zshDriver.utf8), to: "driver.zsh")
        let directory = Fixtures.package.appending(path: "completions").path
        _ = try run("/bin/zsh", ["-f", driver, directory, line, capture])
        var lines = try String(contentsOfFile: capture, encoding: .utf8)
            .components(separatedBy: "\n").filter { $0 != "ready" && !$0.isEmpty }
        guard let last = lines.popLast(), last.hasPrefix("= ") else { return (lines, "") }
        return (lines, String(last.dropFirst(2)))
    }

    /// Starts a zsh behind a terminal, types a line and a tabulator, and notes what is offered.
    private static let zshDriver = #"""
        zmodload zsh/zpty
        export CAPTURE=$3
        : > $CAPTURE
        zpty shell zsh -f -i
        zpty -w shell "fpath=(${(q)1} \$fpath) PS1= LISTMAX=10000
        autoload -Uz compinit && compinit -u -D
        compadd() {
          if [[ \$1 == -[OAD] || \"\$*\" == *' '-[OAD]' '* ]]; then builtin compadd \"\$@\"; return; fi
          local -a hits
          builtin compadd -A hits \"\$@\"
          (( \$#hits )) && print -rl -- \$hits >> \$CAPTURE
          builtin compadd \"\$@\"
        }
        finish() { print -r -- \"= \$BUFFER\" >> \$CAPTURE; BUFFER=; zle accept-line }
        zle -N finish; bindkey '^X^F' finish; bindkey '^I' complete-word
        print ready >> \$CAPTURE"
        integer i
        for ((i = 0; i < 400; i++)); do [[ "$(<$CAPTURE)" == *ready* ]] && break; sleep 0.05; done
        # The keys wait in the terminal until zsh reads them, one after the other. A terminal from which no line is edited yet
        # would take the end of input, ^D, for itself.
        zpty -w -n shell "$2"$'\t\x18\x06'
        for ((i = 0; i < 400; i++)); do [[ "$(<$CAPTURE)" == *$'\n= '* ]] && break; sleep 0.05; done
        zpty -d shell
        """#

    /// Whether a title has been executed.
    var isHarmed: Bool { FileManager.default.fileExists(atPath: runner.path("made")) }

    /// The shortest name of a task.
    func name(_ title: String) throws -> String {
        let lines = try runner.run("redo-rev-parse", ["--complete", "task", ""]).lines
        let line = lines.first { $0.hasSuffix("\t\(title)") }
        return line?.components(separatedBy: "\t").first ?? "none"
    }
}
