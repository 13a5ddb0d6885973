import RedoModel
import RedoSystem

// A checksum proves that an index is as it was written, not that it is consistent. So each number that refers
// elsewhere is checked once, when its chunk is opened; later readers of these numbers stay in bounds.

extension PackIndex {
    /// Checks the numbers of a chunk.
    ///
    /// Every chunk is named here, so a new one does not compile without a rule.
    ///
    /// - Throws: ``Damage`` if a number is out of bounds, or if the frames are not those of the pack.
    /// - Complexity: O(n) for n elements.
    func checkNumbers(of chunk: IndexChunk) throws(Damage) {
        let isSound: Bool
        switch chunk {
        case .ids, .taskIDs, .foreignParents, .actions, .flags, .authors, .authorLines:
            // Any bytes are a valid id, action or flag; ``Pack`` checks the authors, which it reads.
            isSound = true
        case .lines:
            // Compared with the content of the frame when it is read.
            isSound = true
        case .sorted: isSound = sorted.isBelow(UInt32(clamping: nodeCount))
        case .fanOut: isSound = column(.fanOut, of: UInt32.self).ascends(to: nodeCount)
        case .lamports: isSound = lamports.isInside(1...UInt64(Timestamp.maximumLamport))
        case .walls:
            isSound = walls.isInside(Instant.earliest.milliseconds...Instant.latest.milliseconds)
        case .actionNames:
            let names = column(.actionNames, of: UInt8.self)
            isSound =
                namedActions.count == (0..<names.count).count { names[$0] == UInt8(ascii: "\n") }
        case .subjects: isSound = !isOpen(.taskIDs) || areSubjectsKnown
        case .otherSubjects: isSound = areOtherSubjectsSound
        case .parentStarts:
            isSound =
                parentStarts[0] == 0
                && (!isOpen(.parents) || parentStarts.ascends(to: parents.count))
        case .parents: isSound = !isOpen(.foreignParents) || areParentsKnown
        case .todos: isSound = todos.areLeadingNumbers(below: nodeCount)
        case .bases: isSound = bases.areLeadingNumbers(below: nodeCount)
        case .closing: isSound = closing.areLeadingNumbers(below: nodeCount)
        case .frames: isSound = areFramesThoseOfThePack
        }
        if !isSound {
            throw Damage(
                reason: "its chunk \(chunk.name) says what cannot be", offset: offset(of: chunk))
        }
    }

    private var areSubjectsKnown: Bool {
        let (subjects, count) = (subjects, taskCount)
        let otherCount =
            isOpen(.otherSubjects) ? otherSubjects.count : Int(IndexChunk.foreignBit)
        var isKnown = true
        for node in 0..<subjects.count {
            let subject = subjects[node]
            if subject == IndexChunk.none { continue }
            let isOther = subject & IndexChunk.foreignBit != 0
            let index = Int(subject & ~IndexChunk.foreignBit)
            if index >= (isOther ? otherCount : count) { isKnown = false }
        }
        return isKnown
    }

    private var areOtherSubjectsSound: Bool {
        let subjects = otherSubjects
        return (0..<subjects.count).allSatisfy { subjects[$0].subject != nil }
    }

    private var areParentsKnown: Bool {
        let parents = parents
        let foreignCount = column(.foreignParents, of: NodeID.self).count
        var isKnown = true
        for index in 0..<parents.count {
            let parent = parents[index]
            let isForeign = parent & IndexChunk.foreignBit != 0
            let number = Int(parent & ~IndexChunk.foreignBit)
            if number >= (isForeign ? foreignCount : nodeCount) { isKnown = false }
        }
        return isKnown
    }

    /// Whether the frames are contiguous from the header to the trailer, and hold all nodes from 0 on, each once.
    private var areFramesThoseOfThePack: Bool {
        let frames = frames
        var offset = PackFormat.headerByteCount
        var firstNode = 0
        for index in 0..<frames.count {
            let frame = frames[index]
            let next = index + 1 < frames.count ? frames[index + 1].firstNode : nodeCount
            guard frame.offset == offset, frame.firstNode == firstNode, next >= firstNode,
                next <= nodeCount, frame.contentByteCount <= PackFormat.maximumContentByteCount,
                next > firstNode || frame.contentByteCount == 0
            else { return false }
            offset += frame.byteCount
            firstNode = next
        }
        return offset == packByteCount - PackFormat.trailerByteCount && firstNode == nodeCount
    }
}

extension Column where Element: FixedWidthInteger {
    /// Whether all elements are in a range. O(n).
    fileprivate func isInside(_ range: ClosedRange<Element>) -> Bool {
        // Without an early exit, so that several elements are compared at a time.
        var isInside = true
        for index in 0..<count { isInside = range.contains(self[index]) && isInside }
        return isInside
    }

    /// Whether all elements are less than a number. O(n).
    func isBelow(_ end: Element) -> Bool {
        var isBelow = true
        for index in 0..<count { isBelow = (self[index] < end) && isBelow }
        return isBelow
    }
}

extension Column<UInt32> {
    /// Whether the elements never decrease, and the last one is a number. O(n).
    fileprivate func ascends(to last: Int) -> Bool {
        var (previous, ascends) = (UInt32(0), true)
        for index in 0..<count {
            let element = self[index]
            if element < previous { ascends = false }
            previous = element
        }
        return ascends && Int(previous) == last
    }
}

extension Column {
    /// Whether the numbers that elements begin with ascend, and are less than a number. O(n).
    fileprivate func areLeadingNumbers(below end: Int) -> Bool {
        var previous = -1
        for index in 0..<count {
            let number = Int(leadingNumber(at: index))
            guard number > previous, number < end else { return false }
            previous = number
        }
        return true
    }
}
