import RedoCommandLine
import RedoHTTP
import RedoMachine
import RedoSystem

/// `redo-http`: the program that sends one request and prints the answer. Others run it, so that a request that takes
/// long can be ended, and a secret stands in its input alone.
///
/// Certificates are verified and redirections are not followed: they would hand the text to another host.
package struct HTTPCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "http", "Send the text of standard input to a server, and print its answer",
        statuses: .plain())

    package init(_ arguments: Arguments) {}

    /// Reads an ``HTTPRequest``, prints an ``HTTPReply``.
    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        guard let request = HTTPRequest(try context.input().readAll()) else {
            throw .usage(
                "standard input is not a request: url=…, further lines, an empty one, the body")
        }
        try context.print(try Self.reply(to: request).bytes)
        return .done
    }

    private static func reply(to request: HTTPRequest) throws(RedoError) -> HTTPReply {
        guard HTTPRequest.mayBeAsked(request.url) else {
            throw .usage("not a URL that begins with https://, without a name and a password")
        }
        var timeouts = HTTPTimeouts()
        timeouts.whole = request.seconds
        timeouts.silence = request.seconds
        timeouts.connecting = min(timeouts.connecting, request.seconds)
        let client = try HTTPClient(
            usesProxies: !isLoopback(request.url), agent: "redo/\(Version.text)",
            timeouts: timeouts)
        var headings = ["Content-Type: \(request.contentType)", "Accept: text/plain"]
        if let token = request.token { headings.append("Authorization: Bearer \(token)") }
        let host = hostName(of: request.url)
        do throws(HTTPFailure) {
            let answer = try client.post(
                request.url, headings: headings, body: request.body, limit: request.limit)
            guard answer.isDelimited || answer.status != 200 && answer.status != 422 else {
                throw .cut("the answer does not say where it ends")
            }
            return HTTPReply(
                status: answer.status, contentType: answer.contentType.map(printable),
                body: answer.body)
        } catch {
            switch error {
            case .refused(let reason), .cut(let reason), .impossible(let reason):
                throw RedoError(.unreachable, "\(host): \(reason)")
            case .tooLong:
                throw RedoError(.payloadTooLarge, "the answer of \(host) is too long")
            }
        }
    }

    /// The fields of the head.
    private static func printable(_ text: String) -> String {
        String(
            text.unicodeScalars.filter { 0x21...0x7E ~= $0.value }.prefix(100).map(Character.init))
    }
}
