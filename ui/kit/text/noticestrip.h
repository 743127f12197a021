// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QFrame>

class QLabel;

namespace lockscope::ui {

// The subject of a notice, by which it can be withdrawn when it is true no more.
enum class NoticeAbout : quint8 {
    Event, // it happened, and stays true
    Link, // that could not be opened
    Filter, // that hides a lock
    Refusal, // to act
};

// The latest notice for the operator, with its time, in full: the outcome of an action, or a failed
// reading. It stays until it is put away or withdrawn, or another one comes. GUI thread; the clock
// must outlive it.
class NoticeStrip : public QFrame
{
    Q_OBJECT

public:
    explicit NoticeStrip(const Clock &clock, QWidget *parent = nullptr);

    void tell(const QString &text, NoticeAbout about = NoticeAbout::Event);
    // Another notice stays.
    void withdraw(NoticeAbout about);

private:
    const Clock &m_clock;
    QLabel *m_text;
    NoticeAbout m_about = NoticeAbout::Event;
};

} // namespace lockscope::ui
