import RedoCrypto
import RedoSystem
import SampleNodes

@testable import RedoStore

extension FuzzTarget {
    /// Configuration files, as they are read and changed.
    static let configuration = FuzzTarget(
        "configuration", upTo: 2048,
        seeds: {
            Seeds.texts([
                "[user]\n\tname = Ana # who\n[remote \"origin\"]\n\turl = \"a;b\"\n\tfetch\n",
                "[alias]\n\tl = list \\\n  --all\n; end\n",
                "[a.b \"c\\\"d\"] key = \"x\\ty\\n\"\r\n",
                "[core]x=1\n[core]\n\tx = 2\n", "\u{FEFF}[a]\nb=c",
            ])
        },
        run: { bytes in
            let text = bytes.text
            guard var configuration = try? Configuration(parsing: text) else { return }
            try require(configuration.text.utf8.elementsEqual(text.utf8), "the text changes")
            let value = String(text.prefix(40))
            let names = configuration.entries.map(\.name)
            let added = try demand("a name", Configuration.Name("remote.an \"other\\.key"))
            let before = configuration.entries.map { "\($0.name)=\($0.value ?? "")" }
            configuration.add(added, value)
            try check(configuration)
            try require(configuration.value(added) == value, "an added value is another one")
            try require(configuration.remove(added) >= 1, "an added value cannot be removed")
            if !names.contains(added) {
                let after = configuration.entries.map { "\($0.name)=\($0.value ?? "")" }
                try require(after == before, "adding and removing changes other entries")
            }
            for name in names.prefix(3) {
                configuration.set(name, to: value)
                try check(configuration)
                try require(configuration.values(name) == [value], "a set value is another one")
            }
            if let name = names.first, let subsection = name.subsection {
                _ = configuration.renameSection(name.section, subsection, to: "a ] \"name\\")
                try check(configuration)
            }
        })

    /// What is written is read as what is in memory.
    private static func check(_ configuration: Configuration) throws {
        let again = try demand("the text that was made is refused") {
            try Configuration(parsing: configuration.text)
        }
        func shown(_ configuration: Configuration) -> [String] {
            configuration.entries.map { "\($0.name)=\($0.value ?? "-")" }
        }
        try require(shown(again) == shown(configuration), "the text says something else")
    }

    /// Key files and box files.
    static let keyFile = FuzzTarget(
        "key-file", upTo: 1024,
        seeds: {
            let key = Sample.key().publicKey
            let box = try BoxFile.make(for: Signer(Sample.key()), named: "a")
            return [
                KeyFile.text(Sample.key()), KeyFile.text(key, keptBy: "ssh-agent"), box.text,
                Array(
                    """
                    redo-key 1
                    publicKey \(key.hexadecimal)
                    argon2id 3 67108864 00112233445566778899aabbccddeeff
                    nonce 000102030405060708090a0b0c0d0e0f1011121314151617
                    sealed \(String(repeating: "ab", count: 48))

                    """.utf8),
            ]
        },
        run: { bytes in
            var text = bytes
            if let file = try? KeyFile(reading: &text) {
                if case .helper(let name) = file.location {
                    var written = KeyFile.text(file.publicKey, keptBy: name)
                    let again: KeyFile
                    do {
                        again = try KeyFile(reading: &written)
                    } catch {
                        throw BrokenProperty(description: "a written file is refused: \(error)")
                    }
                    try require(again.location == file.location, "a written file is another one")
                } else if !file.isSealed,
                    let key = try? file.signingKey(passphrase: { SecretMemory(count: 1) })
                {
                    var written = KeyFile.text(key)
                    let again: KeyFile
                    do {
                        again = try KeyFile(reading: &written)
                    } catch {
                        throw BrokenProperty(description: "a written file is refused: \(error)")
                    }
                    try require(again.publicKey == file.publicKey, "a written file has another key")
                }
            }
            try require(text.allSatisfy { $0 == 0 }, "the text of a key is not wiped")
            let key = Sample.key().publicKey
            if let box = try? BoxFile(reading: bytes, of: key) {
                // Spaces may be doubled, for example.
                let again = try demand("a written box file is refused") {
                    try BoxFile(reading: box.text, of: key)
                }
                try require(again.text == box.text, "a written box file is another one")
            }
        })
}
