/// What the manual page says that is in no table, in the language of mdoc(7).
enum ManualProse {
    static let start = #"""
        .Sh NAME
        .Nm xzoom
        .Nd show pictures and zoom into them
        .Sh SYNOPSIS
        .Nm
        .Op Ar option ...
        .Ar file ...
        .Nm
        .Fl \-check
        .Op Ar option ...
        .Ar file ...
        .Nm
        .Fl \-render Ns = Ns Ar FILE.png
        .Op Fl \-size Ns = Ns Ar WxH
        .Op Fl \-view Ns = Ns Ar X,Y,SCALE
        .Ar file
        .Nm
        .Fl \-doctor
        .Nm
        .Fl \-version
        .Op Fl \-verbose
        .Nm
        .Fl \-generate Ns = Ns Cm man Ns | Ns Cm bash Ns | Ns Cm zsh Ns | Ns Cm fish
        .Sh DESCRIPTION
        .Nm
        shows pictures in a window of the X Window System and zooms into them the way a phone does:
        with two fingers on a touchscreen, a pinch on a touchpad, a double-click, the wheel or a key.
        What was under the fingers or the pointer stays there.
        .Pp
        Of a single
        .Ar file ,
        the pictures beside it in its folder can be gone through as well;
        of several, just those.
        A folder stands for the files in it, but not for those whose names begin with a full stop or end
        in what no picture ends in, like
        .Pa .txt ;
        with
        .Fl \-recursive ,
        for those of the folders in it as well, where no link leads.
        Stepping ends at the first and at the last file; only a slideshow begins again.
        The file
        .Sq \-
        is standard input, and is shown when it has ended.
        What a file is its first bytes tell, not its name.
        A file that cannot be shown is told of in one line on standard error, and the next one is shown.
        A file that is cut short or damaged is shown as far as it goes.
        .Pp
        No picture is decoded in the viewer itself.
        A small program does it, in a process of its own that has given up access to files, network and
        other programs before it reads the first byte of the picture.
        """#

    static let options = #"""
        The beginning of a long option is enough where it is that of one alone.
        Defaults are in brackets.
        An option without an argument may be followed by
        .Li =yes
        or
        .Li =no ,
        which overrules the configuration file.
        The last of several holds.
        .Fl \-view
        is for the first picture alone.
        .Fl \-render
        takes
        .Sq \-
        for standard output, and shows the first of the files that can be shown.
        """#

    static let commands = #"""
        Each command has a name, by which the configuration file binds keys to it, and here its keys as
        they are without one.
        Keys of the number block do what those of the same name do.
        """#

    static let configuration = #"""
        .Sh CONFIGURATION
        The configuration file is read at the start, before the command line, which overrules it.
        A line of it is one of these:
        .Bl -tag -width Ds
        .It Ar option Ns Li " = " Ns Ar value
        The long name of an option, without the two hyphens, and its value.
        .It Ar option
        The long name of an option that takes no value.
        .It Li "bind " Ns Ar KEY Ns Li " = " Ns Ar command
        Let a key do what a command of the list above does, or
        .Cm nothing .
        .Ar KEY
        is the character of the key, or the name that X has for it
        .Po Pa keysymdef.h
        without
        .Li XK_ Pc :
        .Li F5 ,
        .Li Page_Down ,
        .Li plus ;
        with
        .Li Ctrl+
        before it where the Control key is held.
        A capital letter is the key with Shift; other keys that are held cannot be named.
        .It Li # No ...
        A line that says nothing, like an empty one; not what follows a value.
        .El
        .Pp
        Lines that cannot be read are told of on standard error, with file and line, and passed over.
        Options that are meant for a single run
        .Po Fl \-check
        and the like
        .Pc
        are for the command line alone.
        """#

    static let formats = #"""
        A loader program that is missing, or a library of it, is named when a file needs it.
        .Nm
        .Fl \-version Fl \-verbose
        lists those that there are, and their libraries.
        """#

    static let rest = #"""
        .Sh ENVIRONMENT
        .Bl -tag -width Ds
        .It Ev DISPLAY
        The X server.
        .It Ev XDG_CONFIG_HOME
        Where configuration is, if not in
        .Pa ~/.config .
        .It Ev XDG_CACHE_HOME
        Where things are kept that can be made anew, if not in
        .Pa ~/.cache .
        .It Ev XDG_DATA_HOME
        Where the trash is, if not in
        .Pa ~/.local/share .
        .It Ev HOME
        The home folder.
        .El
        .Sh FILES
        .Bl -tag -width Ds
        .It Pa $XDG_CONFIG_HOME/xzoom/config
        The configuration file; there need not be one.
        .It Pa $XDG_CACHE_HOME/xzoom/
        Pixels for which the memory limit has no room, in files without a name that are gone with the
        program.
        .It Pa $XDG_CACHE_HOME/thumbnails/
        Thumbnails, shared with other programs.
        .It Pa $XDG_DATA_HOME/Trash/
        Deleted files; those of another file system are in
        .Pa .Trash-UID
        at its top, where it has one.
        .It Pa ../libexec/xzoom/xzoom-loader*
        The loader programs, as seen from the folder of the program, if they are not beside it.
        .El
        .Sh EXIT STATUS
        .Bl -tag -width Ds
        .It 0
        A picture was shown; or what else was asked for was done.
        .It 1
        No picture could be shown.
        With
        .Fl \-check :
        at least one of the files cannot be.
        With
        .Fl \-render :
        nothing was written.
        With
        .Fl \-doctor :
        there is no display.
        .It 2
        The command line is wrong.
        .El
        .Sh EXAMPLES
        Show a picture and, with the keys
        .Ic n
        and
        .Ic p ,
        those beside it:
        .Pp
        .Dl $ xzoom photo.jpg
        .Pp
        All pictures of a folder and of the folders in it, newest first, for five seconds each:
        .Pp
        .Dl $ xzoom \-\-recursive \-\-sort=time \-\-reverse \-\-slideshow=5 \-\-fullscreen Pictures
        .Pp
        The pictures that another program finds:
        .Pp
        .Dl $ find \&. \-name '*.png' \-size +1M \-print0 | xzoom \-0 \-\-files\-from \-
        .Pp
        Go on tomorrow where one was today:
        .Pp
        .Dl $ xzoom \-\-print\-view map.tif >view
        .Dl $ xzoom \-\-view=\(dq$(cat view)\(dq map.tif
        .Pp
        What the window would show, without a display:
        .Pp
        .Dl $ xzoom \-\-render=part.png \-\-size=800x600 \-\-view=4000,3000,1 photo.jpg
        .Pp
        A configuration file:
        .Bd -literal -offset indent
        # Dark, and hard pixels always.
        background = black
        filter = nearest
        bind j = next
        bind Ctrl+plus = actual-size
        bind Delete = nothing
        .Ed
        .Sh SEE ALSO
        .Xr find 1
        """#
}
