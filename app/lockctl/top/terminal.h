// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/top/keys.h"
#include "app/lockctl/top/screen.h"
#include "core/base/result.h"

#include <QObject>
#include <QTimer>

#include <memory>

class QSocketNotifier;

namespace lockscope::lockctl {

// The terminal that the program was started in, as a full screen: raw keys, another screen than the
// shell's, no cursor. From open() to close(), or to the end of the object or of the program, also
// by exit() or a crash. Main thread; one at a time. Never blocks: a terminal that takes nothing
// keeps the last frame until it does.
class Terminal : public QObject
{
    Q_OBJECT

public:
    explicit Terminal(QObject *parent = nullptr);
    ~Terminal() override;

    // InvalidInput if there is none that could show a screen.
    static Result<void> check();

    Result<void> open();
    void close();
    bool isOpen() const { return m_isOpen; }

    ScreenSize size() const;
    // False: the last screen is still on its way; drained() tells when this one may follow.
    bool show(const Screen &screen);
    void repaint(); // the next screen is drawn anew

    // Gives the terminal back and stops until somebody sends SIGCONT: the whole process group, as a
    // terminal does at Ctrl+Z, or this process alone.
    void suspend(bool isWholeGroup);
    // After SIGCONT: the shell may have changed the terminal.
    void resume();

Q_SIGNALS:
    void pressed(const lockscope::lockctl::Key &key);
    void drained();
    void lost(); // it hung up

private:
    void read();
    void flush();
    void tell(const std::vector<Key> &keys);

    bool m_isOpen = false;
    KeyDecoder m_decoder;
    Painter m_painter;
    QByteArray m_pending; // not written yet
    QTimer m_decision; // whether an escape character begins a sequence
    std::unique_ptr<QSocketNotifier> m_readable;
    std::unique_ptr<QSocketNotifier> m_writable;
};

} // namespace lockscope::lockctl
