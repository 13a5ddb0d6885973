import RedoSystem
import TestSupport
import Testing

@testable import RedoCrypto

/// Key files that name a key helper.
@Suite struct HelperKeyFileTests {
    private static let text =
        "redo-key 2\npublicKey \(SampleKey.publicDigits)\nhelper my-helper-2\n"

    private func place(_ text: String) -> KeyFile.Location? {
        do throws(RedoError) {
            return try SampleKey.read(text).location
        } catch {
            return nil
        }
    }

    @Test func aHelperIsRead() throws {
        #expect(place(Self.text) == .helper("my-helper-2"))
        let digits = Array(SampleKey.publicDigits.utf8)
        let found = PublicKey(hexadecimal: digits.span)
        let key = try #require(found)
        #expect(KeyFile.text(key, keptBy: "my-helper-2") == Array(Self.text.utf8))
    }

    @Test(arguments: [
        "", " ", "Upper", "a b", "a/b", "../a", "a;b", "a\u{0}", "ä",
        String(repeating: "a", count: 65),
    ])
    func aNameThatIsNoneIsRefused(_ name: String) {
        #expect(place("redo-key 2\npublicKey \(SampleKey.publicDigits)\nhelper \(name)\n") == nil)
    }

    @Test(arguments: ["redo-key 1", "redo-key 3", "redo-key 02", "redo-key"])
    func aVersionThatIsNotItsIsRefused(_ version: String) {
        #expect(place("\(version)\npublicKey \(SampleKey.publicDigits)\nhelper a\n") == nil)
    }

    /// A file of version 2 with a seed would be taken for a helper's by one program and for a key by another.
    @Test func aSeedInAFileOfVersion2IsRefused() {
        #expect(place(SampleKey.text(version: "redo-key 2")) == nil)
    }

    @Test func aHelperIsAskedWhetherItHasTheKey() throws {
        let directory = try TemporaryDirectory()
        let asked = Locked<[String]>([])
        let keys = KeyDirectory(path: directory.path) { (name, key) throws(RedoError) in
            asked.withLock { $0.append("\(name) \(key.hexadecimal)") }
            throw .helper(name, .absent, "it is not there", remedies: ["a remedy"])
        }
        var text = Array(Self.text.utf8)
        try keys.save(&text, for: SampleKey.user, replacing: false)
        var other = KeyFile.text(SigningKey.random())
        // Another one, which can be used.
        let user = String(decoding: other, as: UTF8.self).split(separator: " ")[2].prefix(32)
        try keys.save(&other, for: String(user), replacing: false)
        let error = #expect(throws: RedoError.self) { try keys.check(SampleKey.user) }
        #expect(asked.withLock { $0 } == ["my-helper-2 \(SampleKey.publicDigits)"])
        #expect(error?.helperFault?.state == .absent)
        #expect(error?.hints.first == "a remedy")
        #expect(error?.hints.contains { $0.hasPrefix("'redo key use \(user)'") } == true)
        // Reading the file asks no helper.
        _ = try keys.load(SampleKey.user).publicKey
        #expect(asked.withLock { $0 }.count == 1)
    }
}
