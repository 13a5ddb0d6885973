import Foundation
import TestSupport
import Testing

/// Eight processes increment a field of one task, each after the head that it has read: no increment is lost.
@Suite struct ExpectRaceTests {
    private static let processCount = 8
    private static let incrementCount = 3

    /// Increments the field until each process has done so as often as it should. A refused change is one that another
    /// process came before: the process reads the task again.
    private static let script = """
        task=$1 count=$2
        while [ "$count" -gt 0 ]; do
            head=$(redo heads "$task" | cut -d' ' -f2)
            old=$(redo show "$task" --json | sed 's/.*"counter":\\([0-9]*\\).*/\\1/')
            if redo commit-node UPDATE --task "$task" -f counter:=$((old + 1)) --expect "$head" >/dev/null 2>err.$$
            then count=$((count - 1))
            else grep -q 'E_STALE' err.$$ || { cat err.$$ >>failed; exit 1; }
            fi
        done
        """

    @Test func noIncrementIsLost() throws {
        let store = try TaskStore()
        let task = try store.add("Count", "--draft")
        _ = try store.commit("UPDATE", "--task", task, "-f", "counter:=0")
        try store.runner.write(Array(Self.script.utf8), to: "increment")
        let outcome = try store.runner.shell(
            """
            for n in $(seq 1 \(Self.processCount)); do
                sh increment \(task) \(Self.incrementCount) &
            done
            wait; cat failed 2>/dev/null
            """)
        #expect(outcome.text.isEmpty, "\(outcome)")
        let sum = Self.processCount * Self.incrementCount
        #expect(try store.state(of: task)?["counter"] == .number(Double(sum)))
        #expect(try store.heads(of: task).count == 1)
        // The CREATE, the first UPDATE, and one for each increment: none was repeated.
        #expect(try store.nodes(of: task).count == sum + 2)
        try store.expectSound()
    }
}
