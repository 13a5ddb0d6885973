import RedoCommandLine
import RedoCrypto
import RedoRepository
import RedoStore
import RedoSystem

/// What belongs to the user: the store, its keys, and who else can read and write them.
extension DoctorCheck {
    static let permissions = DoctorCheck(name: "permissions") { (examination) throws(RedoError) in
        var symptoms: [Symptom] = []
        let home = examination.context.home
        var directories = [try home.configurationDirectory(), try home.configurationFile().path]
        directories += examination.storePath.map { [$0] } ?? []
        for path in directories {
            let status: FileStatus?
            if path == examination.storePath {
                status = examination.storeStatus
            } else {
                status = try failing(.notFound, "\(path.printable) cannot be looked at") {
                    () throws(SystemError) in try Files.status(of: path)
                }
            }
            guard let status else { continue }
            if status.owner != Environment.effectiveUser {
                symptoms.append(
                    .wrong(
                        "\(path) belongs to the user \(status.owner), not to you",
                        ["'chown -R $(id -u) \(shellWord(path))' as root, if it should be yours"]))
            } else if status.permissions & 0o022 != 0 {
                symptoms.append(
                    .wrong(
                        "others can write to \(path)",
                        ["'chmod go-w \(shellWord(path))' lets only you"]))
            } else if path == examination.storePath, examination.context.isPersonal(path),
                status.permissions & 0o077 != 0
            {
                symptoms.append(.notice("others could read your personal store: it is private now"))
            }
        }
        if let agent = try examination.context.keyring().keyAgentDirectory,
            (try? Files.statusOfLink(agent.path)) ?? nil != nil, !agent.isPrivate
        {
            symptoms.append(
                .wrong(
                    "others can enter \(agent.path)",
                    ["'chmod 700 \(shellWord(agent.path))' keeps them out"]))
        }
        return symptoms.isEmpty
            ? [.good("only you can write to your configuration and your store")] : symptoms
    }

    static let store = DoctorCheck(name: "store") { (examination) throws(RedoError) in
        guard let store = examination.store else {
            return [
                .notice(
                    "there is none yet",
                    [
                        "'redo add' makes it",
                        "'redo clone --personal URL' brings your tasks from another device",
                    ])
            ]
        }
        switch store {
        case .failure(let error): return [Symptom(error, state: .wrong)]
        case .success(let store):
            let count = try store.objectCount()
            var symptoms: [Symptom] = [
                .good(
                    "\(store.path) has \(counted(count.loose + count.packed, "node")); 'redo fsck' reads each of them"
                )
            ]
            let lost = try store.expected(isWriting: false)
            if !lost.hasAllNodes {
                symptoms.append(
                    .wrong(
                        "nodes are missing that were here",
                        ["'redo fsck' lists them, and says where they may be"]))
            }
            return symptoms
        }
    }

    static let keys = DoctorCheck(name: "keys") { (examination) throws(RedoError) in
        let selection = try KeySelection(
            examination.context.keyring(), in: examination.openedStore)
        var symptoms: [Symptom] = []
        for user in try selection.users() {
            do throws(RedoError) {
                let location = try selection.keys.check(user)
                let mark = user == selection.signer ? ", which signs here" : ""
                symptoms.append(.good("\(user) is \(location.phrase)\(mark)"))
            } catch {
                symptoms.append(Symptom(error, state: .wrong))
            }
        }
        switch selection.choice {
        case .only: break
        case .none:
            symptoms.append(
                .notice(
                    "there is none yet: the first change makes one",
                    ["'redo key import FILE' brings that of another device"]))
        case .several, .named:
            do throws(RedoError) {
                let user = try selection.choice.user(in: selection.keys.path)
                if try !selection.users().contains(user) {
                    try selection.keys.check(user)
                }
            } catch {
                symptoms.append(Symptom(selection.choice.error(error), state: .wrong))
            }
        }
        return symptoms
    }

    static let keyring = DoctorCheck(name: "keyring") { (examination) throws(RedoError) in
        let keyring = try examination.context.keyring()
        var symptoms: [Symptom] = []
        var hasSealedKey = false
        var helpers: Set<String> = []
        for user in try keyring.directory.users() {
            guard let file = try? keyring.directory.load(user) else { continue }
            if file.isSealed { hasSealedKey = true }
            if let name = file.location.helperName { helpers.insert(name) }
        }
        for name in helpers.sorted() {
            do throws(RedoError) {
                let count = try keyring.helpers.helper(named: name).list().count
                symptoms.append(.good("\(name) answers, and has \(counted(count, "key"))"))
            } catch {
                // It keeps a key, so it must answer. One that lists none is asked for each key by the check of keys.
                guard case .helper(let fault, _)? = error.keyFault, fault.state == .incapable else {
                    symptoms.append(Symptom(error, state: .wrong))
                    continue
                }
                symptoms.append(.good("\(name) answers"))
            }
        }
        if helpers.isEmpty {
            symptoms.append(.good("no key is kept by a keyring or another helper"))
        }
        if let agent = keyring.keyAgent, let status = try? agent.status() {
            symptoms.append(.good("the key agent runs, with \(counted(status.keys.count, "key"))"))
        } else if hasSealedKey {
            symptoms.append(
                .notice(
                    "no key agent runs, so each command asks for the passphrase of a sealed key",
                    ["'redo key agent start' starts one"]))
        }
        return symptoms
    }
}

extension KeyFile.Location {
    /// Where the key is, behind "is".
    fileprivate var phrase: String {
        switch self {
        case .sealed: "sealed under a passphrase"
        case .unsealed: "in a file that only you can read"
        case .helper(let name): "kept by \(name)"
        }
    }
}
