// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A command for lockctl run that shows that it works: every few milliseconds it appends the time to
// a file, by the clock that all processes of the machine share.
//
//   beater FILE HOLDER WAY MILLISECONDS
//
// WAY is what it makes of SIGTERM: `ends`, `ignores` it, `delays` (works on for two seconds),
// `forks` (a child in the group and one in a session of its own work on), or `crowd` (such children
// are there from the start).
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

struct Beat {
    std::int64_t time;
    std::int32_t holder;
    std::int32_t process;
};

volatile sig_atomic_t s_isAskedToEnd = 0;

void onTerm(int /*signal*/)
{
    s_isAskedToEnd = 1;
}

std::int64_t now()
{
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * std::int64_t(1'000'000'000) + time.tv_nsec;
}

// A child that works on as its parent does; in a session of its own or not.
bool isChild(bool hasSession)
{
    if (::fork() != 0)
        return false;
    if (hasSession)
        ::setsid();
    ::signal(SIGTERM, SIG_IGN);
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    const int file = ::open(argv[1], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    const std::int32_t holder = std::atoi(argv[2]);
    const char *const way = argv[3];
    const auto is = [way](const char *word) { return std::strcmp(way, word) == 0; };
    std::int64_t end = now() + std::atoll(argv[4]) * 1'000'000;
    ::signal(SIGTERM, is("ignores") || is("crowd") ? SIG_IGN : onTerm);
    bool isFirst = true;
    if (is("crowd"))
        isFirst = !isChild(false) && !isChild(true);
    for (bool isAsked = false; now() < end;) {
        const Beat beat{now(), holder, ::getpid()};
        if (::write(file, &beat, sizeof(beat)) != sizeof(beat))
            return 1;
        const timespec pause{0, 4'000'000};
        ::nanosleep(&pause, nullptr);
        if (s_isAskedToEnd == 0 || isAsked || !isFirst)
            continue;
        isAsked = true;
        if (is("ends"))
            return 0;
        if (is("delays"))
            end = now() + std::int64_t(2'000'000'000);
        if (is("forks")) {
            isFirst = !isChild(false) && !isChild(true);
            if (isFirst)
                return 0;
        }
    }
    return 0;
}
