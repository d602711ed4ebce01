import Glibc
import Posix
import Testing

@Suite struct SharedMemoryTests {
    @Test func ownMemoryIsZeroed() throws {
        let memory = try SharedMemory(byteCount: 10_000)
        #expect(memory.bytes.count == 10_000)
        #expect(memory.bytes.allSatisfy { $0 == 0 })
        memory.bytes[9999] = 7
        #expect(memory.bytes[9999] == 7)
    }

    @Test func sealedFileKeepsItsSize() throws {
        let file = try SharedMemory.sealedFile(byteCount: 5000)
        for size in [0, 4999, 5001, 1 << 20] {
            #expect(ftruncate(file.rawValue, size) == -1)
            #expect(errno == EPERM)
        }
        // Neither by writing behind its end, nor after taking the seals off, which there is no way to; nor with more seals, by
        // which one side could bar the other from writing (F_ADD_SEALS, F_SEAL_WRITE of <linux/fcntl.h>).
        #expect(pwrite(file.rawValue, [1], 1, 5000) == -1)
        #expect(fcntl(file.rawValue, 1033, 8) == -1)
        var status = stat()
        #expect(fstat(file.rawValue, &status) == 0)
        #expect(status.st_size == 5000)
    }

    @Test func mapsShareTheirBytes() throws {
        let file = try SharedMemory.sealedFile(byteCount: 5000)
        let (one, other) = (
            try SharedMemory(mapping: file, byteCount: 5000), try SharedMemory(mapping: file, byteCount: 100)
        )
        one.bytes[99] = 42
        #expect(other.bytes[99] == 42)
        #expect(try file.read(count: 1, at: 99) == [42])
        #expect(other.bytes.count == 100)
    }

    @Test func mapOutlivesItsFile() throws {
        let memory: SharedMemory
        do {
            let file = try SharedMemory.sealedFile(byteCount: 64)
            memory = try SharedMemory(mapping: file, byteCount: 64)
        }
        memory.bytes[63] = 1
        #expect(memory.bytes[63] == 1)
    }

    @Test func whatIsNotSealedIsNotMapped() throws {
        let file = try FileDescriptor.memory(name: "test")
        try file.write([UInt8](repeating: 0, count: 4096))
        #expect(throws: PosixError("mmap", EPERM)) { _ = try SharedMemory(mapping: file, byteCount: 4096) }
        // One of the two seals alone (F_SEAL_SHRINK, then F_SEAL_GROW too) is not enough.
        #expect(fcntl(file.rawValue, 1033, 2) == 0)
        #expect(throws: PosixError("mmap", EPERM)) { _ = try SharedMemory(mapping: file, byteCount: 4096) }
        #expect(fcntl(file.rawValue, 1033, 4) == 0)
        _ = try SharedMemory(mapping: file, byteCount: 4096)
    }

    @Test func whatIsTooSmallIsNotMapped() throws {
        let file = try SharedMemory.sealedFile(byteCount: 4096)
        for count in [4097, 0, -1, .max] {
            #expect(throws: PosixError("mmap", EINVAL)) {
                _ = try SharedMemory(mapping: file, byteCount: count)
            }
        }
        let empty = try SharedMemory.sealedFile(byteCount: 0)
        #expect(throws: PosixError("mmap", EINVAL)) { _ = try SharedMemory(mapping: empty, byteCount: 1) }
    }
}
