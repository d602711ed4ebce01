import Foundation
import Testing
import XServerSession

@Suite struct ProgramTests {
    @Test func statusAndBothOutputsAreCollected() throws {
        let program = try Program(["sh", "-c", "echo out; echo err >&2; exit 3"])
        #expect(try program.waitForExit() == .exited(3))
        #expect(program.standardOutput == "out\n")
        #expect(program.standardError == "err\n")
        #expect(!program.isRunning)
    }

    @Test func signalIsTold() throws {
        #expect(try Program(["sh", "-c", "kill -9 $$"]).waitForExit() == .killed(signal: 9))
        let sleeper = try Program(["sleep", "60"])
        #expect(throws: SessionError.self) { try sleeper.waitForExit(timeout: 0.05) }
        #expect(sleeper.terminate() == .killed(signal: 15))
    }

    @Test func largeInputComesBackWhole() throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 / 3) }
        let program = try Program(["cat"], input: bytes)
        #expect(try program.waitForExit() == .exited(0))
        #expect(program.standardOutputBytes == bytes)
    }

    @Test func inputThatIsNotReadHurtsNobody() throws {
        let program = try Program(["true"], input: [UInt8](repeating: 1, count: 1_000_000))
        #expect(try program.waitForExit() == .exited(0))
    }

    @Test func noInputIsEmptyInput() throws {
        let program = try Program(["cat"])
        #expect(try program.waitForExit() == .exited(0))
        #expect(program.standardOutputBytes.isEmpty)
    }

    @Test func environmentIsAddedAndRemoved() throws {
        let program = try Program(
            ["sh", "-c", "echo ${ADDED-none} ${HOME-none}"], environment: ["ADDED": "yes", "HOME": nil])
        #expect(try program.waitForExit() == .exited(0))
        #expect(program.standardOutput == "yes none\n")
    }

    @Test func missingProgramIsAnError() {
        #expect { try Program(["/nonexistent/program"]) } throws: { error in
            if case SessionError.system(_, errno: ENOENT) = error { true } else { false }
        }
    }

    @Test func nothingRunsOnWithoutItsProgram() throws {
        var program: Program? = try Program(["sh", "-c", "sleep 77 & echo $!; wait"])
        try waitUntil("the child's id") { program?.standardOutput.hasSuffix("\n") == true }
        let text = try #require(program).standardOutput
        let child = try #require(Int32(text.dropLast()))
        #expect(kill(child, 0) == 0)
        #expect(program?.statistics.descendants == [child])
        program = nil
        try waitUntil("the child to end") {
            // A dead child may stay a zombie for as long as nobody waits for it.
            let status = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ") Z"
            return status.contains(") Z")
        }
    }

    @Test func cpuTimeAndMemoryAreMeasured() throws {
        let before = monotonicSeconds()
        let program = try Program(["sh", "-c", "while :; do :; done"])
        #expect(program.startTime >= before && program.startTime <= monotonicSeconds())
        try waitUntil("CPU time") { program.statistics.cpuTime > 0.05 }
        #expect(program.statistics.treeCPUTime > 0.05)
        #expect(program.statistics.peakResidentBytes > 100_000)
        #expect(
            (50_000...program.statistics.peakResidentBytes).contains(program.statistics.proportionalBytes))
        program.terminate()
        #expect(program.statistics.cpuTime == 0)
        #expect(program.statistics.peakResidentBytes == 0)
    }
}
