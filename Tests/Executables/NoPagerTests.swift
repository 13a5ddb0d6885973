import TestSupport
import Testing

/// An empty `REDO_PAGER` means no pager, whatever `PAGER` says.
@Suite struct NoPagerTests {
    @Test(arguments: ["REDO_PAGER=", "REDO_PAGER=cat", "REDO_PAGER= NO_COLOR=1"])
    func nothingIsPaged(_ variables: String) throws {
        let store = try TaskStore()
        try store.add("Call")
        let line = "env \(variables) redo-list"
        let outcome = try store.runner.shell(
            "script -qec '\(line)' /dev/null </dev/null", extra: ["PAGER": "sed s/^/paged:/"])
        #expect(outcome.text.contains("Call"))
        #expect(!outcome.text.contains("paged:"))
    }

    @Test func anEmptyPagerMeansNone() throws {
        let store = try TaskStore()
        try store.add("Call")
        let outcome = try store.runner.shell(
            "script -qec 'env PAGER= redo-list' /dev/null </dev/null")
        #expect(outcome.text.hasSuffix("Call\r\n"))
    }
}
