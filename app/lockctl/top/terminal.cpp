// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/top/terminal.h"

#include <QPointer>
#include <QSocketNotifier>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

// The other screen; no cursor; lines do not wrap.
constexpr char enterCodes[] = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J";
// A sequence that was cut off ends with the first byte.
constexpr char leaveCodes[] = "\x1b[?2026l\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";

// The state that a signal handler and the end of the program need to give the terminal back: they
// reach nothing but what is static.
struct Before {
    volatile std::sig_atomic_t isTaken = 0;
    struct termios modes = {};
    int errors = -1; // standard error as it was; -1: it is no terminal, and stays
    int aside = -1; // the file that has its place meanwhile
};
Before s_before;

constexpr std::array s_crashes{SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
std::array<struct sigaction, s_crashes.size()> s_earlier;

// Whether the terminal takes bytes within the time. Async-signal-safe, as all of these.
bool isWritable(int milliseconds)
{
    struct pollfd entry {
        STDOUT_FILENO, POLLOUT, 0
    };
    return ::poll(&entry, 1, milliseconds) == 1 && (entry.revents & POLLOUT) != 0;
}

void writeCodes(const char *codes, std::size_t size)
{
    constexpr int patience = 200; // for a terminal that was stopped by Ctrl+S
    if (isWritable(patience))
        (void)!::write(STDOUT_FILENO, codes, size);
}

// The text that was written to standard error meanwhile follows, now that it does not spoil the
// screen.
void bringErrorsBack()
{
    if (s_before.errors < 0)
        return;
    ::dup2(s_before.errors, STDERR_FILENO);
    ::close(s_before.errors);
    s_before.errors = -1;
    std::array<char, 512> bytes{};
    off_t at = 0;
    ssize_t got = 0;
    while ((got = ::pread(s_before.aside, bytes.data(), bytes.size(), at)) > 0) {
        if (::write(STDERR_FILENO, bytes.data(), static_cast<std::size_t>(got)) < 0)
            break;
        at += got;
    }
    ::close(s_before.aside);
    s_before.aside = -1;
}

void putErrorsAside()
{
    if (::isatty(STDERR_FILENO) != 1)
        return;
    const int aside = ::memfd_create("lockctl-errors", MFD_CLOEXEC);
    if (aside < 0)
        return;
    const int errors = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (errors < 0 || ::dup2(aside, STDERR_FILENO) < 0) {
        ::close(aside);
        if (errors >= 0)
            ::close(errors);
        return;
    }
    s_before.errors = errors;
    s_before.aside = aside;
}

void giveBack()
{
    if (s_before.isTaken == 0)
        return;
    s_before.isTaken = 0;
    writeCodes(leaveCodes, sizeof leaveCodes - 1);
    // Not TCSAFLUSH: typed-ahead text is for the shell.
    ::tcsetattr(STDIN_FILENO, TCSANOW, &s_before.modes);
    bringErrorsBack();
}

void onCrash(int signal)
{
    const int error = errno;
    giveBack();
    for (std::size_t i = 0; i < s_crashes.size(); ++i)
        ::sigaction(s_crashes[i], &s_earlier[i], nullptr);
    errno = error;
    ::raise(signal); // comes once this handler has returned
}

void setRaw()
{
    struct termios raw = s_before.modes;
    raw.c_iflag &= ~static_cast<tcflag_t>(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
    raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ECHONL | ICANON | IEXTEN | ISIG);
    raw.c_oflag &= ~static_cast<tcflag_t>(OPOST);
    raw.c_cc[VMIN] = 0; // never waits
    raw.c_cc[VTIME] = 0;
    ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    writeCodes(enterCodes, sizeof enterCodes - 1);
}

bool take()
{
    if (s_before.isTaken != 0 || ::tcgetattr(STDIN_FILENO, &s_before.modes) != 0)
        return false;
    putErrorsAside();
    s_before.isTaken = 1;
    setRaw();
    return true;
}

void watchForTheEnd()
{
    static const bool isWatched = std::atexit(giveBack) == 0;
    (void)isWatched;
    struct sigaction action = {};
    action.sa_handler = onCrash;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < s_crashes.size(); ++i)
        ::sigaction(s_crashes[i], &action, &s_earlier[i]);
}

void forgetTheEnd()
{
    for (std::size_t i = 0; i < s_crashes.size(); ++i)
        ::sigaction(s_crashes[i], &s_earlier[i], nullptr);
}

bool wantsColours()
{
    return qEnvironmentVariableIsEmpty("NO_COLOR"); // no-color.org: any text that is not empty
}

} // namespace

Terminal::Terminal(QObject *parent)
    : QObject(parent)
    , m_painter(wantsColours())
{
    // The bytes of one key come together, but not always in one piece over a network.
    m_decision.setSingleShot(true);
    m_decision.setInterval(50);
    connect(&m_decision, &QTimer::timeout, this, [this] { tell(m_decoder.decide()); });
}

Terminal::~Terminal()
{
    close();
}

Result<void> Terminal::check()
{
    const QString instead = u"'lockctl doctor' reports once, 'lockctl watch' prints lines"_s;
    if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDOUT_FILENO) != 1)
        return fail(ErrorKind::InvalidInput,
                    u"top needs a terminal for its input and output; "_s + instead);
    const QByteArray kind = qgetenv("TERM");
    if (kind.isEmpty() || kind == "dumb" || kind == "unknown")
        return fail(ErrorKind::InvalidInput,
                    u"top needs a terminal that can place text, and TERM names none; "_s + instead);
    return {};
}

Result<void> Terminal::open()
{
    if (m_isOpen)
        return {};
    if (!take())
        return fail(
            ErrorKind::InvalidInput,
            u"the terminal cannot be used: %1"_s.arg(QString::fromLocal8Bit(std::strerror(errno))));
    watchForTheEnd();
    m_isOpen = true;
    m_readable = std::make_unique<QSocketNotifier>(STDIN_FILENO, QSocketNotifier::Read);
    connect(m_readable.get(), &QSocketNotifier::activated, this, [this] { read(); });
    m_writable = std::make_unique<QSocketNotifier>(STDOUT_FILENO, QSocketNotifier::Write);
    m_writable->setEnabled(false);
    connect(m_writable.get(), &QSocketNotifier::activated, this, [this] { flush(); });
    return {};
}

void Terminal::close()
{
    if (!std::exchange(m_isOpen, false))
        return;
    m_decision.stop();
    // Not deleted now: this may be a signal of one of them.
    for (auto *notifier : {&m_readable, &m_writable}) {
        (*notifier)->setEnabled(false);
        notifier->release()->deleteLater();
    }
    m_pending.clear();
    giveBack();
    forgetTheEnd();
}

ScreenSize Terminal::size() const
{
    struct winsize size = {};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        return {};
    // Wider ones than anybody reads would only cost time.
    return {std::min<int>(size.ws_col, 500), std::min<int>(size.ws_row, 300)};
}

bool Terminal::show(const Screen &screen)
{
    if (!m_isOpen || !m_pending.isEmpty())
        return false;
    m_pending = m_painter.paint(screen);
    flush();
    return true;
}

void Terminal::repaint()
{
    m_painter.forget();
}

// In small pieces: a terminal that has room for some bytes takes these without a wait.
void Terminal::flush()
{
    constexpr qsizetype piece = 256;
    const bool wasWaiting = m_writable->isEnabled();
    qsizetype written = 0;
    while (written < m_pending.size() && isWritable(0)) {
        const ssize_t count =
            ::write(STDOUT_FILENO, m_pending.constData() + written,
                    static_cast<std::size_t>(std::min(piece, m_pending.size() - written)));
        if (count <= 0)
            break;
        written += count;
    }
    m_pending.remove(0, written);
    m_writable->setEnabled(!m_pending.isEmpty());
    if (wasWaiting && m_pending.isEmpty())
        Q_EMIT drained();
}

void Terminal::read()
{
    std::array<char, 1024> bytes{};
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0) {
        struct pollfd entry {
            STDIN_FILENO, POLLIN, 0
        };
        const bool hungUp =
            ::poll(&entry, 1, 0) == 1 && (entry.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
        if (count < 0 || hungUp) {
            m_readable->setEnabled(false);
            Q_EMIT lost();
        }
        return;
    }
    m_decision.stop();
    tell(m_decoder.take(QByteArray(bytes.data(), count)));
    if (m_isOpen && m_decoder.isUndecided())
        m_decision.start();
}

void Terminal::tell(const std::vector<Key> &keys)
{
    const QPointer guard(this);
    for (const Key &key : keys) {
        if (!guard || !m_isOpen)
            return;
        Q_EMIT pressed(key);
    }
}

void Terminal::suspend(bool isWholeGroup)
{
    if (!m_isOpen)
        return;
    m_pending.clear();
    m_writable->setEnabled(false);
    giveBack();
    // By the usual handler of the signal, which is told to the program otherwise.
    struct sigaction usual = {};
    usual.sa_handler = SIG_DFL;
    sigemptyset(&usual.sa_mask);
    struct sigaction told = {};
    ::sigaction(SIGTSTP, &usual, &told);
    if (isWholeGroup)
        ::kill(0, SIGTSTP);
    else
        ::raise(SIGTSTP);
    // Here it goes on, at the latest by SIGCONT.
    ::sigaction(SIGTSTP, &told, nullptr);
    if (!take())
        Q_EMIT lost();
    m_painter.forget();
}

void Terminal::resume()
{
    if (!m_isOpen || s_before.isTaken == 0)
        return;
    setRaw();
    m_pending.clear();
    m_painter.forget();
}

} // namespace lockscope::lockctl
