import RedoSystem

extension Mdoc {
    /// A list of the codes of errors, each with the exit status of a command that ends with it and what it means.
    static var codeList: [String] {
        [".Bl -tag -width E_PROOF_COUNTERSIGNATURE -compact"]
            + ErrorCode.allCases.flatMap {
                [
                    ".It Dv \(escaped($0.rawValue))",
                    "\($0.status.rawValue): \(escaped($0.meaning)).",
                ]
            } + [".El"]
    }
}
