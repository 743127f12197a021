// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/actionbar.h"

#include "ui/kit/roomylabel.h"
#include "ui/theme/tones.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QEvent>
#include <QGridLayout>
#include <QPushButton>

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

using admin::ActionType;

namespace {

QString shortTitle(ActionType type)
{
    switch (type) {
    case ActionType::ForceUnlock:
        return ActionBar::tr("Force-unlock…");
    case ActionType::ReleaseHold:
        return ActionBar::tr("Release hold…");
    case ActionType::RemoveWaiter:
        return ActionBar::tr("Remove waiter…");
    case ActionType::Nudge:
        return ActionBar::tr("Nudge…");
    case ActionType::SetTimeToLive:
        return ActionBar::tr("Time to live…");
    case ActionType::ExtendTimeToLive:
        return ActionBar::tr("Extend…");
    case ActionType::AddPermits:
        return ActionBar::tr("Add permits…");
    case ActionType::DrainPermits:
        return ActionBar::tr("Take free…");
    case ActionType::SetLatch:
        return ActionBar::tr("Set count…");
    case ActionType::CountDown:
        return ActionBar::tr("Count down…");
    case ActionType::OpenLatch:
        return ActionBar::tr("Open latch…");
    }
    return {};
}

QString objectNameOf(ActionType type)
{
    return u"button-"_s + QString::fromLatin1(admin::name(type));
}

} // namespace

ActionBar::ActionBar(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QGridLayout(this))
    , m_acquire(new QPushButton(tr("Acquire…")))
    , m_reasons(new RoomyLabel(u"actionReasons"_s))
{
    setObjectName("actionBar"_L1);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(6);
    m_layout->setVerticalSpacing(5);
    for (const ActionType type : allActions) {
        auto *button = new QPushButton(shortTitle(type), this);
        button->setObjectName(objectNameOf(type));
        connect(button, &QPushButton::clicked, this, [this, type] { Q_EMIT chosen(type); });
        m_buttons.emplace(type, button);
    }
    m_acquire->setObjectName("buttonAcquire"_L1);
    connect(m_acquire, &QPushButton::clicked, this, &ActionBar::acquireChosen);
    m_layout->setRowStretch(static_cast<int>(allActions.size()), 1); // spare room is not theirs
    arrange();
    colour();
}

void ActionBar::setKind(const QByteArray &kind)
{
    if (std::exchange(m_kind, kind) == kind)
        return;
    m_reasons->giveRoomBack();
    arrange();
}

// Three in a row, those that are for the kind.
void ActionBar::arrange()
{
    constexpr int inARow = 3;
    int place = 0;
    const auto put = [&](QPushButton *button) {
        m_layout->addWidget(button, place / inARow, place % inARow);
        ++place;
    };
    m_layout->removeWidget(m_reasons);
    for (const ActionType type : allActions) {
        QPushButton *button = m_buttons.at(type);
        m_layout->removeWidget(button);
        button->setVisible(suits(type, m_kind));
        if (suits(type, m_kind))
            put(button);
    }
    m_layout->removeWidget(m_acquire);
    put(m_acquire);
    m_layout->addWidget(m_reasons, allActions.size(), 0, 1, inARow);
}

void ActionBar::setReasons(const Reasons &reasonAgainst, const QString &reasonAgainstAcquiring)
{
    // One reason for several buttons is told once.
    std::vector<std::pair<QString, QStringList>> told;
    const auto tell = [&](QPushButton *button, const QString &reason) {
        button->setEnabled(reason.isEmpty());
        button->setToolTip(toolTipOf(wording::capitalised(reason)));
        button->setAccessibleDescription(reason);
        if (reason.isEmpty())
            return;
        const QString title = button->text().chopped(1);
        for (auto &[text, titles] : told) {
            if (text == reason) {
                titles += title;
                return;
            }
        }
        told.push_back({reason, {title}});
    };
    int shown = 0;
    for (const auto &[type, button] : m_buttons) {
        if (!suits(type, m_kind))
            continue;
        ++shown;
        tell(button, reasonAgainst(type));
    }
    tell(m_acquire, reasonAgainstAcquiring);
    QStringList lines;
    for (const auto &[reason, titles] : told)
        lines += titles.size() > shown ? tr("No action is possible: %1.").arg(reason)
                                       : tr("%1: %2.").arg(titles.join(u", "_s), reason);
    m_reasons->setText(lines.join(u'\n'));
}

void ActionBar::colour()
{
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, palette().color(QPalette::PlaceholderText));
    m_reasons->setPalette(colours);
}

void ActionBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colour();
}

} // namespace lockscope::ui
