import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// Common ancestors, in cases made by hand. Nodes are told by their place in the order.
@Suite struct CommonAncestorsTests {
    let root: Node
    let left: Node
    let right: Node

    init() throws {
        root = try Writer.ana.node(.create, minute: 0, ["title": "one"])
        left = try Writer.ana.node(.archive, after: [root], minute: 1)
        right = try Writer.ben.node(.archive, after: [root], minute: 2)
    }

    private func validation(_ nodes: Node...) -> HistoryValidation {
        HistoryValidation(nodes.inReplayOrder)
    }

    @Test func twoSidesHaveTheirRoot() {
        let validation = validation(root, left, right)
        #expect(validation.bestCommonAncestors(of: [1, 2]) == [0])
        #expect(validation.mergeBase(of: [1, 2]) == 0)
    }

    @Test func aNodeIsCountedAmongItsOwnAncestors() {
        let validation = validation(root, left, right)
        #expect(validation.bestCommonAncestors(of: [1]) == [1])
        #expect(validation.bestCommonAncestors(of: [2, 2]) == [2])
        #expect(validation.bestCommonAncestors(of: [0, 2]) == [0])
        #expect(validation.isAncestor(1, of: 1))
        // But not for the base of a MERGE, which is above all of its parents.
        #expect(validation.mergeBase(of: [0, 2]) == nil)
    }

    @Test func aCrissCrossHasTwoBestAncestors() throws {
        let first = try Writer.ana.node(.merge, after: [left, right], minute: 3)
        let second = try Writer.ben.node(.merge, after: [left, right], minute: 4)
        let validation = validation(root, left, right, first, second)
        #expect(validation.bestCommonAncestors(of: [3, 4]) == [2, 1])
        #expect(validation.mergeBase(of: [3, 4]) == 2)
        #expect(validation.bestCommonAncestors(of: [3, 4, 1]) == [1])
    }

    @Test func ancestryHasADirection() {
        let validation = validation(root, left, right)
        #expect(validation.isAncestor(0, of: 2))
        #expect(!validation.isAncestor(2, of: 0))
        #expect(!validation.isAncestor(1, of: 2))
    }

    @Test func rootsHaveNothingInCommon() throws {
        let stray = try Writer.ben.node(.archive, minute: 9)
        let validation = validation(root, stray)
        #expect(validation.bestCommonAncestors(of: [0, 1]) == [])
        #expect(validation.mergeBase(of: [0, 1]) == nil)
    }

    @Test func withinATaskOnlyItsNodesCount() throws {
        let other = try Writer.ben.node(
            .create, task: Sample.otherTask, after: [left], minute: 3, ["title": "other"])
        let sides = try [4, 5].map { try Writer.ana.node(.archive, after: [other], minute: $0) }
        let validation = validation(root, left, other, sides[0], sides[1])
        // The node of the other task is the latest above both, and leads to what counts.
        #expect(validation.bestCommonAncestors(of: [3, 4]) == [1])
        #expect(validation.mergeBase(of: [3, 4]) == 1)
        #expect(validation.isAncestor(1, of: 4))
    }

    @Test func betweenTasksAllNodesCount() throws {
        let other = try Writer.ben.node(
            .create, task: Sample.otherTask, after: [left], minute: 3, ["title": "other"])
        let below = try Writer.ana.node(.archive, after: [left], minute: 4)
        let validation = validation(root, left, other, below)
        #expect(validation.bestCommonAncestors(of: [2, 3]) == [1])
        #expect(validation.isAncestor(0, of: 2))
        // A MERGE is of one task.
        #expect(validation.mergeBase(of: [2, 3]) == nil)
    }

    @Test func nodesWithoutATaskAreFollowedLikeOthers() throws {
        let taskless = try Writer.ben.node(
            Action("FROBNICATE")!, task: nil, after: [left], minute: 3)
        let below = try Writer.ben.node(
            Action("FROBNICATE")!, task: nil, after: [taskless], minute: 4)
        let validation = validation(root, left, taskless, below)
        #expect(validation.bestCommonAncestors(of: [2, 3]) == [2])
        #expect(validation.isAncestor(1, of: 3))
        #expect(validation.mergeBase(of: [2, 3]) == nil)
    }
}
