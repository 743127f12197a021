// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/queuelane.h"

#include "core/watch/record/problems.h"
#include "core/watch/track/liveness.h"
#include "ui/detail/detailaccess.h"
#include "ui/kit/ownkeys.h"
#include "ui/theme/textwidth.h"
#include "ui/theme/tones.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

constexpr int ownerCharacters = 22;

} // namespace

QueueLane::QueueLane(const WaitersModel &model, const Clock &clock, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_model(model)
    , m_clock(clock)
{
    installDetailAccess();
    setObjectName("queueLane"_L1);
    setAccessibleName(tr("Queue in wake-up order"));
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    m_tick.setInterval(1s);
    setKeys(this,
            {{{Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down}, tr("Select a waiter")},
             {{Qt::Key_Home, Qt::Key_End}, tr("Select the first or last waiter")}});
    connect(&m_tick, &QTimer::timeout, viewport(), qOverload<>(&QWidget::update));
    using Model = QAbstractItemModel;
    connect(&model, &Model::rowsInserted, this, &QueueLane::onModelChanged);
    connect(&model, &Model::rowsRemoved, this, &QueueLane::onModelChanged);
    connect(&model, &Model::dataChanged, this, &QueueLane::onModelChanged);
}

Instant QueueLane::now() const
{
    if (m_model.rowCount() == 0)
        return m_clock.now();
    return m_model.rowAt(0).lostAt.value_or(m_clock.now());
}

std::vector<watch::WaiterRecord> QueueLane::queue() const
{
    std::vector<watch::WaiterRecord> all;
    all.reserve(m_model.rows().size());
    for (const WaiterRow &row : m_model.rows())
        all.push_back(row.waiter);
    return all;
}

std::optional<int> QueueLane::next() const
{
    return m_model.next();
}

LaneGrid QueueLane::grid() const
{
    const QFontMetrics metrics = fontMetrics();
    const int gap = std::max(3, metrics.height() / 3);
    return {viewport()->width(),
            QSize((ownerCharacters + 2) * characterWidth(metrics), 2 * metrics.height() + 2 * gap),
            gap, count()};
}

QSize QueueLane::minimumSizeHint() const
{
    const LaneGrid one = grid();
    return {one.box.width() + 2 * one.gap, one.box.height() + 2 * one.gap + 2 * frameWidth()};
}

QSize QueueLane::sizeHint() const
{
    const LaneGrid all = grid();
    const int rows = std::clamp(all.rows(), 1, 3);
    return {2 * (all.box.width() + all.gap),
            rows * (all.box.height() + all.gap) + all.gap + 2 * frameWidth()};
}

void QueueLane::onModelChanged()
{
    int row = -1;
    for (int i = 0; m_current >= 0 && i < count(); ++i) {
        if (m_model.rowAt(i).waiter.owner == m_chosen)
            row = i;
    }
    m_current = row; // the table beside it follows the model by itself
    if (!isVisible())
        return;
    arrange();
    viewport()->update();
}

void QueueLane::arrange()
{
    const int height = grid().height();
    const int page = viewport()->height();
    verticalScrollBar()->setRange(0, std::max(0, height - page));
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(grid().box.height() / 2);
    const bool isMoving = isVisible() && count() > 0 && !m_model.rowAt(0).lostAt;
    if (isMoving == m_tick.isActive())
        return;
    if (isMoving)
        m_tick.start();
    else
        m_tick.stop();
}

void QueueLane::setCurrentRow(int row)
{
    const int wanted = row >= 0 && row < count() ? row : -1;
    if (wanted == m_current)
        return;
    m_current = wanted;
    m_chosen = wanted < 0 ? OwnerId() : m_model.rowAt(wanted).waiter.owner;
    if (wanted >= 0) {
        reveal(wanted);
        if (hasFocus()) {
            QAccessibleEvent focus(this, QAccessible::Focus);
            focus.setChild(wanted);
            QAccessible::updateAccessibility(&focus);
        }
    }
    viewport()->update();
    Q_EMIT currentChanged(wanted);
}

void QueueLane::reveal(int row)
{
    const LaneGrid all = grid();
    const QRect box = all.rect(row);
    QScrollBar *bar = verticalScrollBar();
    if (box.top() - all.gap < bar->value())
        bar->setValue(box.top() - all.gap);
    else if (box.bottom() + all.gap > bar->value() + viewport()->height())
        bar->setValue(box.bottom() + all.gap - viewport()->height());
}

QString QueueLane::nameOf(int row) const
{
    if (row < 0 || row >= count())
        return {};
    const watch::WaiterRecord &waiter = m_model.rowAt(row).waiter;
    return wording::ownerInWords(waiter.owner, waiter.alias);
}

QString QueueLane::wordOf(const WaiterRow &row) const
{
    return wording::livenessAndTime(row.waiter, now());
}

QString QueueLane::rowText(int row) const
{
    if (row < 0 || row >= count())
        return {};
    const watch::WaiterRecord &waiter = m_model.rowAt(row).waiter;
    const QString left = waiter.isDeadlineUnread ? tr("deadline unknown")
        : watch::isEndless(waiter, now())        ? tr("deadline too far in the future")
        : waiter.deadline ? tr("deadline in %1").arg(wording::timeLeft(waiter.deadline, now()))
                          : tr("no deadline");
    return tr("Position %1, %2. %3")
        .arg(QString::number(waiter.position), left,
             wording::livenessSentence(watch::livenessOf(waiter, now()), next() == row));
}

QRect QueueLane::rowRect(int row) const
{
    if (row < 0 || row >= count())
        return {};
    const QRect box = grid().rect(row).translated(0, -verticalScrollBar()->value());
    return box.intersected(viewport()->rect());
}

void QueueLane::keyPressEvent(QKeyEvent *event)
{
    std::optional<LaneStep> step;
    switch (event->key()) {
    case Qt::Key_Left:
        step = LaneStep::Left;
        break;
    case Qt::Key_Right:
        step = LaneStep::Right;
        break;
    case Qt::Key_Up:
        step = LaneStep::Up;
        break;
    case Qt::Key_Down:
        step = LaneStep::Down;
        break;
    case Qt::Key_Home:
        step = LaneStep::First;
        break;
    case Qt::Key_End:
        step = LaneStep::Last;
        break;
    default:
        break;
    }
    if (step)
        setCurrentRow(grid().moved(m_current, *step));
    else
        QAbstractScrollArea::keyPressEvent(event);
}

void QueueLane::mousePressEvent(QMouseEvent *event)
{
    const QPoint place = event->position().toPoint() + QPoint(0, verticalScrollBar()->value());
    setCurrentRow(grid().at(place).value_or(-1));
}

// Ends here what the press began; it is no click on what is beneath the lane.
void QueueLane::mouseReleaseEvent(QMouseEvent *) {}

// By the key it opens beside the waiter that is chosen.
void QueueLane::contextMenuEvent(QContextMenuEvent *event)
{
    if (m_current < 0)
        return;
    const bool isByMouse = event->reason() == QContextMenuEvent::Mouse;
    Q_EMIT menuWanted(isByMouse ? event->globalPos()
                                : viewport()->mapToGlobal(rowRect(m_current).center()));
}

bool QueueLane::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto row = grid().at(help->pos() + QPoint(0, verticalScrollBar()->value()));
    if (row)
        QToolTip::showText(help->globalPos(), toolTipOf(nameOf(*row) + u": "_s + rowText(*row)),
                           viewport());
    else
        QToolTip::hideText();
    return true;
}

void QueueLane::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    arrange();
}

void QueueLane::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    arrange();
}

void QueueLane::hideEvent(QHideEvent *event)
{
    m_tick.stop();
    QAbstractScrollArea::hideEvent(event);
}

void QueueLane::paintText(QPainter &painter, const QRect &box, const WaiterRow &row,
                          bool isNext) const
{
    const QFontMetrics metrics = fontMetrics();
    const QRect inner = box.adjusted(characterWidth(metrics), 0, -characterWidth(metrics), 0);
    const watch::Liveness fate = watch::livenessOf(row.waiter, now());
    const bool isQuiet = fate == watch::Liveness::Dead || row.lostAt;
    painter.setPen(isQuiet ? toneColor(Tone::Quiet, palette()) : palette().color(QPalette::Text));
    QFont shown = font();
    shown.setBold(isNext);
    shown.setStrikeOut(fate == watch::Liveness::Dead);
    painter.setFont(shown);
    const QString owner = wording::shortOwner(row.waiter.owner, row.waiter.alias, ownerCharacters);
    const QString head = u"%1  "_s.arg(row.waiter.position) + owner;
    const int half = inner.height() / 2;
    painter.drawText(inner.adjusted(0, 0, 0, -half), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(shown).elidedText(head, Qt::ElideMiddle, inner.width()));
    painter.setFont(font());
    if (!watch::mayWait(fate))
        painter.setPen(
            toneColor(fate == watch::Liveness::Ghost ? Tone::Alarm : Tone::Quiet, palette()));
    const QString word = isNext ? tr("next, %1").arg(wordOf(row)) : wordOf(row);
    painter.drawText(inner.adjusted(0, half, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(word, Qt::ElideRight, inner.width()));
}

void QueueLane::paintBox(QPainter &painter, const QRect &box, const WaiterRow &row, bool isNext,
                         bool isCurrent, Millis longest) const
{
    const watch::Liveness fate = watch::livenessOf(row.waiter, now());
    const auto left = waitLeft(row.waiter, longest, now());
    if (watch::mayWait(fate) && left) {
        QRect filled = box;
        filled.setWidth(static_cast<int>(box.width() * *left));
        painter.fillRect(filled, toneFill(isNext ? Tone::Good : Tone::Neutral, palette()));
    }
    const QColor line = fate == watch::Liveness::Ghost ? toneColor(Tone::Alarm, palette())
        : isNext                                       ? toneColor(Tone::Good, palette())
                                                       : toneColor(Tone::Quiet, palette());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(line, isNext ? 3 : 1,
                        watch::mayWait(fate)                 ? Qt::SolidLine
                            : fate == watch::Liveness::Ghost ? Qt::DashLine
                                                             : Qt::DotLine));
    painter.drawRect(box.adjusted(1, 1, -2, -2));
    paintText(painter, box, row, isNext);
    if (isCurrent) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2,
                            hasFocus() ? Qt::SolidLine : Qt::DashLine));
        painter.drawRect(box.adjusted(-1, -1, 0, 0));
    }
}

void QueueLane::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), palette().color(QPalette::Base));
    const LaneGrid all = grid();
    const std::vector<watch::WaiterRecord> waiters = queue();
    const std::optional<int> first = next();
    const Millis longest = longestWait(waiters, now());
    const int offset = verticalScrollBar()->value();
    const int step = all.box.height() + all.gap;
    const int from = std::max(0, (offset - all.gap) / step) * all.columns();
    for (int row = from; row < all.count; ++row) {
        const QRect box = all.rect(row).translated(0, -offset);
        if (box.top() > viewport()->height())
            break;
        paintBox(painter, box, m_model.rowAt(row), first == row, m_current == row, longest);
    }
}

} // namespace lockscope::ui
