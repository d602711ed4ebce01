import Loading
import Posix
import Rendering

/// Has thumbnails made of the files that are wanted, a few at a time.
final class Thumbnailer {
    private let opener: Opener
    private let cache: ThumbnailCache?
    private let memoryLimit: Int
    private let worker: Worker
    private let mailbox: Mailbox<ThumbnailJob.Message>
    private var queue = ThumbnailQueue<FileList.ID>()
    private var jobs: [FileList.ID: ThumbnailJob] = [:]
    private var jobCount = 0

    /// A thumbnailer.
    /// - Parameters:
    ///   - opener: whose files they are.
    ///   - cache: the user's; `nil` for none.
    ///   - memoryLimit: bytes for the pixels of a picture.
    ///   - form: how thumbnails are to be seen.
    /// - Throws: where the system has no thread for it.
    init(
        _ opener: Opener, cache: ThumbnailCache?, memoryLimit: Int, form: ThumbnailJob.Form
    ) throws(PosixError) {
        self.opener = opener
        self.cache = cache
        self.memoryLimit = memoryLimit
        self.form = form
        worker = try Worker(name: "xzoom-thumbs")
        mailbox = try Mailbox()
    }

    /// How they are to be seen; what is under way in another form is given up.
    var form: ThumbnailJob.Form {
        didSet { if form != oldValue { cancel() } }
    }

    /// Takes other wishes in the place of those before.
    /// - Parameter files: the first wanted first; none of which there is a thumbnail.
    func want(_ files: [FileList.ID]) { queue.want(files) }

    /// Gives up all that is wanted and under way.
    func cancel() {
        jobs = [:]
        queue = ThumbnailQueue()
    }

    /// The descriptors to poll; then call `receive`.
    var rawValues: [Int32] { [mailbox.rawValue] + jobs.values.compactMap(\.rawValue) }

    /// When to call `receive` and `update` even if nothing can be read, in seconds.
    var deadline: Double? { (jobs.values.map(\.deadline) + [queue.deadline]).compactMap { $0 }.min() }

    /// Takes what has come, without waiting.
    /// - Parameters:
    ///   - ready: descriptors that can be read.
    ///   - now: the clock's time in seconds.
    /// - Returns: what came of files.
    func receive(_ ready: [Int32], at now: Double) -> [(file: FileList.ID, outcome: ThumbnailJob.Outcome)] {
        var ended: [(file: FileList.ID, outcome: ThumbnailJob.Outcome)] = []
        let messages = ready.contains(mailbox.rawValue) ? mailbox.takeAll() : []
        for (file, job) in jobs {
            var outcome: ThumbnailJob.Outcome?
            if let descriptor = job.rawValue, ready.contains(descriptor) || now >= job.deadline ?? .infinity {
                outcome = job.receive(at: now)
            }
            for message in messages where message.number == job.number {
                outcome = outcome ?? job.accept(message.content)
            }
            guard let outcome else { continue }
            jobs[file] = nil
            queue.end(file, at: now)
            ended.append((file, outcome))
        }
        return ended
    }

    /// Ends what takes too long, and begins with what is wanted.
    /// - Parameters:
    ///   - most: how many may be under way.
    ///   - now: the clock's time in seconds.
    /// - Returns: files that are given up.
    func update(most: Int, at now: Double) -> [FileList.ID] {
        let overdue = queue.endOverdue(at: now)
        for (file, _) in overdue { jobs[file] = nil }
        while let file = queue.begin(most: most, at: now) {
            jobCount += 1
            jobs[file] = ThumbnailJob(
                jobCount, opener.files.path(file), stream: opener.wholeStream(of: file),
                ThumbnailJob.Means(
                    cache: cache, worker: worker, mailbox: mailbox, memoryLimit: memoryLimit, form: form))
        }
        return overdue.filter { $0.fate == .givenUp }.map(\.file)
    }
}
