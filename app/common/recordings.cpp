// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/recordings.h"

#include <algorithm>

namespace lockscope::app {

Recordings::Recordings(picture::Picture &picture, const Clock &clock, Options options,
                       QObject *parent)
    : QObject(parent)
    , m_picture(picture)
    , m_clock(clock)
    , m_options(std::move(options))
{}

Recordings::~Recordings()
{
    stop();
}

Result<void> Recordings::add(const recorder::PlaceEntry &place, const QString &record)
{
    const auto part = partOf(record);
    if (!part)
        return fail(part.error());
    Part &its = **part;
    if (!its.deployments.insert(place.deployment).second)
        return {};
    recorder::Recorder &recorder = *its.recorder;
    recorder.add(place.deployment);
    recorder.notePlace(place);
    for (const watch::ServerRecord &server : m_picture.serversOf(place.deployment))
        recorder.note(server);
    m_picture.forEachLockOf(place.deployment,
                            [&](const watch::LockPointer &lock) { recorder.note(lock->id, lock); });
    return {};
}

Result<Recordings::Part *> Recordings::partOf(const QString &record)
{
    if (const auto known = m_parts.find(record); known != m_parts.end())
        return &known->second;
    recorder::Recorder::Options options;
    options.folder = recorder::recordFolder(record);
    options.program = m_options.program;
    options.deployments.emplace(); // those that are added
    options.retention = m_options.retention;
    auto made = std::make_unique<recorder::Recorder>(
        options, m_clock, [this, record](const Sentence &sentence) {
            // From the writer's thread.
            QMetaObject::invokeMethod(
                this, [this, record, sentence] { Q_EMIT told(record, sentence); },
                Qt::QueuedConnection);
        });
    if (const auto started = made->start(); !started)
        return fail(started.error());
    m_picture.addSink(made.get());
    return &m_parts.emplace(record, Part{{}, std::move(made)}).first->second;
}

// Its record has heard from the picture that it is removed.
void Recordings::remove(watch::DeploymentId deployment)
{
    const auto found = std::ranges::find_if(
        m_parts, [&](const auto &each) { return each.second.deployments.contains(deployment); });
    if (found == m_parts.end())
        return;
    Part &part = found->second;
    part.deployments.erase(deployment);
    part.recorder->remove(deployment);
    if (!part.deployments.empty())
        return;
    end(part);
    m_parts.erase(found);
}

void Recordings::end(Part &part)
{
    m_picture.removeSink(part.recorder.get());
    part.recorder->stop();
}

void Recordings::stop()
{
    for (auto &[record, part] : m_parts)
        end(part);
    m_parts.clear();
}

void Recordings::note(const health::ProblemChange &change)
{
    for (const auto &[record, part] : m_parts) {
        if (!concerns(m_picture, part.deployments, change.problem))
            continue;
        part.recorder->note(change);
        if (change.isEvent())
            part.recorder->note({health::eventOf(change, m_clock.wallNow())});
    }
}

void Recordings::noteOpen(const health::Problem &problem)
{
    for (const auto &[record, part] : m_parts) {
        if (concerns(m_picture, part.deployments, problem))
            part.recorder->note({health::ProblemChange::What::Opened, problem});
    }
}

void Recordings::notePause(const Sentence &why)
{
    watch::Event event;
    event.type = watch::EventType::Gap;
    event.at = m_clock.wallNow();
    event.detail = why;
    for (const auto &[record, part] : m_parts) {
        event.deployment = event.server = record;
        part.recorder->note({event});
    }
}

std::map<QString, Sentence> Recordings::troubles() const
{
    std::map<QString, Sentence> all;
    for (const auto &[record, part] : m_parts)
        all.emplace(record, part.recorder->figures().trouble);
    return all;
}

bool concerns(const picture::Picture &picture, const std::set<watch::DeploymentId> &deployments,
              const health::Problem &problem)
{
    if (problem.subject.type == health::Subject::Type::Server) {
        const watch::ServerRecord *server = picture.findServer(problem.subject.server());
        return server != nullptr && deployments.contains(server->deployment);
    }
    return std::ranges::any_of(problem.locks, [&](const watch::LockId &lock) {
        return deployments.contains(lock.deployment);
    });
}

} // namespace lockscope::app
