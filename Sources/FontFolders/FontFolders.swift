#if SVG || VIPS
    import CFontconfig
    import Glibc

    /// The fonts of this machine and of its user, for loaders that draw text.
    public enum FontFolders {
        /// Makes fontconfig read its configuration, which cannot be opened in the sandbox.
        /// - Returns: the folders of the font files, which are read when text needs them.
        public static func prepare() -> [String] {
            // The environment is empty; the user's own fonts are found by the name of their home alone.
            if let user = getpwuid(getuid()), let home = user.pointee.pw_dir { setenv("HOME", home, 0) }
            guard FcInit() != 0, let list = FcConfigGetFontDirs(nil) else { return [] }
            defer { FcStrListDone(list) }
            // Nor must it look later whether the configuration has changed.
            FcConfigSetRescanInterval(nil, 0)
            var folders: [String] = []
            while let name = FcStrListNext(list) {
                let folder = String(decodingCString: name, as: UTF8.self)
                if !folders.contains(where: { folder.hasPrefix($0 + "/") }) { folders.append(folder) }
            }
            return folders
        }
    }
#endif
