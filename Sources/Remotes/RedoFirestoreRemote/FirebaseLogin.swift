import RedoCommandLine
import RedoExchange
import RedoFirestore
import RedoHTTP
import RedoStore
import RedoSystem

/// `redo login firebase` and `redo logout firebase`: who the user of remotes in Firestore is, as Google's or another
/// server of identities says it.
enum FirebaseLogin {
    /// The service that can be logged in with.
    private static let name = "firebase"
    /// What `firestore.tokenHelper` is set to: a program of the suite's folder, which git's form of helpers divides.
    static let helper = "redo-login firebase"

    /// `redo login`.
    static let login = Command(.login) { (context) throws(RedoError) in
        let words = context.arguments.operands
        guard words.first == name else { throw unknown(words.first ?? "") }
        switch words.dropFirst().first {
        case nil:
            if context.arguments.has(LoginOptions.forget) { return try forget(&context) }
            return try begin(&context)
        case "get": return try giveToken(&context)
        case "erase": return .done
        case let word?: throw .usage("unexpected argument '\(word)'")
        }
    }

    /// `redo logout`.
    static let logout = Command(.logout) { (context) throws(RedoError) in
        let words = context.arguments.operands
        guard words.first == name else { throw unknown(words.first ?? "") }
        return try forget(&context)
    }

    private static func unknown(_ word: String) -> RedoError {
        .usage("unknown service '\(word)'", hints: ["the only one is \(name)"])
    }

    // MARK: Logging in

    private static func begin(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let service = try service(context)
        let keys = try context.keyDirectory()
        let configuration = LayeredConfiguration([try context.userConfiguration()])
        let user = try context.keyChoice(keys, configuration).user(in: keys.path)
        // What cannot be kept is not asked for.
        _ = try context.boxKey(of: user)
        var login = try DeviceLogin(with: service)
        try show(login, &context)
        let errors = context.surroundings.errors
        let tokens = try login.tokens(
            wait: { Clock.wait(milliseconds: $0 * 1000) },
            note: { text in
                try? writeBytes(
                    Array("note: \(text)\n".utf8).span, to: errors, path: "standard error")
            })
        let kept = KeptLogin(
            refreshToken: tokens.refreshToken, endpoint: service.refreshEndpoint, uid: tokens.uid)
        try kept.keep(for: user, context)
        try context.print(
            "logged in with Firebase" + (tokens.uid.map { " as \(context.shown($0))" } ?? "")
                + "\nthe key \(user) keeps the login\n")
        try nameHelper(&context)
        return .done
    }

    /// Says what the user has to do elsewhere; a camera can read it from a terminal.
    private static func show(
        _ login: DeviceLogin, _ context: inout CommandContext
    ) throws(RedoError) {
        // Without the library for QR codes the address is enough.
        if context.surroundings.hasTerminalOutput,
            let code = try? QRCode(login.completeAddress ?? login.address)
        {
            try context.printCode(code)
        }
        try context.print(
            "open \(login.address) on any device\nenter the code \(login.code)\n"
                + "waiting for \(max(1, login.lifetime / 60)) minutes at most\n")
        try context.flush()
    }

    /// Has remotes in Firestore ask this program for tokens, unless they ask another.
    private static func nameHelper(_ context: inout CommandContext) throws(RedoError) {
        let key = ConfigurationKey.firestoreTokenHelper
        let file = try context.userConfigurationFile()
        guard let name = Configuration.Name(key.name) else { return }
        let known = try file.read().value(name) ?? ""
        if known.isEmpty {
            try file.change { (configuration) throws(RedoError) in
                configuration.set(name, to: helper)
            }
            context.note("set \(key.name) to '\(helper)' in your configuration")
        } else if known != helper {
            context.note("\(key.name) is '\(known.printable)', so it is still asked for tokens")
            context.complain("hint: \(key.globalCommand(value: helper))\n")
        }
    }

    // MARK: As a token helper

    /// Prints a token for a remote in Firestore, and when it runs out.
    private static func giveToken(
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let request = try context.input().readAll()
        let (login, user) = try KeptLogin.read(context)
        let asked = request.split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) }
            .first { $0.hasPrefix("uid=") }?.dropFirst("uid=".count)
        if let uid = login.uid, let asked, asked != uid {
            throw RedoError(
                .noToken, "the login is that of \(uid), and the remote is that of \(asked)",
                hints: [
                    "'redo login firebase' logs in as another", "or set uid in the remote's URL",
                ])
        }
        let service = try service(context)
        guard service.refreshEndpoint == login.endpoint else {
            throw RedoError(
                .noToken,
                "the login is for \(hostName(of: login.endpoint)), and the configuration names "
                    + "\(hostName(of: service.refreshEndpoint))",
                hints: ["redo login firebase"])
        }
        let tokens = try service.tokens(refreshing: login.refreshToken)
        if tokens.refreshToken != login.refreshToken {
            let next = KeptLogin(
                refreshToken: tokens.refreshToken, endpoint: login.endpoint,
                uid: tokens.uid ?? login.uid)
            try next.keep(for: user, context)
        }
        try context.print("token=\(tokens.idToken)\n")
        if let lifetime = tokens.lifetime {
            try context.print("expiry=\(Int(Clock.milliseconds() / 1000) + lifetime)\n")
        }
        return .done
    }

    // MARK: Logging out

    private static func forget(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let wasThere = try KeptLogin.forget(context)
        let file = try context.userConfigurationFile()
        if let name = Configuration.Name(ConfigurationKey.firestoreTokenHelper.name),
            try file.read().value(name) == helper
        {
            try file.change { (configuration) throws(RedoError) in
                _ = configuration.remove(name, helper)
            }
        }
        try context.print(wasThere ? "the login is forgotten\n" : "there was no login\n")
        return .done
    }

    // MARK: The servers

    private static func service(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> IdentityService {
        let configuration = LayeredConfiguration([
            try context.userConfiguration(), try context.commandLineConfiguration(),
        ])
        guard let id = configuration.value(.firebaseClientID), !id.isEmpty else {
            throw RedoError(
                .noToken, "firebase.clientId does not say which client this is",
                hints: [
                    "make a client of the kind 'TV and limited input' in your project, then: "
                        + "redo config --global firebase.clientId ID"
                ])
        }
        var endpoints = IdentityService.Endpoints()
        endpoints.device =
            try configuration.checkedValue(.firebaseDeviceEndpoint) ?? endpoints.device
        endpoints.token =
            try configuration.checkedValue(.firebaseTokenEndpoint) ?? endpoints.token
        endpoints.signIn =
            try configuration.checkedValue(.firebaseSignInEndpoint) ?? endpoints.signIn
        endpoints.refresh =
            try configuration.checkedValue(.firebaseRefreshEndpoint) ?? endpoints.refresh
        let client = IdentityService.Client(
            id: id, secret: configuration.value(.firebaseClientSecret),
            apiKey: configuration.value(.firebaseAPIKey))
        var timeouts = HTTPTimeouts()
        timeouts.whole = 60
        let http = try HTTPClient(
            usesProxies: !isLoopback(endpoints.token), agent: "redo/\(Version.text)",
            timeouts: timeouts)
        return IdentityService(endpoints, client) { (url, type, body) throws(HTTPFailure) in
            try http.post(
                url, headings: ["Content-Type: \(type)", "Accept: application/json"], body: body,
                limit: IdentityService.answerLimit)
        }
    }
}
