// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/unlockpreview.h"

#include "ui/client/actionrules.h"
#include "ui/kit/commandsview.h"
#include "ui/kit/text/textlabel.h"
#include "ui/wording/actionwording.h"
#include "ui/wording/sightof.h"
#include "ui/wording/wording.h"

#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

UnlockPreview::UnlockPreview(const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_clock(clock)
    , m_title(makeTextLabel(u"unlockTitle"_s))
    , m_effects(makeTextLabel(u"unlockEffects"_s))
    , m_commands(new CommandsView)
{
    setObjectName("unlockPreview"_L1);
    setAccessibleName(tr("What an unlock would do"));
    m_commands->setObjectName("unlockCommands"_L1);
    m_commands->setAccessibleName(tr("Commands of an unlock"));
    auto *layout = new QVBoxLayout(this);
    const int gap = std::max(4, fontMetrics().height() / 3);
    layout->setContentsMargins(2 * gap, 0, 2 * gap, gap);
    layout->setSpacing(gap);
    layout->addWidget(m_title);
    layout->addWidget(m_effects);
    layout->addWidget(m_commands);
    layout->addStretch();
    m_rest.setSingleShot(true);
    m_rest.setInterval(1s);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        if (m_isWanted && isVisible())
            think();
    });
}

std::optional<admin::ActionType> UnlockPreview::unlockOf(const QByteArray &kind)
{
    for (const auto type : {admin::ActionType::ForceUnlock, admin::ActionType::OpenLatch}) {
        if (suits(type, kind))
            return type;
    }
    return std::nullopt;
}

void UnlockPreview::showLock(const watch::LockPointer &lock, bool isLost, admin::Keyspace keyspace)
{
    if (m_lock == lock && m_isLost == isLost)
        return;
    // The preview of another lock must not stay for up to a second.
    const bool isOther = !m_lock || !lock || !(m_lock->id == lock->id);
    m_lock = lock;
    m_isLost = isLost;
    m_keyspace = keyspace;
    m_isWanted = true;
    if (!isVisible())
        return;
    if (isOther)
        think();
    else
        thinkWhenRested();
}

void UnlockPreview::thinkWhenRested()
{
    if (!m_rest.isActive())
        think();
}

void UnlockPreview::think()
{
    m_isWanted = false;
    ++m_timesThought;
    m_rest.start();
    QStringList effects;
    QStringList commands;
    const auto type = m_lock ? unlockOf(*m_lock->kind) : std::nullopt;
    if (!m_lock) {
        m_title->setText(tr("There is nothing to unlock: the lock no longer exists."));
    } else if (!type) {
        m_title->setText(
            tr("These permits have no owner: only the clients that took them can release them."));
    } else {
        const auto plan = admin::makePlan(wording::sightOf(*m_lock, m_clock.now()),
                                          proposedAction(*type, *m_lock, {}), m_keyspace);
        if (plan) {
            m_title->setText(
                m_isLost ? tr("%1, for the last known state of the lock:").arg(actionTitle(*type))
                         : tr("%1 would have these effects:").arg(actionTitle(*type)));
            for (const admin::Effect effect : plan->effects)
                effects += u"•  "_s + wording::ended(wording::capitalised(wording::effect(effect)));
            commands = wording::commandLines(*plan);
        } else {
            m_title->setText(
                wording::ended(wording::capitalised(wording::errorSentence(plan.error()))));
        }
    }
    m_effects->setText(effects.join(u'\n'));
    m_effects->setVisible(!effects.isEmpty());
    m_commands->setCommands(commands);
    m_commands->setVisible(!commands.isEmpty());
}

void UnlockPreview::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isWanted)
        think();
}

void UnlockPreview::hideEvent(QHideEvent *event)
{
    m_rest.stop();
    QWidget::hideEvent(event);
}

} // namespace lockscope::ui
