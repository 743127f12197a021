// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/commandpalette.h"

#include "core/base/text.h"
#include "core/insight/filter/filterwords.h"
#include "ui/client/locklink.h"
#include "ui/client/navigator.h"
#include "ui/kit/actiontext.h"
#include "ui/theme/textwidth.h"
#include "ui/wording/lockname.h"
#include "ui/wording/wording.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr int shownLines = 16;
constexpr int widthInCharacters = 100;
constexpr qsizetype textLimit = 120;
constexpr int entryRole = Qt::UserRole; // its number; a heading has none
constexpr int notNow = -2000; // in the score of an impossible command: after all possible ones

enum FoundColumn { FoundText, FoundPlace, FoundKeys, FoundColumnCount };

QString titleOf(PaletteGroup group)
{
    switch (group) {
    case PaletteGroup::Actions:
        return CommandPalette::tr("Actions and views");
    case PaletteGroup::Locks:
        return CommandPalette::tr("Locks");
    case PaletteGroup::Owners:
        return CommandPalette::tr("Owners");
    case PaletteGroup::Servers:
        return CommandPalette::tr("Servers");
    case PaletteGroup::Events:
        return CommandPalette::tr("Events");
    case PaletteGroup::Guide:
        return CommandPalette::tr("Guide");
    }
    return {};
}

// A filter cannot have a quotation mark in a value; the longest part without any finds it, too.
QString holderFilter(const QByteArray &owner)
{
    const QStringList parts = visible(owner).split(u'"');
    const auto longest =
        std::max_element(parts.begin(), parts.end(),
                         [](const QString &a, const QString &b) { return a.size() < b.size(); });
    return "holder:"_L1 + insight::filterQuoted(*longest);
}

} // namespace

CommandPalette::CommandPalette(WatchClient &client, Navigator &navigator, QMainWindow *window)
    : QFrame(window)
    , m_client(client)
    , m_navigator(navigator)
    , m_window(window)
    , m_field(new QLineEdit)
    , m_list(new QTreeWidget)
    , m_search(client)
    , m_turn(this)
{
    setObjectName("commandPalette"_L1);
    setAccessibleName(tr("Command palette"));
    setFrameShape(StyledPanel);
    setAutoFillBackground(true);
    m_field->setObjectName("paletteField"_L1);
    m_field->setAccessibleName(tr("Find anything"));
    m_field->setPlaceholderText(
        tr("Find anything; > actions, # locks, @ owners, ! events, ? guide"));
    m_field->installEventFilter(this);
    m_list->setObjectName("paletteList"_L1);
    m_list->setAccessibleName(tr("Matches"));
    m_list->setColumnCount(FoundColumnCount);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFocusPolicy(Qt::NoFocus); // the field keeps it, its keys move the choice
    m_list->setFrameShape(NoFrame);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(FoundText, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(FoundPlace, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(FoundKeys, QHeaderView::ResizeToContents);
    m_turn.setObjectName("paletteTurn"_L1);
    m_turn.setSingleShot(true);
    m_turn.setInterval(0);
    connect(&m_turn, &QTimer::timeout, this, &CommandPalette::searchOn);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_field);
    layout->addWidget(m_list, 1);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::refresh);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::choose);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &CommandPalette::sayChoice);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
        if (isVisible() && now && now != this && !isAncestorOf(now))
            close(false);
    });
    hide();
}

void CommandPalette::open()
{
    m_actions.clear();
    m_servers.clear();
    addViews();
    addActions();
    addServers();
    if (!isVisible())
        m_focusBefore = QApplication::focusWidget();
    const QFontMetrics metrics = fontMetrics();
    const int wide =
        std::min(m_window->width() * 9 / 10, widthInCharacters * characterWidth(metrics));
    const int high = std::min(m_window->height() * 9 / 10, (shownLines + 3) * rowHeight());
    setGeometry((m_window->width() - wide) / 2, m_window->menuBar()->height() * 2, wide, high);
    m_field->clear();
    show();
    raise();
    refresh();
    m_field->setFocus(Qt::ShortcutFocusReason);
}

int CommandPalette::rowHeight() const
{
    return fontMetrics().height() * 3 / 2;
}

void CommandPalette::addViews()
{
    for (const ViewSpec &spec : allViews()) {
        const auto *action = m_window->findChild<QAction *>("view-"_L1 + spec.name);
        m_actions.push_back({spec.title, tr("View"),
                             [this, name = spec.name] { m_navigator.showView(name); },
                             action ? keysOf(*action) : QString(), spec.name});
    }
}

void CommandPalette::addActions()
{
    // Includes submenus; the views' own actions would hide the view in front.
    const auto addMenu = [this](const auto &self, const QMenu &menu, const QString &place) -> void {
        for (QAction *action : menu.actions()) {
            if (const QMenu *inner = action->menu()) {
                self(self, *inner, wording::listed({place, plainText(*action)}));
                continue;
            }
            // An action may be in two menus.
            const bool isThere =
                std::any_of(m_actions.begin(), m_actions.end(), [action](const Entry &entry) {
                    return !entry.id.isEmpty() && entry.id == action->objectName();
                });
            if (isThere || action->isSeparator() || action->objectName().startsWith("view-"_L1)
                || action->objectName() == "actionPalette"_L1)
                continue;
            std::function<void()> act;
            if (action->isEnabled())
                act = [guarded = QPointer<QAction>(action)] {
                    if (guarded)
                        guarded->trigger();
                };
            m_actions.push_back(
                {plainText(*action), place, std::move(act), keysOf(*action), action->objectName()});
        }
    };
    for (const QAction *action : m_window->menuBar()->actions()) {
        if (const QMenu *menu = action->menu())
            addMenu(addMenu, *menu, plainText(*action));
    }
}

void CommandPalette::addServers()
{
    for (const ServerRow &row : m_client.servers().rows())
        m_servers.push_back(
            {shortLabel(row.server), tr("Server"),
             [this, server = row.server.server] { m_navigator.openServer(server); }});
}

CommandPalette::Entry CommandPalette::entryOf(const watch::LockRecord &lock) const
{
    const watch::ServerRecord *server = m_client.servers().find(lock.id.deployment);
    const QString place = server ? tr("Lock on %1").arg(shortLabel(*server)) : tr("Lock");
    const QString id = u"%1 %2"_s.arg(lock.id.deployment.number)
                           .arg(QString::fromLatin1(lock.id.name.bytes.toHex()));
    return {wording::lockName(lock.id.name, textLimit),
            place,
            [this, id = lock.id] { m_navigator.openLock(id); },
            {},
            id};
}

// The filter finds holders: an owner that only waits leads to the lock it waits for.
CommandPalette::Entry CommandPalette::entryOf(const PaletteOwner &owner) const
{
    const QString text = owner.isAlias
        ? wording::shown(owner.bytes, textLimit)
        : wording::owner(OwnerId(owner.bytes), owner.alias, textLimit);
    const bool isWords = owner.alias.origin == AliasOrigin::Derived;
    const QString place = owner.isAlias && isWords
        ? tr("Client: %1 held, %2 waited for").arg(owner.held).arg(owner.awaited)
        : owner.isAlias ? tr("Alias: %1 held, %2 waited for").arg(owner.held).arg(owner.awaited)
                        : tr("Owner: %1 held, %2 waited for").arg(owner.held).arg(owner.awaited);
    std::function<void()> act;
    if (owner.held > 0 || !owner.waitsFor)
        act = [this, bytes = owner.bytes] { m_navigator.showLocks(holderFilter(bytes)); };
    else
        act = [this, lock = *owner.waitsFor] { m_navigator.openLock(lock); };
    const QString id = QString::fromLatin1(owner.bytes.toHex());
    return {text, place, std::move(act), {}, owner.isAlias ? "alias "_L1 + id : id};
}

CommandPalette::Entry CommandPalette::entryOf(const watch::Event &event) const
{
    const WallInstant now = m_client.shownClock().wallNow();
    const QString of = event.name ? wording::lockName(*event.name, textLimit)
                                  : wording::shown(event.server.toUtf8(), textLimit);
    const QString time = wording::exactTime(event.at, now);
    const QString place = event.owner
        ? wording::listed({wording::shortOwner(*event.owner, event.alias, 30), time})
        : time;
    const QString id = u"%1 %2 %3"_s.arg(event.at.time_since_epoch().count())
                           .arg(static_cast<int>(event.type))
                           .arg(of);
    return {tr("%1 %2", "an event, and the lock or server that it is about")
                .arg(wording::event(event.type), of),
            place,
            [this, at = EventPlace{event.deploymentId, event.name, event.at, event.owner}] {
                m_navigator.showInEvents(at);
            },
            {},
            id};
}

CommandPalette::Entry CommandPalette::entryOf(const GuideBook::Page &page) const
{
    return {page.title,
            page.section,
            [this, name = page.name] { m_navigator.showGuide(name); },
            {},
            page.name};
}

CommandPalette::Group CommandPalette::pastedLink()
{
    const QString text = m_field->text();
    const auto link = readLockLink(text);
    Entry entry{link ? tr("Open the lock %1").arg(wording::shown(link->name, textLimit))
                     : link.error(),
                tr("Link"),
                {},
                {},
                u"link"_s};
    if (link)
        entry.act = [this, text] { Q_EMIT linkWanted(text); };
    return {PaletteGroup::Locks, {entry}, 0};
}

CommandPalette::Group CommandPalette::bestOf(PaletteGroup group,
                                             const std::vector<Entry> &all) const
{
    BestMatches<const Entry *> best(m_input.only ? mostShown : mostOfEach);
    if (m_query.isEmpty())
        best = BestMatches<const Entry *>(mostShown);
    for (const Entry &entry : all) {
        const auto score = m_query.score(entry.text.toUtf8());
        if (m_query.isEmpty() && entry.act)
            best.offer(0, &entry); // an impossible command is of no use in the full list
        else if (!m_query.isEmpty() && score)
            best.offer(entry.act ? *score : *score + notNow, &entry);
    }
    Group found{group, {}, best.bestScore()};
    for (const Entry *entry : best.take())
        found.entries.push_back(*entry);
    return found;
}

// By their titles; if the group is searched alone, by their text, too.
CommandPalette::Group CommandPalette::guidePages() const
{
    std::vector<Entry> titles;
    for (const GuideBook::Page &page : m_guide->pages())
        titles.push_back(entryOf(page));
    Group found = bestOf(PaletteGroup::Guide, titles);
    if (!m_input.only)
        return found;
    for (const GuideBook::Hit &hit : m_guide->search(m_input.text, mostShown)) {
        const auto isIt = [&](const Entry &entry) { return entry.id == hit.page->name; };
        if (found.entries.size() < mostShown
            && std::none_of(found.entries.begin(), found.entries.end(), isIt))
            found.entries.push_back(entryOf(*hit.page));
    }
    return found;
}

CommandPalette::Group CommandPalette::searched(PaletteGroup group) const
{
    Group found{group, {}, m_search.bestScore(group)};
    if (group == PaletteGroup::Locks) {
        for (const LockPointer &lock : m_search.locks())
            found.entries.push_back(entryOf(*lock));
    } else if (group == PaletteGroup::Owners) {
        for (const PaletteOwner &owner : m_search.owners())
            found.entries.push_back(entryOf(owner));
    } else {
        for (const watch::Event &event : m_search.events())
            found.entries.push_back(entryOf(event));
    }
    return found;
}

// The group with the best match first. Locks, owners and events only when something is typed, or
// when they alone are asked for: there may be very many.
std::vector<CommandPalette::Group> CommandPalette::found()
{
    if (isLockLink(m_field->text()))
        return {pastedLink()};
    std::vector<Group> groups;
    for (int i = 0; i < paletteGroups; ++i) {
        const auto group = static_cast<PaletteGroup>(i);
        if (m_input.only && m_input.only != group)
            continue;
        if (group == PaletteGroup::Actions)
            groups.push_back(bestOf(group, m_actions));
        else if (group == PaletteGroup::Servers)
            groups.push_back(bestOf(group, m_servers));
        else if (group != PaletteGroup::Guide)
            groups.push_back(searched(group));
        else if (m_input.only || !m_query.isEmpty())
            groups.push_back(guidePages());
    }
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Group &a, const Group &b) { return a.score > b.score; });
    return groups;
}

void CommandPalette::refresh()
{
    m_turn.stop();
    m_input = readPaletteInput(m_field->text());
    if (isLockLink(m_field->text()))
        m_input = {}; // nothing is searched
    m_query = PaletteQuery(m_input.text);
    m_isMoved = false;
    if (!m_guide)
        m_guide.emplace();
    std::set<PaletteGroup> groups;
    if (m_input.only)
        groups = {*m_input.only};
    else if (!m_query.isEmpty())
        groups = {PaletteGroup::Locks, PaletteGroup::Owners, PaletteGroup::Events};
    m_search.start(m_query, groups, m_input.only ? mostShown : mostOfEach);
    const bool goesOn = m_search.next();
    showFound(!goesOn);
    if (goesOn && isVisible())
        m_turn.start();
}

// Results are shown at once, and again when the search has ended.
void CommandPalette::searchOn()
{
    if (m_search.next())
        m_turn.start();
    else
        showFound(true);
}

void CommandPalette::showFound(bool isComplete)
{
    const QString chosen = m_isMoved ? chosenId() : QString();
    m_shown.clear();
    m_list->clear();
    for (const Group &group : found())
        addGroup(group);
    if (m_shown.empty()) {
        auto *nothing =
            new QTreeWidgetItem({isComplete ? tr("No matches.") : tr("Searching…"), QString()});
        nothing->setDisabled(true);
        m_list->addTopLevelItem(nothing);
    }
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        m_list->topLevelItem(i)->setSizeHint(FoundText, {0, rowHeight()});
        m_list->topLevelItem(i)->setTextAlignment(FoundKeys, Qt::AlignRight | Qt::AlignVCenter);
    }
    restoreChoice(chosen);
}

void CommandPalette::addGroup(const Group &group)
{
    if (group.entries.empty())
        return;
    auto *head = new QTreeWidgetItem({titleOf(group.group), QString(), paletteSign(group.group)});
    head->setFlags(Qt::NoItemFlags);
    QFont bold = m_list->font();
    bold.setBold(true);
    head->setFont(FoundText, bold);
    m_list->addTopLevelItem(head);
    for (const Entry &entry : group.entries) {
        auto *item = new QTreeWidgetItem({entry.text, entry.place, entry.keys});
        item->setDisabled(!entry.act);
        item->setData(FoundText, entryRole, static_cast<int>(m_shown.size()));
        m_list->addTopLevelItem(item);
        m_shown.emplace_back(u"%1 %2"_s.arg(static_cast<int>(group.group))
                                 .arg(entry.id.isEmpty() ? entry.text : entry.id),
                             entry);
    }
}

QString CommandPalette::chosenId() const
{
    const QTreeWidgetItem *item = m_list->currentItem();
    const QVariant number = item ? item->data(FoundText, entryRole) : QVariant();
    return number.isNull() ? QString() : m_shown[number.toUInt()].first;
}

// A choice of the user is kept while more is found; otherwise the first entry that can be run is
// chosen.
void CommandPalette::restoreChoice(const QString &id)
{
    QTreeWidgetItem *first = nullptr;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem *item = m_list->topLevelItem(i);
        const QVariant number = item->data(FoundText, entryRole);
        if (number.isNull())
            continue;
        const auto &[itsId, entry] = m_shown[number.toUInt()];
        if (!id.isEmpty() && itsId == id) {
            m_list->setCurrentItem(item);
            return;
        }
        if (!first && entry.act)
            first = item;
    }
    m_list->setCurrentItem(first);
    m_list->scrollToTop();
}

// For screen readers: the focus stays in the field.
void CommandPalette::sayChoice()
{
    const QTreeWidgetItem *item = m_list->currentItem();
    m_field->setAccessibleDescription(
        item ? wording::listed({item->text(FoundText), item->text(FoundPlace)}) : QString());
}

// Nothing goes on in secret, and nothing that was found is kept.
void CommandPalette::hideEvent(QHideEvent *event)
{
    m_turn.stop();
    m_search.clear();
    QFrame::hideEvent(event);
}

void CommandPalette::close(bool restoresFocus)
{
    hide();
    if (restoresFocus && m_focusBefore)
        m_focusBefore->setFocus();
}

// The chosen entry acts on the widget that had the focus before.
void CommandPalette::choose()
{
    const QTreeWidgetItem *item = m_list->currentItem();
    const QVariant number = item ? item->data(FoundText, entryRole) : QVariant();
    const auto act = number.isNull() ? nullptr : m_shown[number.toUInt()].second.act;
    if (!act)
        return;
    close(true);
    act();
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    const bool isOverride = event->type() == QEvent::ShortcutOverride;
    if (!isOverride && event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    switch (key->key()) {
    case Qt::Key_Escape:
        if (isOverride)
            event->accept(); // not the window's
        else
            close(true);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!isOverride)
            choose();
        return !isOverride;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        if (!isOverride) {
            m_isMoved = true;
            QApplication::sendEvent(m_list, event);
        }
        return !isOverride;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

} // namespace lockscope::ui
