// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exception/exceptiondialog.h"

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

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

using Relation = ExceptionHit::Relation;

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

// The facts known about one lock, in a few lines.
QString hitText(const ExceptionHit &hit, WallInstant now)
{
    QStringList lines{relationText(hit)};
    if (hit.hold) {
        lines += wording::ended(wording::capitalised(wording::holdSentence(*hit.hold, now)));
        if (const QString reason = wording::lossReason(*hit.hold); !reason.isEmpty())
            lines += wording::ended(wording::capitalised(reason));
    }
    if (hit.next)
        lines += ExceptionDialog::tr("The next holder was %1, %2.")
                     .arg(wording::owner(hit.nextOwner, hit.nextAlias),
                          wording::holdSentence(*hit.next, now));
    // A lock that only counts has no holders: its count is told instead.
    const QString left = hit.now && hit.now->holds.empty() ? permitsText(*hit.now) : QString();
    lines += wording::ended(
        wording::capitalised(left.isEmpty() ? wording::holdersNow(hit.now.get(), now) : left));
    return lines.join(u'\n');
}

// The row of the same hit as before: of the same lock and owner, preferably in the same relation.
// -1: there is none.
int rowLike(const std::vector<ExceptionHit> &hits, const ExceptionHit &before)
{
    int found = -1;
    for (std::size_t row = 0; row < hits.size(); ++row) {
        const ExceptionHit &hit = hits[row];
        if (hit.lock != before.lock || hit.owner != before.owner)
            continue;
        if (found < 0 || hit.relation == before.relation)
            found = static_cast<int>(row);
    }
    return found;
}

} // namespace

ExceptionDialog::ExceptionDialog(const watch::HoldHistory &history, WatchClient &client,
                                 const Clock &clock, QWidget *parent)
    : Dialog(parent)
    , m_history(history)
    , m_client(client)
    , m_clock(clock)
    , m_text(new QPlainTextEdit)
    , m_summary(new QLabel)
    , m_hits(new QListWidget)
    , m_open(new QPushButton(tr("&Open lock")))
    , m_timeline(new QPushButton(tr("Show on &timeline")))
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
    setAffirmative(m_open);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(label);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_summary);
    layout->addWidget(m_hits, 2);
    layout->addWidget(buttons);
    resize(90 * characterWidth(fontMetrics()), 32 * fontMetrics().height());

    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] { refresh(true); });
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
        std::optional<WallInstant> at;
        if (hit->hold)
            at = hit->hold->isOpen() ? hit->hold->start() : hit->hold->end();
        Q_EMIT timelineWanted(hit->lock, at);
    });
    m_second.setInterval(1s);
    connect(&m_client.locks(), &LockTableModel::merged, this, [this] { m_isOld = true; });
    connect(&m_second, &QTimer::timeout, this, [this] {
        if (m_isOld || m_revision != m_history.revision())
            refresh(false);
    });
    refresh(true);
}

void ExceptionDialog::open(const watch::HoldHistory &history, WatchClient &client,
                           const Clock &clock, Navigator &navigator, QWidget *window)
{
    auto *dialog = window->findChild<ExceptionDialog *>();
    if (!dialog) {
        dialog = new ExceptionDialog(history, client, clock, window);
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
}

void ExceptionDialog::showEvent(QShowEvent *event)
{
    Dialog::showEvent(event);
    m_second.start();
}

void ExceptionDialog::hideEvent(QHideEvent *event)
{
    QDialog::hideEvent(event);
    m_second.stop();
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
    m_timeline->setEnabled(hit && m_history.find(hit->lock) != watch::HoldHistory::noLane);
}

// With the same text the same lock stays chosen.
void ExceptionDialog::refresh(bool isNewText)
{
    const ExceptionHit *const hit = isNewText ? nullptr : chosen();
    const auto before = hit ? std::optional(*hit) : std::nullopt;
    m_revision = m_history.revision();
    m_isOld = false;
    const QByteArray text = m_text->toPlainText().toUtf8();
    const LockTableModel &locks = m_client.locks();
    m_answer = answerException(format::readException(text), m_history,
                               {[&](const watch::LockId &id) { return locks.find(id); },
                                [&](const auto &visit) { locks.forEachLock(visit); }});
    const WallInstant now = m_clock.wallNow();
    QStringList sentences;
    if (text.trimmed().isEmpty()) {
        sentences +=
            tr("Shows which lock the exception is about, who holds it now, and what happened "
               "when.");
    } else {
        sentences += wording::troubleSentence(m_answer.text);
        const auto &owners = m_answer.text.owners;
        if (m_answer.hits.empty() && !m_answer.text.isEmpty())
            sentences += m_history.begin()
                ? tr("Lockscope has seen nothing related since %1, when it started watching.")
                      .arg(wording::clockTime(*m_history.begin(), now))
                : tr("Lockscope has not seen any locks yet.");
        else if (!owners.empty() && !m_answer.isOwnerKnown)
            sentences += tr("Lockscope has not seen the owner %1 itself.")
                             .arg(wording::owner(owners.front(), {}));
        if (m_answer.isMore)
            sentences += tr("Not all results are shown.");
        if (m_answer.text.cut)
            sentences += tr("Only the beginning of the text was analysed.");
    }
    m_summary->setText(sentences.join(u' '));
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
