import RedoJSON

/// Texts in the place of others: equal ones for equal ones, different ones for different ones, each of as many bytes
/// and of the same kinds of characters.
///
/// White space and control characters stay where they are. No word of three or more characters that should be
/// avoided comes about by chance, unless nearly all words of its length must be.
struct TextPseudonyms {
    private let source: PseudonymSource
    private let domain: PseudonymSource.Domain
    private let avoided: Set<[UInt8]>
    private let isStrict: Bool
    private let isForbidden: ([UInt8]) -> Bool
    private var images: [[UInt8]: [UInt8]] = [:]
    private var taken: Set<[UInt8]> = []

    /// The longest text that another one could meet by chance, in bytes.
    private static let greatestShortCount = 24
    /// How often something is drawn before less is asked of it.
    private static let patience = 32

    /// - Parameters:
    ///   - avoided: words and texts, see ``strings(in:_:)``.
    ///   - isStrict: whether the kinds of characters are kept and nothing forbidden comes about, however long it takes.
    ///     It takes forever if there are no more such texts.
    ///   - isForbidden: whether a text cannot take the place of another one.
    init(
        _ source: PseudonymSource, _ domain: PseudonymSource.Domain, avoiding avoided: Set<[UInt8]>,
        isStrict: Bool = false,
        forbidding isForbidden: @escaping ([UInt8]) -> Bool = { _ in false }
    ) {
        self.source = source
        self.domain = domain
        self.avoided = avoided
        self.isStrict = isStrict
        self.isForbidden = isForbidden
    }

    /// Draws texts in the place of some, so that those of one form keep their order: a merge sorts what it unites.
    mutating func draw(_ texts: Set<[UInt8]>) {
        let forms = Dictionary(grouping: texts) { text in
            String(decoding: text, as: UTF8.self).unicodeScalars.map {
                CharacterPool.pool(of: $0)?.key ?? $0.value
            }
        }
        for (_, texts) in forms.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let sorted = texts.sorted { $0.lexicographicallyPrecedes($1) }
            let drawn = sorted.map { image(of: $0) }
            let images = drawn.sorted { $0.lexicographicallyPrecedes($1) }
            for (text, image) in zip(sorted, images) where text.count <= Self.greatestShortCount {
                self.images[text] = image
            }
        }
    }

    /// The text that takes the place of another one.
    mutating func image(of text: [UInt8]) -> [UInt8] {
        if let known = images[text] { return known }
        let isShort = text.count <= Self.greatestShortCount
        var attempt = 0
        while true {
            let image = draw(text, attempt)
            attempt += 1
            if isShort, taken.contains(image) { continue }
            let isUnwanted =
                attempt < 2 * Self.patience && (image == text || avoided.contains(image))
            let mayBeForbidden = !isStrict && attempt >= 2 * Self.patience
            if isUnwanted || (!mayBeForbidden && isForbidden(image)) { continue }
            if isShort {
                taken.insert(image)
                images[text] = image
            }
            return image
        }
    }

    private func draw(_ text: [UInt8], _ attempt: Int) -> [UInt8] {
        let isWide = attempt > Self.patience && !isStrict
        var bytes = source.bytes(domain, for: text, attempt: attempt)
        var image = String.UnicodeScalarView()
        var word: [CharacterPool] = []
        func drawWord() {
            var characters: [Unicode.Scalar] = []
            for _ in 0..<Self.patience {
                characters = word.map { $0.character(&bytes) }
                if word.count < 3 || !avoided.contains(Self.utf8(characters)) { break }
            }
            image.append(contentsOf: characters)
            word = []
        }
        for character in String(decoding: text, as: UTF8.self).unicodeScalars {
            let pool = CharacterPool.pool(of: character, isWide: isWide)
            if let pool, pool.isOfWords {
                word.append(pool)
                continue
            }
            drawWord()
            image.append(pool?.character(&bytes) ?? character)
        }
        drawWord()
        return Array(String(image).utf8)
    }

    private static func utf8(_ characters: some Sequence<Unicode.Scalar>) -> [UInt8] {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: characters)
        return Array(String(view).utf8)
    }

    /// Adds what to avoid of a text to a set: the text, and its words, of three or more characters each. What is
    /// long comes about by no chance.
    static func note(_ text: [UInt8], in strings: inout Set<[UInt8]>) {
        var word: [Unicode.Scalar] = []
        var count = 0
        func end() {
            if word.count >= 3 {
                let bytes = utf8(word)
                if bytes.count <= greatestShortCount { strings.insert(bytes) }
            }
            word = []
        }
        for character in String(decoding: text, as: UTF8.self).unicodeScalars {
            count += 1
            if CharacterPool.pool(of: character)?.isOfWords == true {
                // Of a longer word nothing is asked.
                if word.count <= greatestShortCount { word.append(character) }
            } else {
                end()
            }
        }
        end()
        if count >= 3, text.count <= greatestShortCount { strings.insert(text) }
    }
}
