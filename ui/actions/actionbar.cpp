// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/actionbar.h"

#include "ui/kit/flowlayout.h"
#include "ui/kit/text/roomylabel.h"
#include "ui/theme/tones.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QEvent>
#include <QPushButton>
#include <QVBoxLayout>

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
        return ActionBar::tr("Set latch…");
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
    , m_acquire(new QPushButton(tr("Acquire…")))
    , m_reasons(new RoomyLabel(u"actionReasons"_s))
{
    setObjectName("actionBar"_L1);
    auto *row = new FlowLayout;
    row->setColumns(3);
    row->setSpacing(6);
    for (const ActionType type : allActions) {
        auto *button = new QPushButton(shortTitle(type), this);
        button->setObjectName(objectNameOf(type));
        connect(button, &QPushButton::clicked, this, [this, type] { Q_EMIT chosen(type); });
        m_buttons.emplace(type, button);
        row->addWidget(button);
    }
    m_acquire->setObjectName("buttonAcquire"_L1);
    connect(m_acquire, &QPushButton::clicked, this, &ActionBar::acquireChosen);
    row->addWidget(m_acquire);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(5);
    layout->addLayout(row);
    layout->addWidget(m_reasons);
    layout->addStretch(1); // spare room is not theirs
    showButtons();
    colour();
}

void ActionBar::setKind(const QByteArray &kind)
{
    if (std::exchange(m_kind, kind) == kind)
        return;
    m_reasons->giveRoomBack();
    showButtons();
}

// Those that are for the kind.
void ActionBar::showButtons()
{
    for (const auto &[type, button] : m_buttons)
        button->setVisible(suits(type, m_kind));
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
                                       : tr("%1: %2.").arg(wording::listed(titles), reason);
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
