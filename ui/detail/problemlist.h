// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/problem.h"

#include <QWidget>

#include <vector>

class QLabel;
class QToolButton;

namespace lockscope::ui {

// The problems of the shown lock, the worst first: each with its severity, since when, the evidence
// and what to do. GUI thread. Without a problem it is not there.
class ProblemList : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t most = 4; // of more it tells the number

    explicit ProblemList(QWidget *parent = nullptr);

    void show(const std::vector<health::Problem> &problems, WallInstant now);

Q_SIGNALS:
    void guideWanted(const QString &page); // of the user guide, by its file name without the end

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Entry {
        QWidget *all;
        QLabel *title;
        QLabel *evidence;
        QLabel *advice;
        QToolButton *guide;
    };

    Entry addEntry();
    void fill(const Entry &entry, const health::Problem &problem);
    void colour();

    std::vector<health::Problem> m_problems;
    WallInstant m_now;
    std::vector<Entry> m_entries;
    QLabel *m_more;
};

} // namespace lockscope::ui
