// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/watchclient.h"
#include "ui/window/mainwindow.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <vector>

class QDialog;

namespace lockscope::pictures {

// Shows one view of the console after the other, then its dialogs, and saves a picture of each in a
// folder as NAME.png. It acts on nothing and declines every dialog. GUI thread; the window and the
// client must outlive it.
class PictureTour : public QObject
{
    Q_OBJECT

public:
    // Views that are computed beside the window do so once a second while they are seen.
    static constexpr Millis usualLook{2500};

    // The detail is of this lock, and so is the action that is previewed; empty: of another. Each
    // view is shown for so long before its picture is taken.
    PictureTour(ui::MainWindow &window, ui::WatchClient &client, QString folder, QByteArray lock,
                Millis look = usualLook);

    static QStringList pictureNames();
    void start();

Q_SIGNALS:
    void taken(const QString &name, const QWidget *of); // it is still shown
    void finished(const QString &problem); // empty: all are written

private:
    struct Stop {
        QString name;
        std::function<QWidget *()> show; // the widget in the picture
    };

    void addStops();
    void next();
    void take();
    QWidget *showView(const QString &name);
    QWidget *showGroups();
    QWidget *showPalette();
    QDialog *openDialog(const char *name) const;
    QWidget *showDialog(const char *action, const char *dialog);
    QWidget *showAction(const std::vector<watch::LockPointer> &locks);
    QWidget *showBulk();
    QWidget *showProfile();
    QWidget *showNames();
    QWidget *showException();
    std::vector<watch::LockPointer> longestHeld() const;
    watch::LockPointer heldLock() const;
    QByteArray lostOwner() const;

    ui::MainWindow &m_window;
    ui::WatchClient &m_client;
    QString m_folder;
    QByteArray m_lock;
    Millis m_look;
    std::vector<Stop> m_stops;
    std::size_t m_at = 0;
    QPointer<QWidget> m_shown; // a dialog may be closed meanwhile
};

} // namespace lockscope::pictures
