import RedoJSON
import RedoMachine
import Testing

/// What of an answer may become a message.
@Suite struct MachineTextTests {
    private func text(_ bytes: [UInt8]) throws -> String { try MachineText(bytes).text.description }

    @Test(arguments: [
        ("Hello", "Hello"), (" \n\tHello there\n\n", "Hello there"), ("a\r\nb\r\n", "a\nb"),
        ("a\tb\nc", "a\tb\nc"), ("Grüße 🌊", "Grüße 🌊"),
    ])
    func aTextIsTakenAsItIs(_ said: String, _ taken: String) throws {
        #expect(try text(Array(said.utf8)) == taken)
    }

    @Test(
        arguments: [
            ([0x61, 0x00], 1), ([0x1B, 0x5B, 0x32, 0x4A], 0), ([0x61, 0x0D, 0x62], 1),
            ([0xC3, 0xA4, 0x7F], 2), ([0x61, 0xC2, 0x9B], 1), ([0xEF, 0xBF, 0xBF], 0), ([0x0D], 0),
        ] as [([UInt8], Int)])
    func whatControlsATerminalIsRefused(_ bytes: [UInt8], _ offset: Int) {
        #expect(throws: MachineFault.controlCharacter(offset: offset)) { try text(bytes) }
    }

    @Test(arguments: [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]])
    func whatIsNotUTF8IsRefused(_ bytes: [UInt8]) {
        #expect(throws: MachineFault.notUTF8) { try text(bytes) }
    }

    @Test func whatIsEmptyOrTooLongIsRefused() throws {
        for blank in ["", " ", "\n\r\n\t"] {
            #expect(throws: MachineFault.empty) { try text(Array(blank.utf8)) }
        }
        let longest = [UInt8](repeating: 0x61, count: MachineText.maximumByteCount)
        #expect(try text(longest).utf8.count == 65_536)
        #expect(throws: MachineFault.tooLong) { try text(longest + [0x61]) }
    }
}
