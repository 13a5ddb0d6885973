import RedoJSON
import RedoModel
import SampleNodes
import Testing

@testable import RedoInsight

/// What is known of a log before its anonymous copy is made.
@Suite struct LogSurveyTests {
    private func survey(_ nodes: [Node]) -> LogSurvey {
        var survey = LogSurvey(TimeShift())
        for node in nodes { survey.note(node) }
        survey.finish()
        return survey
    }

    // MARK: Parents of merges

    /// The numbers of the parents that a merge leaves equal.
    ///
    /// - Parameters:
    ///   - tiebreakers: what the merge compares.
    ///   - lamports: of its two parents.
    ///   - minutes: of its two parents.
    private func tied(
        by tiebreakers: JSONValue, lamports: (Int, Int) = (2, 2), minutes: (Int, Int) = (1, 1)
    ) throws -> [Set<Int>] {
        let create = try Writer.ana.node(.create, minute: 0, ["title": "a thing"])
        let left = try Writer.ana.node(
            .update, after: [create], lamport: lamports.0, minute: minutes.0, ["title": "left"])
        let right = try Writer.ana.node(
            .update, after: [create], lamport: lamports.1, minute: minutes.1, ["title": "right"])
        let merge = try Writer.ana.node(
            .merge, .payload, after: [left, right], minute: 9,
            ["base": create.reference, "policy": ["lwwTiebreakers": tiebreakers]])
        return survey([create, left, right, merge]).tiedParents.map { Set($0) }
    }

    @Test func parentsThatDifferInNothingComparedAreTied() throws {
        #expect(try tied(by: ["lamport", "author"], minutes: (1, 2)) == [[1, 2]])
        #expect(try tied(by: ["lamport"], minutes: (1, 2)) == [[1, 2]])
        #expect(try tied(by: ["wall", "author"], lamports: (2, 3)) == [[1, 2]])
        #expect(try tied(by: ["author"], lamports: (2, 3), minutes: (1, 2)) == [[1, 2]])
    }

    @Test func parentsThatDifferInWhatIsComparedAreNotTied() throws {
        #expect(try tied(by: ["lamport"], lamports: (2, 3)).isEmpty)
        #expect(try tied(by: ["wall"], minutes: (1, 2)).isEmpty)
    }

    /// Nodes at one place in time are in order for another reason.
    @Test func aMergeThatComparesPlacesInTimeTiesNoParents() throws {
        #expect(try tied(by: ["lamport", "wall", "author"]).isEmpty)
        #expect(try tied(by: ["wall", "lamport"]).isEmpty)
    }
}
