import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem
import TestSupport

/// What hostile devices write, and may not: each kind of hostile device its own.
extension World {
    /// What a lie is about.
    private struct Subject {
        let device: SimulatedDevice
        let task: String
        /// The first person that the device knows.
        let person: String
        /// What only this lie says.
        let text: String
        /// As if it had not seen what came later.
        let after: [String]
        /// Twelve digits, of an id.
        let digits: String
    }

    /// A hostile device writes what it may not, with an old date, and sends it off.
    func lie(_ event: Event, _ number: Int, _ numbers: inout SeededGenerator) throws {
        // A thief does not fetch what revokes its key; the others want to know what there is.
        if devices[number].role != .thief, numbers.next() % 2 == 0 {
            try exchange(["fetch"], number, entropy: event.entropy &+ 2, .good)
        }
        let device = devices[number]
        let text = "lie-\(lies.count)"
        let wall = SimulatedClock(skew: -Int64(numbers.next() % 90) * 86_400_000).reading(at: 0)
        let things = device.things
        let tasks = numbers.next() % 2 == 0 ? things.tasks : things.closedTasks
        guard let task = (tasks.isEmpty ? things.tasks : tasks).randomElement(using: &numbers)
        else { return }
        let followed = device.nodes.filter { facts[$0]?.task == task }.sorted()
            .randomElement(using: &numbers)
        let subject = Subject(
            device: device, task: task, person: device.things.persons.first ?? "", text: text,
            after: followed.map { ["-p", "\($0)"] } ?? ["--root"],
            digits: digits(numbers.next(), 12))
        let words =
            switch device.role {
            case .honest, .thief: wordsOfThief(subject)
            case .member: wordsOfMember(subject)
            case .stranger: wordsOfStranger(subject)
            }
        guard let chosen = words.randomElement(using: &numbers) else { return }
        let before = device.nodes
        let answer = try change(event, number, ["commit-node"] + chosen, at: wall)
        if chosen.contains(where: { $0.hasSuffix(text) }) {
            for node in devices[number].nodes.subtracting(before) { lies[node] = text }
        }
        guard answer?.status == 0 else { return }
        try exchange(["push"], number, entropy: event.entropy &+ 1, .good)
    }

    /// Its key belongs to the first device's person.
    private func wordsOfThief(_ subject: Subject) -> [[String]] {
        let (task, text, after) = (subject.task, subject.text, subject.after)
        return [
            ["UPDATE", "--task", task, "-f", "title=\(text)"] + after,
            ["UPDATE", "--task", task, "-f", "description=\(text)"],
            [
                "ADD_COMMENT", "--task", task, "-f", "text=\(text)", "-f",
                "commentId=00000000-0000-4000-8000-\(subject.digits)",
            ] + after,
            [
                "CREATE_CATEGORY", "--root", "-f", "name=\(text)", "-f", "color=#112233", "-f",
                "categoryId=00000000-0000-4000-8000-\(subject.digits)",
            ],
            ["DELETE", "--task", task] + after,
            [
                "REVOKE_DEVICE", "-f", "person=\(subject.person)", "-f",
                "key=\(devices[0].publicKey)", "-f", "keeps:=[]",
            ],
            share(subject, with: subject.device.userID, as: "admin"),
            unshare(subject, from: devices[0].userID),
            ["UPDATE_PERSON", "-f", "person=\(subject.person)", "-f", "name=\(text)"],
        ]
    }

    /// It has a person of its own, whom others share tasks with.
    private func wordsOfMember(_ subject: Subject) -> [[String]] {
        let (device, task, text) = (subject.device, subject.task, subject.text)
        let after = subject.after
        let accomplice = devices.first { $0.role == .stranger } ?? device
        var words = [
            ["UPDATE", "--task", task, "-f", "title=\(text)"] + after,
            share(subject, with: device.userID, as: "admin"),
            share(subject, with: accomplice.userID, as: "admin"),
            unshare(subject, from: devices[0].userID), unshare(subject, from: subject.person),
            // Closes a task that is not its own, in three ways.
            ["UPDATE", "--task", task, "-f", "closed:=true"] + after,
            create(subject, certifying: false), create(subject, certifying: true),
            ["ARCHIVE", "--task", task] + after,
            [
                "REVOKE_DEVICE", "-f", "person=\(subject.person)", "-f",
                "key=\(devices[0].publicKey)", "-f", "keeps:=[]",
            ],
            [
                "ADD_DEVICE", "-f", "person=\(subject.person)", "-f",
                "key=\(accomplice.publicKey)",
            ],
            ["UPDATE_PERSON", "-f", "person=\(subject.person)", "-f", "name=\(text)"],
        ]
        if let category = device.things.categories.first {
            words.append(["UPDATE_CATEGORY", "-f", "categoryId=\(category)", "-f", "name=\(text)"])
            words.append(["DELETE_CATEGORY", "-f", "categoryId=\(category)"])
        }
        if let comment = device.things.comments.first {
            words.append(
                [
                    "EDIT_COMMENT", "--task", task, "-f", "commentId=\(comment)", "-f",
                    "text=\(text)",
                ])
        }
        return words
    }

    /// Nobody has let it in.
    private func wordsOfStranger(_ subject: Subject) -> [[String]] {
        let (device, task, text) = (subject.device, subject.task, subject.text)
        let after = subject.after
        return [
            ["UPDATE", "--task", task, "-f", "title=\(text)"] + after,
            ["UPDATE", "--task", task, "-f", "title=\(text)", "--root"],
            share(subject, with: device.userID, as: "admin"), create(subject, certifying: true),
            [
                "ADD_COMMENT", "--task", task, "-f", "text=\(text)", "-f",
                "commentId=00000000-0000-4000-8000-\(subject.digits)",
            ] + after,
            ["JOIN_PERSON", "-f", "person=\(subject.person)"],
            [
                "REVOKE_DEVICE", "-f", "person=\(subject.person)", "-f",
                "key=\(devices[0].publicKey)", "-f", "keeps:=[]",
            ],
            [
                "RECOVER", "-f", "person=\(subject.person)", "-f",
                "recovery=\(devices[0].publicKey)", "-f", "key=\(device.publicKey)", "-f",
                "revokes:=[{\"key\":\"\(devices[0].publicKey)\",\"keeps\":[]}]",
            ],
            ["UPDATE_PERSON", "-f", "person=\(subject.person)", "-f", "name=\(text)"],
        ]
    }

    private func share(_ subject: Subject, with grantee: String, as level: String) -> [String] {
        [
            "SHARE", "--task", subject.task, "-f",
            "grants:=[{\"grantee\":\"\(grantee)\",\"permission\":\"\(level)\"}]",
        ] + subject.after
    }

    private func unshare(_ subject: Subject, from grantee: String) -> [String] {
        ["UNSHARE", "--task", subject.task, "-f", "grantees:=[\"\(grantee)\"]"] + subject.after
    }

    /// Another CREATE of a task, which closes it.
    ///
    /// - Parameter certifying: whether it says so with a nonce, which certifies nothing.
    private func create(_ subject: Subject, certifying: Bool) -> [String] {
        [
            "CREATE", "--task", subject.task, "--root", "-f", "title=\(subject.text)", "-f",
            "closed:=true",
        ] + (certifying ? ["-f", "ownerNonce=\(subject.digits)\(subject.digits)00000000"] : [])
    }

    private func digits(_ number: UInt64, _ count: Int) -> String {
        let text = String(number, radix: 16)
        return String((String(repeating: "0", count: count) + text).suffix(count))
    }
}
