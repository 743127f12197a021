// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/actionbar.h"

#include "ui/theme/tones.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

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
    case ActionType::AddPermits:
    case ActionType::DrainPermits:
    case ActionType::OpenLatch:
    case ActionType::CountDown:
    case ActionType::ExtendTimeToLive:
    case ActionType::SetLatch:
        break; // of what no table shows
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
    , m_reasons(new QLabel)
{
    setObjectName("actionBar"_L1);
    auto *layout = new QGridLayout(this);
    layout->setContentsMargins(10, 0, 10, 8);
    layout->setHorizontalSpacing(6);
    layout->setVerticalSpacing(5);
    int place = 0;
    for (const ActionType type : allActions) {
        auto *button = new QPushButton(shortTitle(type));
        button->setObjectName(objectNameOf(type));
        layout->addWidget(button, place / 3, place % 3);
        connect(button, &QPushButton::clicked, this, [this, type] { Q_EMIT chosen(type); });
        m_buttons.emplace(type, button);
        ++place;
    }
    m_acquire->setObjectName("buttonAcquire"_L1);
    layout->addWidget(m_acquire, place / 3, place % 3);
    connect(m_acquire, &QPushButton::clicked, this, &ActionBar::acquireChosen);
    m_reasons->setObjectName("actionReasons"_L1);
    m_reasons->setTextFormat(Qt::PlainText);
    m_reasons->setWordWrap(true);
    m_reasons->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_reasons->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(m_reasons, place / 3 + 1, 0, 1, 3);
    colour();
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
    for (const auto &[type, button] : m_buttons)
        tell(button, reasonAgainst(type));
    tell(m_acquire, reasonAgainstAcquiring);
    QStringList lines;
    for (const auto &[reason, titles] : told)
        lines += titles.size() > static_cast<int>(m_buttons.size())
            ? tr("Nothing can be done: %1.").arg(reason)
            : tr("%1: %2.").arg(titles.join(u", "_s), reason);
    m_reasons->setText(lines.join(u'\n'));
    m_reasons->setVisible(!lines.isEmpty());
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
