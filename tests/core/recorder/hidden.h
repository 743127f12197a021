// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recorder/clashes.h"
#include "core/recorder/incidentfile.h"

#include <QTemporaryDir>

namespace lockscope::test {

// The finding of a search, without the names of owners and locks. Those that are the same name stay
// the same.
inline recorder::Clash withoutNames(recorder::Clash clash)
{
    std::vector<QByteArray> known;
    const auto hide = [&known](QByteArray &name) {
        const auto found = std::find(known.begin(), known.end(), name);
        const auto number = found - known.begin();
        if (found == known.end())
            known.push_back(name);
        name = QByteArray::number(static_cast<qint64>(number));
    };
    hide(clash.first.bytes);
    hide(clash.second.bytes);
    clash.firstAlias = clash.secondAlias = {};
    if (clash.by)
        hide(clash.by->bytes);
    clash.lock = {};
    if (clash.sign)
        clash.sign->lock = {};
    if (clash.quorum) {
        for (recorder::ClashMember &member : clash.quorum->members) {
            hide(member.first.bytes);
            hide(member.second.bytes);
        }
    }
    return clash;
}

// Exports the record twice, and searches both files. Those that cannot be exported, as they are
// damaged, and searches for a name, which is another one there, are left out.
inline bool isJudgedAlikeWithoutNames(const QString &folder, const recorder::EventQuery &query,
                                      const std::vector<insight::GroupMembers> &groups = {})
{
    if (query.lock || query.owner)
        return true;
    const QTemporaryDir home;
    std::vector<std::vector<recorder::Clash>> found;
    for (const bool isVeiled : {false, true}) {
        recorder::RecordReader reader(folder);
        recorder::IncidentFacts facts;
        facts.since = WallInstant::min();
        facts.until = WallInstant::max();
        facts.groups = groups;
        facts.isVeiled = isVeiled;
        const QString path = home.filePath(QString::number(isVeiled ? 1 : 0));
        if (!recorder::writeIncident(reader, path, facts))
            return true;
        const auto incident = recorder::openIncident(path);
        if (!incident)
            return false;
        const auto report = recorder::findClashes(*incident->reader, query, incident->facts.groups);
        if (!report)
            return false;
        std::vector<recorder::Clash> &shapes = found.emplace_back();
        for (const recorder::Clash &clash : report->clashes)
            shapes.push_back(withoutNames(clash));
    }
    return found[0] == found[1];
}

} // namespace lockscope::test
