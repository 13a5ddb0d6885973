/// Tables of texts for spreadsheets (RFC 4180).
package enum CSVTable {
    /// The bytes of records. Characters that are not text, and cells that a spreadsheet would take for a formula, are
    /// written as in files of tasks (docs/interchange.md).
    package static func bytes(_ records: [[String]]) -> [UInt8] {
        var output: [UInt8] = []
        for record in records { append(record.map { TextEscapes.escaped($0) }, to: &output) }
        return output
    }

    /// Appends a record, with its line end.
    static func append(_ record: [String], to output: inout [UInt8]) {
        for (index, cell) in record.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            CSVText.append(CSVFormula.disarmed(cell), to: &output)
        }
        output += [0x0D, 0x0A]
    }
}
