import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension RoomCommand {
    /// `redo room open`: opens a room and pays for it.
    struct Open: RoomSubcommand {
        private static let tier = OptionSpecification.value(
            "tier", takes: "dollars", oneOf: RoomForm.tiers.map(String.init),
            "open: the price of the room")
        private static let expires = OptionSpecification.value(
            "expires", takes: "time", "open: when the room expires unless it has begun")

        static let name = "open"
        static let operands: [OperandForm] = [
            .optional(.repeated(.value("nickname=identifier")))
        ]
        static let options = [tier, expires, yes]

        /// Without guests it is edited.
        private let form: RoomForm
        private let isUnasked: Bool

        init(_ arguments: Arguments, _ operands: [String]) throws(RedoError) {
            form = try RoomForm(
                guests: operands, tier: arguments.value(Self.tier),
                expires: arguments.value(Self.expires))
            isUnasked = arguments.has(yes)
        }

        func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
            let repository = try context.openRepository()
            guard form.guests.isEmpty else { return try open(form, repository, &context) }
            let editor = FormEditor(
                repository.store.configuration, "room", in: context.surroundings)
            let text = form.text(suggestions: try Self.suggestions(repository, context))
            guard let edited = try editor.edit(text) else {
                editor.remove()
                context.complain("nothing was written\n")
                return .no
            }
            do throws(RedoError) {
                let status = try open(try RoomForm(reading: edited), repository, &context)
                editor.remove()
                return status
            } catch {
                throw editor.kept(error)
            }
        }

        /// Opens a room: resolves everyone, asks on a terminal, takes the payment, and writes.
        private func open(
            _ form: RoomForm, _ repository: Repository, _ context: inout CommandContext
        ) throws(RedoError) -> ExitStatus {
            let expiry = try form.expires.flatMap { text throws(RedoError) in
                try DueDate.instantOrNone(text, now: try context.now())
            }
            guard !form.guests.isEmpty else {
                throw .usage("name who takes part: 'redo room open NICKNAME=IDENTIFIER...'")
            }
            let resolver = try RoomResolver(context, repository)
            let found = try resolver.all(
                form.guests, nickname: try Self.ownNickname(repository, context))
            guard found.count > 1 else {
                throw .usage(
                    "a room needs two: name who else takes part",
                    hints: [
                        "'redo room open Eve=eve@example.org' opens one with Eve; "
                            + "'redo room open' without names edits a form"
                    ])
            }
            let opening = RoomOpening(
                found, by: resolver.originator, tier: form.tier, expiresAt: expiry)
            if context.surroundings.hasTerminalInput, !isUnasked {
                for line in opening.lines(try context.personNames(repository)) {
                    context.complain("\(line)\n")
                }
                guard try context.isConfirmed("open the room and pay $\(form.tier)?") else {
                    context.complain("nothing was written\n")
                    return .no
                }
            }
            let payment = try RoomPayment(context, repository)
            let room = try RoomWriter(context, repository).open(opening, payment)
            let view = try RoomHall(context, repository).view(of: room)
            try context.print(
                "room \(room.id)\n\(room.title()): \(view.situation)\n\(Link.room(room.id))\n")
            try context.flush()
            if opening.needsRemote, ConfiguredRemote.all(of: repository.store).isEmpty {
                context.warn(
                    .unreachable,
                    "the store has no remote: no one else sees this room until it has one")
                context.complain("hint: 'redo remote add' adds one\n")
            }
            if let warning = RoomPrivacy.warning(of: repository.store) { context.note(warning) }
            try context.deliver(from: repository.store)
            return .done
        }

        /// The name of the user: of the person, else `user.name`; nil without either.
        private static func ownNickname(
            _ repository: Repository, _ context: borrowing CommandContext
        ) throws(RedoError) -> String? {
            let author = try context.keyring().author(for: repository.store)
            let person = author.publicKey.flatMap { key in
                (try? repository.people())?.person(of: key)?.name.description
            }
            return person ?? author.name?.description
        }

        /// The possible guests, for the form: the contacts, and the persons of the log.
        private static func suggestions(
            _ repository: Repository, _ context: borrowing CommandContext
        ) throws(RedoError) -> [String] {
            let contacts = try RoomContacts(repository.store.configuration, context).all
            var lines = contacts.map { contact in
                contact.identifier.map { "\(contact.name) = \($0.value)" } ?? contact.name
            }
            let own = try? context.keyring().author(for: repository.store).publicKey
            for person in try repository.people().persons
            where !person.devices.contains(where: { $0.key == own }) {
                lines.append("\(person.name.description) = \(person.id)")
            }
            return lines.map(\.printable)
        }
    }
}
