import RedoCommandLine
import RedoCrypto
import RedoFirestore
import RedoFirestoreRemote
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo login firebase` and `redo logout firebase`: who the user of remotes in Firestore is, as Google's or another
/// server of identities says it.
private enum FirebaseLogin {
    /// The service that can be logged in with.
    private static let name = "firebase"
    /// What `firestore.tokenHelper` is set to: a program of the suite's folder, which git's form of helpers divides.
    static let helper = "redo-login firebase"

    static func login(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
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

    static func logout(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let words = context.arguments.operands
        guard words.first == name else { throw unknown(words.first ?? "") }
        return try forget(&context)
    }

    private static func unknown(_ word: String) -> RedoError {
        .usage("unknown service '\(word)'", hints: ["the only one is \(name)"])
    }

    // MARK: Logging in

    private static func begin(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let service = try IdentityService(of: context.home)
        let keyring = try context.keyring()
        let configuration = LayeredConfiguration([try context.home.configuration()])
        let user = try keyring.choice(in: configuration).user(in: keyring.directory.path)
        // What cannot be kept is not asked for.
        _ = try keyring.boxKey(of: user)
        var login = try DeviceLogin(with: service)
        try show(login, &context)
        let surroundings = context.surroundings
        let tokens = try login.tokens(
            wait: { Clock.wait(milliseconds: $0 * 1000) },
            note: { surroundings.complain("note: \($0)\n") })
        let kept = KeptLogin(
            refreshToken: tokens.refreshToken, endpoint: service.refreshEndpoint, uid: tokens.uid)
        try kept.keep(for: user, keyring)
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
        let file = try context.home.configurationFile()
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
        let uid = try context.input().readAll().split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) }
            .first { $0.hasPrefix("uid=") }?.dropFirst("uid=".count)
        let tokens = try KeptLogin.tokens(for: uid.map { String($0) }, context.keyring())
        try context.print("token=\(tokens.idToken)\n")
        if let lifetime = tokens.lifetime {
            try context.print("expiry=\(Int(Clock.milliseconds() / 1000) + lifetime)\n")
        }
        return .done
    }

    // MARK: Logging out

    private static func forget(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let wasThere = try KeptLogin.forget(in: context.home)
        let file = try context.home.configurationFile()
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
}

extension Command {
    /// `redo login`.
    package static let login = Command(.login) { (context) throws(RedoError) in
        try FirebaseLogin.login(&context)
    }

    /// `redo logout`.
    package static let logout = Command(.logout) { (context) throws(RedoError) in
        try FirebaseLogin.logout(&context)
    }
}
