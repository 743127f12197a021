// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/top/textcolumns.h"
#include "tests/support/waiting.h"

#include <QProcess>
#include <QProcessEnvironment>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace lockscope::test {

// As much of a terminal as our own output needs: the text on the screen and the modes that are on.
// Unknown sequences are recorded.
class Emulator
{
public:
    void resize(int width, int height)
    {
        m_width = width;
        m_cells.assign(static_cast<std::size_t>(height), blankRow());
        m_row = m_column = 0;
    }

    void feed(const QByteArray &bytes)
    {
        m_rest += bytes;
        while (!m_rest.isEmpty() && takeOne()) {}
    }

    QString line(int row) const
    {
        return m_cells.at(static_cast<std::size_t>(row)).join(QString());
    }
    QString text() const
    {
        QString all;
        for (const QStringList &row : m_cells)
            all += row.join(QString()) + u'\n';
        return all;
    }

    bool isOther = false; // the screen of full-screen programs
    bool isCursorShown = true;
    bool isWrapping = true;
    int entered = 0; // the number of times the other screen was entered
    QByteArray usual; // text written to the usual screen
    QByteArray unknown; // sequences and controls

private:
    QStringList blankRow() const { return QStringList(m_width, QStringLiteral(" ")); }

    bool takeOne()
    {
        const char first = m_rest.front();
        if (first == '\x1b')
            return takeSequence();
        if (static_cast<unsigned char>(first) < 0x20 || first == '\x7f') {
            if (isOther)
                unknown += first;
            else
                usual += first;
            m_rest.remove(0, 1);
            return true;
        }
        const auto byte = static_cast<unsigned char>(first);
        const qsizetype size = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
        if (m_rest.size() < size)
            return false;
        put(m_rest.first(size));
        m_rest.remove(0, size);
        return true;
    }

    void put(const QByteArray &character)
    {
        if (!isOther) {
            usual += character;
            return;
        }
        const QString text = QString::fromUtf8(character);
        const int columns = lockctl::columnsOf(QStringView(text));
        QStringList &row = m_cells.at(static_cast<std::size_t>(m_row));
        if (m_column + columns > row.size()) {
            unknown += "beyond the line: " + character;
            return;
        }
        if (columns == 0) {
            row[std::max(0, m_column - 1)] += text;
            return;
        }
        row[m_column] = text;
        if (columns == 2)
            row[m_column + 1].clear();
        m_column += columns;
    }

    bool takeSequence()
    {
        if (m_rest.size() < 3)
            return false;
        qsizetype end = 2;
        while (end < m_rest.size() && (m_rest[end] < 0x40 || m_rest[end] > 0x7e))
            ++end;
        if (end == m_rest.size())
            return false;
        const QByteArray parameters = m_rest.sliced(2, end - 2);
        const char final = m_rest[end];
        if (m_rest[1] != '[' || !act(parameters, final))
            unknown += m_rest.first(end + 1);
        m_rest.remove(0, end + 1);
        return true;
    }

    bool act(const QByteArray &parameters, char final)
    {
        const QList<QByteArray> numbers = parameters.split(';');
        switch (final) {
        case 'm':
            return true;
        case 'H':
            m_row = numbers.value(0).toInt() - 1;
            m_column = numbers.value(1).toInt() - 1;
            if (m_row >= 0 && m_row < static_cast<int>(m_cells.size()) && m_column >= 0)
                return true;
            m_row = m_column = 0;
            return false;
        case 'G':
            m_column = parameters.toInt() - 1;
            return m_column >= 0;
        case 'K':
            for (int i = m_column; i < m_width; ++i)
                m_cells.at(static_cast<std::size_t>(m_row))[i] = QStringLiteral(" ");
            return parameters.isEmpty();
        case 'J':
            for (QStringList &row : m_cells)
                row = blankRow();
            return parameters == "2";
        case 'h':
        case 'l':
            return set(parameters, final == 'h');
        default:
            return false;
        }
    }

    bool set(const QByteArray &mode, bool isOn)
    {
        if (mode == "?1049") {
            isOther = isOn;
            entered += isOn ? 1 : 0;
        } else if (mode == "?25") {
            isCursorShown = isOn;
        } else if (mode == "?7") {
            isWrapping = isOn;
        } else {
            return mode == "?2026";
        }
        return true;
    }

    int m_width = 80;
    std::vector<QStringList> m_cells;
    int m_row = 0;
    int m_column = 0;
    QByteArray m_rest;
};

// A program at a terminal of its own, which it controls as if it was started there, and what a
// person sees and types.
class FullScreen
{
public:
    explicit FullScreen(const char *path)
        : m_path(QString::fromUtf8(path))
        , m_environment(QProcessEnvironment::systemEnvironment())
        , m_own(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK))
    {
        m_environment.remove(QStringLiteral("LOCKSCOPE_PASSWORD"));
        m_environment.remove(QStringLiteral("NO_COLOR"));
        m_environment.insert(QStringLiteral("LOCKSCOPE_PROFILES"),
                             QStringLiteral("/nonexistent/profiles.json"));
        m_environment.insert(QStringLiteral("TERM"), QStringLiteral("xterm-256color"));
        std::array<char, 128> name{};
        if (m_own < 0 || ::grantpt(m_own) != 0 || ::unlockpt(m_own) != 0
            || ::ptsname_r(m_own, name.data(), name.size()) != 0)
            return;
        m_programs = ::open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC);
        resize(80, 24);
    }
    ~FullScreen()
    {
        m_process.kill();
        m_process.waitForFinished();
        for (const int end : {m_own, m_programs}) {
            if (end >= 0)
                ::close(end);
        }
    }
    FullScreen(const FullScreen &) = delete;
    FullScreen &operator=(const FullScreen &) = delete;

    void setVariable(const QString &name, const QString &value)
    {
        m_environment.insert(name, value);
    }

    [[nodiscard]] bool start(const QStringList &arguments)
    {
        if (m_programs < 0 || ::tcgetattr(m_own, &m_before) != 0)
            return false;
        m_process.setProcessEnvironment(m_environment);
        m_process.setChildProcessModifier([end = m_programs] {
            ::setsid();
            ::ioctl(end, TIOCSCTTY, 0);
            for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
                ::dup2(end, stream);
        });
        m_process.start(m_path, arguments);
        return m_process.waitForStarted();
    }

    // The exit status; -1 if it crashed or did not end on its own.
    int finish()
    {
        const bool ended = eventually([this] {
            read(); // it may have much to say before its end
            return m_process.state() == QProcess::NotRunning;
        });
        read();
        return ended && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    }
    void signal(int number)
    {
        if (const auto process = static_cast<pid_t>(m_process.processId()); process > 0)
            ::kill(process, number);
    }

    [[nodiscard]] bool type(const QByteArray &keys)
    {
        return ::write(m_own, keys.constData(), static_cast<std::size_t>(keys.size()))
            == keys.size();
    }
    // As a window does: the kernel tells the program.
    void resize(int width, int height)
    {
        const struct winsize size {
            static_cast<unsigned short>(height), static_cast<unsigned short>(width), 0, 0
        };
        ::ioctl(m_own, TIOCSWINSZ, &size);
        screen.resize(width, height);
    }

    template <typename Condition>
    [[nodiscard]] bool becomes(Condition condition)
    {
        return eventually([&] {
            read();
            return condition();
        });
    }
    [[nodiscard]] bool shows(const QString &text)
    {
        return becomes([&] { return screen.isOther && screen.text().contains(text); });
    }

    // The terminal is as it was before the program.
    bool isGivenBack()
    {
        read();
        struct termios now = {};
        return ::tcgetattr(m_own, &now) == 0 && now.c_iflag == m_before.c_iflag
            && now.c_oflag == m_before.c_oflag && now.c_lflag == m_before.c_lflag
            && std::memcmp(now.c_cc, m_before.c_cc, sizeof now.c_cc) == 0 && !screen.isOther
            && screen.isCursorShown && screen.isWrapping;
    }
    bool isRaw() const
    {
        struct termios now = {};
        return ::tcgetattr(m_own, &now) == 0 && (now.c_lflag & (ICANON | ECHO | ISIG)) == 0;
    }

    Emulator screen;

private:
    void read()
    {
        std::array<char, 4096> bytes{};
        ssize_t count = 0;
        while ((count = ::read(m_own, bytes.data(), bytes.size())) > 0)
            screen.feed(QByteArray(bytes.data(), count));
    }

    QString m_path;
    QProcessEnvironment m_environment;
    QProcess m_process;
    int m_own = -1;
    int m_programs = -1;
    struct termios m_before = {};
};

} // namespace lockscope::test
