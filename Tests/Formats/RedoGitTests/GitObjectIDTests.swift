import RedoCrypto
import Testing

@testable import RedoGit

@Suite struct GitObjectIDTests {
    /// The names that `git hash-object` gives.
    @Test(arguments: [
        (GitObjectKind.blob, "", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"),
        (.tree, "", "4b825dc642cb6eb9a060e54bf8d69288fbee4904"),
        (.blob, "hello\n", "ce013625030ba8dba906f756967f9e9ca394464a"),
    ])
    func isTheNameThatGitGives(kind: GitObjectKind, content: String, name: String) {
        var sha1 = SHA1()
        #expect(GitObjectID(kind, Array(content.utf8).span, &sha1).description == name)
    }

    @Test func digitsAndBytesAreReadBack() throws {
        let digits = "0123456789abcdef0123456789abcdef01234567"
        let id = try #require(GitObjectID(digits))
        #expect(id.description == digits)
        #expect(GitObjectID(bytes: id.bytes.span) == id)
        #expect(GitObjectID(id.oid) == id)
        #expect(id.bytes.last == 0x67)
    }

    @Test(arguments: [
        "", "0123456789abcdef0123456789abcdef0123456",
        "0123456789abcdef0123456789abcdef012345678", "0123456789ABCDEF0123456789abcdef01234567",
        "g123456789abcdef0123456789abcdef01234567",
    ])
    func otherTextsAreNone(_ text: String) {
        #expect(GitObjectID(text) == nil)
    }

    @Test func theOrderIsThatOfTheDigits() {
        let digits = [
            "0000000000000000000000000000000000000001",
            "00000000000000000000000000000000ffffffff",
            "0000000000000000ffffffffffffffff00000000",
            "0100000000000000000000000000000000000000",
        ]
        let ids = digits.compactMap { GitObjectID($0) }
        #expect(ids.shuffled().sorted() == ids)
        #expect(ids.count == digits.count)
    }
}
