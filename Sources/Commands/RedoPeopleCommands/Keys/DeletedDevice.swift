import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoModel
import RedoRepository

/// A key that is about to be deleted and is a device of a person of the log.
struct DeletedDevice {
    private let device: People.Device
    private let person: People.Person

    /// - Returns: nil for a key that is not a device or is revoked, and where there is no log.
    init?(_ user: String, _ context: borrowing CommandContext) {
        guard let id = UserID(text: Array(user.utf8).span),
            let people = try? context.openRepository().people(), let person = people.person(of: id),
            let device = person.devices.first(where: { UserID($0.key) == id }),
            device.revoked == nil
        else { return nil }
        self.device = device
        self.person = person
    }

    /// True if the person has no other device.
    private var isLast: Bool {
        !person.devices.contains { $0.key != device.key && $0.revoked == nil }
    }

    /// The text about it in a question.
    var sentence: String {
        let name = DeviceNames.text(of: device)
        return isLast
            ? "It is the only device of \(person.text), \(name): without it the words of the recovery key alone "
                + "let in another one."
            : "It is a device of \(person.text), \(name), and stays one until it is revoked."
    }

    /// Hints for the time before it is deleted.
    var hint: String {
        isLast
            ? "'redo device add KEY' lets another device in while this key is here"
            : "'redo device revoke \(device.digits)' revokes the device"
    }
}
