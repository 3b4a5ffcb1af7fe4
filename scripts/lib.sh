# What scripts/run and scripts/test share; sourced by them.
# shellcheck shell=bash
# shellcheck disable=SC2034 # the lists of packages are for the scripts

say() { printf '== %s\n' "$*" >&2; }
fail() {
    printf 'scripts/%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# The first of the packages that this distribution has.
first_available() {
    local package
    for package in "$@"; do
        if [ -n "$(apt-cache madison "$package" 2>/dev/null)" ]; then
            printf '%s\n' "$package"
            return
        fi
    done
}

# Boost 1.81 or later: Debian 12 has it beside an older default, later systems as the default.
boost_is_there() {
    local header=/usr/include/boost/version.hpp version
    [ -f "$header" ] || return 1
    version=$(awk '$1 == "#define" && $2 == "BOOST_VERSION" { print $3 }' "$header")
    [ "${version:-0}" -ge 108100 ]
}

is_installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Installs those of the packages that are missing, with apt. Boost comes first in `missing` as the
# word "boost", because its package can be chosen only once the lists are there.
install_missing() {
    local missing=() package as_root=()
    boost_is_there || missing+=(boost)
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    [ "${#missing[@]}" -eq 0 ] && return

    if ! command -v apt-get >/dev/null; then
        say "This system has no apt: going on with what is installed. README.md lists what is needed."
        return
    fi
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            fail "missing: ${missing[*]}. Run this as root once, or install them yourself."
        as_root=(sudo)
    fi
    say "installing what is missing: ${missing[*]}"
    # RUNLEVEL=1: nginx, which a test compares with, must not start as a service.
    as_root+=(env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1)
    "${as_root[@]}" apt-get update -qq </dev/null
    if [ "${missing[0]}" = boost ]; then
        missing[0]=$(first_available libboost1.81-dev libboost-dev)
    fi
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null
    boost_is_there || fail "Boost 1.81 or later is needed, and this system's packages have none."
}

build_packages=(g++ cmake ninja-build ccache libyaml-cpp-dev libspdlog-dev libcli11-dev
    nlohmann-json3-dev)
test_packages=(catch2 nginx-light)

# The browser that one test looks through; without it that test is skipped, so a system whose
# packages have none goes on. About 70 MB to fetch.
install_browser() {
    local program package
    for program in chromium-headless-shell chromium google-chrome; do
        command -v "$program" >/dev/null && return
    done
    command -v apt-get >/dev/null || return 0
    package=$(first_available chromium-headless-shell chromium)
    if [ -z "$package" ]; then
        say "no package has a Chromium: the browser test will be skipped"
        return
    fi
    (install_missing "$package") || say "$package cannot be had: the browser test will be skipped"
}

# configure_and_build PRESET TARGET... [-- cmake options]
configure_and_build() {
    local preset=$1 targets=() options=()
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        targets+=("$1")
        shift
    done
    [ $# -eq 0 ] || options=("${@:2}")
    say "configuring ($preset)"
    cmake --preset "$preset" "${options[@]}" >/dev/null || fail "configuring failed"
    say "building ($preset); the first time takes several minutes"
    cmake --build --preset "$preset" --parallel "$(nproc)" --target "${targets[@]}" ||
        fail "the build failed"
}
