import Testing

@testable import RedoSystem

/// Which of two exit statuses a command ends with that both apply to.
@Suite struct ExitStatusTests {
    /// From the one that says least to the one that says most.
    static let order: [RedoSystem.ExitStatus] = [
        .done, .no, .incomplete, .failed, .wrongUsage, .brokenPipe,
    ]

    @Test func theOneThatSaysMoreCounts() {
        #expect(Self.order.map(\.rawValue) == [0, 1, 3, 128, 129, 141])
        for (place, status) in Self.order.enumerated() {
            for other in Self.order[...place] {
                #expect(status.joined(with: other) == status)
                #expect(other.joined(with: status) == status)
            }
        }
    }
}
