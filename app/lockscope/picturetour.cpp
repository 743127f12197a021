// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/picturetour.h"

#include "ui/views/lockspane.h"
#include "ui/window/viewlist.h"

#include <QAction>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QPixmap>
#include <QPlainTextEdit>
#include <QTimer>

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

constexpr auto dockSuffix = "Dock"_L1;

QString dockOf(const QString &view)
{
    return view + dockSuffix;
}

} // namespace

QStringList viewNames()
{
    QStringList names{u"locks"_s};
    for (const ui::ViewSpec &view : ui::allViews()) {
        QString name = view.name;
        name.chop(dockSuffix.size());
        names += name;
    }
    return names;
}

QStringList PictureTour::pictureNames()
{
    return viewNames() + QStringList{u"groups"_s, u"connect"_s, u"exception"_s};
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
    auto *table = m_window.findChild<ui::LocksPane *>();
    const auto group = [this, table](ui::LockGrouping grouping) {
        table->setGrouping(grouping);
        return &m_window;
    };
    for (const QString &name : viewNames())
        m_stops.push_back({name, [this, name] { return showView(name); }});
    // The table first as it is, then in groups.
    const Stop groups{u"groups"_s, [group] { return group(ui::LockGrouping::Holder); }};
    m_stops.insert(m_stops.begin() + 1, groups);
    m_stops[2].show = [group, show = m_stops[2].show] {
        group(ui::LockGrouping::None);
        return show();
    };
    m_stops.push_back(
        {u"connect"_s, [this] { return showDialog("actionConnect", "connectDialog"); }});
    m_stops.push_back({u"exception"_s, [this] { return showException(); }});
}

void PictureTour::start()
{
    if (!QDir().mkpath(m_folder)) {
        Q_EMIT finished(tr("the folder cannot be made"));
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
        Q_EMIT finished(tr("%1 cannot be written").arg(file));
        return;
    }
    if (auto *dialog = qobject_cast<QDialog *>(m_shown.data()))
        dialog->reject();
    ++m_at;
    next();
}

// Half of the window's height and more for what lies beneath the table.
QWidget *PictureTour::showView(const QString &name)
{
    auto *detail = m_window.findChild<QDockWidget *>(dockOf(u"detail"_s));
    if (detail && name != "detail"_L1)
        detail->hide();
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

QWidget *PictureTour::showDialog(const char *action, const char *dialog)
{
    if (auto *opens = m_window.findChild<QAction *>(QLatin1StringView(action)))
        opens->trigger();
    return m_window.findChild<QDialog *>(QLatin1StringView(dialog));
}

// With what the last one whose hold has expired would be told at his unlock.
QWidget *PictureTour::showException()
{
    QByteArray owner;
    const ui::EventModel &events = m_client.events();
    for (int row = events.rowCount() - 1; row >= 0 && owner.isEmpty(); --row) {
        const watch::Event &event = events.eventAt(row);
        if (event.type == watch::EventType::Expired && event.owner)
            owner = event.owner->bytes;
    }
    QWidget *dialog = showDialog("actionPasteException", "exceptionDialog");
    auto *text = dialog ? dialog->findChild<QPlainTextEdit *>(u"exceptionText"_s) : nullptr;
    const qsizetype colon = owner.lastIndexOf(':');
    if (text && colon > 0)
        text->setPlainText(u"java.lang.IllegalMonitorStateException: attempt to unlock lock, not "
                           "locked by current thread by node id: %1 thread-id: %2"_s.arg(
                               QString::fromLatin1(owner.first(colon)),
                               QString::fromLatin1(owner.sliced(colon + 1))));
    return dialog;
}

} // namespace lockscope::console
