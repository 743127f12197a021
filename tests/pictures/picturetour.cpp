// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/picturetour.h"

#include "app/lockscope/commandline.h"
#include "core/format/traits.h"
#include "ui/actions/actioncontroller.h"
#include "ui/aliases/aliasbindings.h"
#include "ui/estate/profilecontroller.h"
#include "ui/locks/lockspane.h"
#include "ui/window/commandpalette.h"

#include <QAction>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QLineEdit>
#include <QPixmap>
#include <QPlainTextEdit>
#include <QTimer>

#include <algorithm>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::pictures {

namespace {

constexpr std::size_t locksAtOnce = 6; // of a bulk action: as many as are in sight

QString dockOf(const QString &view)
{
    return view + "Dock"_L1;
}

} // namespace

QStringList PictureTour::pictureNames()
{
    return console::viewNames() + QStringList{u"palette"_s, u"groups"_s,   u"action"_s,
                                              u"bulk"_s,    u"connect"_s,  u"profile"_s,
                                              u"names"_s,   u"exception"_s};
}

PictureTour::PictureTour(ui::MainWindow &window, ui::WatchClient &client, QString folder,
                         QByteArray lock, Millis look)
    : m_window(window)
    , m_client(client)
    , m_folder(std::move(folder))
    , m_lock(std::move(lock))
    , m_look(look)
{
    addStops();
}

void PictureTour::addStops()
{
    for (const QString &name : console::viewNames()) {
        m_stops.push_back({name, [this, name] { return showView(name); }});
        if (name != "locks"_L1)
            continue;
        // Of the table, too: while nothing else is opened.
        m_stops.push_back({u"palette"_s, [this] { return showPalette(); }});
        m_stops.push_back({u"groups"_s, [this] { return showGroups(); }});
    }
    m_stops.push_back({u"action"_s, [this] {
                           const watch::LockPointer lock = heldLock();
                           return showAction(lock ? std::vector{lock}
                                                  : std::vector<watch::LockPointer>());
                       }});
    m_stops.push_back({u"bulk"_s, [this] { return showBulk(); }});
    m_stops.push_back(
        {u"connect"_s, [this] { return showDialog("actionConnect", "connectDialog"); }});
    m_stops.push_back({u"profile"_s, [this] { return showProfile(); }});
    m_stops.push_back({u"names"_s, [this] { return showNames(); }});
    m_stops.push_back({u"exception"_s, [this] { return showException(); }});
}

void PictureTour::start()
{
    if (!QDir().mkpath(m_folder)) {
        Q_EMIT finished(u"the folder cannot be created"_s);
        return;
    }
    next();
}

void PictureTour::next()
{
    if (m_at == m_stops.size()) {
        Q_EMIT finished({});
        return;
    }
    m_shown = m_stops[m_at].show();
    QTimer::singleShot(m_look, this, &PictureTour::take);
}

void PictureTour::take()
{
    const QString file = QDir(m_folder).filePath(m_stops[m_at].name + ".png"_L1);
    if (!m_shown || !m_shown->grab().save(file, "PNG")) {
        Q_EMIT finished(u"%1 cannot be written"_s.arg(file));
        return;
    }
    Q_EMIT taken(m_stops[m_at].name, m_shown.data());
    if (auto *dialog = qobject_cast<QDialog *>(m_shown.data()))
        dialog->reject();
    m_window.findChild<ui::CommandPalette *>()->hide();
    ++m_at;
    next();
}

// Half of the window's height and more for what lies beneath the table.
QWidget *PictureTour::showView(const QString &name)
{
    m_window.findChild<ui::LocksPane *>()->setGrouping(ui::LockGrouping::None);
    auto *detail = m_window.findChild<QDockWidget *>(dockOf(u"detail"_s));
    if (detail && name != "detail"_L1)
        detail->hide();
    if (name == "overview"_L1) {
        m_window.showOverview();
        return &m_window;
    }
    m_window.showLocks();
    if (name == "locks"_L1)
        return &m_window;
    if (name == "detail"_L1) {
        const auto first =
            m_client.locks().rowCount() > 0 ? m_client.locks().lockPointerAt(0) : nullptr;
        if (!m_lock.isEmpty())
            m_window.openLock(m_lock);
        else if (first)
            m_window.openLock(first->id);
        return &m_window;
    }
    m_window.showView(dockOf(name));
    auto *dock = m_window.findChild<QDockWidget *>(dockOf(name));
    if (dock && m_window.dockWidgetArea(dock) == Qt::BottomDockWidgetArea)
        m_window.resizeDocks({dock}, {m_window.height() * 3 / 5}, Qt::Vertical);
    return &m_window;
}

QWidget *PictureTour::showGroups()
{
    m_window.findChild<ui::LocksPane *>()->setGrouping(ui::LockGrouping::Holder);
    return &m_window;
}

// With letters that views and actions have as well as locks.
QWidget *PictureTour::showPalette()
{
    auto *palette = m_window.findChild<ui::CommandPalette *>();
    palette->open();
    palette->findChild<QLineEdit *>()->setText(u"st"_s);
    return &m_window;
}

// Those that were closed go a little later.
QDialog *PictureTour::openDialog(const char *name) const
{
    const auto all = m_window.findChildren<QDialog *>(QLatin1StringView(name));
    const auto open = std::find_if(all.begin(), all.end(),
                                   [](const QDialog *dialog) { return dialog->isVisible(); });
    return open == all.end() ? nullptr : *open;
}

QWidget *PictureTour::showDialog(const char *action, const char *dialog)
{
    if (auto *opens = m_window.findChild<QAction *>(QLatin1StringView(action)))
        opens->trigger();
    return openDialog(dialog);
}

// Opens the dialog of an action on the locks. If nobody holds any of them, there is no dialog: the
// picture is of the window then.
QWidget *PictureTour::showAction(const std::vector<watch::LockPointer> &locks)
{
    std::vector<watch::LockId> ids;
    for (const watch::LockPointer &lock : locks)
        ids.push_back(lock->id);
    std::sort(ids.begin(), ids.end());
    m_window.actions().start(admin::ActionType::ForceUnlock, ids, {});
    if (QDialog *dialog = openDialog("actionDialog"))
        return dialog;
    return &m_window;
}

QWidget *PictureTour::showBulk()
{
    std::vector<watch::LockPointer> locks = longestHeld();
    locks.resize(std::min(locks.size(), locksAtOnce));
    return showAction(locks);
}

// Of the first server, else a new one.
QWidget *PictureTour::showProfile()
{
    const ui::ServerModel &servers = m_client.servers();
    m_window.profiles().editProfile(servers.rowCount() > 0 ? servers.rowAt(0).place.profile
                                                           : QString());
    if (!openDialog("profileDialog"))
        m_window.profiles().newProfile();
    return openDialog("profileDialog");
}

QWidget *PictureTour::showNames()
{
    if (const watch::LockPointer lock = heldLock())
        m_window.names().nameOwner({lock->id.deployment, lock->holds.front().owner});
    else
        m_window.names().openList();
    return openDialog("aliasDialog");
}

// With the exception that an owner gets at unlock after its hold has expired.
QWidget *PictureTour::showException()
{
    QWidget *dialog = showDialog("actionPasteException", "exceptionDialog");
    auto *text = dialog ? dialog->findChild<QPlainTextEdit *>(u"exceptionText"_s) : nullptr;
    const QByteArray owner = lostOwner();
    const qsizetype colon = owner.lastIndexOf(':');
    if (text && colon > 0)
        text->setPlainText(u"java.lang.IllegalMonitorStateException: attempt to unlock lock, not "
                           "locked by current thread by node id: %1 thread-id: %2"_s.arg(
                               QString::fromLatin1(owner.first(colon)),
                               QString::fromLatin1(owner.sliced(colon + 1))));
    return dialog;
}

// Long holds will probably last until the picture is taken.
std::vector<watch::LockPointer> PictureTour::longestHeld() const
{
    std::vector<watch::LockPointer> held;
    m_client.locks().forEachLock([&](const watch::LockPointer &lock) {
        if (!lock->holds.empty())
            held.push_back(lock);
    });
    std::sort(held.begin(), held.end(), [](const auto &a, const auto &b) {
        return std::tie(a->holds.front().observedSince, a->id)
            < std::tie(b->holds.front().observedSince, b->id);
    });
    return held;
}

// The one that was asked for, if somebody has it.
watch::LockPointer PictureTour::heldLock() const
{
    const std::vector<watch::LockPointer> held = longestHeld();
    const auto at = std::find_if(held.begin(), held.end(), [this](const watch::LockPointer &lock) {
        return lock->id.name.bytes == m_lock;
    });
    if (at != held.end())
        return *at;
    return held.empty() ? nullptr : held.front();
}

// The owner whose hold of a Redisson lock expired last; preferably of a lock that still exists, so
// that the dialog can show the current holder. From all events: the model has rows only while its
// view is visible, which is behind others by then.
QByteArray PictureTour::lostOwner() const
{
    QByteArray owner;
    const auto &events = m_client.events().events();
    for (auto event = events.rbegin(); event != events.rend(); ++event) {
        if (event->type != watch::EventType::Expired || !event->owner || !event->name
            || format::traitsOf(event->kind).isPlainString)
            continue;
        if (m_client.locks().find({event->deploymentId, *event->name}))
            return event->owner->bytes;
        if (owner.isEmpty())
            owner = event->owner->bytes;
    }
    return owner;
}

} // namespace lockscope::pictures
