import RedoCrypto
import Testing

@testable import RedoModel

@Suite struct ChangeIDTests {
    static let digits = "1bf216ef11d0755a8527ed7e21f43590012897282b236dbad7829e7c323380d9"

    @Test func theTextIsReadBack() {
        let id = NodeID("sha256:\(Self.digits)")
        #expect(id?.description == "sha256:\(Self.digits)")
        #expect(id?.digest.hexadecimal == Self.digits)
    }

    @Test func theTextHasAFixedLength() {
        var output: [UInt8] = []
        NodeID(SHA256.digest([UInt8]().span)).append(to: &output)
        #expect(output.count == NodeID.textByteCount)
    }

    @Test(arguments: [
        "", digits, "sha256:", "SHA256:\(digits)", "sha256-\(digits)", "sha512:\(digits)",
        "sha256:\(digits.uppercased())", "sha256:\(digits)0", "sha256:\(digits.dropLast())",
        "sha256:\(digits.dropLast())g", " sha256:\(digits)", "sha256:\(digits)\n",
        "sha256: \(digits.dropLast())",
    ])
    func otherTextsAreRefused(_ text: String) {
        #expect(NodeID(text) == nil)
    }

    @Test func theOrderIsThatOfTheTexts() {
        let ids = (0..<100).map { NodeID(SHA256.digest([UInt8($0)].span)) }
        #expect(ids.sorted().map(\.description) == ids.map(\.description).sorted())
    }
}
