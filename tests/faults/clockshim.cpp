// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Preloaded into a program: shifts its time of day by the 64-bit number of nanoseconds at the
// beginning of the file that LOCKSCOPE_CLOCK_SHIFT names. Monotonic clocks are left alone. Asks the
// kernel itself, since looking up the real functions would allocate, and allocators ask for the
// time.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>

namespace {

constexpr long long second = 1'000'000'000;

const volatile long long *mapped()
{
    static const volatile long long none = 0;
    const char *const path = std::getenv("LOCKSCOPE_CLOCK_SHIFT");
    const int file = path != nullptr ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return &none;
    void *const page = mmap(nullptr, sizeof none, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    return page == MAP_FAILED ? &none : static_cast<const volatile long long *>(page);
}

long long shift()
{
    static const volatile long long *const ns = mapped();
    return *ns;
}

} // namespace

extern "C" int clock_gettime(clockid_t clock, timespec *time) noexcept
{
    const long result = syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        const long long ns = time->tv_sec * second + time->tv_nsec + shift();
        time->tv_sec = ns / second;
        time->tv_nsec = ns % second;
    }
    return static_cast<int>(result);
}

extern "C" int gettimeofday(timeval *time, void * /*zone*/) noexcept
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

extern "C" time_t time(time_t *result) noexcept
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (result != nullptr)
        *result = now.tv_sec;
    return now.tv_sec;
}
