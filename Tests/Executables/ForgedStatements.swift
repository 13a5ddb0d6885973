import Foundation
import RedoJSON
import TestSupport
import Testing

/// Statements in a folder `stick` that a device's key signs, and that the device would not: what a stranger with a key, or a
/// stolen device, can put there.
struct ForgedStatements {
    /// Whose folder it is.
    let place: CommandRunner

    /// The slot that a device writes.
    func slot(of device: TaskStore) throws -> String {
        let path = device.runner.path(".redo/checkpoints/origin/state")
        let bytes = try #require(FileManager.default.contents(atPath: path))
        let state = try JSONDocument(Array(bytes)).root.value
        return try #require(state["own"]?["slot"]?.text)
    }

    /// Signs the next statement of a device's slot, which retires another slot at a number.
    func retire(_ slot: String, at number: Int, by device: TaskStore) throws {
        try sign(device, "retire", slot, String(number))
    }

    /// Signs the next statement of a device's slot, which has seen slots that never were.
    func invent(_ count: Int, by device: TaskStore) throws {
        try sign(device, "invent", String(count), "7")
    }

    /// Puts the last statement of a device's slot into a slot with a random name, as an earlier version has written it, and
    /// removes the slot.
    ///
    /// - Returns: the random name.
    func makeEarlier(_ device: TaskStore) throws -> String {
        let slot = String(repeating: "5a", count: 16)
        try sign(device, "earlier", slot, "1")
        return slot
    }

    private func sign(_ device: TaskStore, _ words: String...) throws {
        let key = try #require(
            try device.runner.shell("ls $PWD/home/.config/redo/keys/*.key").lines.first)
        let arguments = ["-c", Self.script, key, try slot(of: device)] + words
        let forged = try place.run(try #require(PythonWithNaCl.path), arguments)
        try #require(forged.status == 0, "\(forged)")
    }

    private static let script = """
        import hashlib, json, pathlib, sys
        from nacl.signing import SigningKey
        digest = lambda data: hashlib.sha256(data).hexdigest()
        seed = [l.split()[1] for l in open(sys.argv[1]) if l.startswith("seed ")][0]
        slots = pathlib.Path("stick/slots")
        def last(slot):
            return max((slots / slot).iterdir(), key=lambda path: path.name)
        def mention(key, nonce, number):
            name = digest(f"redo:slot:{key}:{nonce}".encode())[:32]
            return {"digest": "d" * 64, "key": key, "nonce": nonce, "sequence": number, "slot": name}
        own, verb, name, number = sys.argv[2:6]
        text = last(own).read_text().split("\\n")[0]
        statement = json.loads(text)
        statement["previous"] = digest(text.encode())
        statement["sequence"] += 1
        if verb == "retire":
            other = json.loads(last(name).read_text().split("\\n")[0])
            statement["retired"] = [mention(other["key"], other["nonce"], int(number))]
        elif verb == "invent":
            found = [mention(statement["key"], f"{i:032x}", int(number)) for i in range(int(name))]
            statement["seen"] = sorted(found, key=lambda mention: mention["slot"])
        else:
            for path in (slots / own).iterdir():
                path.unlink()
            (slots / own).rmdir()
            own = name
            (slots / own).mkdir()
            statement.update(slot=own, sequence=1, seen=[], retired=[])
            del statement["nonce"], statement["previous"]
        text = json.dumps(statement, separators=(",", ":"), sort_keys=True)
        signature = SigningKey(bytes.fromhex(seed)).sign(
            b"redo-statement-1\\n" + text.encode()).signature.hex()
        data = (text + "\\n" + signature + "\\n").encode()
        (slots / own / f"{statement['sequence']:016x}-{digest(data)}").write_bytes(data)
        """
}
