// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/detailsummary.h"

#include "core/base/text.h"
#include "core/watch/record/problems.h"
#include "ui/kit/copying.h"
#include "ui/kit/formgrid.h"
#include "ui/kit/text/followfont.h"
#include "ui/kit/text/namelabel.h"
#include "ui/kit/text/roomylabel.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/lockname.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

DetailSummary::DetailSummary(const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_clock(clock)
    , m_layout(new QVBoxLayout(this))
    , m_form(new FormGrid)
    , m_name(new NameLabel({}))
    , m_link(new QToolButton)
{
    setObjectName("detailSummary"_L1);
    m_name->setObjectName("detailName"_L1);
    QFont bold = m_name->font();
    bold.setBold(true);
    m_name->setFont(bold);
    setLargeFont(m_name, 1.15);
    const int gap = std::max(3, fontMetrics().height() / 5);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setVerticalSpacing(gap);
    m_form->setHorizontalSpacing(4 * gap);
    m_state = addLine(tr("State"), u"detailState"_s);
    m_kind = addLine(tr("Kind"), u"detailKind"_s);
    m_reason = addLine(tr("Recognised by"), u"detailReason"_s);
    m_problems = addLine(tr("Key problems"), u"detailProblems"_s);
    m_multi = addLine(tr("Part of"), u"detailMulti"_s);
    m_server = addLine(tr("Server"), u"detailServer"_s);
    m_replicas = addLine(tr("Replicas"), u"detailReplicas"_s);
    m_fencing = addLine(tr("Fencing token"), u"detailFencing"_s);
    m_permits = addLine(tr("Counts"), u"detailPermits"_s);
    m_client = addLine(tr("Clients"), u"detailClient"_s, 2);
    m_layout->setContentsMargins(3 * gap, 2 * gap, 3 * gap, 2 * gap);
    m_layout->setSpacing(2 * gap);
    m_link->setObjectName("detailCopyLink"_L1);
    m_link->setText(tr("Copy link"));
    m_link->setToolTip(toolTipOf(tr("Copies a lockscope:// link that opens this lock")));
    m_link->setFocusPolicy(Qt::TabFocus);
    m_link->setAutoRaise(true);
    connect(m_link, &QToolButton::clicked, this, &DetailSummary::linkWanted);
    auto *head = new QHBoxLayout;
    head->addWidget(m_name, 1);
    head->addWidget(m_link, 0, Qt::AlignTop);
    m_layout->addLayout(head);
    m_layout->addLayout(m_form, 1);
}

RoomyLabel *DetailSummary::addLine(const QString &title, const QString &name, int leastLines)
{
    auto *const label = new RoomyLabel(name, leastLines);
    m_form->addRow(title, label);
    return label;
}

// A line that has come stays for as long as the lock is shown, and says so when it is empty.
void DetailSummary::setLine(RoomyLabel *label, const QString &text)
{
    const bool isThere = !label->isHidden();
    label->setText(text.isEmpty() ? QStringLiteral("–") : text);
    if (!isThere)
        m_form->setRowVisible(label, !text.isEmpty());
}

void DetailSummary::copyLink(const QString &link)
{
    copyFrom(*m_link, link);
}

void DetailSummary::insertBelowName(QWidget *widget)
{
    m_layout->insertWidget(1, widget);
}

void DetailSummary::setName(const LockName &name)
{
    for (RoomyLabel *label : findChildren<RoomyLabel *>())
        label->giveRoomBack();
    for (RoomyLabel *label : {m_reason, m_replicas, m_fencing, m_permits})
        m_form->setRowVisible(label, false);
    for (RoomyLabel *label : {m_kind, m_problems, m_server}) // it may never have been seen
        label->setText(QStringLiteral("–"));
    m_name->setText(wording::lockName(name, 300));
    m_name->setToolTip(toolTipOf(wording::lockName(name, 400)));
}

void DetailSummary::showLock(const watch::LockRecord &lock, const std::optional<Instant> &lostAt)
{
    QString state = wording::state(lock.state);
    if (lock.truncated)
        state += tr(", with more holds or waiters than shown");
    if (lostAt)
        state = tr("%1 when last seen; the server connection was lost %2 ago")
                    .arg(state, wording::age(std::chrono::floor<Millis>(m_clock.now() - *lostAt)));
    m_state->setText(state);
    m_kind->setText(tr("%1 (%2)").arg(wording::kind(lock.kind), wording::library(lock.library)));
    showServer(*lock.server);
    setLine(m_reason, candidatesText(*lock.candidates));
    QStringList problems;
    for (const watch::Problem &problem : watch::problemsOf(lock, m_clock.now()))
        problems += wording::said(problem.text);
    setLine(m_problems, problems.join(u'\n'));
    setLine(m_fencing, lock.fencingToken ? QString::number(*lock.fencingToken) : QString());
    setLine(m_permits, permitsText(lock));
}

void DetailSummary::showGone(bool isInSight)
{
    m_state->setText(isInSight ? tr("gone: it has no holder, and its keys no longer exist")
                               : tr("gone when last seen"));
    showReplicas({});
    showRelated({});
}

void DetailSummary::showServer(const QString &label)
{
    m_server->setText(visibleElided(label.toUtf8(), 200));
}

void DetailSummary::showReplicas(const QString &text)
{
    setLine(m_replicas, text);
}

void DetailSummary::showRelated(const RelatedFacts &facts)
{
    setLine(m_multi, facts.multis.join(u'\n'));
    setLine(m_client, facts.clients.join(u'\n'));
}

} // namespace lockscope::ui
