import CLinux
import Glibc

/// A thread that takes jobs one after the other.
public final class Worker: Sendable {
    private let inbox: JobQueue

    /// Starts the thread.
    /// - Parameter name: at most 15 bytes, shown by the system's tools.
    /// - Throws: pthread_create(3)'s error.
    public init(name: String) throws(PosixError) {
        let inbox = JobQueue()
        self.inbox = inbox
        var thread = pthread_t()
        let start = Unmanaged.passRetained(Start(name: name, inbox: inbox))
        let error = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                xz_name_thread(start.name)
                while let job = start.inbox.next() { job() }
                return nil
            }, start.toOpaque())
        guard error == 0 else {
            start.release()
            throw PosixError("pthread_create", error)
        }
        pthread_detach(thread)
    }

    deinit { inbox.close() }

    /// Adds a job behind those that wait.
    public func perform(_ job: @escaping @Sendable () -> Void) { inbox.append(job) }

    private final class Start {
        let name: String
        let inbox: JobQueue

        init(name: String, inbox: JobQueue) {
            self.name = name
            self.inbox = inbox
        }
    }
}

/// Jobs between two threads. The mutex guards every access to `jobs` and `isClosed`.
private final class JobQueue: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [@Sendable () -> Void] = []
    private var isClosed = false

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func append(_ job: @escaping @Sendable () -> Void) {
        pthread_mutex_lock(mutex)
        jobs.append(job)
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        jobs = []
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    func next() -> (@Sendable () -> Void)? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while jobs.isEmpty && !isClosed { pthread_cond_wait(condition, mutex) }
        return isClosed ? nil : jobs.removeFirst()
    }
}
