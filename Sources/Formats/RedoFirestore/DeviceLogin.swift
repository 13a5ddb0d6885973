import RedoHTTP
import RedoJSON
import RedoSystem

/// A login of a device without a browser: the user opens an address elsewhere and enters a code there (RFC 8628).
package struct DeviceLogin {
    /// The code that is shown to the user.
    package let code: String
    package let address: String
    /// The address that includes the code; nil if the server returns none.
    package let completeAddress: String?
    /// The lifetime of the code in seconds.
    package let lifetime: Int

    private let service: IdentityService
    private let deviceCode: String
    private var interval: Int

    /// The default interval between two requests, in seconds (RFC 8628, section 3.2).
    private static let usualInterval = 5
    private static let maximumInterval = 300
    /// The increase of the interval if the server demands it, in seconds (section 3.5).
    private static let slowDown = 5
    private static let maximumTextCount = 1000

    /// Waits a number of seconds.
    package typealias Wait = (_ seconds: Int) -> Void

    /// Requests a code.
    ///
    /// - Throws: FIREBASE_001 if the server refuses, NETWORK_001 if it cannot be reached or answers something else.
    package init(with service: IdentityService) throws(RedoError) {
        let url = service.endpoints.device
        let answer = try service.send(
            url, form: [("client_id", service.client.id), ("scope", "openid email")])
        guard answer.status == 200 else {
            throw RedoError(
                .noToken,
                "\(hostName(of: url)) gives no code for a login: \(IdentityService.code(of: answer))",
                hints: ["firebase.clientId names the client; see redo-login(1)"])
        }
        guard let root = (try? JSONDocument(answer.body))?.root,
            let deviceCode = root["device_code"]?.string?.description,
            AccessToken.isToken(deviceCode),
            let code = Self.text(root["user_code"]),
            let address = Self.address(root["verification_uri"] ?? root["verification_url"])
        else { throw service.unusable(url) }
        self.service = service
        self.deviceCode = deviceCode
        self.code = code
        self.address = address
        completeAddress = Self.address(
            root["verification_uri_complete"] ?? root["verification_url_complete"])
        lifetime = min(IdentityTokens.number(root["expires_in"]) ?? 1800, 86_400)
        interval = min(
            IdentityTokens.number(root["interval"]) ?? Self.usualInterval, Self.maximumInterval)
    }

    /// A short text without characters that could harm a terminal.
    private static func text(_ element: JSONElement?) -> String? {
        guard let text = element?.string?.description, (1...64).contains(text.count),
            text.utf8.allSatisfy({ 0x20...0x7E ~= $0 })
        else { return nil }
        return text
    }

    /// An address that can be shown to a person.
    private static func address(_ element: JSONElement?) -> String? {
        guard let text = element?.string?.description, text.count <= maximumTextCount,
            isPrivateURL(text)
        else { return nil }
        return text
    }

    /// Polls at the interval that the server permits until the user has entered the code.
    ///
    /// - Parameters:
    ///   - wait: waits between two requests.
    ///   - note: receives the reason for a delay.
    /// - Throws: FIREBASE_001 if the user or the server refuses, or the code is stale.
    package mutating func tokens(
        wait: Wait, note: (String) -> Void
    ) throws(RedoError) -> IdentityTokens {
        var waited = 0
        while waited + interval <= lifetime {
            wait(interval)
            waited += interval
            if let tokens = try ask(note) { return tokens }
        }
        throw Self.stale
    }

    private static let stale = RedoError(
        .noToken, "the code was not entered in time", hints: ["redo login firebase shows another"])

    /// Sends one request.
    ///
    /// - Returns: nil if the user has not entered the code yet, or the server could not be reached.
    private mutating func ask(_ note: (String) -> Void) throws(RedoError) -> IdentityTokens? {
        let url = service.endpoints.token
        let answer: HTTPAnswer
        do throws(HTTPFailure) {
            answer = try service.attempt(
                url,
                form: service.credentials + [
                    ("device_code", deviceCode),
                    ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
                ])
        } catch {
            // After a broken connection the interval is increased (section 3.5).
            guard case .cut = error else { throw service.failure(error, url) }
            retreat(note, "the server cannot be reached")
            return nil
        }
        if answer.status == 200 { return try service.tokens(from: answer) }
        switch IdentityService.code(of: answer) {
        case "authorization_pending": return nil
        case "slow_down":
            interval = min(interval + Self.slowDown, Self.maximumInterval)
            return nil
        case "expired_token": throw Self.stale
        case "access_denied": throw RedoError(.noToken, "the login was refused")
        case let code:
            guard answer.status >= 500 || answer.status == 429 else {
                throw RedoError(.noToken, "\(hostName(of: url)) refuses the login: \(code)")
            }
            retreat(note, "the server is busy")
            return nil
        }
    }

    private mutating func retreat(_ note: (String) -> Void, _ reason: String) {
        interval = min(2 * interval, Self.maximumInterval)
        note("\(reason); \(RetryWait.text(milliseconds: interval * 1000))")
    }
}
