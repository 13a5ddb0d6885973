import RedoCommandLine
import RedoFirestoreRemote
import RedoModel
import RedoStore
import RedoSystem

/// The common part of `redo login` and `redo logout`.
enum FirebaseLogin {
    /// The service that can be logged in with.
    private static let name = "firebase"
    /// The value of `firestore.tokenHelper`: a program of the suite's directory, which git's form of helpers divides.
    static let helper = "redo-login firebase"

    /// - Throws: wrong usage for any other service.
    static func check(service: String) throws(RedoError) {
        guard service == name else {
            throw .usage("unknown service '\(service)'", hints: ["the only one is \(name)"])
        }
    }

    /// Forgets the login, and has remotes in Firestore no longer ask for its tokens.
    static func forget(_ context: inout CommandContext) throws(RedoError) {
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
    }
}
