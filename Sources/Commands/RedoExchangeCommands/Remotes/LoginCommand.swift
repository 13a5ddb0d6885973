import RedoCommandLine
import RedoCrypto
import RedoFirestore
import RedoFirestoreRemote
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo login firebase`: who the user of remotes in Firestore is, as Google's or another server of identities says it.
package struct LoginCommand: ParsableCommand {
    private static let forget = OptionSpecification.flag(
        "forget", "forget the login, as redo logout does")

    package static let specification = CommandSpecification(
        "login", "Log in to Firestore with a Google account",
        operands: [["firebase"], ["firebase", "get"], ["firebase", "erase"]],
        options: [forget], statuses: .plain())

    private enum Form {
        case begin, forget
        /// As a token helper, which git's form of helpers calls.
        case giveToken, eraseToken
    }

    private let form: Form

    package init(_ arguments: Arguments) throws(RedoError) {
        let words = arguments.operands
        try FirebaseLogin.check(service: words[0])
        switch words.dropFirst().first {
        case nil: form = arguments.has(Self.forget) ? .forget : .begin
        case "get": form = .giveToken
        case "erase": form = .eraseToken
        case let word?: throw .usage("unexpected argument '\(word)'")
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .begin: try Self.begin(&context)
        case .forget: try FirebaseLogin.forget(&context)
        case .giveToken: try Self.giveToken(&context)
        case .eraseToken: break
        }
        return .done
    }

    // MARK: Logging in

    private static func begin(_ context: inout CommandContext) throws(RedoError) {
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
    }

    /// Prints the steps for the user; a camera can read the code from a terminal.
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
        let helper = FirebaseLogin.helper
        let file = try context.home.configurationFile()
        guard let name = Configuration.Name(key.name) else { return }
        let known = try file.read().value(name) ?? ""
        if known.isEmpty {
            try file.change { (configuration) throws(RedoError) in
                configuration.set(name, to: helper)
            }
            context.note("set \(key.name) to '\(helper)' in your configuration")
        } else if known != helper {
            context.note("\(key.name) is '\(known.printable)', so tokens still come from it")
            context.complain("hint: \(key.globalCommand(value: helper))\n")
        }
    }

    // MARK: As a token helper

    /// Prints a token for a remote in Firestore, and when the token expires.
    private static func giveToken(_ context: inout CommandContext) throws(RedoError) {
        let uid = try context.input().readAll().split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) }
            .first { $0.hasPrefix("uid=") }?.dropFirst("uid=".count)
        let tokens = try KeptLogin.tokens(for: uid.map { String($0) }, context.keyring())
        try context.print("token=\(tokens.idToken)\n")
        if let lifetime = tokens.lifetime {
            try context.print("expiry=\(Int(Clock.milliseconds() / 1000) + lifetime)\n")
        }
    }
}
