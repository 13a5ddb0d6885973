import Foundation
import TestSupport
import Testing

/// Every state that a key with a helper can be in: each is named, and each command of a hint leads to where tasks can
/// be added. What concerns files alone is in `KeyStateTests`, and a locked keyring in `SecretServiceTests`.
@Suite(.withTools("openssl", "ssh-agent", "age")) struct KeyPlaceStateTests {
    enum State: String, CaseIterable {
        case noSuchHelper, helperIsGone, helperFails, helperLacksTheKey, helperIsLocked, helperLies
        case besideAnother
        case noAgent, agentIsDead, agentLacksTheKey
        case noIdentity, identityIsGone, ageFileIsGone, otherIdentity

        /// Where the key is at first.
        var place: String {
            switch self {
            case .noAgent, .agentIsDead, .agentLacksTheKey: "ssh-agent"
            case .noIdentity, .identityIsGone, .ageFileIsGone, .otherIdentity: "age"
            default: "pem"
            }
        }

        /// The commands that bring it about.
        var making: String {
            switch self {
            case .noSuchHelper: "redo config --global --unset key.helper"
            case .helperIsGone: "mv redo-key-pem gone"
            case .helperFails: "printf '#!/bin/sh\\nexit 1' >redo-key-pem"
            case .helperLacksTheKey: "rm home/.redo-key-pem/*"
            case .helperIsLocked: "printf '#!/bin/sh\\necho error=locked' >redo-key-pem"
            case .helperLies:
                "sed 's/signature=[$]signature/signature=$(printf %0128d 0)/' gone >redo-key-pem"
            case .besideAnother: "redo key import other >/dev/null 2>&1; mv redo-key-pem gone"
            case .noAgent: "unset SSH_AUTH_SOCK"
            case .agentIsDead:
                "kill $SSH_AGENT_PID; while kill -0 $SSH_AGENT_PID 2>/dev/null; do sleep 0.02; done"
            case .agentLacksTheKey: "ssh-add -qD 2>/dev/null"
            case .noIdentity: "redo config --global --unset key.ageIdentity"
            case .identityIsGone: "mv identity gone-identity"
            case .ageFileIsGone: "rm home/.config/redo/keys/*.age"
            case .otherIdentity: "mv identity gone-identity; age-keygen -o identity 2>/dev/null"
            }
        }

        /// What `redo key list` has in the place of where the key is; nil where the key looks well.
        var word: String? {
            switch self {
            case .noSuchHelper: "unknown"
            case .helperIsLocked: "locked"
            case .helperLacksTheKey, .agentLacksTheKey, .ageFileIsGone: "missing"
            case .helperLies, .otherIdentity: nil
            default: "unreadable"
            }
        }
    }

    private let runner: CommandRunner

    init() throws {
        runner = try CommandRunner.withStore()
        try KeyHelperScript.install(in: runner)
        let made = try runner.shell(
            """
            redo key export >copy 2>/dev/null; chmod 600 copy; cp redo-key-pem gone
            age-keygen -o identity 2>/dev/null; redo config --global key.ageIdentity "$PWD/identity"
            ssh-keygen -q -t ed25519 -N '' -f sshkey; mkdir elsewhere
            HOME=$PWD/elsewhere redo keygen --no-passphrase >/dev/null
            HOME=$PWD/elsewhere redo key export >other 2>/dev/null
            """)
        try #require(made.status == 0, "\(made)")
    }

    /// Runs a line where the key is in a state, and then further ones.
    private func run(_ lines: String, in state: State) throws -> CommandOutcome {
        let moving =
            state.place == "ssh-agent"
            ? "redo key use $(redo key add ssh-agent 2>/dev/null); redo key delete --force $user >/dev/null"
            : "redo key move \(state.place)"
        return try runner.shell(
            """
            rm -rf home .redo redo-key-pem identity; cp -a home.was home; cp -a .redo.was .redo
            cp gone redo-key-pem; cp identity.was identity
            user=$(redo key show | sed -n 's/^userId //p')
            eval "$(ssh-agent)" >/dev/null; first=$SSH_AGENT_PID
            trap 'kill $first $SSH_AGENT_PID 2>/dev/null' EXIT
            ssh-add -q sshkey
            \(moving) 2>moving || { cat moving; exit 99; }
            redo add Milk >/dev/null || exit 98
            \(state.making)
            \(lines)
            """)
    }

    /// The commands that a hint names, with what stands for its operands.
    private func advice(_ outcome: CommandOutcome, _ state: State) -> [String] {
        outcome.codedError.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("hint: '"),
                let end = line.range(of: "' ", options: .backwards),
                case let words = line[line.index(line.startIndex, offsetBy: 7)..<end.lowerBound],
                let first = words.split(separator: " ").first,
                ["redo", "eval", "ssh-add"].contains(first)
            else { return nil }
            // Of a hint with two quoted parts the first.
            var command = String(words.split(separator: "' ").first ?? words)
            if command.contains("ageIdentity") {
                let identity =
                    state == .identityIsGone || state == .otherIdentity
                    ? "gone-identity" : "identity"
                command = command.replacing("FILE", with: "$PWD/\(identity)")
            }
            if command.contains("key.helper") {
                command = command.replacing("COMMAND", with: "$PWD/gone")
            }
            if command.hasSuffix("ssh-add") { command += " -q sshkey" }
            if command == "redo keygen" { command += " --no-passphrase" }
            if command == "redo key use USER" {
                return (line.split(separator: ": ").last?.split(separator: ",").first)
                    .map { "redo key use \($0)" }
            }
            // It asks for the password of an agent that is locked.
            if command.contains("-X") { return nil }
            return command.replacing("FILE", with: "copy")
        }
    }

    @Test(arguments: State.allCases)
    func everyHintLeadsToWhereTasksCanBeAdded(_ state: State) throws {
        _ = try runner.shell("cp -a home home.was; cp -a .redo .redo.was; cp identity identity.was")
        // Hints name commands that override on a terminal only.
        let outcome = try run(
            """
            redo key list 2>/dev/null; echo $?
            NO_COLOR=1 script -qec 'redo add Bread </dev/null >/dev/null' /dev/null </dev/null >said
            status=$?; tr -d '\\r' <said >&2; exit $status
            """, in: state)
        #expect(outcome.status == 128, "\(outcome)")
        #expect(
            outcome.codedError.contains("error: KEYCHAIN_002: the key helper \(state.place): "),
            "\(outcome)")
        if let word = state.word {
            #expect(outcome.lines.last == "1", "\(outcome)")
            #expect(
                outcome.text.contains(" \(word)\n") && outcome.text.contains("! "), "\(outcome)")
        } else {
            #expect(outcome.lines.last == "0", "\(outcome)")
        }
        let commands = advice(outcome, state)
        #expect(!commands.isEmpty, "\(outcome)")
        #expect(state != .besideAnother || commands.contains { $0.hasPrefix("redo key use ") })
        for command in commands {
            let added = try run(
                "redo add Bread >/dev/null 2>&1; \(command) >/dev/null || exit 97; redo add Tea",
                in: state)
            #expect(added.status == 0, "\(command): \(added)")
        }
    }
}
