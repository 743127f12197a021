// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QObject>

class QAction;
class QMenu;

namespace lockscope::ui {

// The size of everything: by the application's font, from which all heights and widths are derived.
// GUI thread; one a program, since all windows share the font; created while the font has its usual
// size.
class Zoom : public QObject
{
    Q_OBJECT

public:
    static constexpr int usual = 100; // per cent
    static constexpr int least = 50;
    static constexpr int most = 300;

    explicit Zoom(QObject *parent = nullptr);

    int percent() const { return m_percent; }
    void setPercent(int percent); // the next possible one
    // To the next of the usual steps.
    void zoomIn();
    void zoomOut();

    // Actions with their keys.
    void fillMenu(QMenu *menu);

Q_SIGNALS:
    void changed(int percent);

private:
    QFont m_font; // at 100 %
    int m_percent = usual;
};

} // namespace lockscope::ui
