import Loading

/// The kinds of files that are shown, as people and desktops name them. Which of them a file is its bytes tell, not its name:
/// this is for the manual page, for completions, and for what the desktop file offers.
struct FileKind {
    /// The usual name.
    let name: String
    /// What the names of such files end with, the usual ending first.
    let extensions: [String]
    /// The types that the desktop's database has for it (Shared MIME-info Database).
    let mediaTypes: [String]
    /// What decodes it.
    let format: ImageFormat

    private init(
        _ format: ImageFormat, _ name: String, extensions: [String], mediaTypes: [String]
    ) {
        (self.format, self.name, self.extensions, self.mediaTypes) = (format, name, extensions, mediaTypes)
    }

    /// All of them, in the order of what decodes them.
    static let all = [
        FileKind(
            .png, "PNG, APNG", extensions: ["png", "apng"], mediaTypes: ["image/png", "image/apng"]),
        FileKind(
            .jpeg, "JPEG", extensions: ["jpg", "jpeg", "jpe", "jfif", "mpo"], mediaTypes: ["image/jpeg"]),
        FileKind(.webP, "WebP", extensions: ["webp"], mediaTypes: ["image/webp"]),
        FileKind(.gif, "GIF", extensions: ["gif"], mediaTypes: ["image/gif"]),
        FileKind(.bmp, "BMP", extensions: ["bmp", "dib"], mediaTypes: ["image/bmp"]),
        FileKind(
            .ico, "Windows icons and cursors", extensions: ["ico", "cur"],
            mediaTypes: ["image/vnd.microsoft.icon", "image/x-win-bitmap"]),
        FileKind(
            .pnm, "PBM, PGM, PPM, PAM, PFM", extensions: ["pnm", "pbm", "pgm", "ppm", "pam", "pfm"],
            mediaTypes: [
                "image/x-portable-anymap", "image/x-portable-bitmap", "image/x-portable-graymap",
                "image/x-portable-pixmap",
            ]),
        FileKind(
            .tga, "TGA", extensions: ["tga", "icb", "tpic", "vda", "vst"], mediaTypes: ["image/x-tga"]),
        FileKind(.qoi, "QOI", extensions: ["qoi"], mediaTypes: ["image/qoi"]),
        FileKind(.farbfeld, "farbfeld", extensions: ["ff"], mediaTypes: ["image/x-farbfeld"]),
        FileKind(
            .heif, "HEIC, HEIF", extensions: ["heic", "heif", "hif"],
            mediaTypes: ["image/heif", "image/heic"]),
        FileKind(.heif, "AVIF", extensions: ["avif", "avifs"], mediaTypes: ["image/avif"]),
        FileKind(.jpegXL, "JPEG XL", extensions: ["jxl"], mediaTypes: ["image/jxl"]),
        FileKind(.tiff, "TIFF, BigTIFF", extensions: ["tif", "tiff"], mediaTypes: ["image/tiff"]),
        FileKind(
            .svg, "SVG", extensions: ["svg", "svgz"],
            mediaTypes: ["image/svg+xml", "image/svg+xml-compressed"]),
        FileKind(
            .other, "Photoshop", extensions: ["psd"], mediaTypes: ["image/vnd.adobe.photoshop"]),
        FileKind(.other, "OpenEXR", extensions: ["exr"], mediaTypes: ["image/x-exr"]),
        FileKind(.other, "Radiance HDR", extensions: ["hdr"], mediaTypes: ["image/vnd.radiance"]),
        FileKind(
            .other, "JPEG 2000", extensions: ["jp2", "j2k", "j2c", "jpc", "jpx", "jpf"],
            mediaTypes: ["image/jp2", "image/jpx", "image/x-jp2-codestream"]),
        FileKind(.other, "PDF", extensions: ["pdf"], mediaTypes: ["application/pdf"]),
        FileKind(.other, "FITS", extensions: ["fits", "fit"], mediaTypes: ["application/fits"]),
        FileKind(.other, "XPM", extensions: ["xpm"], mediaTypes: ["image/x-xpixmap"]),
        FileKind(.other, "XBM", extensions: ["xbm"], mediaTypes: ["image/x-xbitmap"]),
        FileKind(.other, "PCX", extensions: ["pcx"], mediaTypes: ["image/vnd.zbrush.pcx"]),
        FileKind(.other, "DDS", extensions: ["dds"], mediaTypes: ["image/x-dds"]),
        FileKind(.other, "DPX", extensions: ["dpx"], mediaTypes: ["image/dpx"]),
        FileKind(.other, "SGI", extensions: ["sgi", "rgb"], mediaTypes: ["image/x-sgi", "image/x-rgb"]),
        FileKind(.other, "Sun raster", extensions: ["sun"], mediaTypes: ["image/x-sun-raster"]),
    ]
}
