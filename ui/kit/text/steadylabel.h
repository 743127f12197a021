// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace lockscope::ui {

// A line of plain text that changes many times a second, as a count does. It keeps the room of the
// longest of late, so that what is beside it stands still, and so that no text makes the window be
// laid out, and painted, anew. GUI thread.
class SteadyLabel : public QLabel
{
public:
    SteadyLabel();

    void say(const QString &text);

protected:
    void changeEvent(QEvent *event) override;

private:
    QSize wantedSize() const;
    void fit();
};

} // namespace lockscope::ui
