import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoScreen
import RedoStore

/// Who the user is: the person, the devices, the keys and the remotes with their state. What is added and revoked is done
/// by the dialogs of the commands.
struct PersonPage: RowsPage {
    /// The subject of a row.
    private enum Subject: Equatable {
        case person(name: String)
        case noPerson
        /// A device, by the prefix of its key.
        case device(String, isRevoked: Bool)
        case noDevice
        case key(UserID, isSigner: Bool)
        case noKey
        case remote(String, url: String)
        case noRemote

        /// Whether the row says that there is none.
        var isMissing: Bool {
            switch self {
            case .noPerson, .noDevice, .noKey, .noRemote: true
            case .person, .device, .key, .remote: false
            }
        }
    }

    private struct Row {
        let text: StyledText
        /// Nil for a heading and for what is only read.
        let subject: Subject?
    }

    private var rows: [Row] = []
    var scroll = ListScroll()

    let title = "You"
    let commandLine = "redo person; redo device; redo key; redo remote"
    var actions: [UserAction] { [.open, .add, .edit, .delete, .sync, .command, .help, .quit] }
    var followsTime: Bool { true }

    private var selected: Subject? {
        rows.indices.contains(scroll.selected) ? rows[scroll.selected].subject : nil
    }

    // MARK: Rows

    mutating func refresh(_ source: PageSource) {
        let subject = selected
        rows = []
        let board = source.board
        let own = board.ownAuthor
        let people = try? board.repository.people()
        let person = own?.publicKey.flatMap { people?.person(of: $0) }
        addPerson(person)
        addDevices(of: person, own: own)
        addKeys(source)
        addRemotes(board)
        scroll.update(count: rows.count, height: scroll.height)
        let former = subject.flatMap { subject in rows.firstIndex { $0.subject == subject } }
        scroll.select(former ?? max(scroll.selected, 1))
    }

    private mutating func heading(_ text: String) {
        if !rows.isEmpty { rows.append(Row(text: "", subject: nil)) }
        rows.append(Row(text: StyledText(text, .bold), subject: nil))
    }

    private mutating func row(_ text: String, _ subject: Subject, _ style: TextStyle = .plain) {
        rows.append(Row(text: StyledText("  \(text)", style), subject: subject))
    }

    private mutating func addPerson(_ person: People.Person?) {
        heading("Person")
        guard let person else {
            return row("none: 'a' creates one, who owns your devices", .noPerson, .faint)
        }
        let email = person.email.map { "  \($0.printable)" } ?? ""
        row("\(person.text)\(email)", .person(name: person.name.description))
    }

    private mutating func addDevices(of person: People.Person?, own: Author?) {
        heading("Devices")
        guard let person else {
            return row("'a' lets this device join your person", .noDevice, .faint)
        }
        for device in person.devices {
            let isOwn = device.key == own?.publicKey
            let added = "added \(localText(device.added))"
            let state = device.revoked.map { "revoked \(localText($0))" } ?? added
            row(
                "\(DeviceNames.text(of: device)): \(isOwn ? "this one, " : "")\(state)",
                .device(device.digits, isRevoked: device.revoked != nil),
                device.revoked == nil ? .plain : .faint)
        }
        for invitation in person.invitations {
            let name = invitation.name.map { " \($0.printable)" } ?? ""
            row(
                "\(invitation.digits)\(name): let in, has not joined",
                .device(invitation.digits, isRevoked: false), .faint)
        }
    }

    private mutating func addKeys(_ source: PageSource) {
        heading("Keys")
        let done = try? source.run(["key", "list"])
        let lines = String(decoding: done?.output ?? [], as: UTF8.self).split(separator: "\n")
        for line in lines {
            let words = line.split(separator: " ")
            guard let user = words.lazy.compactMap({ UserID(text: Array($0.utf8).span) }).first
            else { continue }
            let isSigner = line.hasPrefix("*")
            let state = words.last.map(String.init) ?? ""
            let signs = isSigner ? ", signs" : ""
            row("\(user): \(state.printable)\(signs)", .key(user, isSigner: isSigner))
        }
        if lines.isEmpty {
            row("none: 'a' creates one, which signs what you write", .noKey, .faint)
        }
    }

    private mutating func addRemotes(_ board: TaskBoard) {
        heading("Remotes")
        let store = board.repository.store
        let remotes = store.configuration.remotes.sorted { $0.key < $1.key }
        var last: [String: SyncRecord] = [:]
        for record in store.syncRecords() { last[record.remote] = record }
        for (name, url) in remotes {
            row("\(name.printable)  \(url.printable)", .remote(name, url: url))
            let state =
                last[name].map {
                    "\(relativeText($0.time, to: board.table.moment)): \(SyncListing.result(of: $0))"
                } ?? "not synced yet"
            rows.append(Row(text: StyledText("    \(state.printable)", .faint), subject: nil))
        }
        if remotes.isEmpty {
            row("none: 'a' adds one, to sync with others and other devices", .noRemote, .faint)
        }
    }

    // MARK: Keys

    func refusal(of action: UserAction, _ source: PageSource) -> String? {
        let isOfRow = [.open, .add, .edit, .delete].contains(action)
        if isOfRow, selected == nil { return "select a person, a device, a key or a remote" }
        if isOfRow, action != .add, selected?.isMissing ?? false {
            return "there is nothing here yet"
        }
        switch (action, selected) {
        case (.add, .person): return "you have a person already"
        case (.delete, .person): return "a person stays; its devices are revoked one by one"
        case (.edit, .device): return "a device keeps the name that it was let in with"
        case (.delete, .device(_, isRevoked: true)): return "it is revoked already"
        case (.edit, .key(_, isSigner: true)): return "it signs already"
        default: return isOfRow ? nil : source.refusal(of: action, on: [])
        }
    }

    mutating func perform(_ action: UserAction, _ source: PageSource) -> PageAnswer? {
        guard let selected else { return nil }
        switch action {
        case .open: return Self.page(of: selected).map { .open($0) }
        case .add: return Self.addition(beside: selected).map { .ask($0.prompt) }
        case .edit: return Self.change(of: selected).map { .ask($0.prompt) }
        case .delete: return Self.removal(of: selected)
        default: return nil
        }
    }

    private static func page(of subject: Subject) -> (any Page)? {
        switch subject {
        case .person: OutputPage("Person", [["person", "show"]])
        case .device: OutputPage("Devices", [["device", "list"]])
        case .key(let user, _): OutputPage("Key", [["key", "show", "\(user)"]])
        case .remote(let name, _):
            OutputPage("Remote", [["remote", "show", name], ["sync", "--log"]])
        case .noPerson, .noDevice, .noKey, .noRemote: nil
        }
    }

    private static func addition(beside subject: Subject) -> Question? {
        switch subject {
        case .noPerson:
            Question(label: "name of the person", run: .dialog) {
                $0.isEmpty ? nil : ["person", "create", "--", $0]
            }
        case .noDevice:
            Question(
                label: "person", run: .dialog,
                note: "empty: the person that has let this device in"
            ) { ["device", "accept"] + ($0.isEmpty ? [] : ["--", $0]) }
        case .device:
            Question(
                label: "key or card of the new device", run: .dialog,
                note: "'redo device accept' prints it there"
            ) { $0.isEmpty ? nil : ["device", "add", "--", $0] }
        case .key, .noKey:
            Question.confirmation("make a new key?", ["keygen"], run: .dialog)
        case .remote, .noRemote:
            Question(
                label: "name and address", run: .dialog,
                note: "such as: origin git@example.org:ana/tasks.git"
            ) {
                let words = $0.split(separator: " ", maxSplits: 1).map(String.init)
                return words.isEmpty ? nil : ["remote", "add", "--"] + words
            }
        case .person: nil
        }
    }

    private static func change(of subject: Subject) -> Question? {
        switch subject {
        case .person(let name):
            Question(label: "name", initial: name) {
                $0.isEmpty ? nil : ["person", "rename", "--", $0]
            }
        case .key(let user, _):
            Question.confirmation("sign with \(user) here?", ["key", "use", "\(user)"])
        case .remote(let name, let url):
            Question(label: "address", initial: url) {
                $0.isEmpty ? nil : ["remote", "set-url", "--", name, $0]
            }
        case .noPerson, .device, .noDevice, .noKey, .noRemote: nil
        }
    }

    private static func removal(of subject: Subject) -> PageAnswer? {
        switch subject {
        case .device(let digits, _): .dialog(["device", "revoke", digits])
        case .key(let user, _): .dialog(["key", "delete", "\(user)"])
        case .remote(let name, _):
            .ask(
                Question.confirmation(
                    "remove the remote \(name.printable)? What is there stays there.",
                    ["remote", "remove", "--", name]
                ).prompt)
        case .person, .noPerson, .noDevice, .noKey, .noRemote: nil
        }
    }

    // MARK: Drawing

    mutating func draw(
        _ frame: inout Frame, rows area: Range<Int>, width: Int, _ source: PageSource
    ) {
        scroll.update(count: rows.count, height: area.count)
        // The first heading is shown with the row beneath it.
        if scroll.selected == 1 {
            scroll.select(0)
            scroll.select(1)
        }
        for (index, number) in scroll.visible.enumerated() {
            let row = area.lowerBound + index
            frame.put(rows[number].text, row: row, column: 1, limit: width - 1)
            if number == scroll.selected {
                frame.underlay(.selected, row: row, columns: 0..<width)
            }
        }
    }
}
