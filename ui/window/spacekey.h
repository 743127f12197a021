// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace lockscope::ui {

// Leaves the space bar to the controls that are worked with it, buttons and check boxes say, though
// it is a shortcut of the window. GUI thread; for the whole application while it lives.
class SpaceKey : public QObject
{
    Q_OBJECT

public:
    explicit SpaceKey(QObject *parent);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace lockscope::ui
