import Foundation
import RedoCommandLine
import RedoCrypto
import RedoSystem
import TestSupport
import Testing

/// A key helper that has `unseal`: boxes are opened by the program, whose box key redo never has.
@Suite(.withTools("python3")) struct UnsealingHelperTests {
    private let harness: CommandHarness
    private let user: String
    /// The script that starts the helper. A shell reads it: what was just written cannot be run while another thread starts
    /// a process, which has the file open for a moment.
    private let program: String
    private let start: String

    init() throws {
        harness = try CommandHarness()
        let directory = harness.directory.path
        program = "\(directory)/start"
        start = "exec python3 \(directory)/helper \"$@\"\n"
        try Self.script.write(toFile: "\(directory)/helper", atomically: true, encoding: .utf8)
        try start.write(toFile: program, atomically: true, encoding: .utf8)
        try harness.succeed(
            "config", "--global", "key.helper", "box /bin/sh \(program) \(directory)/seed")
        user = try harness.succeed("key", "show").split(separator: "\n")[0].dropFirst(7).description
    }

    /// A helper for one key, with libsodium. Its box key has nothing to do with the one that redo derives of a seed.
    private static let script = #"""
        import ctypes, hashlib, os, sys
        sodium = ctypes.CDLL("libsodium.so.23")
        seed_path, verb = sys.argv[1:]
        head = dict(iter(lambda: sys.stdin.buffer.readline().decode().rstrip("\n").partition("=")[::2], ("", "")))
        body = sys.stdin.buffer.read()
        if verb == "store":
            assert len(body) == 32
            os.close(os.open(seed_path, os.O_CREAT | os.O_EXCL, 0o600))
            open(seed_path, "wb").write(body)
            sys.exit()
        if verb == "capabilities":
            print("\n".join("verb=" + name for name in ["public", "sign", "store", "unseal"]))
            sys.exit()
        if not os.path.exists(seed_path):
            print("error=absent")
            sys.exit()
        def pair(derive, seed, size):
            public, secret = ctypes.create_string_buffer(32), ctypes.create_string_buffer(size)
            assert derive(public, secret, seed) == 0
            return public, secret
        seed = open(seed_path, "rb").read()
        public, secret = pair(sodium.crypto_sign_seed_keypair, seed, 64)
        box, opening = pair(sodium.crypto_box_seed_keypair, hashlib.sha256(b"own" + seed).digest(), 32)
        if head.get("publicKey") != public.raw.hex():
            print("error=absent")
        elif verb == "public":
            print("publicKey=" + public.raw.hex())
            print("box=" + box.raw.hex())
        elif verb == "sign":
            signature = ctypes.create_string_buffer(64)
            sodium.crypto_sign_detached(signature, None, body, ctypes.c_ulonglong(len(body)), secret)
            print("signature=" + signature.raw.hex())
        elif verb == "unseal":
            size = len(body) - 48
            message = ctypes.create_string_buffer(max(size, 0) + 1)
            if size < 0 or sodium.crypto_box_seal_open(
                    message, body, ctypes.c_ulonglong(len(body)), box, opening) != 0:
                print("error=not sealed to this key")
                sys.exit()
            print("length=%d\n" % size, flush=True)
            sys.stdout.buffer.write(message.raw[:size])
        else:
            sys.exit(1)

        """#

    /// Opens a box as commands do, and prints what was in it in hexadecimal digits.
    private func unseal(_ box: [UInt8]) throws -> CommandOutcome {
        let user = user
        return try harness.run(
            Command(Unseal.self) { ($0.box, $0.user) = (box, user) }, [])
    }

    private struct Unseal: ParsableCommand {
        static let specification = CommandSpecification("unseal", "Open a box")
        var box: [UInt8] = []
        var user = ""

        init(_ arguments: Arguments) {}

        func run(_ context: inout CommandContext) throws(RedoError) -> RedoSystem.ExitStatus {
            let message = try context.keyring().unseal(box, for: user)
            try context.print(UnsealingHelperTests.digits(message) + "\n")
            return .done
        }
    }

    private static func digits(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func boxKey() throws -> BoxPublicKey {
        let text = try harness.succeed("key", "box").dropLast()
        let key = BoxPublicKey(hexadecimal: Array(text.utf8).span)
        return try #require(key)
    }

    private func sealed(_ message: [UInt8], to key: BoxPublicKey) throws -> [UInt8] {
        let box = key.seal(message.span)
        return try #require(box)
    }

    private func move() throws { try harness.succeed("key", "move", "box") }

    private static let messages: [[UInt8]] = [
        [], Array("Milk\n\nlength=3\n".utf8), [0, 10, 13, 255],
        Array(repeating: 10, count: 100_000),
    ]

    @Test(arguments: messages) func whatIsSealedToItsBoxKeyIsOpened(_ message: [UInt8]) throws {
        let derived = try boxKey()
        try move()
        let boxKey = try boxKey()
        // It is the helper's own, so that no file of another one is made.
        #expect(boxKey != derived)
        let files = try FileManager.default.contentsOfDirectory(
            atPath: "\(harness.directory.path)/home/.config/redo/keys")
        #expect(files == ["\(user).key"])
        let box = try sealed(message, to: boxKey)
        let opened = try unseal(box)
        #expect(opened.status == 0 && opened.error.isEmpty, "\(opened.error)")
        #expect(opened.text == Self.digits(message) + "\n")
    }

    @Test func whatIsNotSealedToItIsRefused() throws {
        let derived = try boxKey()
        try move()
        let message = Array("Milk".utf8)
        var changed = try sealed(message, to: try boxKey())
        changed[changed.count - 1] ^= 1
        for box in [
            changed, Array(changed.dropLast()), [], try sealed(message, to: derived),
        ] {
            let refused = try unseal(box)
            #expect(refused.status == 128 && refused.output.isEmpty, "\(refused)")
            #expect(
                refused.codedError.hasPrefix(
                    "error: KEYCHAIN_002: the key helper box: it failed: not sealed to this key\n"),
                "\(refused)")
        }
    }

    /// What a helper answers instead of what was in the box.
    @Test(arguments: [
        ("echo", "it opened no box"), ("printf 'length=9\\n\\nMilk'", "its answer is cut off"),
        ("printf 'length=-1\\n\\n'", "it answered an invalid length"),
        ("echo error=locked", "it is locked"), ("exit 3", "it ended with status 3"),
        ("echo nonsense", "it answered a line that is not name=value"),
    ])
    func whatIsNoAnswerIsNoMessage(_ command: String, _ reason: String) throws {
        try move()
        let box = try sealed(Array("Milk".utf8), to: try boxKey())
        try """
        [ "$2" != unseal ] || { cat >/dev/null; \(command); exit; }
        \(start)
        """.write(toFile: program, atomically: true, encoding: .utf8)
        let refused = try unseal(box)
        #expect(refused.status == 128 && refused.output.isEmpty, "\(refused)")
        let beginning = "error: KEYCHAIN_002: the key helper box: \(reason)"
        #expect(refused.codedError.hasPrefix(beginning), "\(refused)")
    }
}
