// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinepainter.h"

#include <QWidget>

namespace lockscope::ui {

// The legend of the timeline's shapes, in as many lines as it needs. GUI thread.
class TimelineLegend : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineLegend(QWidget *parent = nullptr);

    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Entry {
        TimelinePainter::Sample sample;
        QString text;
    };
    // Calls visit(entry, place of its picture) for each and says how high all are.
    template <typename Visit>
    int layOut(int width, Visit visit) const;

    TimelinePainter m_painter;
    std::vector<Entry> m_entries;
};

} // namespace lockscope::ui
