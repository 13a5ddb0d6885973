import Foundation
import TestSupport
import Testing

/// A remote that does not take what is sent: the error has the reason that the remote gives.
@Suite struct RefusedPackTests {
    private let fixture: GitFixture

    init() throws {
        fixture = try GitFixture()
        try fixture.git("config", "daemon.receivepack", "true")
    }

    /// - Parameter count: how many nodes are sent. Of many, the remote hangs up before all have gone.
    private func push(_ count: Int, over transport: Transport) throws -> CommandOutcome {
        let (url, environment) = try fixture.reach(transport)
        let device = try fixture.device("phone", url: url, environment)
        try fixture.write(1...count, on: device)
        return try device.run("push")
    }

    @Test(arguments: [3, 1500], [Transport.ssh, .http, .daemon])
    func aPackThatIsTooLargeIsNamed(_ count: Int, _ transport: Transport) throws {
        try fixture.git("config", "receive.maxInputSize", "1000")
        let refused = try push(count, over: transport)
        #expect(refused.status == 128, "\(refused)")
        #expect(
            refused.codedError.contains("pack exceeds maximum allowed size"), "\(count) \(refused)")
        #expect(refused.codedError.hasPrefix("error: STORAGE_003: "), "\(refused)")
        #expect(try fixture.references().isEmpty)
    }

    /// A server that repeats what it was told is not repeated.
    @Test func thePasswordIsNotShown() throws {
        let pair = Data("ana:\(GitFixture.password)".utf8).base64EncodedString()
        let hook = "#!/bin/sh\necho '\(GitFixture.password) \(pair) is bad' >&2\nexit 1\n"
        try fixture.place.writeProgram(hook, to: "remote.git/hooks/pre-receive")
        let refused = try push(3, over: .http)
        #expect(refused.status == 128, "\(refused)")
        #expect(refused.codedError.contains("[redacted] [redacted]"), "\(refused)")
        #expect(
            !refused.codedError.contains("sesame") && !refused.codedError.contains(pair.prefix(10)))
    }

    /// What the remote says is shown and moves no cursor.
    @Test(arguments: [Transport.ssh, .http, .daemon])
    func aHookIsHeard(_ transport: Transport) throws {
        let hook = "#!/bin/sh\nprintf 'the \\033[2Jstore is closed\\n' >&2\nexit 1\n"
        try fixture.place.writeProgram(hook, to: "remote.git/hooks/pre-receive")
        let refused = try push(3, over: transport)
        #expect(refused.status == 128, "\(refused)")
        #expect(refused.codedError.contains("store is closed"), "\(refused)")
        #expect(!refused.codedError.contains("\u{1B}"), "\(refused)")
    }
}
