import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension RoomSubcommand {
    /// `redo room open`: opens a room and pays for it.
    static let open = RoomSubcommand(
        "open", [.optional(.repeated(.value("nickname=identifier")))],
        options: [RoomOptions.tier, RoomOptions.expires, RoomOptions.yes]
    ) { (context, operands) throws(RedoError) in
        let repository = try context.openRepository()
        var form = RoomForm(
            guests: operands, tier: context.arguments.value(RoomOptions.tier),
            expires: context.arguments.value(RoomOptions.expires))
        guard operands.isEmpty else {
            return try context.open(form, repository) == nil ? .no : .done
        }
        let editor = FormEditor(
            repository.store.configuration, "room", in: context.surroundings)
        let text = form.text(suggestions: try context.roomSuggestions(repository))
        guard let edited = try editor.edit(text) else {
            editor.remove()
            context.complain("nothing was written\n")
            return .no
        }
        do throws(RedoError) {
            form = try RoomForm(reading: edited)
            let isOpen = try context.open(form, repository) != nil
            editor.remove()
            return isOpen ? .done : .no
        } catch {
            throw editor.kept(error)
        }
    }
}

extension CommandContext {
    /// Opens a room: resolves everyone, asks on a terminal, takes the payment, and writes.
    ///
    /// - Returns: the room; nil if the user thought better of it.
    fileprivate mutating func open(
        _ form: RoomForm, _ repository: Repository
    ) throws(RedoError) -> Room? {
        guard let tier = RoomForm.tiers.first(where: { "\($0)" == form.tier ?? "1" }) else {
            throw .usage(
                "--tier takes one of \(RoomForm.tiers.map(String.init).joined(separator: ", ")), "
                    + "not '\(form.tier ?? "")'")
        }
        let expiry = try form.expires.map { text throws(RedoError) in
            try DueDate.instantOrNone(text, now: try now())
        }
        guard !form.guests.isEmpty else {
            throw .usage("name who takes part: 'redo room open NICKNAME=IDENTIFIER...'")
        }
        var guests: [RoomGuest] = []
        for word in form.guests { guests.append(try RoomGuest(word)) }
        let resolver = try RoomResolver(self, repository)
        let found = try resolver.all(guests, nickname: try ownNickname(repository))
        let opening = RoomOpening(
            found, by: resolver.originator, tier: tier, expiresAt: expiry ?? nil)
        if surroundings.hasTerminalInput, !arguments.has(RoomOptions.yes) {
            for line in opening.lines(try personNames(repository)) { complain("\(line)\n") }
            guard try isConfirmed("open the room and pay $\(tier)?") else {
                complain("nothing was written\n")
                return nil
            }
        }
        let payment = try RoomPayment(self, repository)
        let room = try RoomWriter(self, repository).open(opening, payment)
        let view = try RoomHall(self, repository).view(of: room)
        try print("room \(room.id)\n\(room.title()): \(view.situation)\n")
        try flush()
        if let warning = RoomPrivacy.warning(of: repository.store) { note(warning) }
        try deliver(from: repository.store)
        return room
    }

    /// What the user is called: by the person, else by `user.name`; nil without either.
    private func ownNickname(_ repository: Repository) throws(RedoError) -> String? {
        let author = try keyring().author(for: repository.store)
        let person = author.publicKey.flatMap { key in
            (try? repository.people())?.person(of: key)?.name.description
        }
        return person ?? author.name?.description
    }

    /// Who can be invited, for the form: the contacts, and the persons of the log.
    fileprivate func roomSuggestions(_ repository: Repository) throws(RedoError) -> [String] {
        let contacts = try RoomContacts(repository.store.configuration, self).all
        var lines = contacts.map { contact in
            contact.identifier.map { "\(contact.name) = \($0.value)" } ?? contact.name
        }
        let own = try? keyring().author(for: repository.store).publicKey
        for person in try repository.people().persons
        where !person.devices.contains(where: { $0.key == own }) {
            lines.append("\(person.name.description) = \(person.id)")
        }
        return lines.map(\.printable)
    }
}

/// What is asked of whoever opens a room: by options, or in an editor.
struct RoomForm {
    /// As on the command line: `Eve=eve@example.org`.
    var guests: [String]
    var tier: String?
    var expires: String?

    static let tiers = [1, 10, 100, 1000]
    private static let greatestSuggestionCount = 40

    init(guests: [String], tier: String?, expires: String?) {
        (self.guests, self.tier, self.expires) = (guests, tier, expires)
    }

    /// The form as it is edited.
    func text(suggestions: [String]) -> String {
        var lines = [
            "Tier: \(tier ?? "1")", "Expires: \(expires ?? "")", "",
            "# Write who takes part, in the order of turns, one per line: a nickname, '=', and an address,",
            "# a number with its country, a key, or the name of a contact or a person.",
            "# 'NICKNAME = me' is you, where you are not the first; 'NICKNAME = machine' is the machine.",
            "# Tier is the price in dollars: 1, 10, 100 or 1000. Lines that start with '#' are left out.",
        ]
        if !suggestions.isEmpty { lines += ["#", "# You know:"] }
        // No line of others can set options of the editor.
        lines += suggestions.prefix(Self.greatestSuggestionCount).map {
            EditorSettings.areIn($0) ? "#" : "#   \($0)"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Reads the form.
    ///
    /// - Throws: wrong usage for a line that says nothing.
    init(reading text: String) throws(RedoError) {
        self.init(guests: [], tier: nil, expires: nil)
        for line in text.split(whereSeparator: \.isNewline).map({ String($0).trimmed })
        where !line.isEmpty && !line.hasPrefix("#") {
            if line.hasPrefix("Tier:") {
                tier = Self.value(of: line)
            } else if line.hasPrefix("Expires:") {
                expires = Self.value(of: line)
            } else {
                guests.append(line)
            }
        }
    }

    /// What stands behind the colon; nil for nothing.
    private static func value(of line: String) -> String? {
        let value = String(line.drop { $0 != ":" }.dropFirst()).trimmed
        return value.isEmpty ? nil : value
    }
}
