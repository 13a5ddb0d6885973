import RedoSystem

/// Writes the seeds of each target into a folder of its name, a file each.
public func writeSeeds(into directory: String) throws {
    for target in FuzzTarget.all {
        let place = Path.join(directory, target.name)
        try Files.makeDirectories(place)
        for (number, seed) in try target.seeds().enumerated()
        where seed.count <= target.maximumByteCount {
            try Files.replaceTarget(
                of: Path.join(place, "seed-\(number)"), with: seed.span, mode: .kept(orNew: 0o644))
        }
    }
}
