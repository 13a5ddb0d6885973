import Testing

@testable import RedoLogCommands

/// Drawings of small graphs. Those without a comment are what git draws of the same commits.
@Suite struct GraphLayoutTests {
    /// Draws nodes that are named by letters.
    ///
    /// - Parameter graph: nodes in the order of the drawing, with their parents: `C:AB B:A A:`.
    static func drawing(_ graph: String) -> String {
        var layout = GraphLayout()
        var lines: [String] = []
        for word in graph.split(separator: " ") {
            let numbers = word.unicodeScalars.filter { $0 != ":" }.map { Int($0.value) }
            let step = layout.draw(numbers[0], parents: Array(numbers.dropFirst()))
            lines += step.before.map(\.text)
            let space = String(repeating: " ", count: step.width - step.node.cells.count)
            lines.append(step.node.text + space + String(word.prefix(1)))
            lines += step.after.map(\.text)
        }
        return lines.joined(separator: "\n")
    }

    @Test func aChainIsOneColumn() {
        #expect(
            Self.drawing("C:B B:A A:") == """
                * C
                * B
                * A
                """)
    }

    @Test func aForkIsJoinedAboveWhatItHasInCommon() {
        #expect(
            Self.drawing("C:A B:A A:") == """
                * C
                | * B
                |/
                * A
                """)
    }

    @Test func aMergeHasTwoParents() {
        #expect(
            Self.drawing("M:BC C:A B:A A:") == """
                *   M
                |\\
                | * C
                * | B
                |/
                * A
                """)
    }

    @Test func twoForksBesideEachOther() {
        #expect(
            Self.drawing("F:D E:D D:A C:A A:") == """
                * F
                | * E
                |/
                * D
                | * C
                |/
                * A
                """)
    }

    @Test func manyRootsTakeOneColumnWhenTheyFollowOneAnother() {
        #expect(
            Self.drawing("D:C C: B:A A:") == """
                * D
                * C
                * B
                * A
                """)
    }

    @Test func aRootInTheMiddleMakesRoom() {
        #expect(
            Self.drawing("F:C E:D D: C:A A:") == """
                * F
                | * E
                | * D
                * C
                * A
                """)
        #expect(
            Self.drawing("F:X E:D C:A D: X: A:") == """
                * F
                | * E
                | | * C
                | * | D
                |  /
                * / X
                 /
                * A
                """)
    }

    @Test func anOctopusHasAnArm() {
        #expect(
            Self.drawing("M:BCD D:A C:A B:A A:") == """
                *-.   M
                |\\ \\
                | | * D
                | * | C
                | |/
                * / B
                |/
                * A
                """)
        #expect(
            Self.drawing("M:BCDE E:A D:A C:A B:A A:") == """
                *---.   M
                |\\ \\ \\
                | | | * E
                | | * | D
                | | |/
                | * / C
                | |/
                * / B
                |/
                * A
                """)
    }

    /// Git takes two lines for each column of room.
    @Test func anOctopusMakesRoomBesideIt() {
        #expect(
            Self.drawing("X:M Y:Z M:BCD D:A C:A B:A Z:A A:") == """
                * X
                | * Y
                |  \\
                *-. |   M
                |\\ \\ \\
                | | * | D
                | * | | C
                | |/ /
                * / / B
                |/ /
                | * Z
                |/
                * A
                """)
    }

    @Test func aCrissCrossIsTwoMergesOfTheSameTwo() {
        #expect(
            Self.drawing("T:MN N:CB M:BC C:A B:A A:") == """
                *   T
                |\\
                | *   N
                | |\\
                * | | M
                |\\| |
                | |/
                |/|
                | * C
                * | B
                |/
                * A
                """)
    }

    @Test func aMergeWhoseFirstParentIsOnTheLeftLeansThere() {
        #expect(
            Self.drawing("C:A M:AB B:A A:") == """
                * C
                | * M
                |/|
                | * B
                |/
                * A
                """)
    }

    @Test func aMergeWhoseLastParentIsNextMeetsIt() {
        #expect(
            Self.drawing("T:MB M:AB B:A A:") == """
                *   T
                |\\
                * | M
                |\\|
                | * B
                |/
                * A
                """)
    }

    @Test func anEdgeRunsPastOthers() {
        #expect(
            Self.drawing("P:A Q:B R:C S:A C: B: A:") == """
                * P
                | * Q
                | | * R
                | | | * S
                | |_|/
                |/| |
                | | * C
                | * B
                * A
                """)
    }

    @Test func aNodeThatNeverComesKeepsItsEdge() {
        #expect(
            Self.drawing("C:X B:A A:") == """
                * C
                | * B
                | * A
                """)
    }

    @Test func aParentNamedTwiceIsOne() {
        #expect(Self.drawing("B:AA A:") == "* B\n* A")
    }

    @Test func paddingKeepsTheEdges() {
        var layout = GraphLayout()
        _ = layout.draw(3, parents: [1])
        _ = layout.draw(2, parents: [0])
        #expect(layout.pad().text == "| |")
    }

    @Test func edgesHaveColorsAndStarsHaveNone() {
        var layout = GraphLayout()
        let step = layout.draw(3, parents: [1, 2])
        #expect(step.node.cells.map(\.color) == [nil])
        #expect(step.after[0].cells.map(\.color) == [0, 1])
        #expect(layout.draw(2, parents: [0]).node.runs.map(\.color) == [0, nil])
    }
}
