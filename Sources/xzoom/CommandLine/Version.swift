/// The program's version: the one place where it stands. `make check-package` holds the metadata and the changelog of
/// `assets/` to it.
enum Version {
    static let number = "0.1.0"
    /// The day of it, as ISO 8601 has it.
    static let date = "2026-11-30"
}
