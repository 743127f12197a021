// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/linkopener.h"

#include "ui/client/navigator.h"
#include "ui/client/watchclient.h"
#include "ui/wording/connectionwording.h"
#include "ui/wording/lockname.h"
#include "ui/wording/wording.h"

#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

constexpr auto longestWait = 60s; // for a server
constexpr auto lastLook = 1s; // for locks in flight when all servers are up
constexpr auto lastTry = 3s; // of a server that is down

} // namespace

LinkOpener::LinkOpener(WatchClient &client, Navigator &navigator, QWidget *window)
    : QObject(window)
    , m_client(client)
    , m_navigator(navigator)
    , m_window(window)
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &LinkOpener::giveUp);
    connect(&client.locks(), &LockTableModel::merged, this, &LinkOpener::follow);
    connect(&client, &WatchClient::serversChanged, this, &LinkOpener::follow);
}

QString LinkOpener::Wanted::place() const
{
    return way.profile.isEmpty() ? wording::shown(way.label.toUtf8(), 200)
                                 : wording::shown(way.profile.toUtf8(), 60);
}

void LinkOpener::open(const QString &text)
{
    const auto link = readLockLink(text);
    if (!link) {
        Q_EMIT noticed(link.error());
        return;
    }
    // Links come from anybody: none may change a question under a hand that answers it.
    if (m_question) {
        Q_EMIT noticed(tr("The link to the lock %1 was not opened. Answer the question about the "
                          "link before it, and then open the link again.")
                           .arg(wording::lockName(LockName(link->name), 120)));
        return;
    }
    m_wanted.reset();
    m_failure = Failure::None;
    m_patience.stop();
    Q_EMIT settled();
    const LinkWay way = m_way ? m_way(*link) : LinkWay{link->profile, link->url, {}};
    if (!way.problem.isEmpty()) {
        Q_EMIT noticed(way.problem);
        return;
    }
    m_wanted = Wanted{way, LockName(link->name)};
    m_client.setPaused(false); // the user wants to see the lock
    if (openIfThere())
        return;
    const bool isNew = !way.isConnected && !isConnected();
    if (isNew && way.profile.isEmpty()) {
        ask();
        return;
    }
    m_patience.start(longestWait);
    if (isNew)
        Q_EMIT profileWanted(way.profile);
    follow();
}

// The address may lead anywhere: it is shown, and nothing is sent before the answer.
void LinkOpener::ask()
{
    auto *box = new QMessageBox(m_window);
    m_question = box;
    box->setObjectName("linkBox"_L1);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Question);
    box->setWindowTitle(tr("Open a link"));
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("The link leads to %1, which none of your profiles names.\nConnect to it "
                    "without a password?")
                     .arg(m_wanted->place()));
    auto *yes = box->addButton(tr("&Connect"), QMessageBox::AcceptRole);
    yes->setObjectName("linkConnect"_L1);
    auto *no = box->addButton(QMessageBox::Cancel);
    box->setDefaultButton(no);
    box->setEscapeButton(no);
    connect(box, &QMessageBox::finished, this, [this, box, yes] {
        m_question = nullptr; // it deletes itself
        Q_EMIT settled(); // no link is refused any more
        if (!m_wanted)
            return;
        if (box->clickedButton() != yes) {
            m_wanted.reset();
            return;
        }
        m_patience.start(longestWait);
        Q_EMIT addressWanted(m_wanted->way.label);
    });
    box->open();
}

bool LinkOpener::isOf(watch::DeploymentId deployment) const
{
    const admin::Place place = m_client.servers().placeOf(deployment);
    if (!m_wanted->way.profile.isEmpty())
        return place.profile == m_wanted->way.profile;
    const watch::ServerRecord *const server = m_client.servers().find(deployment);
    return place.deployment == m_wanted->way.label
        || (server && server->label == m_wanted->way.label);
}

bool LinkOpener::isConnected() const
{
    const auto &rows = m_client.servers().rows();
    return std::any_of(rows.begin(), rows.end(),
                       [this](const ServerRow &row) { return isOf(row.server.deployment); });
}

std::optional<watch::LockId> LinkOpener::found() const
{
    for (const ServerRow &row : m_client.servers().rows()) {
        const watch::LockId id{row.server.deployment, m_wanted->name};
        if (isOf(id.deployment) && m_client.locks().find(id))
            return id;
    }
    return std::nullopt;
}

bool LinkOpener::openIfThere()
{
    const auto id = found();
    if (!id)
        return false;
    m_wanted.reset();
    m_patience.stop();
    m_navigator.openLock(*id);
    return true;
}

// The lock does not open by itself any more, since the hand is elsewhere by now. A notice that has
// become untrue goes.
void LinkOpener::reconsider()
{
    if (found()) {
        m_wanted.reset();
        Q_EMIT settled();
        return;
    }
    if (m_failure == Failure::Unread && sightOf().isRead())
        giveUp();
}

void LinkOpener::follow()
{
    if (!m_wanted || m_question)
        return;
    if (m_failure != Failure::None) {
        reconsider();
        return;
    }
    if (openIfThere())
        return;
    const Sight sight = sightOf();
    const Millis longest = sight.isUp ? lastLook : lastTry;
    if (sight.isThere && sight.isDone && m_patience.remainingTimeAsDuration() > longest)
        m_patience.start(longest);
}

LinkOpener::Sight LinkOpener::sightOf() const
{
    Sight sight;
    for (const ServerRow &row : m_client.servers().rows()) {
        if (!isOf(row.server.deployment))
            continue;
        sight.isThere = true;
        sight.isUp |= row.server.state == watch::ServerState::Up;
        sight.isDone &= watch::isSettled(row.server);
        if (row.server.state == watch::ServerState::Down)
            sight.error = row.server.error;
    }
    return sight;
}

void LinkOpener::giveUp()
{
    if (!m_wanted)
        return;
    const Sight sight = sightOf();
    m_failure = sight.isRead() ? Failure::Missing : Failure::Unread;
    Q_EMIT noticed(failureText(sight));
}

// A server that was not read says nothing of its locks.
QString LinkOpener::failureText(const Sight &sight) const
{
    const QString lock = wording::lockName(m_wanted->name, 120);
    const QString place = m_wanted->place();
    if (sight.isRead())
        return tr("The link leads to the lock %1, which is not on %2 now.").arg(lock, place);
    if (sight.isUp)
        return tr("The link leads to the lock %1. Not all locks of %2 have been found yet, so it "
                  "may be there. Open the link again later.")
            .arg(lock, place);
    const QString cause =
        sight.error ? wording::connectionCause(*sight.error) : tr("it has not answered yet");
    return tr("The link leads to the lock %1. %2 cannot be read now (%3), so nothing is known of "
              "the lock. Open the link again when the server is back.")
        .arg(lock, place, cause);
}

} // namespace lockscope::ui
