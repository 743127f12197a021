// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/contentioncharts.h"

#include "ui/kit/chartlook.h"
#include "ui/kit/decimate.h"
#include "ui/kit/pictured.h"
#include "ui/theme/textwidth.h"
#include "ui/theme/tones.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QHBoxLayout>
#include <QHorizontalBarSeries>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QPen>
#include <QStringList>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr std::size_t fewestBars = 3;
constexpr std::size_t mostOfAll = 12;
constexpr int mostSteps = 3;
constexpr int charactersForBoth = 76; // with the legend in full

double secondsBetween(Instant from, Instant to)
{
    return std::chrono::duration<double>(to - from).count();
}

// From 0 to a number that is not exceeded, in few steps of 1, 2 or 5 times a power of ten.
// QValueAxis::applyNiceNumbers() leaves 3333.33 beside 10000.
void fitTo(QValueAxis &axis, double highest)
{
    highest = std::max(highest, 1.0);
    const double least = highest / mostSteps;
    const double power = std::pow(10, std::floor(std::log10(least)));
    double step = 10 * power;
    for (const double nice : {5.0, 2.0, 1.0}) {
        if (nice * power >= least)
            step = nice * power;
    }
    const int steps = static_cast<int>(std::ceil(highest / step));
    axis.setRange(0, steps * step);
    axis.setTickCount(steps + 1);
}

// To whole minutes, in few steps: their labels are short.
void fitToMinutes(QValueAxis &axis, double longest)
{
    const bool isShort = longest <= 6;
    const double range = isShort ? std::max(1.0, std::ceil(longest)) : std::ceil(longest / 3) * 3;
    axis.setRange(0, range);
    axis.setTickCount(1 + (isShort ? std::max(2, static_cast<int>(range)) : 3));
}

// The points of a part of each line, in the order of the lines.
using PartPoints = std::array<QList<QPointF>, 4>;

void appendTo(PartPoints &part, double ago, const insight::ContentionPoint &point)
{
    part[0].emplaceBack(ago, static_cast<double>(point.acquisitions));
    part[1].emplaceBack(ago, static_cast<double>(point.renewals));
    part[2].emplaceBack(ago, static_cast<double>(point.waiters));
    part[3].emplaceBack(ago, static_cast<double>(point.connections));
}

} // namespace

ContentionCharts::ContentionCharts(QWidget *parent)
    : QWidget(parent)
    , m_ranking(new QChartView)
    , m_bars(new QBarSet(QString()))
    , m_names(new QBarCategoryAxis)
    , m_costs(new QValueAxis)
    , m_course(new QChartView)
    , m_acquired(new QLineSeries)
    , m_renewed(new QLineSeries)
    , m_waiters(new QLineSeries)
    , m_connections(new QLineSeries)
    , m_minutes(new QValueAxis)
    , m_rates(new QValueAxis)
    , m_counts(new QValueAxis)
{
    setObjectName("contentionCharts"_L1);
    makeRanking();
    makeCourse();
    applyViewLook(*m_ranking, u"contentionRanking"_s);
    applyViewLook(*m_course, u"contentionCourse"_s);
    m_ranking->setAccessibleName(tr("Locks with the highest cost, as a bar chart"));
    m_course->setAccessibleName(tr("Use and waiters over time"));
    setPicture(m_ranking, tr("Locks with the highest cost"));
    setPicture(m_course, tr("Use and waiters over time"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_ranking, 1);
    layout->addWidget(m_course, 1);
    updateLook();
}

void ContentionCharts::makeRanking()
{
    auto *series = new QHorizontalBarSeries;
    series->append(m_bars);
    QChart *const chart = m_ranking->chart();
    chart->addSeries(series);
    chart->addAxis(m_names, Qt::AlignLeft);
    chart->addAxis(m_costs, Qt::AlignBottom);
    series->attachAxis(m_names);
    series->attachAxis(m_costs);
    chart->legend()->hide();
    m_names->setGridLineVisible(false);
    m_costs->setLabelFormat(u"%g"_s);
    fitTo(*m_costs, 1);
    connect(m_bars, &QBarSet::clicked, this,
            [this](int index) { Q_EMIT barChosen(barCount() - 1 - index); });
}

void ContentionCharts::makeCourse()
{
    QChart *const chart = m_course->chart();
    m_acquired->setName(tr("acquired"));
    m_renewed->setName(tr("renewed"));
    m_waiters->setName(tr("waiters"));
    m_connections->setName(tr("conn."));
    chart->addAxis(m_minutes, Qt::AlignBottom);
    chart->addAxis(m_rates, Qt::AlignLeft);
    chart->addAxis(m_counts, Qt::AlignRight);
    m_parts.push_back({m_acquired, m_renewed, m_waiters, m_connections});
    for (std::size_t line = 0; line < 4; ++line) {
        QLineSeries *const series = m_parts.front()[line];
        chart->addSeries(series);
        series->attachAxis(m_minutes);
        series->attachAxis(line < 2 ? m_rates : m_counts);
    }
    m_minutes->setReverse(true); // now is at the right
    m_minutes->setRange(0, 1);
    m_minutes->setTitleText(tr("minutes ago"));
    // At the axes, so that the legend has room for all four in a narrow chart.
    m_rates->setTitleText(tr("in 10 s"));
    m_counts->setTitleText(tr("waiting at a time"));
    m_counts->setGridLineVisible(false);
    for (QValueAxis *axis : {m_minutes, m_rates, m_counts})
        axis->setLabelFormat(u"%g"_s);
    fitTo(*m_rates, 1);
    fitTo(*m_counts, 1);
    chart->legend()->setAlignment(Qt::AlignTop);
    chart->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries); // the dashes, not only colour
}

// A line series cannot have a gap. The legend has the first part of each line alone.
void ContentionCharts::addPart()
{
    QChart *const chart = m_course->chart();
    Part part{};
    for (std::size_t line = 0; line < part.size(); ++line) {
        part[line] = new QLineSeries;
        chart->addSeries(part[line]);
        part[line]->attachAxis(m_minutes);
        part[line]->attachAxis(line < 2 ? m_rates : m_counts);
        part[line]->setPen(m_parts.front()[line]->pen());
        const QList<QLegendMarker *> markers = chart->legend()->markers(part[line]);
        for (QLegendMarker *marker : markers)
            marker->setVisible(false);
    }
    m_parts.push_back(part);
}

// The table has the bars' figures, too.
void ContentionCharts::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_ranking->setVisible(width() >= charactersForBoth * characterWidth(fontMetrics()));
}

std::size_t ContentionCharts::mostBars() const
{
    const int line = fontMetrics().height() * 3 / 2;
    const int room = std::max(0, height() / std::max(1, line) - 3); // the axis below needs some
    return std::clamp(static_cast<std::size_t>(room), fewestBars, mostOfAll);
}

int ContentionCharts::barCount() const
{
    return m_bars->count();
}

qsizetype ContentionCharts::pointCount() const
{
    qsizetype count = 0;
    for (const Part &part : m_parts)
        count += part[0]->count();
    return count;
}

void ContentionCharts::showRanking(const QString &unit, const std::vector<Bar> &bars)
{
    // The first category is at the bottom.
    const auto count = static_cast<int>(std::min(bars.size(), mostBars()));
    QStringList names;
    QStringList words;
    double highest = 0;
    for (int i = 0; i < count; ++i) {
        const Bar &bar = bars[static_cast<std::size_t>(i)];
        // Two may have the same name, but no two categories may.
        names.prepend(chartText(u"%1. %2"_s.arg(QString::number(i + 1), bar.name)));
        words += u"%1: %2"_s.arg(bar.name, QString::number(bar.value, 'f', 1));
        highest = std::max(highest, bar.value);
    }
    if (m_names->categories() != names)
        m_names->setCategories(names);
    if (m_bars->count() > count)
        m_bars->remove(count, m_bars->count() - count);
    for (int i = 0; i < count; ++i) {
        const double value = bars[static_cast<std::size_t>(count - 1 - i)].value;
        if (i < m_bars->count())
            m_bars->replace(i, value);
        else
            m_bars->append(value);
    }
    fitTo(*m_costs, highest);
    m_costs->setTitleText(chartText(unit));
    m_ranking->setAccessibleDescription(u"%1: %2"_s.arg(unit, words.join(u"; "_s)));
}

void ContentionCharts::showCourse(const QString &title,
                                  const std::vector<insight::ContentionPoint> &points, Instant now)
{
    // The oldest step begins a little before the time that is shown.
    constexpr double minutesOfStep = double(insight::ContentionSeries::step.count()) / 60;
    std::vector<PartPoints> parts(1);
    std::array<double, 4> highest{};
    double longest = 1;
    const insight::ContentionPoint *before = nullptr; // in sight
    for (const insight::ContentionPoint &point : points) {
        const double ago = std::max(0.0, secondsBetween(point.from, now) / 60);
        longest = std::max(longest, ago);
        if (point.isUnseen) {
            if (before != nullptr) {
                // To the end of its step, or a single one would be no line.
                appendTo(parts.back(), ago, *before);
                parts.emplace_back();
            }
            before = nullptr;
            continue;
        }
        appendTo(parts.back(), ago, point);
        before = &point;
        for (std::size_t line = 0; line < highest.size(); ++line)
            highest[line] = std::max(highest[line], parts.back()[line].back().y());
    }
    while (m_parts.size() < parts.size())
        addPart();
    parts.resize(m_parts.size()); // the others become empty
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        for (std::size_t line = 0; line < highest.size(); ++line)
            m_parts[i][line]->replace(decimated(parts[i][line]));
    }
    const bool hasConnections = highest[3] > 0;
    m_connections->setVisible(hasConnections);
    fitToMinutes(*m_minutes, std::max(1.0, longest - minutesOfStep));
    fitTo(*m_rates, std::max(highest[0], highest[1]));
    fitTo(*m_counts, std::max(highest[2], highest[3]));
    m_course->chart()->setTitle(chartText(title));
    if (points.empty()) {
        m_course->setAccessibleDescription(title);
        return;
    }
    const insight::ContentionPoint &last = points.back();
    if (last.isUnseen) {
        m_course->setAccessibleDescription(
            tr("%1: no server was in sight in the last 10 s").arg(title));
        return;
    }
    QString text = tr("%1: in the last 10 s, %2 acquisitions, %3 renewals, at most %4 waiters")
                       .arg(title, QString::number(last.acquisitions),
                            QString::number(last.renewals), QString::number(last.waiters));
    if (hasConnections)
        text += tr(", at most %1 waiting connections").arg(last.connections);
    m_course->setAccessibleDescription(text);
}

void ContentionCharts::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        updateLook();
}

void ContentionCharts::updateLook()
{
    for (QChartView *view : {m_ranking, m_course}) {
        applyChartLook(*view->chart(), palette(), font());
        view->setBackgroundBrush(palette().color(QPalette::Base));
    }
    m_bars->setBrush(toneColor(Tone::Notice, palette()));
    m_bars->setPen(Qt::NoPen);
    const qreal width = std::max(1.5, fontMetrics().height() / 9.0);
    for (const Part &part : m_parts) {
        part[0]->setPen(QPen(toneColor(Tone::Neutral, palette()), width));
        part[1]->setPen(QPen(toneColor(Tone::Good, palette()), width, Qt::DashLine));
        part[2]->setPen(QPen(toneColor(Tone::Alarm, palette()), width, Qt::DotLine));
        part[3]->setPen(QPen(toneColor(Tone::Notice, palette()), width, Qt::DashDotLine));
    }
}

} // namespace lockscope::ui
