// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/record/recordkeeper.h"

#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <set>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::console {

QString recordOf(const ui::ServerRow &row)
{
    return row.place.profile.isEmpty() ? row.server.label : row.place.profile;
}

RecordKeeper::RecordKeeper(ui::WatchClient &client, ui::HealthFeed &health, const Clock &clock,
                           QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_health(health)
    , m_clock(clock)
{
    m_retry.setInterval(retry);
    connect(&m_retry, &QTimer::timeout, this, &RecordKeeper::follow);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&client.servers(), signal, this, &RecordKeeper::follow);
    connect(&client, &ui::WatchClient::pausedChanged, this, [this](bool paused) {
        // Changes are told when it goes on, and of each lock the last state alone.
        if (m_recordings && paused)
            m_recordings->notePause(u"the display of the recording console was paused"_s);
    });
    connect(&health, &ui::HealthFeed::problemChanged, this,
            [this](const health::ProblemChange &change) {
                if (m_recordings)
                    m_recordings->note(change);
            });
}

RecordKeeper::~RecordKeeper()
{
    stop();
}

void RecordKeeper::setWanted(bool wanted)
{
    if (wanted == (m_recordings != nullptr))
        return;
    if (!wanted) {
        stop();
        tell();
        return;
    }
    m_recordings = std::make_unique<app::Recordings>(m_client.picture(), m_clock,
                                                     app::Recordings::Options{u"lockscope"_s, {}});
    connect(m_recordings.get(), &app::Recordings::told, this,
            [this](const QString & /*record*/, const Sentence &sentence) {
                Q_EMIT notice(wording::capitalised(wording::said(sentence)));
                tell();
            });
    m_since = m_clock.wallNow();
    follow();
}

void RecordKeeper::stop()
{
    m_recordings.reset();
    m_added.clear();
    m_missing.clear();
    m_retry.stop();
}

// The deployments that have servers now.
void RecordKeeper::follow()
{
    if (!m_recordings)
        return;
    std::set<watch::DeploymentId> there;
    for (const ui::ServerRow &row : m_client.servers().rows()) {
        if (there.insert(row.server.deployment).second && !m_added.contains(row.server.deployment))
            add(row);
    }
    std::erase_if(m_added, [&](const auto &each) {
        const bool isGone = !there.contains(each.first);
        if (isGone)
            m_recordings->remove(each.first);
        return isGone;
    });
    std::erase_if(m_missing, [&](const auto &each) { return !there.contains(each.first); });
    if (m_missing.empty())
        m_retry.stop();
    else if (!m_retry.isActive())
        m_retry.start();
    tell();
}

void RecordKeeper::add(const ui::ServerRow &row)
{
    const watch::DeploymentId deployment = row.server.deployment;
    const bool isProfile = !row.place.profile.isEmpty();
    const QString record = recordOf(row);
    const auto added = m_recordings->add(
        {deployment, row.place.profile,
         isProfile ? QString::fromLatin1(profile::name(row.place.tag)) : QString()},
        record);
    if (!added) {
        const auto before = m_missing.find(deployment);
        const bool isNews =
            before == m_missing.end() || before->second.error.text != added.error().text;
        m_missing.insert_or_assign(deployment, Missing{record, added.error()});
        if (isNews)
            Q_EMIT notice(wording::capitalised(wording::errorSentence(added.error())));
        return;
    }
    m_missing.erase(deployment);
    m_added.emplace(deployment, record);
    for (const health::Problem &problem : m_health.book().problems()) {
        if (app::concerns(m_client.picture(), {deployment}, problem))
            m_recordings->noteOpen(problem);
    }
}

void RecordKeeper::tell()
{
    ui::RecordingState state;
    if (m_recordings) {
        state.since = m_since;
        std::set<QString> records;
        for (const auto &[deployment, record] : m_added)
            records.insert(record);
        std::set<QString> elsewhere;
        for (const auto &[record, trouble] : m_recordings->troubles()) {
            if (trouble.isEmpty())
                continue;
            state.trouble = wording::capitalised(wording::said(trouble));
            records.erase(record);
        }
        for (const auto &[deployment, missing] : m_missing) {
            if (missing.error.kind == ErrorKind::Busy)
                elsewhere.insert(missing.record);
            else
                state.trouble = wording::capitalised(wording::errorSentence(missing.error));
        }
        state.records = QStringList(records.begin(), records.end());
        state.elsewhere = QStringList(elsewhere.begin(), elsewhere.end());
    }
    if (state == m_told)
        return;
    m_told = state;
    Q_EMIT changed(state);
}

} // namespace lockscope::console
