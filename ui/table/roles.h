// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace lockscope::ui {

// The roles of every model's cells beside their text, for delegates, copying and tests.
enum CellRole {
    RawRole = Qt::UserRole, // the value behind the text: bytes, numbers, a TtlValue
    StaleRole, // bool: the server is lost or the entry is dead; never to be shown as live
    BadgeRole, // int: a Badge to draw before the text
    AlarmRole, // bool: the whole row needs somebody's attention
    NoticeRole, // bool: the same, less urgently
    QuietRole, // bool: the cell does not apply or is unknown
    HeadRole, // bool: the row stands for those below it
    MarkRole, // quint64: determines the colour of a square before the text (markColor())
};

// The meaning of a cell's mark; the delegates choose its shape and its colour.
enum class Badge {
    None,
    Held,
    Contended,
    Free,
    Renewing,
    Overdue,
    Up,
    Connecting,
    Down,
    Gone, // an end as it should be
    Trouble, // an end or an event that somebody ought to know of
};

} // namespace lockscope::ui
