// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/locklink.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <optional>

class QMessageBox;
class QWidget;

namespace lockscope::ui {

class Navigator;
class WatchClient;

// The target of a link: the servers of a saved profile, a server that no profile names, or nothing,
// for a reason.
struct LinkWay {
    QString profile; // empty: none
    QString label; // of the server, where there is no profile
    QString problem; // a sentence; empty: it leads somewhere
    bool isConnected = false; // or about to be: its servers may not be seen yet
};

// Opens links to locks, which may come from anybody. A server that is not connected is connected
// only if a saved profile names it, or if the user says so. Then the detail of the lock opens as
// soon as the lock is seen. GUI thread; client and navigator must outlive it.
class LinkOpener : public QObject
{
    Q_OBJECT

public:
    // Looks the profiles up; without it every link leads to the server that it names.
    using Way = std::function<LinkWay(const LockLink &)>;

    LinkOpener(WatchClient &client, Navigator &navigator, QWidget *window);

    void setWay(Way way) { m_way = std::move(way); }
    // Every text has an effect that can be seen: the lock, a question or a notice.
    void open(const QString &text);

Q_SIGNALS:
    void noticed(const QString &text);
    void settled(); // what was noticed before is over
    void profileWanted(const QString &profile); // its servers are to be connected
    // So is this server, without a password: the user has agreed.
    void addressWanted(const QString &label);

private:
    struct Wanted {
        LinkWay way;
        LockName name;

        // The profile, or the server.
        QString place() const;
    };

    // The state of the servers that it leads to.
    struct Sight {
        bool isThere = false;
        bool isUp = false; // one of them at least
        bool isDone = true; // each is down, or all its locks were found
        std::optional<Error> error; // of one that is down

        // All of their locks are known.
        bool isRead() const { return isUp && isDone && !error; }
    };
    // The notice about a lock that was not found, which stays wanted until that is true no more.
    enum class Failure { None, Missing, Unread };

    void ask();
    void follow();
    void reconsider();
    std::optional<watch::LockId> found() const;
    bool openIfThere();
    bool isOf(watch::DeploymentId deployment) const;
    bool isConnected() const;
    void giveUp();
    Sight sightOf() const;
    QString failureText(const Sight &sight) const;

    WatchClient &m_client;
    Navigator &m_navigator;
    QWidget *m_window;
    Way m_way;
    std::optional<Wanted> m_wanted;
    Failure m_failure = Failure::None;
    QPointer<QMessageBox> m_question;
    QTimer m_patience;
};

} // namespace lockscope::ui
