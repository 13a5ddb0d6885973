import RedoCrypto
import SampleNodes
import Testing

@testable import RedoModel

@Suite struct UserIDTests {
    static func read(_ text: String) -> UserID? { UserID(text: Array(text.utf8).span) }

    @Test func aUserIsTheFirstHalfOfTheKey() {
        let key = Sample.key().publicKey
        #expect(UserID(key).description == "fd01c56e9f3c5c539638b15ab8fa61de")
        #expect(Self.read("fd01c56e9f3c5c539638b15ab8fa61de") == UserID(key))
    }

    @Test(arguments: [
        "", "fd01c56e9f3c5c539638b15ab8fa61d", "fd01c56e9f3c5c539638b15ab8fa61dee",
        "FD01C56E9F3C5C539638B15AB8FA61DE", "fd01c56e-9f3c-5c53-9638-b15ab8fa61de",
        "gd01c56e9f3c5c539638b15ab8fa61de",
    ])
    func otherTextsAreRefused(_ text: String) {
        #expect(Self.read(text) == nil)
    }
}
