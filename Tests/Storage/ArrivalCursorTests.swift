import Testing

@testable import RedoStore

/// The text of a place among the arrivals of a store.
@Suite struct ArrivalCursorTests {
    @Test func theStartIsAZero() {
        #expect(ArrivalCursor("0") == .start)
        #expect("\(ArrivalCursor.start)" == "0")
    }

    @Test(arguments: [1, 9, 10, 109, 2000, Int.max])
    func everyCountIsReadAsItIsPrinted(_ count: Int) {
        for (chain, digits) in [
            (0, "0000000000000000"), (0x0123_4567_89AB_CDEF, "0123456789abcdef"),
            (UInt64.max, "ffffffffffffffff"),
        ] {
            let cursor = ArrivalCursor(count: count, chain: chain)
            #expect("\(cursor)" == "\(count)-\(digits)")
            #expect(ArrivalCursor("\(count)-\(digits)") == cursor)
        }
    }

    @Test(arguments: [
        "/-0123456789abcdef", "1/-0123456789abcdef", ":-0123456789abcdef", "1:-0123456789abcdef",
        "a-0123456789abcdef", "1-/123456789abcdef", "1-:123456789abcdef", "1-`123456789abcdef",
        "1-g123456789abcdef", "1-+123456789abcdef", "1-0123456789abcde-",
        "9223372036854775808-0123456789abcdef",
    ])
    func otherCharactersAreNoCursor(_ text: String) { #expect(ArrivalCursor(text) == nil) }
}
