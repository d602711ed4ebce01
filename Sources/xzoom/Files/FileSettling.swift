import Posix

/// Tells when a file that others change is to be shown anew: once for each change, when it is whole.
///
/// Programs save in many ways, and each leaves another trace in the folder (`FileWatch`):
/// - The same file emptied and written: `modified` many times, then `closedAfterWriting`, which is the end.
/// - Another file written and renamed to the name: `movedTo`, which is the end.
/// - The file deleted, or renamed, and a new one made: `created`, and then as above; a link or a copy of blocks has no more.
/// - A writer that goes on and on, or was there before we looked, or that we cannot hear: `modified` alone, or nothing at its end.
///   Quiet is then taken for the end; not while someone is known to have the file open for writing, who may just be slow.
/// - Times and permissions set anew: `attributesChanged`. Behind a save they belong to it; a touch alone counts as a change.
///
/// A file that is empty or gone is waited for; what is shown stays. Times are those of `Clock`.
struct FileSettling {
    /// Seconds without a change after which a file is taken to be whole.
    static let quiet = 0.25
    /// Seconds without a change after which it is taken to be whole even if someone could still write.
    static let patience = 10.0
    /// Seconds after showing a file anew in which a new time alone is taken to be part of the same save.
    static let aftermath = 1.0

    /// What is seen when one looks at the file.
    struct Observation: Hashable, Sendable {
        /// `nil` where it is gone, or cannot be looked at.
        var status: FileStatus?
        /// Whether someone is known to have it open for writing.
        var hasWriter = false
    }

    private enum Cause {
        case attributes, contents, rename, close
    }

    /// What was shown last; `nil` where that failed.
    private var shown: FileStatus?
    /// Whether bytes are known to have changed since: two saves in the same tick of the file system's clock look the same.
    private var isModified = false
    private var cause = Cause.attributes
    private var lastChange = -Double.infinity
    private var lastReload = -Double.infinity
    /// When to look at the file (`decide`); `nil` until there are more changes.
    private(set) var deadline: Double?

    /// Nothing has changed yet.
    /// - Parameter shown: the status of the file that is shown, from when it was opened.
    init(shown: FileStatus?) { self.shown = shown }

    /// The file has been opened again, or could not be shown: then anything that is there later is new.
    /// - Parameter status: its status from when it was opened; `nil` where it could not be shown.
    mutating func opened(_ status: FileStatus?) { shown = status }

    /// Notes something that happened to the file's name.
    mutating func note(_ kind: FileWatch.Kind, at now: Double) {
        switch kind {
        case .closedAfterWriting: schedule(.close, at: now, after: 0)
        case .movedTo: schedule(.rename, at: now, after: 0)
        case .created: schedule(.contents, at: now, after: Self.quiet)
        case .modified:
            isModified = true
            schedule(.contents, at: now, after: Self.quiet)
        case .attributesChanged:
            if deadline == nil { schedule(.attributes, at: now, after: Self.quiet) }
        case .deleted:
            // The next file may have the same number.
            isModified = true
            deadline = nil
        case .movedFrom: deadline = nil
        case .folderDeleted, .folderMoved: break
        }
    }

    /// Notes that what happened is not known (`FileWatch.Event.overflow`).
    mutating func noteOverflow(at now: Double) { schedule(.contents, at: now, after: Self.quiet) }

    private mutating func schedule(_ cause: Cause, at now: Double, after delay: Double) {
        self.cause = cause
        lastChange = now
        deadline = now + delay
    }

    /// Decides, once the deadline has come.
    /// - Parameters:
    ///   - observation: what is seen of the file now.
    ///   - now: the time.
    /// - Returns: whether to show the file anew.
    mutating func decide(_ observation: Observation, at now: Double) -> Bool {
        guard let deadline, now >= deadline else { return false }
        self.deadline = nil
        guard let status = observation.status, status.byteCount > 0 else { return false }
        // The kernel tells of a close before it counts the writer out.
        if observation.hasWriter && cause != .close && now < lastChange + Self.patience {
            self.deadline = lastChange + Self.patience
            return false
        }
        if !isModified {
            if status == shown { return false }
            if cause == .attributes && now < lastReload + Self.aftermath && status.isSameButTime(as: shown) {
                shown = status
                return false
            }
        }
        shown = status
        isModified = false
        lastReload = now
        return true
    }
}

extension FileSettling.Observation {
    /// Looks at a file.
    /// - Parameter path: its path; links are followed.
    init(of path: Argument) {
        self.init()
        // A FIFO or device is not opened: its other end would notice.
        guard (try? FileStatus(path: path.cString))?.kind == .regular,
            let file = try? FileDescriptor.open(reading: path.cString)
        else { return }
        status = try? FileStatus(of: file)
        hasWriter = file.hasWriter() ?? false
    }
}

extension FileStatus {
    fileprivate func isSameButTime(as other: FileStatus?) -> Bool {
        guard var other else { return false }
        other.modified = modified
        return self == other
    }
}

/// Where changes of a file are told: in the folder of its path and, where that is a symbolic link, in the folder of what it
/// leads to.
struct WatchedPlace: Hashable, Sendable {
    /// To be watched.
    let folder: Argument
    /// The file's name in it, as `FileWatch.Change` has it.
    let name: [UInt8]

    private init(_ path: Argument) {
        folder = path.folder
        name = path.lastComponent.bytes
    }

    /// The one or two places of a file.
    static func places(of path: Argument) -> [WatchedPlace] {
        let named = WatchedPlace(path)
        guard let folder = named.folder.resolved, let target = path.resolved else { return [named] }
        let real = WatchedPlace(target)
        return real.folder == folder && real.name == named.name ? [named] : [named, real]
    }
}
