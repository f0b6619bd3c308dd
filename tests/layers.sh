#!/bin/sh
# The arrows between rooms point one way: every #include "room/…" of a room must be allowed.
# Arguments: "room: allowed rooms", as the Makefile lists them.
set -u
status=0
for rule in "$@"; do
    room=${rule%%:*}
    may=" $room${rule#*:} "
    for seen in $(grep -ho '#include "[a-z]*/' "gen/$room"/* 2>/dev/null | sed 's/.*"//; s,/,,' | sort -u); do
        case "$may" in
        *" $seen "*) ;;
        *) grep -n "#include \"$seen/" "gen/$room"/* | sed "s|\$|   ← $room may not know $seen|"
           status=1 ;;
        esac
    done
done
# Libraries stay in their rooms, and out of headers.
lib() { # pattern, rooms that may have it
    for room in base core xml catalog ask figure paint plot chart doc book; do
        case " $2 " in *" $room "*) continue ;; esac
        if grep -nE "#include <($1)" "gen/$room"/*; then echo "   ← not in $room"; status=1; fi
    done
}
lib 'libxml/' 'xml'
lib 'pango/|fontconfig/' 'figure'
lib 'hb' 'figure paint'
lib 'cairo' 'paint'
lib 'brotli/' 'paint'
lib 'zlib' 'figure paint'
lib 'ft2build|freetype' 'figure paint'
lib 'hyphen' 'doc'
lib 'jansson' 'catalog'
lib 'unicode/' 'doc'
if grep -nE '#include <(glib|pango|cairo|hb|libxml|zlib|hyphen|ft2build|brotli|jansson|unicode)' gen/*/*.h; then
    echo "   ← libraries stay out of headers"; status=1
fi
[ $status = 0 ] && echo "layers: the arrows hold"
exit $status
