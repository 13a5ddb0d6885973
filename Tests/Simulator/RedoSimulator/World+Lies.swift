import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem
import TestSupport

extension World {
    /// A hostile device writes what it may not, with an old date, and sends it off.
    func lie(_ event: Event, _ number: Int, _ numbers: inout SeededGenerator) throws {
        let device = devices[number]
        let text = "lie-\(lies.count)"
        let wall = SimulatedClock(skew: -Int64(numbers.next() % 90) * 86_400_000).reading(at: 0)
        guard let task = device.things.tasks.randomElement(using: &numbers) else { return }
        let person = device.things.persons.first ?? ""
        // As if it had not seen what came later.
        let followed = device.nodes.filter { facts[$0]?.task == task }.sorted()
            .randomElement(using: &numbers)
        let after = followed.map { ["-p", "\($0)"] } ?? ["--root"]
        let words: [[String]] = [
            ["UPDATE", "--task", task, "-f", "title=\(text)"] + after,
            ["UPDATE", "--task", task, "-f", "description=\(text)"],
            [
                "ADD_COMMENT", "--task", task, "-f", "text=\(text)", "-f",
                "commentId=00000000-0000-4000-8000-\(digits(numbers.next(), 12))",
            ] + after,
            [
                "CREATE_CATEGORY", "--root", "-f", "name=\(text)", "-f", "color=#112233", "-f",
                "categoryId=00000000-0000-4000-8000-\(digits(numbers.next(), 12))",
            ],
            ["DELETE", "--task", task] + after,
            [
                "REVOKE_DEVICE", "-f", "person=\(person)", "-f", "key=\(devices[0].publicKey)",
                "-f", "keeps:=[]",
            ],
            [
                "SHARE", "--task", task, "-f",
                "grants:=[{\"grantee\":\"\(device.userID)\",\"permission\":\"admin\"}]",
            ] + after,
            ["UNSHARE", "--task", task, "-f", "grantees:=[\"\(devices[0].userID)\"]"] + after,
            ["UPDATE_PERSON", "-f", "person=\(person)", "-f", "name=\(text)"],
        ]
        guard let chosen = words.randomElement(using: &numbers) else { return }
        let before = device.nodes
        let answer = try change(event, number, ["commit-node"] + chosen, at: wall)
        if chosen.contains(where: { $0.hasSuffix(text) }) {
            for node in devices[number].nodes.subtracting(before) { lies[node] = text }
        }
        guard answer?.status == 0 else { return }
        // A thief does not fetch what revokes its key.
        try exchange(["push"], number, entropy: event.entropy &+ 1, .good)
    }

    private func digits(_ number: UInt64, _ count: Int) -> String {
        let text = String(number, radix: 16)
        return String((String(repeating: "0", count: count) + text).suffix(count))
    }
}
