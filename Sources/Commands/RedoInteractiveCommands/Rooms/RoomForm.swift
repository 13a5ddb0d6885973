import RedoCommandLine
import RedoCommandParts
import RedoSystem

/// The settings of a new room, given by options or in an editor.
struct RoomForm {
    let guests: [RoomGuest]
    /// The price in dollars.
    let tier: Int
    /// A time that is read when the room is opened.
    let expires: String?

    static let tiers = [1, 10, 100, 1000]
    private static let maximumSuggestionCount = 40

    /// - Parameter words: the guests, as ``RoomGuest`` reads them.
    /// - Throws: wrong usage for a price or a guest that is not one.
    init(guests words: [String], tier name: String?, expires: String?) throws(RedoError) {
        guard let tier = Self.tiers.first(where: { "\($0)" == name ?? "1" }) else {
            throw .usage(
                "--tier takes one of \(Self.tiers.map(String.init).joined(separator: ", ")), "
                    + "not '\(name ?? "")'")
        }
        self.tier = tier
        self.expires = expires
        guests = try words.map { word throws(RedoError) in try RoomGuest(word) }
    }

    /// The form as it is edited.
    func text(suggestions: [String]) -> String {
        var lines = [
            "Tier: \(tier)", "Expires: \(expires ?? "")", "",
            "# Write who takes part, in the order of turns, one per line: a nickname, '=', and an address,",
            "# a number with its country, a key, or the name of a contact or a person.",
            "# 'NICKNAME = me' is you, where you are not the first; 'NICKNAME = machine' is the machine.",
            "# Tier is the price in dollars: 1, 10, 100 or 1000. Lines that start with '#' are left out.",
        ]
        if !suggestions.isEmpty { lines += ["#", "# You know:"] }
        // No line of others can set options of the editor.
        lines += suggestions.prefix(Self.maximumSuggestionCount).map {
            EditorSettings.areIn($0) ? "#" : "#   \($0)"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Reads the form.
    ///
    /// - Throws: wrong usage for a line that says nothing.
    init(reading text: String) throws(RedoError) {
        var guests: [String] = []
        var (tier, expires): (String?, String?)
        for line in text.split(whereSeparator: \.isNewline).map({ String($0).trimmed })
        where !line.isEmpty && !line.hasPrefix("#") {
            if line.hasPrefix("Tier:") {
                tier = Self.value(of: line)
            } else if line.hasPrefix("Expires:") {
                expires = Self.value(of: line)
            } else {
                guests.append(line)
            }
        }
        try self.init(guests: guests, tier: tier, expires: expires)
    }

    /// The text after the colon; nil if it is empty.
    private static func value(of line: String) -> String? {
        let value = String(line.drop { $0 != ":" }.dropFirst()).trimmed
        return value.isEmpty ? nil : value
    }
}
