import CLCMS
import CTestSupport
import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// Pictures are shown in the display's colours, also where these change.
    @Suite struct DisplayProfiles {
        /// A display whose red is the green of sRGB, and the other way round.
        private static func swappedProfile() throws -> [UInt8] {
            var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
            var primaries = cmsCIExyYTRIPLE(
                Red: cmsCIExyY(x: 0.30, y: 0.60, Y: 1), Green: cmsCIExyY(x: 0.64, y: 0.33, Y: 1),
                Blue: cmsCIExyY(x: 0.15, y: 0.06, Y: 1))
            // IEC 61966-2-1, as parametric curve 4 of lcms.
            let curve = cmsBuildParametricToneCurve(
                nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
            defer { cmsFreeToneCurve(curve) }
            let profile = cmsCreateRGBProfile(&white, &primaries, [curve, curve, curve])
            defer { cmsCloseProfile(profile) }
            var count: UInt32 = 0
            try #require(cmsSaveProfileToMem(profile, nil, &count) != 0)
            var bytes = [UInt8](repeating: 0, count: Int(count))
            try #require(cmsSaveProfileToMem(profile, &bytes, &count) != 0)
            return bytes
        }

        /// Sets the property of the root window, or takes it away.
        private func set(_ profile: [UInt8]?, on server: XServer) throws {
            let connection = try #require(xcb_connect(server.displayName, nil))
            defer { xcb_disconnect(connection) }
            let screen = try #require(xcb_setup_roots_iterator(xcb_get_setup(connection)).data?.pointee)
            let name = try server.atom("_ICC_PROFILE")
            if let profile {
                xcb_change_property(
                    connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), screen.root, name,
                    try server.atom("CARDINAL"), 8, UInt32(profile.count), profile)
            } else {
                xcb_delete_property(connection, screen.root, name)
            }
            free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil))
        }

        private func expectColor(_ wanted: [Int], in viewing: Viewing, _ what: String) throws {
            let (x, y) = (viewing.window.frame.x0 + 320, viewing.window.frame.y0 + 240)
            var found: [UInt8] = []
            do {
                try waitUntil(what, timeout: 3) {
                    found = try viewing.pixels()[x, y]
                    return zip(found, wanted).allSatisfy { abs(Int($0) - $1) <= 2 }
                }
            } catch SessionError.timedOut {
                Issue.record("\(what): \(found), not \(wanted)")
            }
        }

        @Test func colorsAreThoseOfTheDisplay() throws {
            let server = try EndToEnd.server()
            defer { try? set(nil, on: server) }
            let picture = try Pictures.plain([200, 40, 90], width: 640, height: 480)
            try set(try Self.swappedProfile(), on: server)
            let viewing = try Viewing([picture], options: ["--title", "%z"])
            try expectColor([40, 200, 90], in: viewing, "from the start")
            // Zoom and place stay when the colours change.
            try viewing.server.keyboard.type("plus")
            try viewing.waitForTitle("125")
            try set(nil, on: server)
            try expectColor([200, 40, 90], in: viewing, "without the profile")
            try set(try Self.swappedProfile(), on: server)
            try expectColor([40, 200, 90], in: viewing, "with it again")
            try set([1, 2, 3], on: server)
            try expectColor([200, 40, 90], in: viewing, "with what is no profile")
            #expect(try server.current(viewing.window)?.title == "125")
            try viewing.quit()
        }
    }
}
