// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/crashhandler.h"

#include <QByteArray>
#include <QString>

#include <execinfo.h>
#include <signal.h> // NOLINT(modernize-deprecated-headers): sigaltstack()
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <ctime>
#include <mutex>

namespace lockscope::console {

namespace {

constexpr std::array s_fatal{SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
constexpr std::size_t s_messageSize = 400;
constexpr std::size_t s_messageCount = 20;
constexpr std::size_t s_stackSize = 64 * 1024;
constexpr int s_mostCalls = 64;

// A signal handler can reach nothing but what is static.
int s_descriptor = -1;
std::array<struct sigaction, s_fatal.size()> s_earlier;
std::array<std::array<char, s_messageSize>, s_messageCount> s_messages;
std::atomic<std::size_t> s_told = 0; // messages so far
std::mutex s_messageMutex; // of those who write them; the handler reads them as they are
std::array<char, s_stackSize> s_stack; // for a stack that has overflowed
std::atomic<bool> s_isReporting = false;
QtMessageHandler s_printer = nullptr;
stack_t s_earlierStack = {};

// Nothing below here, up to onFatal(), may allocate, lock or call what may.
void put(const char *text, std::size_t size)
{
    if (::write(s_descriptor, text, size) < 0)
        return;
}

void put(const char *text)
{
    put(text, std::strlen(text));
}

// With zeros in front up to so many digits.
void putNumber(long long number, std::size_t least = 1)
{
    std::array<char, 24> digits{};
    std::size_t at = digits.size();
    do {
        digits[--at] = static_cast<char>('0' + number % 10);
        number /= 10;
    } while (number > 0 || digits.size() - at < least);
    put(digits.data() + at, digits.size() - at);
}

// As isoTime() writes it, which may not be called here; nor may gmtime().
void putNow()
{
    using namespace std::chrono;
    timespec time = {};
    ::clock_gettime(CLOCK_REALTIME, &time);
    const sys_seconds second{seconds(time.tv_sec)};
    const sys_days day = floor<days>(second);
    const year_month_day date(day);
    const hh_mm_ss clock(second - day);
    putNumber(int(date.year()), 4);
    put("-");
    putNumber(unsigned(date.month()), 2);
    put("-");
    putNumber(unsigned(date.day()), 2);
    put("T");
    putNumber(clock.hours().count(), 2);
    put(":");
    putNumber(clock.minutes().count(), 2);
    put(":");
    putNumber(clock.seconds().count(), 2);
    put(".");
    constexpr long nanosInMilli = 1'000'000;
    putNumber(time.tv_nsec / nanosInMilli, 3);
    put("Z");
}

const char *nameOf(int number)
{
    switch (number) {
    case SIGSEGV:
        return "SIGSEGV";
    case SIGABRT:
        return "SIGABRT";
    case SIGBUS:
        return "SIGBUS";
    case SIGFPE:
        return "SIGFPE";
    default:
        return "SIGILL";
    }
}

void putMessages()
{
    const std::size_t told = s_told;
    if (told == 0)
        return;
    put("\nlast messages:\n");
    for (std::size_t i = told - std::min(told, s_messageCount); i < told; ++i) {
        const auto &message = s_messages[i % s_messageCount];
        put("  ");
        put(message.data(), ::strnlen(message.data(), message.size()));
        put("\n");
    }
}

void putCalls()
{
    std::array<void *, s_mostCalls> calls{};
    const int count = ::backtrace(calls.data(), s_mostCalls);
    put("\ncalls, the last one first:\n");
    ::backtrace_symbols_fd(calls.data(), count, s_descriptor);
}

void onFatal(int number)
{
    const int descriptor = s_descriptor;
    if (descriptor >= 0 && !s_isReporting.exchange(true)) {
        put("ended: ");
        putNow();
        put("\nsignal: ");
        putNumber(number);
        put(" (");
        put(nameOf(number));
        put(")\n");
        putMessages();
        putCalls();
    }
    // As it would have ended without this: also with another handler, or with a core dump.
    for (std::size_t i = 0; i < s_fatal.size(); ++i) {
        if (s_fatal[i] == number)
            ::sigaction(number, &s_earlier[i], nullptr);
    }
    ::raise(number);
}

// "redis://user:secret@host" becomes "redis://host".
QByteArray withoutUsers(QByteArray text)
{
    qsizetype at = 0;
    while ((at = text.indexOf("://", at)) >= 0) {
        at += 3;
        qsizetype end = at;
        while (end < text.size() && static_cast<unsigned char>(text[end]) > ' ')
            ++end;
        const qsizetype user = text.lastIndexOf('@', end - 1);
        if (user >= at)
            text.remove(at, user + 1 - at);
    }
    return text;
}

void keepMessage(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    const QByteArray line = withoutUsers(text.left(s_messageSize).toUtf8()).replace('\n', ' ');
    {
        const std::lock_guard lock(s_messageMutex);
        const std::size_t place = s_told % s_messageCount;
        auto &message = s_messages[place];
        message.fill('\0');
        std::copy_n(line.constData(),
                    std::min(static_cast<std::size_t>(line.size()), message.size()),
                    message.data());
        ++s_told;
    }
    if (s_printer)
        s_printer(type, context, text);
}

} // namespace

CrashHandler::CrashHandler(int descriptor)
    : m_before(nullptr)
{
    s_descriptor = descriptor;
    if (descriptor < 0)
        return;
    s_isReporting = false;
    s_told = 0;
    s_printer = m_before = qInstallMessageHandler(keepMessage);
    // The first call loads a library, which must not happen in a signal handler.
    std::array<void *, 1> call{};
    ::backtrace(call.data(), 1);
    stack_t stack = {};
    stack.ss_sp = s_stack.data();
    stack.ss_size = s_stack.size();
    ::sigaltstack(&stack, &s_earlierStack);
    struct sigaction action = {};
    action.sa_handler = onFatal;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < s_fatal.size(); ++i)
        ::sigaction(s_fatal[i], &action, &s_earlier[i]);
}

CrashHandler::~CrashHandler()
{
    if (s_descriptor < 0)
        return;
    for (std::size_t i = 0; i < s_fatal.size(); ++i)
        ::sigaction(s_fatal[i], &s_earlier[i], nullptr);
    ::sigaltstack(&s_earlierStack, nullptr);
    qInstallMessageHandler(m_before);
    s_descriptor = -1;
}

} // namespace lockscope::console
