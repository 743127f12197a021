// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <functional>

namespace lockscope::ui {

// Gives each heavy piece of work of the GUI thread a frame of its own. A piece that comes after a
// rest runs at once; after it the thread rests, the longer the more the piece and the painting that
// followed cost, but never longer than a frame at 30 Hz. Pieces that come meanwhile are queued. GUI
// thread; the clock must outlive it. Pieces that are still queued at its destruction never run.
class FramePace : public QObject
{
    Q_OBJECT

public:
    using Piece = std::function<void()>;

    explicit FramePace(const Clock &clock, QObject *parent = nullptr);

    // In the order of asking, and before it returns if nothing is to be waited for. A piece may ask
    // for the next.
    void ask(Piece piece);

protected:
    bool event(QEvent *event) override;

private:
    void run(const Piece &piece);
    void runNext();
    void postBehindPainting();
    void measure();
    void wait();
    Instant::duration restLeft() const;

    const Clock &m_clock;
    std::deque<Piece> m_waiting;
    QTimer m_timer; // until the first of them
    QTimer m_laterWork; // until views have laid out what the piece changed
    bool m_isLaidOut = false;
    Instant m_began{};
    Instant::duration m_pause{0}; // from the beginning of a piece to the next
};

} // namespace lockscope::ui
