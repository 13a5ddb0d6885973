import Testing

@testable import RedoJSON

/// A text with one mistake is read or refused at an offset inside it; it never ends the process.
@Suite struct DamagedTextTests {
    /// A node in a spelling that takes every path of the reader: names out of order, escapes and
    /// numbers of each kind, characters of two, three and four bytes, white space.
    static let node = Array(
        #"""
        {"version":1.0 ,"parents":["sha256:1bf2"],"timestamp":{"lamport":12345678901234567,
        "wall":"2025-01-01T08:00:00.000Z"},"data":{"fields":{"title":"Wàter\n\u0074h\u00E9 – 🍰\ud83c\uDF70",
        "n":[-0,1e-7,10E+2,true,false,null,{}, [ ]],"\"":"\\"}},"action":"CREATE"}
        """#.utf8)

    @Test func theNodeItselfIsRead() throws {
        #expect(throws: Never.self) { try JSONDocument(Self.node) }
    }

    @Test func everyTruncationIsRefusedAtItsLength() throws {
        for count in 0..<Self.node.count {
            let error = #expect(throws: JSONError.self) {
                try JSONDocument(Array(Self.node[..<count]))
            }
            #expect(error == JSONError(.unexpectedEnd, at: count))
        }
    }

    @Test func everyChangeOfOneByteIsReadOrRefusedWithinTheText() {
        var tried = 0
        var refused = 0
        for index in Self.node.indices {
            var text = Self.node
            for flip in UInt8(1)...255 {
                text[index] = Self.node[index] ^ flip
                tried += 1
                do throws(JSONError) {
                    let document = try JSONDocument(text)
                    let written = CanonicalJSON.bytes(document.root)
                    if (try? JSONDocument(written)) == nil {
                        Issue.record("byte \(index) as \(text[index]): not written as JSON")
                    }
                } catch {
                    refused += 1
                    if !(0...text.count).contains(error.offset) {
                        Issue.record("byte \(index) as \(text[index]): refused at \(error.offset)")
                    }
                }
            }
        }
        #expect(tried == Self.node.count * 255)
        // Most bytes stand in strings, where other letters are as good.
        #expect(refused > tried / 4)
    }

    @Test func everyLostByteIsReadOrRefusedWithinTheText() {
        for index in Self.node.indices {
            var text = Self.node
            text.remove(at: index)
            do throws(JSONError) {
                _ = try JSONDocument(text)
            } catch {
                #expect((0...text.count).contains(error.offset), "without byte \(index)")
            }
        }
    }
}
