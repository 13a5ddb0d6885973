import RedoCommandLine
import RedoCrypto
import RedoKeys
import RedoModel
import RedoRepository
import RedoSystem

extension KeyCommand {
    /// Uses a key that a helper has.
    static func addKey(
        _ context: inout CommandContext, _ location: String, _ operand: String?
    ) throws(RedoError) {
        let placing = KeyPlacing(try context.keyring())
        try placing.check(location)
        guard location != KeyPlacing.file else {
            throw .usage(
                "'redo key add' takes a key helper",
                hints: ["'redo key import FILE' imports a key file"])
        }
        let helper = try context.keyring().helpers.helper(named: location)
        let listed = try helper.list()
        let found = listed.filter { key in
            operand.map { key.hexadecimal.hasPrefix($0) } ?? true
        }
        guard found.count == 1 else {
            let choices = found.isEmpty ? listed : found
            let users = RedoSystem.listed(choices.map { UserID($0).description })
            throw RedoError(
                .keyNotLoaded,
                found.isEmpty
                    ? "\(location) lists no such Ed25519 key"
                    : "\(location) has \(found.count) keys",
                hints: listed.isEmpty
                    ? ["'redo keygen --in PLACE' creates a key there, where the place takes keys"]
                    : ["'redo key add \(location) USER' takes one of: \(users)"])
        }
        let key = found[0]
        let user = UserID(key).description
        let selection = try context.keySelection()
        if try selection.users().contains(user), (try? selection.keys.check(user)) != nil {
            throw RedoError(
                .keyNotSaved, "the key \(user) already exists", status: .no,
                hints: ["'redo key list' shows where each key is"])
        }
        try placing.adopt(key, from: location, replacing: true)
        try selection.adopt(user)
        try context.print("\(user)\n")
    }

    /// Moves a key to another place.
    static func moveKey(
        _ context: inout CommandContext, _ location: String, _ operand: String?
    ) throws(RedoError) {
        let placing = KeyPlacing(try context.keyring())
        try placing.check(location)
        let selection = try context.keySelection()
        let user = try selection.user(operand)
        try usable(user, selection) { () throws(RedoError) in
            try placing.move(user, to: location)
        }
    }

    /// Prints the public key that boxes for a user are sealed to.
    static func showBox(
        _ context: inout CommandContext, _ operand: String?
    ) throws(RedoError) {
        let selection = try context.keySelection()
        let user = try selection.user(operand)
        let box = try usable(user, selection) { () throws(RedoError) in
            try context.keyring().boxKey(of: user)
        }
        try context.print("\(box.hexadecimal)\n")
    }

    /// - Throws: KEYCHAIN_001 for a key that a helper keeps: a passphrase has nothing to do with it.
    static func refuseHelper(
        _ location: KeyFile.Location, _ user: String
    ) throws(RedoError) {
        guard case .helper(let name) = location else { return }
        throw RedoError(
            .keyNotSaved,
            "the key helper \(name) keeps the key \(user), which has no passphrase of redo",
            status: .no,
            hints: [
                "'redo key move file \(user)' brings it into a file, if the helper hands it over"
            ])
    }
}
