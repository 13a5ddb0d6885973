import Testing

@testable import RedoSystem

/// What a trace leaves out of words, lines for the shell and URLs.
@Suite struct SecretRemovalTests {
    @Test(arguments: [
        ("Buy milk", "Buy milk"), ("--redo-dir=/home/ana/.redo", "--redo-dir=/home/ana/.redo"),
        ("token=abc", "token=[removed]"), ("--client-secret=abc", "--client-secret=[removed]"),
        ("Authorization: Bearer abc", "Authorization:[removed]"), ("key=abc", "key=[removed]"),
        ("firebase.apiKey=abc", "firebase.apiKey=[removed]"),
        ("ana:abc@example.org:tasks.git", "[removed]@example.org:tasks.git"),
        ("git@example.org:tasks.git", "git@example.org:tasks.git"),
        ("/home/ana:b@c", "/home/ana:b@c"), ("", ""),
    ])
    func ofWords(_ word: String, _ shown: String) {
        #expect(SecretRemoval.word(word) == shown)
    }

    /// The name of a secret may be anywhere in a word, and all that follows it is removed.
    @Test(arguments: [
        ("--header=x-api-key: abc", "--header=x-api-key:[removed]"),
        ("--header=Accept: text; token=abc", "--header=Accept: text; token=[removed]"),
        ("--header=Authorization: Bearer abc", "--header=Authorization:[removed]"),
        ("--data=user=ana&password=abc&x=1", "--data=user=ana&password=[removed]"),
        (
            "--data={\"name\":\"ana\",\"clientSecret\" : \"abc\"}",
            "--data={\"name\":\"ana\",\"clientSecret\" :[removed]"
        ),
        ("--env=A=1,TOKEN=abc", "--env=A=1,TOKEN=[removed]"), ("--key=abc", "--key=[removed]"),
        ("a/key=abc", "a/key=[removed]"), ("see token = abc d", "see token =[removed]"),
        ("https://example.org/token=abc/d", "https://example.org/token=[removed]"),
        (
            "https://example.org/a?x=1&token=abc&y=2",
            "https://example.org/a?x=[removed]&token=[removed]"
        ),
        ("--url=https://example.org/a?token=abc d", "--url=https://example.org/a?token=[removed]"),
        ("https://abc:token=d@example.org/", "https://[removed]"),
        ("https://a:b@c/ http://abc:token=d@e", "https://[removed]@c/ http://[removed]"),
        ("abc:token=d@example.org", "[removed]"), ("token=a:b@example.org:c", "token=[removed]"),
        ("--monkey=abc", "--monkey=abc"), ("at 10:30", "at 10:30"),
        ("user.key=8a88e3dd", "user.key=8a88e3dd"),
    ])
    func afterTheNameOfASecretInAWord(_ word: String, _ shown: String) {
        #expect(SecretRemoval.word(word) == shown)
    }

    @Test(arguments: [
        ("https://example.org/a/b", "https://example.org/a/b"),
        ("https://ana:abc@example.org/a", "https://[removed]@example.org/a"),
        ("https://abc@example.org", "https://[removed]@example.org"),
        ("https://a@b@example.org/", "https://[removed]@example.org/"),
        ("ssh://git@example.org/a", "ssh://git@example.org/a"),
        ("ssh://git:abc@example.org/a", "ssh://[removed]@example.org/a"),
        (
            "https://example.org/a?alt=sse&key=abc",
            "https://example.org/a?alt=[removed]&key=[removed]"
        ),
        ("https://example.org/a?abc", "https://example.org/a?[removed]"),
        ("https://example.org/a?", "https://example.org/a?"),
        ("https://example.org/a#abc", "https://example.org/a#[removed]"),
        ("https://example.org?x=1#abc", "https://example.org?x=[removed]#[removed]"),
        ("https://example.org/a@b", "https://example.org/a@b"),
        ("see https://a:b@c/ and http://d:e@f", "see https://[removed]@c/ and http://[removed]@f"),
        ("://", "://"), ("https://", "https://"), ("https://@", "https://[removed]@"),
    ])
    func ofURLs(_ text: String, _ shown: String) {
        #expect(SecretRemoval.urls(in: text) == shown)
    }

    @Test func theValueOfASecretOptionInTheNextWord() {
        let words = ["tool", "--token", "abc", "--no-passphrase", "x", "--name", "Ana B."]
        #expect(
            SecretRemoval.commandLine(words)
                == "tool --token [removed] --no-passphrase x --name 'Ana B.'")
    }

    @Test(arguments: [
        ("pass show redo", "'pass …'"), ("exec /usr/bin/helper get", "'/usr/bin/helper …'"),
        ("helper", "helper"), ("TOKEN=abc helper", "[removed]"), ("$(abc)", "[removed]"),
        ("", "[removed]"), ("exec", "[removed]"),
    ])
    func ofALineForTheShellTheProgramStays(_ line: String, _ shown: String) {
        #expect(SecretRemoval.shellLine(line) == shown)
    }

    @Test func theShellIsGivenItsLineTwice() {
        let line = "helper --with abc"
        #expect(
            SecretRemoval.program(["/bin/sh", "-c", "\(line) \"$@\"", line, "ana.example"])
                == "/bin/sh -c 'helper …' 'helper …' ana.example")
        #expect(SecretRemoval.program(["sh", "-c", line]) == "sh -c 'helper …'")
        #expect(SecretRemoval.program(["age", "--decrypt"]) == "age --decrypt")
    }
}
