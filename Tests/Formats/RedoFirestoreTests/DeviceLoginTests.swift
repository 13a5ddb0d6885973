import RedoHTTP
import RedoSystem
import Testing

@testable import RedoFirestore

/// A login without a browser, step by step, with servers that say anything.
@Suite struct DeviceLoginTests {
    /// Servers that answer from a list, and what they were asked.
    private final class Servers {
        var answers: [Result<HTTPAnswer, HTTPFailure>]
        var asked: [(url: String, body: String)] = []

        init(_ answers: [Result<HTTPAnswer, HTTPFailure>]) { self.answers = answers }

        func post(_ url: String, _ body: [UInt8]) throws(HTTPFailure) -> HTTPAnswer {
            asked.append((url, String(decoding: body, as: UTF8.self)))
            guard !answers.isEmpty else { throw .impossible("nothing more was to be asked") }
            return try answers.removeFirst().get()
        }
    }

    private static func answer(_ status: Int, _ text: String) -> Result<HTTPAnswer, HTTPFailure> {
        .success(HTTPAnswer(status: status, body: Array(text.utf8), retryAfter: nil))
    }

    private static func error(_ code: String, _ status: Int = 400) -> Result<
        HTTPAnswer, HTTPFailure
    > {
        answer(status, #"{"error":"\#(code)","error_description":"secret-device"}"#)
    }

    private static let code = answer(
        200,
        #"{"device_code":"secret-device","user_code":"AB-CD","verification_url":"https://example.org/d","#
            + #""expires_in":60,"interval":5}"#)
    private static let tokens = answer(
        200, #"{"id_token":"id-1","refresh_token":"secret-refresh","expires_in":3599}"#)

    private struct Outcome {
        var waits: [Int] = []
        var notes: [String] = []
        var tokens: IdentityTokens?
        var error: RedoError?
        var asked: [(url: String, body: String)] = []
    }

    private func login(
        _ answers: [Result<HTTPAnswer, HTTPFailure>], apiKey: String? = nil
    ) -> Outcome {
        let servers = Servers(answers)
        var outcome = Outcome()
        do throws(RedoError) {
            let service = IdentityService(
                .init(), .init(id: "client", secret: "s&s", apiKey: apiKey)
            ) { (url, _, body) throws(HTTPFailure) in try servers.post(url, body) }
            var login = try DeviceLogin(with: service)
            #expect(login.code == "AB-CD" && login.address == "https://example.org/d")
            outcome.tokens = try login.tokens(
                wait: { outcome.waits.append($0) }, note: { outcome.notes.append($0) })
        } catch {
            outcome.error = error
        }
        outcome.asked = servers.asked
        return outcome
    }

    @Test func itAsksAsOftenAsTheServerAllows() {
        let outcome = login([
            Self.code, Self.error("authorization_pending", 428), Self.error("slow_down", 403),
            Self.error("authorization_pending"), Self.tokens,
        ])
        #expect(
            outcome.error == nil && outcome.waits == [5, 5, 10, 10] && outcome.notes.isEmpty)
        #expect(outcome.tokens?.idToken == "id-1" && outcome.tokens?.lifetime == 3599)
        #expect(outcome.asked[0].body == "client_id=client&scope=openid%20email")
        #expect(
            outcome.asked[1].body
                == "client_id=client&client_secret=s%26s&device_code=secret-device"
                + "&grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code")
    }

    /// RFC 8628, section 3.5: where the connection is cut, it asks more seldom.
    @Test func aServerInTroubleIsAskedMoreSeldom() {
        let outcome = login([
            Self.code, .failure(.cut("timeout")), Self.answer(503, "<html>"), Self.tokens,
        ])
        #expect(outcome.waits == [5, 10, 20] && outcome.tokens != nil)
        #expect(
            outcome.notes == [
                "the server cannot be reached; trying again in 10 s",
                "the server is busy; trying again in 20 s",
            ])
    }

    @Test(arguments: [
        ("access_denied", "the login was refused"),
        ("expired_token", "the code was not entered in time"),
        ("invalid_client", "oauth2.googleapis.com refuses the login: invalid_client"),
        ("a b\\u001b[2Jc", "oauth2.googleapis.com refuses the login: a"),
        ("", "oauth2.googleapis.com refuses the login: HTTP status 400"),
    ])
    func aRefusalEndsIt(_ code: String, _ message: String) {
        let outcome = login([Self.code, Self.error(code)])
        #expect(outcome.error?.code == .noToken && outcome.error?.message == message)
        #expect(outcome.waits.count == 1)
    }

    /// The code is stale after its time, whatever the server says.
    @Test func itDoesNotAskForEver() {
        let pending = Array(repeating: Self.error("authorization_pending"), count: 100)
        let outcome = login([Self.code] + pending)
        #expect(outcome.error?.message == "the code was not entered in time")
        #expect(outcome.waits.count == 12)
    }

    @Test func nothingThatListensIsToldAtOnce() {
        let outcome = login([Self.code, .failure(.refused("no"))])
        #expect(outcome.error?.code == .unreachable && outcome.waits.count == 1)
        #expect(login([.failure(.refused("no"))]).error?.code == .unreachable)
        #expect(login([.failure(.tooLong)]).error?.code == .unreachable)
    }

    private static let hostile = [
        "", "[]", "7", "null", "{", #"{"device_code":7}"#, "<html>",
        #"{"device_code":"a","user_code":"b","verification_uri":7}"#,
        #"{"device_code":"a","user_code":"b","verification_uri":"http://evil.org/"}"#,
        #"{"device_code":"a","user_code":"b","verification_uri":"javascript:x"}"#,
        #"{"device_code":"a","user_code":"b","verification_uri":"https://u@evil.org/"}"#,
        #"{"device_code":"a","user_code":"b\u001b[2J","verification_uri":"https://x/"}"#,
        #"{"device_code":"a","user_code":"","verification_uri":"https://x/"}"#,
        #"{"device_code":"a\nb","user_code":"b","verification_uri":"https://x/"}"#,
        #"{"device_code":"a","user_code":""# + String(repeating: "b", count: 100)
            + #"","verification_uri":"https://x/"}"#,
    ]

    @Test(arguments: hostile) func whatIsNoCodeIsRefused(_ text: String) {
        let outcome = login([Self.answer(200, text)])
        #expect(outcome.error?.code == .unreachable, "\(text)")
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"id_token":7,"refresh_token":"r"}"#, #"{"id_token":"i"}"#,
        #"{"id_token":"i","refresh_token":["r"]}"#, #"{"id_token":"a b","refresh_token":"r"}"#,
        #"{"id_token":"a\nX-Evil: 1","refresh_token":"r"}"#,
    ])
    func whatIsNoTokenIsRefused(_ text: String) {
        let outcome = login([Self.code, Self.answer(200, text)])
        #expect(outcome.error?.code == .unreachable && outcome.tokens == nil)
    }

    /// Numbers out of range are as if they were not there.
    @Test(arguments: ["-1", "1e30", "\"x\"", "0", "true"])
    func wildNumbersDoNoHarm(_ number: String) {
        let code = Self.answer(
            200,
            #"{"device_code":"d","user_code":"AB-CD","verification_uri":"https://example.org/d","#
                + #""expires_in":\#(number),"interval":\#(number)}"#)
        #expect(login([code, Self.tokens]).waits == [5])
    }

    // MARK: Firebase

    @Test func withAKeyTheIdentityIsTakenToFirebase() {
        let outcome = login(
            [
                Self.code, Self.tokens,
                Self.answer(
                    200,
                    #"{"idToken":"id-2","refreshToken":"secret-2","expiresIn":"3600","localId":"uid-1"}"#
                ),
            ], apiKey: "k")
        #expect(outcome.tokens?.idToken == "id-2" && outcome.tokens?.uid == "uid-1")
        #expect(outcome.tokens?.lifetime == 3600 && outcome.tokens?.refreshToken == "secret-2")
        #expect(outcome.asked.last?.url.hasSuffix("/v1/accounts:signInWithIdp?key=k") == true)
        #expect(
            outcome.asked.last?.body.contains(#""postBody":"id_token=id-1&providerId=google.com""#)
                == true)
    }

    @Test(arguments: [nil, "k"])
    func aRefreshTokenGoesToItsOwnEndpoint(_ apiKey: String?) throws {
        let servers = Servers([
            Self.answer(200, #"{"id_token":"id-3","expires_in":"100","user_id":"u"}"#)
        ])
        let service = IdentityService(
            .init(), .init(id: "client", secret: nil, apiKey: apiKey)
        ) { (url, _, body) throws(HTTPFailure) in try servers.post(url, body) }
        let tokens = try service.tokens(refreshing: "secret-1")
        #expect(tokens.idToken == "id-3" && tokens.refreshToken == "secret-1")
        let host = apiKey == nil ? "oauth2" : "securetoken"
        #expect(servers.asked.first?.url.hasPrefix("https://\(host).googleapis.com/") == true)
    }

    /// A login that was taken back is an error that names neither token.
    @Test(arguments: ["invalid_grant", "TOKEN_EXPIRED"])
    func anEndedLoginIsSaid(_ code: String) throws {
        let servers = Servers([
            code == "invalid_grant"
                ? Self.error(code)
                : Self.answer(400, #"{"error":{"code":400,"message":"TOKEN_EXPIRED : secret-1"}}"#)
        ])
        let service = IdentityService(
            .init(), .init(id: "client", secret: nil, apiKey: nil)
        ) { (url, _, body) throws(HTTPFailure) in try servers.post(url, body) }
        let error = #expect(throws: RedoError.self) {
            try service.tokens(refreshing: "secret-1")
        }
        #expect(error?.code == .noToken && error?.message.contains("secret") == false)
        #expect(error?.message.contains(code) == true && error?.hints == ["redo login firebase"])
    }
}
