import RedoReplica
import Testing

/// Addresses of replicas.
@Suite struct FirestoreURLTests {
    @Test func partsThatAreMissingHaveDefaults() throws {
        let url = try FirestoreURL("firestore:my-project?uid=abc")
        #expect(url.project == "my-project" && url.database == "(default)")
        #expect(url.layout == .nodes && url.uid == "abc")
        #expect(url.description == "firestore:my-project/(default)?layout=nodes&uid=abc")
    }

    @Test(arguments: [
        ("firestore:p/db-1?layout=changes&uid=a", "firestore:p/db-1?layout=changes&uid=a"),
        ("firestore:p?uid=a%2B%20b", "firestore:p/(default)?layout=nodes&uid=a%2B%20b"),
        (
            "firestore:example.com:p?uid=é",
            "firestore:example.com:p/(default)?layout=nodes&uid=%C3%A9"
        ),
        ("firestore:p/(default)?uid=x&layout=nodes", "firestore:p/(default)?layout=nodes&uid=x"),
    ])
    func whatNamesOnePlaceIsOneText(_ text: String, _ expected: String) throws {
        let url = try FirestoreURL(text)
        #expect(url.description == expected)
        #expect(try FirestoreURL(url.description) == url)
    }

    @Test(arguments: [
        "firestore:", "firestore:?uid=a", "firestore:p", "firestore:p?layout=nodes",
        "firestore:p?uid=", "firestore:p?uid=a%2Fb", "firestore:p?uid=a/b", "firestore:p?uid=%0a",
        "firestore:p?uid=%c3", "firestore:p?uid=%4", "firestore:p?uid=..", "firestore:p?uid=__a__",
        "firestore:p?uid=a&uid=b", "firestore:p?uid=a&layout=node", "firestore:p?uid=a&x=y",
        "firestore:P?uid=a", "firestore:p/?uid=a", "firestore:p/a/b?uid=a", "firestore:p/A?uid=a",
        "firestore:-p?uid=a", "firestore:p q?uid=a", "https://p?uid=a",
        "firestore:p?uid=" + String(repeating: "a", count: 129),
    ])
    func whatIsNoAddressIsRefused(_ text: String) {
        #expect(throws: FirestoreURL.ParseError.self) { try FirestoreURL(text) }
    }
}
