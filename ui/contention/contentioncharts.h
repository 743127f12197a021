// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/contention/contentionseries.h"

#include <QWidget>

#include <array>
#include <vector>

QT_BEGIN_NAMESPACE
class QBarCategoryAxis;
class QBarSet;
class QChartView;
class QLineSeries;
class QValueAxis;
QT_END_NAMESPACE

namespace lockscope::ui {

// The cost of the locks as bars, the worst on top, and beside them the use of a lock over time.
// Paints only the data it is given; a table shows all of it, too. GUI thread.
class ContentionCharts : public QWidget
{
    Q_OBJECT

public:
    struct Bar {
        QString name;
        double value = 0;
    };

    explicit ContentionCharts(QWidget *parent = nullptr);

    // The first bars, the worst first; `unit`: the unit of their values.
    void showRanking(const QString &unit, const std::vector<Bar> &bars);
    void showCourse(const QString &title, const std::vector<insight::ContentionPoint> &points,
                    Instant now);

    std::size_t mostBars() const; // that can be told apart
    int barCount() const;
    qsizetype pointCount() const; // of each line, which has a gap where nothing was in sight

Q_SIGNALS:
    void barChosen(int bar); // 0: the worst

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeRanking();
    void makeCourse();
    void updateLook();
    // A part of each of the four lines, between two gaps.
    using Part = std::array<QLineSeries *, 4>;
    void addPart();

    QChartView *m_ranking;
    QBarSet *m_bars;
    QBarCategoryAxis *m_names;
    QValueAxis *m_costs;
    QChartView *m_course;
    QLineSeries *m_acquired;
    QLineSeries *m_renewed;
    QLineSeries *m_waiters;
    QLineSeries *m_connections;
    std::vector<Part> m_parts; // the above are the first; as many as were ever needed
    QValueAxis *m_minutes;
    QValueAxis *m_rates;
    QValueAxis *m_counts;
};

} // namespace lockscope::ui
