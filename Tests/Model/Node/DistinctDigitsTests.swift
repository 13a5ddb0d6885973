import Testing

@testable import RedoModel

/// How ids of persons and keys are shortened.
@Suite struct DistinctDigitsTests {
    private static let zeros = String(repeating: "0", count: 48)

    @Test func twelveDigitsAreShown() {
        let ids = ["0123456789abcdef\(Self.zeros)", "fedcba9876543210\(Self.zeros)"]
        let digits = DistinctDigits(ids)
        #expect(ids.map(digits.text) == ["0123456789ab", "fedcba987654"])
        #expect(DistinctDigits([] as [String]).text(of: ids[0]) == "0123456789ab")
    }

    /// Seven equal digits are found in a moment, twelve by whoever computes for years: what is shown differs.
    @Test func idsThatBeginAlikeAreToldApart() {
        let ids = [
            "0123456789abc0\(Self.zeros)", "0123456789abc1\(Self.zeros)",
            "0123456789ab00\(Self.zeros)", "0123456000\(Self.zeros)",
        ]
        let digits = DistinctDigits(ids)
        #expect(
            ids.map(digits.text)
                == ["0123456789abc0", "0123456789abc1", "0123456789ab0", "012345600000"])
        // One that is not known yet is told from those that are.
        #expect(digits.text(of: "0123456789abc2\(Self.zeros)") == "0123456789abc2")
    }

    /// The digits of a key begin with those of its user.
    @Test func aKeyIsNotToldFromItsUser() {
        let user = "0123456789abcdef0123456789abcdef"
        let key = "\(user)\(user)"
        let digits = DistinctDigits([user, key, "0123456789abd\(Self.zeros)"])
        #expect(digits.text(of: key) == "0123456789abc" && digits.text(of: user) == "0123456789abc")
        #expect(DistinctDigits([user, key]).text(of: key) == "0123456789ab")
    }

    /// Two keys can have one user: all digits of the user are the first ones of both.
    @Test func keysOfOneUserAreToldApart() {
        let user = "0123456789abcdef0123456789abcdef"
        let keys = ["0", "1"].map { "\(user)\($0)000000000000000000000000000000" }
        #expect(keys.map(DistinctDigits(keys).text) == ["\(user)0", "\(user)1"])
    }
}
