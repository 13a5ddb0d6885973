import Foundation
import RedoCrypto
import RedoSystem
import TestSupport
import Testing

@testable import RedoKeys

/// Key helpers that answer slowly or without end: each ends in an error of a bounded size.
@Suite(.timeLimit(.minutes(2))) struct HostileProgramHelperTests {
    private let directory: TemporaryDirectory
    private let key = PublicKey(checked: [UInt8](repeating: 7, count: 32))

    init() throws { directory = try TemporaryDirectory() }

    /// A helper that can do everything, and runs a script for each other verb.
    private func helper(_ script: String, seconds: Int) throws -> ProgramHelper {
        let text = """
            if [ "$1" = capabilities ]; then printf 'verb=%s\\n' list public sign unseal; exit; fi
            \(script)
            """
        try Data(text.utf8).write(to: URL(filePath: "\(directory.path)/helper"))
        return ProgramHelper("slow", command: "/bin/sh \(directory.path)/helper", seconds: seconds)
    }

    private func expectFailure(
        _ helper: ProgramHelper, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (ProgramHelper) throws(RedoError) -> Void
    ) throws -> RedoError {
        do throws(RedoError) {
            try body(helper)
        } catch {
            #expect(error.helperFault?.helper == "slow", sourceLocation: sourceLocation)
            return error
        }
        throw Failure.none
    }

    private enum Failure: Error { case none }

    /// Each answer would take 30 seconds.
    @Test(arguments: [
        "for i in $(seq 300); do printf x; sleep 0.1; done",
        "printf 'signature='; for i in $(seq 300); do printf 0; sleep 0.1; done",
        "exec >&-; sleep 30",
    ])
    func oneThatIsNeverDoneIsEnded(_ script: String) throws {
        let helper = try helper(script, seconds: 1)
        let start = Clock.monotonicNanoseconds()
        _ = try expectFailure(helper) { (helper) throws(RedoError) in _ = try helper.list() }
        _ = try expectFailure(helper) { (helper) throws(RedoError) in
            _ = try helper.unseal([1], with: key)
        }
        #expect(Clock.monotonicNanoseconds() - start < 25_000_000_000)
    }

    /// The reason is of the helper's making.
    @Test func aReasonIsCut() throws {
        let helper = try helper(
            "printf error=; head -c 1000000 /dev/zero | tr '\\000' x; echo", seconds: 60)
        let error = try expectFailure(helper) { (helper) throws(RedoError) in
            _ = try helper.list()
        }
        #expect(error.message.contains("it failed: xxx"))
        #expect(error.message.utf8.count < 1000)
    }
}
