// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QLabel>
#include <QStringList>

#include <optional>

namespace lockscope::ui {

// The records that the console keeps of the servers it sees. A value.
struct RecordingState {
    // Since when it is wanted; empty: it is not.
    std::optional<WallInstant> since;
    QStringList records; // profiles, or URLs, that are written
    QStringList elsewhere; // another program writes these
    QString trouble; // why something is not written, as a sentence; empty: nothing is wrong

    friend bool operator==(const RecordingState &, const RecordingState &) = default;
};

// In the status bar: since when a record is kept, or that it is not; nothing where none is wanted.
// GUI thread.
class RecordingMark : public QLabel
{
    Q_OBJECT

public:
    explicit RecordingMark(QWidget *parent = nullptr);

    void show(const RecordingState &state);

protected:
    void changeEvent(QEvent *event) override;

private:
    void colour();

    RecordingState m_state;
};

} // namespace lockscope::ui
