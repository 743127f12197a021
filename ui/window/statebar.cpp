// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/statebar.h"

#include "core/base/text.h"
#include "ui/client/actinglock.h"
#include "ui/client/watchclient.h"
#include "ui/kit/buttonroom.h"
#include "ui/theme/textwidth.h"
#include "ui/theme/tones.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QLabel>
#include <QLocale>
#include <QResizeEvent>
#include <QToolButton>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qsizetype longestProfile = 24;
constexpr int roomyWidth = 170; // of the window, in characters

QString grouped(std::size_t value)
{
    return QLocale().toString(qulonglong(value));
}

QLabel *makeLabel(const QString &name)
{
    auto *label = new QLabel;
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setContentsMargins(6, 1, 6, 1);
    return label;
}

QToolButton *makeButton(const QString &name)
{
    auto *button = new QToolButton;
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

StateBar::StateBar(WatchClient &client, QWidget *parent)
    : QWidget(parent)
    , m_client(client)
    , m_place(makeLabel(u"statePlace"_s))
    , m_acting(makeLabel(u"stateActing"_s))
    , m_unlock(makeButton(u"stateUnlock"_s))
    , m_filter(makeButton(u"stateFilter"_s))
    , m_search(makeButton(u"stateSearch"_s))
    , m_pause(makeButton(u"statePause"_s))
{
    setObjectName("stateBar"_L1);
    m_place->setAutoFillBackground(true);
    m_place->setBackgroundRole(QPalette::Window); // else that of the menu bar
    keepRoomFor(m_acting,
                {tr("acting locked"), tr("can act"), tr("read-only"), tr("partly read-only"),
                 tr("record")});
    m_pause->setCheckable(true);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 4, 0);
    layout->setSpacing(4);
    // Parts that change their width come first, so that the others do not move.
    for (QWidget *part :
         std::initializer_list<QWidget *>{m_place, m_acting, m_unlock, m_filter, m_search, m_pause})
        layout->addWidget(part);
    m_unlock->hide();
    m_search->setAutoRaise(false);
    setSearchKeys({});
    m_search->setAccessibleName(tr("Search"));
    m_search->setToolTip(
        toolTipOf(tr("Finds locks, owners, actions, views, events and pages of the guide.")));
    connect(m_search, &QToolButton::clicked, this, &StateBar::searchWanted);
    keepRoomFor(m_pause, {tr("Pause"), tr("Paused")});
    connect(m_filter, &QToolButton::clicked, this, &StateBar::filterWanted);
    connect(m_pause, &QToolButton::clicked, &client, &WatchClient::setPaused);
    connect(&client, &WatchClient::pausedChanged, this, &StateBar::showPause);
    for (const auto signal : {&ServerModel::rowsInserted, &ServerModel::rowsRemoved})
        connect(&client.servers(), signal, this, &StateBar::showPlace);
    connect(&client.servers(), &ServerModel::dataChanged, this, &StateBar::showPlace);
    for (const auto signal : {&LockTableModel::rowsInserted, &LockTableModel::rowsRemoved})
        connect(&client.locks(), signal, this, &StateBar::showFilter);
    connect(&client.locks(), &LockTableModel::merged, this, &StateBar::showFilter);
    showPlace();
    showFilter();
    showPause();
}

void StateBar::setActingLock(ActingLock &lock)
{
    m_lock = &lock;
    keepRoomFor(m_unlock, {tr("Unlock acting"), tr("Lock acting")});
    connect(m_unlock, &QToolButton::clicked, &lock,
            [&lock] { lock.isUnlocked() ? lock.lock() : lock.unlock(); });
    connect(&lock, &ActingLock::changed, this, &StateBar::showActing);
    showActing();
}

void StateBar::showActing()
{
    const auto &rows = m_client.servers().rows();
    std::size_t readOnly = 0;
    bool isLocked = false;
    for (const ServerRow &row : rows) {
        readOnly += row.place.readOnly ? 1 : 0;
        isLocked = isLocked || row.place.isActingLocked;
    }
    if (!m_client.record().isEmpty()) {
        m_acting->setText(tr("record"));
        m_acting->setToolTip(toolTipOf(tr("This is the past: nothing can be changed there.")));
        m_pause->hide(); // it stands still, or is played
        return;
    }
    m_acting->setText(isLocked                      ? tr("acting locked")
                          : readOnly == 0           ? tr("can act")
                          : readOnly == rows.size() ? tr("read-only")
                                                    : tr("partly read-only"));
    m_acting->setToolTip(toolTipOf(
        isLocked
            ? tr("Nothing can be changed on production, and where another user acts, until you "
                 "unlock it")
            : readOnly == 0
            ? tr("Locks can be changed, each time after a preview")
            : tr("Lockscope refuses to change locks of profiles that are read-only")));
    const bool isUnlocked = m_lock && m_lock->isUnlocked();
    m_unlock->setVisible(m_lock && m_lock->isNeeded());
    m_unlock->setText(isUnlocked ? tr("Lock acting") : tr("Unlock acting"));
    m_unlock->setToolTip(toolTipOf(
        isUnlocked
            ? tr("Closes the connections for acting. After ten minutes without an action this "
                 "happens by itself.")
            : tr("Lets you act on locks for as long as you do: after ten minutes without an "
                 "action it is locked again.")));
}

void StateBar::setSearchKeys(const QKeySequence &keys)
{
    m_search->setText(keys.isEmpty()
                          ? tr("Search…")
                          : tr("Search…  %1").arg(keys.toString(QKeySequence::NativeText)));
}

// The gravest environment gives the colour.
void StateBar::showPlace()
{
    m_tag = profile::Tag::Development;
    std::set<QString> profiles;
    const auto &rows = m_client.servers().rows();
    for (const ServerRow &row : rows) {
        m_tag = std::max(m_tag, row.place.tag);
        if (!row.place.profile.isEmpty())
            profiles.insert(row.place.profile);
    }
    QString place = wording::tag(m_tag);
    if (m_tag == profile::Tag::Production)
        place = place.toUpper();
    if (profiles.empty())
        place = tr("no profile");
    else if (profiles.size() == 1)
        place += u"  "_s + visibleElided(profiles.begin()->toUtf8(), longestProfile);
    else
        place += u"  "_s + tr("%1 profiles").arg(profiles.size());
    m_place->setText(place);
    m_place->setToolTip(toolTipOf(tr("The environment that the connected profiles belong to")));
    showActing();
    m_place->setVisible(!rows.empty());
    m_acting->setVisible(!rows.empty());
    QFont font = this->font();
    font.setBold(m_tag == profile::Tag::Production);
    m_place->setFont(font);
    colour();
}

void StateBar::showFilter()
{
    const std::size_t shown = m_client.locks().shownCount();
    const std::size_t all = m_client.locks().lockCount();
    const QString text =
        shown == all ? tr("all shown") : tr("%1 of %2 shown").arg(grouped(shown), grouped(all));
    m_filter->setVisible(all > 0);
    if (m_filter->text() == text)
        return;
    m_filter->setText(text);
    m_filter->setToolTip(
        toolTipOf(shown == all ? tr("The filter hides no lock. Goes to the filter (/).")
                               : tr("The filter hides the other locks. Goes to the filter (/).")));
    QFont font = this->font();
    font.setBold(shown != all);
    m_filter->setFont(font);
}

void StateBar::showPause()
{
    const bool isPaused = m_client.isPaused();
    m_pause->setChecked(isPaused);
    m_pause->setText(isPaused ? tr("Paused") : tr("Pause"));
    m_pause->setToolTip(toolTipOf(isPaused ? tr("Shows the current state (Space)")
                                           : tr("Freezes the display (Space)")));
}

void StateBar::colour()
{
    const QPalette common = palette();
    QPalette own = common;
    if (m_tag == profile::Tag::Production)
        own.setColor(QPalette::Window, toneFill(Tone::Alarm, common));
    else if (m_tag == profile::Tag::Staging)
        own.setColor(QPalette::Window, toneFill(Tone::Notice, common));
    else
        own.setColor(QPalette::Window, common.color(QPalette::AlternateBase));
    if (own != m_place->palette())
        m_place->setPalette(own);
}

// In a narrow window the menus have its room; its key works there, too.
void StateBar::fitSearch()
{
    m_search->setVisible(window()->width() >= roomyWidth * characterWidth(fontMetrics()));
}

// Follows the size of the window.
bool StateBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        fitSearch();
    return QWidget::eventFilter(watched, event);
}

bool StateBar::event(QEvent *event)
{
    const bool isDone = QWidget::event(event);
    if (event->type() == QEvent::PaletteChange)
        colour();
    if (event->type() == QEvent::Polish)
        window()->installEventFilter(this);
    if (event->type() == QEvent::Polish || event->type() == QEvent::FontChange)
        fitSearch();
    // A menu bar places what is in its corner when it is resized, and not when that has grown.
    if (event->type() == QEvent::LayoutRequest && parentWidget() && sizeHint() != size()) {
        QResizeEvent same(parentWidget()->size(), parentWidget()->size());
        QCoreApplication::sendEvent(parentWidget(), &same);
    }
    return isDone;
}

} // namespace lockscope::ui
