import Foundation
import TestSupport
import Testing

/// Every state that keys can be in, and every command that has to do with keys: each says what is wrong by
/// its status and code, and each command that a hint names leads to where tasks can be added.
@Suite struct KeyStateTests {
    /// What has become of the key that signed.
    enum KeyState: String, CaseIterable {
        case none, lost, lostBesideAnother, several, foreign, exposed, damaged, otherSeed
        case wrongPassphrase, sealedWithoutTerminal

        /// What is typed, or nil if nothing can be.
        var passphrase: String? {
            switch self {
            case .wrongPassphrase: "wrong\nright\n"
            case .sealedWithoutTerminal: nil
            default: "right\nright\n"
            }
        }

        /// The commands that bring it about. `$KEYS` is where keys are, and `$A` the user whose key signed.
        var making: String {
            switch self {
            case .none: "rm $KEYS/$A.key; redo config --global --unset user.key"
            case .lost: "rm $KEYS/$A.key"
            case .lostBesideAnother: "redo key import other >importing 2>&1; rm $KEYS/$A.key"
            case .several:
                "redo key import other >importing 2>&1; redo config --global --unset user.key"
            case .foreign: "cat other >$KEYS/$A.key"
            case .exposed: "chmod 644 $KEYS/$A.key"
            case .damaged: "head -c 60 copy >$KEYS/$A.key"
            case .otherSeed: "(head -2 copy; tail -1 other) >$KEYS/$A.key"
            case .wrongPassphrase, .sealedWithoutTerminal:
                "printf 'right\\n' >p; REDO_PASSPHRASE_FD=3 redo key lock 3<p"
            }
        }
    }

    /// By state, for each of ``commands``: the status, and the first code or a dash.
    static let table: [KeyState: String] = [
        .none: "128 K2|1 SIG|0 -|128 K2|0 -|128 K2|128 K2|128 K2|128 K2|0 -",
        .lost: "128 K2|1 SIG|1 K2|128 K2|0 -|128 K2|128 K2|128 K2|128 K2|0 -",
        .lostBesideAnother: "128 K2|1 SIG|1 K2|128 K2|0 -|128 K2|128 K2|128 K2|128 K2|0 -",
        .several: "128 K2|128 K2|0 -|0 -|128 K1|128 K2|128 K2|128 K2|1 K1|0 -",
        .foreign: "128 K3|1 SIG|1 K3|128 K3|0 -|128 K3|128 K3|128 K3|1 K1|0 -",
        .exposed: "128 K2|1 SIG|1 K2|128 K2|128 K2|128 K2|128 K2|128 K2|1 K1|0 -",
        .damaged: "128 K3|1 SIG|1 K3|128 K3|0 -|128 K3|128 K3|128 K3|1 K1|0 -",
        .otherSeed: "128 K3|1 SIG|1 K3|128 K3|0 -|128 K3|128 K3|128 K3|1 K1|0 -",
        .wrongPassphrase: "128 K2|1 SIG|0 -|0 -|128 K1|128 K2|1 K1|128 K2|1 K1|0 -",
        .sealedWithoutTerminal: "128 K2|1 SIG|0 -|0 -|128 K1|128 K2|1 K1|128 K2|1 K1|128 K2",
    ]

    static let commands = [
        "redo add Bread", "redo sync", "redo key list", "redo key use $A", "redo key import copy",
        "redo key passwd", "redo key lock", "redo key unlock", "redo key delete $A", "redo keygen",
    ]

    static let codes = [
        "K1": "KEYCHAIN_001", "K2": "KEYCHAIN_002", "K3": "KEYCHAIN_003",
        "SIG": "E_INVALID_SIGNATURE",
    ]

    private let runner: CommandRunner
    /// Variables of the shell that the lines above use.
    private let variables: String

    init() throws {
        runner = try CommandRunner.withStore()
        let made = try runner.shell(
            """
            redo key export >copy 2>warning; cp -a home spare; rm -rf home/.config
            redo keygen --no-passphrase; redo key export >other 2>warning
            rm -rf home; mv spare home; redo key list; chmod 600 copy other
            git init -q --bare remote.git; redo remote add origin remote.git
            redo add --draft Milk >added; redo commit-node CREATE -f title=Eggs --no-sign >added
            """)
        let words = made.text.split { $0 == "\n" || $0 == " " }
        try #require(made.status == 0 && words.count >= 3, "\(made)")
        variables =
            "KEYS=home/.config/redo/keys; A=\(words[2]); export A KEYS"
    }

    /// Runs a line with a passphrase at a descriptor, or with neither that nor a terminal.
    private func run(_ line: String, passphrase: String?) throws -> CommandOutcome {
        guard let passphrase else {
            try runner.write("\(variables); \(line)\n".utf8, to: "script")
            return try runner.shell("setsid -w sh script </dev/null")
        }
        try runner.write(passphrase.utf8, to: "passphrase")
        // Hints name commands that override on a terminal only.
        try runner.write(
            "\(variables); { \(line); } 3<passphrase </dev/null >printed\n".utf8, to: "script")
        return try runner.shell(
            """
            NO_COLOR=1 script -qec 'sh script' /dev/null </dev/null >said
            status=$?; cat printed; tr -d '\\r' <said >&2; exit $status
            """, extra: ["REDO_PASSPHRASE_FD": "3"])
    }

    private func reset(to state: KeyState) throws {
        let made = try runner.shell(
            """
            \(variables); rm -rf home .redo; cp -a home.was home; cp -a .redo.was .redo
            \(state.making)
            """)
        try #require(made.status == 0, "\(made)")
    }

    /// The commands that hints name: the first of each line, with what stands for its operands.
    private func advice(_ outcome: CommandOutcome) -> [String] {
        outcome.codedError.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("hint: "),
                let found = line.firstMatch(of: /'((?:redo|chmod) .*?)'/)
            else { return nil }
            var command = String(found.1)
            if let rest = line.split(separator: ": ").last, command.hasSuffix(" USER") {
                let user = rest.split(separator: ",")[0]
                command = command.replacing("USER", with: user)
            }
            return command.replacing("FILE", with: "copy")
        }.filter { !$0.hasPrefix("redo push") }
    }

    @Test(arguments: KeyState.allCases)
    func everyHintLeadsToWhereTasksCanBeAdded(_ state: KeyState) throws {
        _ = try runner.shell("cp -a home home.was; cp -a .redo .redo.was")
        let row = try #require(Self.table[state]).split(separator: "|")
        try #require(row.count == Self.commands.count)
        var followed = 0
        for (command, cell) in zip(Self.commands, row) {
            try reset(to: state)
            let outcome = try run(command, passphrase: state.passphrase)
            let words = cell.split(separator: " ").map(String.init)
            #expect(outcome.status == Int32(words[0]), "\(command): \(outcome)")
            let code = outcome.codedError.firstMatch(of: /error: ([A-Z_0-9]+)/).map { String($0.1) }
            #expect(code == Self.codes[words[1]], "\(command): \(outcome)")
            // A question that was not asked, and keys that are to go, lead nowhere.
            if command.hasPrefix("redo key delete") { continue }
            for advice in advice(outcome) {
                try reset(to: state)
                _ = try run(command, passphrase: state.passphrase)
                // The passphrase is known again, which is the first hint of those who mistyped it.
                let next = try run(advice, passphrase: "right\nright\n")
                #expect(next.status == 0, "\(command), \(advice): \(next)")
                let added = try run("redo add Tea", passphrase: "right\n")
                #expect(added.status == 0, "\(command), \(advice): \(added)")
                followed += 1
            }
            // Nobody is left without a hint.
            if outcome.status == 128 {
                #expect(outcome.codedError.contains("\nhint: "), "\(outcome)")
            }
        }
        #expect(followed >= 5, "\(followed)")
    }
}
