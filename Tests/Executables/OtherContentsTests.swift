import TestSupport
import Testing

/// A push into a repository that is not redo's alone.
@Suite struct OtherContentsTests {
    private let fixture: GitFixture

    init() throws { fixture = try GitFixture() }

    @Test(arguments: [Transport.path, .ssh, .http]) func whatElseIsThereIsSaidOnce(
        _ transport: Transport
    ) throws {
        _ = try fixture.place.shell(
            """
            git init -q work && cd work && git -c user.name=A -c user.email=a@b commit -q --allow-empty -m x \
            && git push -q ../remote.git HEAD:refs/heads/main HEAD:refs/tags/v1
            """)
        let (url, environment) = try fixture.reach(transport)
        let phone = try fixture.device("phone", url: url, environment)
        try phone.add("One", "--draft")
        let before = try fixture.references()
        let first = try phone.run("push")
        #expect(first.status == 0, "\(first)")
        #expect(
            first.codedError.hasPrefix(
                "note: origin has other contents as well, refs/heads/main and 1 more: they stay as they are, and "
                    + "the log lies beside them, as refs/redo/slots/"), "\(first)")
        #expect(first.codedError.split(separator: "\n").count == 1, "\(first)")
        try phone.add("Two", "--draft")
        try phone.expect(["push"])
        try phone.expect(["remote", "compact"])
        try phone.add("Three", "--draft")
        try phone.expect(["push"])
        let after = try fixture.references()
        for (name, target) in before { #expect(after[name] == target) }
    }

    @Test func aMirrorIsNotOthers() throws {
        let phone = try fixture.device("phone")
        try phone.add("One", "--draft")
        _ = try phone.run("mirror", ["--to", fixture.url])
        try phone.expect(["push"])
    }
}
