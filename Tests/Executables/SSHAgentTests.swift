import Foundation
import TestSupport
import Testing

/// Keys in a running agent of OpenSSH.
@Suite(.withTools("ssh-agent", "ssh-add", "ssh-keygen")) struct SSHAgentTests {
    let runner: CommandRunner

    init() throws {
        runner = try CommandRunner.withStore()
        let made = try runner.shell(
            "ssh-keygen -q -t ed25519 -N '' -f one; ssh-keygen -q -t ed25519 -N '' -f two")
        try #require(made.status == 0, "\(made)")
    }

    /// Runs a script with an agent of its own, which ends with it.
    private func shell(_ script: String) throws -> CommandOutcome {
        try runner.shell(
            """
            eval "$(ssh-agent -a "$PWD/agent")" >/dev/null
            trap 'kill $SSH_AGENT_PID' EXIT
            ssh-add -q one
            \(script)
            """)
    }

    @Test func aKeyOfTheAgentSigns() throws {
        let outcome = try shell(
            """
            user=$(redo key add ssh-agent 2>/dev/null) && redo key use $user && redo key list | grep '^[*]' &&
            redo add Milk >/dev/null && redo commit-node CREATE -f title=Eggs >/dev/null &&
            redo log --format=%U | sort -u && redo verify --all --require-signature
            """)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        let user = try #require(outcome.lines.dropFirst().first)
        #expect(outcome.lines.first == "* \(user) in ssh-agent")
        let file = try runner.contents(ofFile: "home/.config/redo/keys/\(user).key")
        #expect(String(decoding: file, as: UTF8.self).hasSuffix("\nhelper ssh-agent\n"))
    }

    @Test func ofSeveralKeysOneIsNamed() throws {
        let outcome = try shell("ssh-add -q two; redo key add ssh-agent")
        #expect(outcome.status == 128, "\(outcome)")
        let users = try #require(outcome.codedError.split(separator: "one of: ").last)
            .split { $0 == "," || $0 == " " || $0 == "\n" }
        #expect(users.count == 2)
        let added = try shell("ssh-add -q two; redo key add ssh-agent \(users[1])")
        #expect(added.status == 0 && added.text == users[1] + "\n", "\(added)")
    }

    /// OpenSSH's agent takes messages of 256 KiB.
    @Test func whatIsTooLargeIsRefusedBeforeAnythingIsWritten() throws {
        let outcome = try shell(
            """
            redo key use $(redo key add ssh-agent 2>/dev/null); redo add Milk >/dev/null
            head -c 255000 /dev/zero | tr '\\0' x >text
            redo commit-node CREATE -f title=Large -f description="$(head -c 120000 text)" >/dev/null || exit 9
            redo export | sed -n '$p' | jq -c --rawfile text text \
              'del(.id,.signature) | .taskId = "c0ffee11-1111-4111-8111-111111111111" | .parents = []
               | .timestamp.lamport = 1 | .data.fields = {title: "X", description: $text}' >node
            redo hash-object --sign -w node; echo $?
            head -c 265000 /dev/zero | tr '\\0' x >text
            jq -c --rawfile text text '.data.fields.description = $text' node >larger
            redo hash-object --sign -w larger; echo $?; redo export | wc -l
            """)
        // The first is just below the limit.
        #expect(outcome.lines.count == 4, "\(outcome)")
        #expect(outcome.lines.dropFirst(1).first == "0", "\(outcome)")
        #expect(outcome.lines.dropFirst(2) == ["128", "4"], "\(outcome)")
        #expect(
            outcome.codedError.contains(
                "error: KEYCHAIN_002: the key helper ssh-agent: it signs at most 256000 bytes"))
    }

    @Test func theBoxKeyIsTheSameEachTimeAndNeedsTheAgent() throws {
        let outcome = try shell(
            """
            user=$(redo key add ssh-agent 2>/dev/null)
            redo key box $user; redo key box $user; ssh-add -qD; redo key box $user
            """)
        #expect(outcome.status == 128 && outcome.lines.count == 2, "\(outcome)")
        #expect(outcome.lines.first == outcome.lines.last && outcome.lines[0].count == 64)
        let boxes = try runner.contents(of: "home/.config/redo/keys").filter {
            $0.key.hasSuffix(".box")
        }
        #expect(boxes.count == 1)
        let mode = try FileManager.default.attributesOfItem(
            atPath: runner.path("home/.config/redo/keys/\(boxes.first?.key ?? "")"))
        #expect(mode[.posixPermissions] as? Int == 0o600)
    }
}
