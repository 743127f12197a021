// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exception/exceptiondialog.h"

#include "core/base/text.h"
#include "ui/client/navigator.h"
#include "ui/detail/lockfacts.h"
#include "ui/theme/textwidth.h"
#include "ui/wording/exceptionwording.h"
#include "ui/wording/holdwording.h"
#include "ui/wording/lockname.h"
#include "ui/wording/wording.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

using Relation = ExceptionHit::Relation;

// From the last key until records are searched.
constexpr auto pause = 300ms;

QString shownRecord(const QString &name)
{
    return visibleElided(name.toUtf8(), 60);
}

QString relationText(const ExceptionHit &hit)
{
    const QString name = wording::lockName(hit.lock.name);
    const QString owner = wording::owner(hit.owner, hit.alias);
    const QString who = hit.isOtherThread
        ? ExceptionDialog::tr("%1, another thread of the same client,").arg(owner)
        : owner;
    switch (hit.relation) {
    case Relation::HoldsNow:
        return ExceptionDialog::tr("%1 - %2 holds it now").arg(name, who);
    case Relation::WaitsNow:
        return ExceptionDialog::tr("%1 - %2 waits for it now").arg(name, who);
    case Relation::HeldBefore:
        return ExceptionDialog::tr("%1 - %2 held it").arg(name, who);
    case Relation::Named:
        if (hit.owner.isEmpty())
            return ExceptionDialog::tr("%1 - named in the text").arg(name);
        return ExceptionDialog::tr("%1 - named in the text, last held by %2").arg(name, who);
    }
    return {};
}

QString holdText(const insight::HoldInterval &hold, const ExceptionHit &hit, WallInstant now)
{
    return hit.record.isEmpty() ? wording::holdSentence(hold, now)
                                : wording::recordedHoldSentence(hold, hit.recordEnd, now);
}

bool isConnected(const ExceptionHit &hit)
{
    return !hit.lock.deployment.isNone();
}

// The facts known about one lock, in a few lines.
QString hitText(const ExceptionHit &hit, WallInstant now)
{
    QStringList lines{relationText(hit)};
    if (!hit.record.isEmpty())
        lines += ExceptionDialog::tr("By the record of %1:").arg(shownRecord(hit.record));
    if (hit.hold) {
        lines += wording::ended(wording::capitalised(holdText(*hit.hold, hit, now)));
        if (const QString reason = wording::lossReason(*hit.hold); !reason.isEmpty())
            lines += wording::ended(wording::capitalised(reason));
    }
    if (hit.next)
        lines +=
            ExceptionDialog::tr("The next holder was %1, %2.")
                .arg(wording::owner(hit.nextOwner, hit.nextAlias), holdText(*hit.next, hit, now));
    if (!isConnected(hit)) {
        lines += ExceptionDialog::tr("Its server is not connected here.");
        return lines.join(u'\n');
    }
    // A lock that only counts has no holders: its count is told instead.
    const QString left = hit.now && hit.now->holds.empty() ? permitsText(*hit.now) : QString();
    lines += wording::ended(
        wording::capitalised(left.isEmpty() ? wording::holdersNow(hit.now.get(), now) : left));
    return lines.join(u'\n');
}

// Its beginning while it is held.
WallInstant endOf(const ExceptionHit &hit)
{
    return hit.hold->isOpen() ? hit.hold->start() : hit.hold->end();
}

// The row of the same hit as before: of the same lock and owner, preferably in the same relation.
// -1: there is none.
int rowLike(const std::vector<ExceptionHit> &hits, const ExceptionHit &before)
{
    int found = -1;
    for (std::size_t row = 0; row < hits.size(); ++row) {
        const ExceptionHit &hit = hits[row];
        if (hit.lock != before.lock || hit.owner != before.owner || hit.record != before.record)
            continue;
        if (found < 0 || hit.relation == before.relation)
            found = static_cast<int>(row);
    }
    return found;
}

} // namespace

ExceptionDialog::ExceptionDialog(const Sources &sources, QWidget *parent)
    : Dialog(parent)
    , m_history(sources.history)
    , m_client(sources.client)
    , m_clock(sources.clock)
    , m_records(sources.records)
    , m_text(new QPlainTextEdit)
    , m_summary(new QLabel)
    , m_hits(new QListWidget)
    , m_open(new QPushButton(tr("&Open lock")))
    , m_timeline(new QPushButton(tr("Show on &timeline")))
    , m_lookBack(new QPushButton(tr("Look &back")))
{
    setObjectName("exceptionDialog"_L1);
    setWindowTitle(tr("Paste an exception"));
    auto *label = new QLabel(tr("&Exception, stack trace or lines of a log:"));
    label->setBuddy(m_text);
    m_text->setObjectName("exceptionText"_L1);
    m_text->setAccessibleName(tr("Exception, stack trace or lines of a log"));
    m_text->setTabChangesFocus(true);
    m_text->setPlaceholderText(
        tr("attempt to unlock lock, not locked by current thread by node id: ... thread-id: ..."));
    m_summary->setObjectName("exceptionSummary"_L1);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_hits->setObjectName("exceptionHits"_L1);
    m_hits->setAccessibleName(tr("Locks that the exception may be about"));
    m_hits->setWordWrap(true);
    m_hits->setAlternatingRowColors(true);
    m_hits->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_hits->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_open->setObjectName("exceptionOpen"_L1);
    m_timeline->setObjectName("exceptionTimeline"_L1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_open, QDialogButtonBox::ActionRole);
    buttons->addButton(m_timeline, QDialogButtonBox::ActionRole);
    buttons->addButton(m_lookBack, QDialogButtonBox::ActionRole);
    m_lookBack->setObjectName("exceptionLookBack"_L1);
    m_lookBack->setToolTip(tr("Opens a window over the record, at the end of the hold."));
    m_lookBack->setVisible(m_records != nullptr);
    setAffirmative(m_open);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(label);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_summary);
    layout->addWidget(m_hits, 2);
    layout->addWidget(buttons);
    resize(90 * characterWidth(fontMetrics()), 32 * fontMetrics().height());

    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        m_past.clear();
        if (m_records)
            m_records->cancel();
        m_searched.clear();
        m_typed.start();
        refresh(true);
    });
    connect(m_hits, &QListWidget::currentRowChanged, this, &ExceptionDialog::updateButtons);
    connect(m_hits, &QListWidget::itemActivated, m_open, &QPushButton::click);
    connect(m_open, &QPushButton::clicked, this, [this] {
        if (const ExceptionHit *hit = chosen())
            Q_EMIT lockChosen(hit->lock);
    });
    connect(m_timeline, &QPushButton::clicked, this, [this] {
        const ExceptionHit *hit = chosen();
        if (!hit)
            return;
        Q_EMIT timelineWanted(hit->lock, hit->hold ? std::optional(endOf(*hit)) : std::nullopt);
    });
    connect(m_lookBack, &QPushButton::clicked, this, [this] {
        const ExceptionHit *hit = chosen();
        if (hit && hit->hold && !hit->record.isEmpty())
            Q_EMIT lookBackWanted(hit->record, endOf(*hit));
    });
    m_typed.setSingleShot(true);
    m_typed.setInterval(pause);
    connect(&m_typed, &QTimer::timeout, this, &ExceptionDialog::searchRecords);
    connectRecords();
    m_second.setInterval(1s);
    connect(&m_client.locks(), &LockTableModel::merged, this, [this] { m_isOld = true; });
    connect(&m_second, &QTimer::timeout, this, [this] {
        if (m_isOld || m_revision != m_history.revision())
            refresh(false);
    });
    refresh(true);
}

void ExceptionDialog::connectRecords()
{
    if (!m_records)
        return;
    connect(m_records, &PastSearch::advanced, this,
            [this](const QString &record, WallInstant since) {
                m_searched = record;
                m_searchedSince = since;
                refresh(false);
            });
    connect(m_records, &PastSearch::found, this, [this](const PastHolds &holds) {
        m_past.push_back(holds);
        refresh(false);
    });
    connect(m_records, &PastSearch::finished, this, [this] {
        m_searched.clear();
        refresh(false);
    });
}

void ExceptionDialog::searchRecords()
{
    if (m_records && isVisible() && !m_answer.text.isEmpty())
        m_records->search(m_answer.text);
}

ExceptionDialog *ExceptionDialog::open(const Sources &sources, Navigator &navigator,
                                       QWidget *window)
{
    auto *dialog = window->findChild<ExceptionDialog *>();
    if (!dialog) {
        dialog = new ExceptionDialog(sources, window);
        connect(dialog, &ExceptionDialog::lockChosen, window,
                [&navigator](const watch::LockId &lock) { navigator.openLock(lock); });
        connect(dialog, &ExceptionDialog::timelineWanted, window,
                [&navigator](const watch::LockId &lock, const std::optional<WallInstant> &at) {
                    navigator.showOnTimeline(lock, at);
                });
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    dialog->pasteClipboard();
    return dialog;
}

void ExceptionDialog::showEvent(QShowEvent *event)
{
    Dialog::showEvent(event);
    m_second.start();
    if (m_past.empty())
        m_typed.start();
}

void ExceptionDialog::hideEvent(QHideEvent *event)
{
    QDialog::hideEvent(event);
    m_second.stop();
    m_typed.stop();
    if (m_records)
        m_records->cancel();
    m_searched.clear();
}

void ExceptionDialog::pasteClipboard()
{
    const QString text = QApplication::clipboard()->text();
    if (!text.trimmed().isEmpty())
        m_text->setPlainText(text.left(2 * format::longestException));
    m_text->setFocus();
}

const ExceptionHit *ExceptionDialog::chosen() const
{
    const auto row = static_cast<std::size_t>(m_hits->currentRow());
    return m_hits->currentRow() >= 0 && row < m_answer.hits.size() ? &m_answer.hits[row] : nullptr;
}

void ExceptionDialog::updateButtons()
{
    const ExceptionHit *hit = chosen();
    m_open->setEnabled(hit && hit->now);
    m_timeline->setEnabled(hit && hit->record.isEmpty()
                           && m_history.find(hit->lock) != insight::HoldHistory::noLane);
    m_lookBack->setEnabled(hit && hit->hold && !hit->record.isEmpty());
}

void ExceptionDialog::findHits()
{
    const QByteArray text = m_text->toPlainText().toUtf8();
    const LockTableModel &table = m_client.locks();
    const LocksNow locks{[&](const watch::LockId &id) { return table.find(id); },
                         [&](const auto &visit) { table.forEachLock(visit); }};
    m_answer = answerException(format::readException(text), m_history, locks);
    const auto deploymentOf = [&](const QString &label) -> std::optional<watch::DeploymentId> {
        for (const ServerRow &row : m_client.servers().rows()) {
            if (row.server.label == label)
                return row.server.deployment;
        }
        return std::nullopt;
    };
    for (const PastHolds &past : m_past)
        addRecorded(m_answer, past, locks, deploymentOf);
}

QString ExceptionDialog::recordsSentence(WallInstant now) const
{
    if (!m_searched.isEmpty())
        return tr("Searching the record of %1, back to %2…")
            .arg(shownRecord(m_searched), wording::clockTime(m_searchedSince, now));
    const auto isDamaged = std::ranges::find_if(m_past, &PastHolds::isDamaged);
    if (isDamaged != m_past.end())
        return tr("A part of the record of %1 could not be read.")
            .arg(shownRecord(isDamaged->record));
    const bool isInNone = !m_past.empty()
        && std::ranges::none_of(m_past, [](const auto &past) { return past.history != nullptr; });
    if (!isInNone)
        return {};
    const WallInstant since = std::ranges::min(m_past, {}, &PastHolds::since).since;
    return tr("The records of this machine have nothing related since %1.")
        .arg(wording::clockTime(since, now));
}

// The content of the text, and how far it was found.
QStringList ExceptionDialog::summary(WallInstant now) const
{
    if (m_text->toPlainText().trimmed().isEmpty())
        return {tr("Shows which lock the exception is about, who holds it now, and what happened "
                   "when.")};
    QStringList sentences{wording::troubleSentence(m_answer.text)};
    const auto &owners = m_answer.text.owners;
    if (m_answer.hits.empty() && !m_answer.text.isEmpty())
        sentences += m_history.begin()
            ? tr("Lockscope has seen nothing related since %1, when it started watching.")
                  .arg(wording::clockTime(*m_history.begin(), now))
            : tr("Lockscope has not seen any locks yet.");
    else if (!owners.empty() && !m_answer.isOwnerKnown)
        sentences += tr("Lockscope has not seen the owner %1 itself.")
                         .arg(wording::owner(owners.front(), {}));
    if (const QString records = recordsSentence(now); !records.isEmpty())
        sentences += records;
    if (m_answer.isMore)
        sentences += tr("Not all results are shown.");
    if (m_answer.text.cut)
        sentences += tr("Only the beginning of the text was analysed.");
    return sentences;
}

// With the same text the same lock stays chosen.
void ExceptionDialog::refresh(bool isNewText)
{
    const ExceptionHit *const hit = isNewText ? nullptr : chosen();
    const auto before = hit ? std::optional(*hit) : std::nullopt;
    m_revision = m_history.revision();
    m_isOld = false;
    findHits();
    const WallInstant now = m_clock.wallNow();
    m_summary->setText(summary(now).join(u' '));
    const QSignalBlocker quiet(m_hits);
    const int count = static_cast<int>(m_answer.hits.size());
    while (m_hits->count() > count)
        delete m_hits->takeItem(m_hits->count() - 1);
    for (int row = 0; row < count; ++row) {
        const QString shown = hitText(m_answer.hits[static_cast<std::size_t>(row)], now);
        if (row >= m_hits->count())
            m_hits->addItem(shown);
        else if (m_hits->item(row)->text() != shown)
            m_hits->item(row)->setText(shown);
    }
    m_hits->setVisible(count > 0);
    if (const int row = before ? rowLike(m_answer.hits, *before) : -1; row >= 0)
        m_hits->setCurrentRow(row);
    else if (count > 0 && (isNewText || m_hits->currentRow() < 0))
        m_hits->setCurrentRow(0);
    updateButtons();
}

} // namespace lockscope::ui
