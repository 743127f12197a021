// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QFrame>

class QLabel;

namespace lockscope::ui {

// The latest notice for the operator, with its time, in full: the outcome of an action, or a failed
// reading. It stays until it is put away or another one comes. GUI thread; the clock must outlive
// it.
class NoticeStrip : public QFrame
{
    Q_OBJECT

public:
    explicit NoticeStrip(const Clock &clock, QWidget *parent = nullptr);

    void tell(const QString &text);

private:
    const Clock &m_clock;
    QLabel *m_text;
};

} // namespace lockscope::ui
