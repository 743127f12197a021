// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/problemlist.h"

#include "core/base/text.h"
#include "ui/kit/text/textlabel.h"
#include "ui/theme/tones.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qsizetype longest = 600; // characters of evidence

Tone toneOf(const health::Problem &problem)
{
    if (problem.isSuspended)
        return Tone::Quiet;
    return problem.severity == health::Severity::Critical ? Tone::Alarm : Tone::Notice;
}

// The shapes that the table of locks has, too.
QString mark(const health::Problem &problem)
{
    return problem.severity == health::Severity::Critical ? u"\u25b2"_s : u"\u25c6"_s;
}

} // namespace

ProblemList::ProblemList(QWidget *parent)
    : QWidget(parent)
    , m_more(makeTextLabel(u"problemsMore"_s))
{
    setObjectName("problemList"_L1);
    const int gap = std::max(3, fontMetrics().height() / 5);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(3 * gap, gap, 3 * gap, 2 * gap);
    layout->setSpacing(2 * gap);
    layout->addWidget(m_more);
    hide();
}

ProblemList::Entry ProblemList::addEntry()
{
    const QString number = QString::number(m_entries.size());
    Entry entry{new QWidget, makeTextLabel(u"problemTitle"_s + number),
                makeTextLabel(u"problemEvidence"_s + number),
                makeTextLabel(u"problemAdvice"_s + number), new QToolButton};
    QFont bold = entry.title->font();
    bold.setBold(true);
    entry.title->setFont(bold);
    for (QLabel *label : {entry.title, entry.evidence, entry.advice})
        label->setWordWrap(true);
    entry.guide->setObjectName(u"problemGuide"_s + number);
    entry.guide->setText(tr("Explain"));
    entry.guide->setToolTip(tr("The page of the guide about this problem"));
    entry.guide->setAutoRaise(true);
    entry.guide->setFocusPolicy(Qt::TabFocus);
    connect(entry.guide, &QToolButton::clicked, this, [this, place = m_entries.size()] {
        Q_EMIT guideWanted(u"problem-"_s + QString::fromLatin1(m_problems[place].rule->name));
    });
    auto *top = new QHBoxLayout;
    top->addWidget(entry.title, 1);
    top->addWidget(entry.guide, 0, Qt::AlignTop);
    auto *lines = new QVBoxLayout(entry.all);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(2);
    lines->addLayout(top);
    lines->addWidget(entry.evidence);
    lines->addWidget(entry.advice);
    auto *layout = static_cast<QVBoxLayout *>(this->layout());
    layout->insertWidget(layout->count() - 1, entry.all);
    return entry;
}

void ProblemList::fill(const Entry &entry, const health::Problem &problem)
{
    const QString title = wording::said(problem.rule->title);
    const QString since = wording::clockTime(problem.since, m_now);
    QString text = tr("%1 %2 (%3), since %4")
                       .arg(mark(problem), title, wording::severity(problem.severity), since);
    if (problem.isSuspended)
        text += tr(", not seen now");
    else if (problem.until)
        text += tr(", over since %1").arg(wording::clockTime(*problem.until, m_now));
    entry.title->setText(text);
    entry.evidence->setText(wording::saidAlone(problem.evidence, longest));
    entry.advice->setText(wording::said(problem.rule->whatToDo));
    entry.guide->setAccessibleName(tr("Explain: %1").arg(title));
}

void ProblemList::show(const std::vector<health::Problem> &problems, WallInstant now)
{
    if (problems == m_problems)
        return;
    m_problems = problems;
    m_now = now;
    const std::size_t shown = std::min(most, problems.size());
    while (m_entries.size() < shown)
        m_entries.push_back(addEntry());
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        m_entries[i].all->setVisible(i < shown);
        if (i < shown)
            fill(m_entries[i], problems[i]);
    }
    m_more->setText(tr("Further problems: %1").arg(problems.size() - shown));
    m_more->setVisible(problems.size() > shown);
    colour();
    setVisible(shown > 0);
}

void ProblemList::colour()
{
    for (std::size_t i = 0; i < std::min(m_entries.size(), m_problems.size()); ++i) {
        QPalette colours = palette();
        colours.setColor(QPalette::WindowText, toneColor(toneOf(m_problems[i]), palette()));
        m_entries[i].title->setPalette(colours);
    }
}

void ProblemList::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colour();
}

} // namespace lockscope::ui
