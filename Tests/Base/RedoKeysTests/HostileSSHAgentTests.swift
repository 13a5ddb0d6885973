import Foundation
import RedoCrypto
import RedoSystem
import TestSupport
import Testing

@testable import RedoKeys

/// Agents that answer what is not the protocol of ssh-agent: each ends in an error, and nothing is believed.
@Suite struct HostileSSHAgentTests {
    /// Answers each connection with some bytes, on a thread of its own, a number of times.
    private final class Server: @unchecked Sendable {
        // Written before the thread starts, and read by it alone.
        private let listener: LocalListener
        private let answer: [UInt8]
        private let done = DispatchSemaphore(value: 0)
        private let count: Int
        /// The time between two bytes of the answer in milliseconds; nil for all at once.
        private let pause: Int?

        init(at path: String, answering answer: [UInt8], count: Int, pause: Int? = nil) throws {
            listener = try LocalSocket.listen(at: path)
            self.answer = answer
            self.count = count
            self.pause = pause
            Thread.detachNewThread { [self] in
                for _ in 0..<count { try? serve() }
                done.signal()
            }
        }

        private func serve() throws {
            _ = Readiness.wait(for: [listener.descriptor], milliseconds: 10_000)
            guard let connection = try listener.accept() else { return }
            var question: [UInt8] = []
            _ = try connection.read(atMost: 1 << 16, into: &question, within: 5)
            questionByteCount += question.count
            for piece in pause == nil ? [answer] : answer.map({ [$0] }) where !piece.isEmpty {
                try connection.write(piece.span, within: 5)
                if let pause { Clock.wait(milliseconds: pause) }
            }
            connection.endOutput()
        }

        /// The bytes that it was sent; read after ``finish()``.
        private(set) var questionByteCount = 0

        func finish() { done.wait() }
    }

    private func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private func message(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
        number(UInt32(content.count + 1)) + [kind] + content
    }

    private func string(_ bytes: [UInt8]) -> [UInt8] { number(UInt32(bytes.count)) + bytes }

    /// What the agent says when it is asked with an answer.
    private func ask<Result>(
        _ answer: [UInt8], count: Int = 1, _ body: (SSHAgent) throws(RedoError) -> Result
    ) throws -> Swift.Result<Result, RedoError> {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/s"
        let server = try Server(at: path, answering: answer, count: count)
        defer { server.finish() }
        let agent = SSHAgent(socket: path, seconds: 5)
        do throws(RedoError) {
            return .success(try body(agent))
        } catch {
            return .failure(error)
        }
    }

    private func list(_ answer: [UInt8]) throws -> Swift.Result<[PublicKey], RedoError> {
        try ask(answer) { (agent) throws(RedoError) in try agent.list() }
    }

    private var blob: [UInt8] {
        string(Array("ssh-ed25519".utf8)) + string([UInt8](repeating: 7, count: 32))
    }

    @Test func keysOfOtherKindsAreSkipped() throws {
        let keys =
            string(string(Array("ssh-rsa".utf8)) + string([1])) + string([])
            + string(blob) + string(Array("a comment".utf8))
        let listed = try list(message(12, number(2) + keys)).get()
        #expect(listed == [PublicKey(checked: [UInt8](repeating: 7, count: 32))])
    }

    @Test func whatIsNotTheProtocolIsAnError() throws {
        var answers: [[UInt8]] = [
            [], [0, 0, 0], number(0), number(.max), number(1 << 20), message(5, []), message(6, []),
            message(12, []), message(12, number(.max)), message(12, number(1)),
            message(12, number(1) + string(blob)), message(12, number(1) + number(.max)),
            message(12, number(1) + string(string(Array("ssh-ed25519".utf8))) + string([])),
            message(14, number(0)),
        ]
        let whole = message(12, number(1) + string(blob) + string([]))
        for count in 1..<whole.count { answers.append(Array(whole.prefix(count))) }
        for answer in answers {
            guard case .failure(let error) = try list(answer) else {
                Issue.record("\(answer)")
                continue
            }
            #expect(error.code == .keyNotLoaded && error.helperFault?.helper == "ssh-agent")
            #expect(!error.hints.isEmpty)
        }
    }

    /// With a seed that a failure prints.
    @Test func noAnswerEndsTheProcess() throws {
        let seed = Seed()
        var generator = seed.generator
        let key = PublicKey(checked: [UInt8](repeating: 7, count: 32))
        let signed = string(Array("ssh-ed25519".utf8)) + string([UInt8](repeating: 1, count: 64))
        for _ in 0..<100 {
            var answer = message(14, string(signed))
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                answer[Int.random(in: 4..<answer.count, using: &generator)] =
                    UInt8.random(in: 0...255, using: &generator)
            }
            let outcome = try ask(answer) { (agent) throws(RedoError) in
                let message: [UInt8] = [1, 2, 3]
                return try Signer(asking: Asked(agent: agent, publicKey: key)).sign(message.span)
            }
            // Nothing of it is a signature.
            #expect(throws: RedoError.self, seed.replay) { try outcome.get() }
        }
    }

    /// The answer would take 40 seconds.
    @Test(.timeLimit(.minutes(2))) func oneByteAtATimeIsNoAnswer() throws {
        let directory = try TemporaryDirectory()
        let whole = message(
            12, number(1) + string(blob) + string([UInt8](repeating: 120, count: 200)))
        let server = try Server(at: "\(directory.path)/s", answering: whole, count: 1, pause: 150)
        defer { server.finish() }
        let start = Clock.monotonicNanoseconds()
        let error = #expect(throws: RedoError.self) {
            try SSHAgent(socket: "\(directory.path)/s", seconds: 1).list()
        }
        #expect(error?.message.contains("it does not answer") == true)
        #expect(Clock.monotonicNanoseconds() - start < 20_000_000_000)
    }

    /// The socket of an agent that has ended can be anyone's, also through a link.
    @Test(arguments: ["s", "link"])
    func theAgentOfAnotherUserIsSentNothing(_ name: String) throws {
        let directory = try TemporaryDirectory()
        let server = try Server(
            at: "\(directory.path)/s",
            answering: message(12, number(1) + string(blob) + string([])),
            count: 1)
        try FileManager.default.createSymbolicLink(
            atPath: "\(directory.path)/link", withDestinationPath: "s")
        let other = Environment.effectiveUser &+ 1
        let agent = SSHAgent(socket: "\(directory.path)/\(name)", seconds: 5, trusting: [other])
        let error = #expect(throws: RedoError.self) {
            try agent.sign([1, 2, 3], with: PublicKey(checked: [UInt8](repeating: 7, count: 32)))
        }
        #expect(
            error?.message.contains("User \(Environment.effectiveUser) runs it, not you") == true)
        server.finish()
        #expect(server.questionByteCount == 0)
    }

    private struct Asked: ForeignSigner {
        let agent: SSHAgent
        let publicKey: PublicKey
        var name: String { agent.name }
        func sign(_ message: [UInt8]) throws(RedoError) -> Signature {
            try agent.sign(message, with: publicKey)
        }
    }

    @Test func aTextThatIsTooLargeIsNotSent() {
        // The socket is not there, and not looked for.
        let agent = SSHAgent(socket: "/nonexistent", seconds: 1)
        let key = PublicKey(checked: [UInt8](repeating: 7, count: 32))
        for (count, state) in [(256_001, HelperFault.State.tooLarge), (256_000, .failed)] {
            let error = #expect(throws: RedoError.self) {
                try agent.sign([UInt8](repeating: 0, count: count), with: key)
            }
            #expect(error?.helperFault?.state == state)
        }
    }
}
