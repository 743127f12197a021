// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QLabel>

namespace lockscope::ui {

// Plain text of any length, which can be copied from and keeps the height that it has needed, so
// that what is below stands still when lines go. GUI thread.
class RoomyLabel : public QLabel
{
    Q_OBJECT

public:
    explicit RoomyLabel(const QString &name, int leastLines = 1, QWidget *parent = nullptr);

    // The text is about something else from now on: only its own height counts.
    void giveRoomBack();

    int heightForWidth(int width) const override;

private:
    int m_leastLines;
    mutable QHash<int, int> m_most; // height by width
};

} // namespace lockscope::ui
