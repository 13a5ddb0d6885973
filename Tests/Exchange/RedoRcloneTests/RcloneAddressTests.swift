import RedoJSON
import RedoSystem
import TestSupport
import Testing

@testable import RedoRclone

/// Which remotes of rclone are reached: those that its configuration names, and that it does not encrypt.
@Suite struct RcloneAddressTests {
    @Test(arguments: [
        ("drive:", "drive"), ("drive:tasks/log", "drive"),
        ("my box_2.a+b@c-d:/srv/x", "my box_2.a+b@c-d"),
        ("büro:a,b", "büro"),
    ])
    func aNameAndAPathAreAnAddress(_ text: String, _ remote: String) throws {
        let address = try RcloneAddress(text)
        #expect(address.remote == remote && address.text == text)
    }

    /// Connection strings and parameters can run programs, and a path would be any folder of the machine.
    @Test(arguments: [
        "", "/srv/x", "srv/x", ":", ":local:/srv/x", ":webdav,bearer_token_command=id:x",
        "drive,shared_with_me:x", "drive,bearer_token_command='id':x", "-drive:x", " drive:x",
        "drive:a]b", "drive:a\nb", "dr/ive:x", "drive:\(String(repeating: "x", count: 1000))",
    ])
    func anythingElseIsRefused(_ text: String) {
        let error = #expect(throws: RedoError.self) { try RcloneAddress(text) }
        #expect(error?.code == .notFound)
    }

    @Test(
        arguments: [
            ("plain", nil), ("secret", "secret"), ("alias", "secret"), ("chunks", "secret"),
            ("all", "secret"),
            ("circle", nil), ("unknown", nil),
        ] as [(String, String?)])
    func aRemoteThatLeadsToCryptIsFound(_ name: String, _ crypt: String?) {
        let configuration: JSONValue = [
            "plain": ["type": "local"],
            "secret": ["type": "crypt", "remote": "plain:tasks", "password": "x"],
            "alias": ["type": "alias", "remote": "secret:log"],
            "chunks": ["type": "chunker", "remote": "alias:"],
            "all": ["type": "combine", "upstreams": "one=plain:x \"two=chunks:y\""],
            "circle": ["type": "alias", "remote": "circle:"],
        ]
        #expect(RcloneStore.encryptedRemote(below: name, configuration) == crypt)
    }
}
