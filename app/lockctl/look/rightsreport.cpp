// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/look/rightsreport.h"

#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/common/singlelook.h"
#include "core/admin/accessrules.h"
#include "core/base/text.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

// Prints the rights that users need on each server, without a look at the locks.
class RightsReport : public SingleLook
{
    Q_OBJECT

public:
    RightsReport(TargetChoice where, bool json)
        : SingleLook(where, {}, Session::Look::Once)
        , m_where(std::move(where))
        , m_json(json)
    {}

private:
    void onChanged() override;
    void print(const std::vector<watch::ServerRecord> &servers);
    admin::AccessPlace placeOf(const watch::ServerRecord &server) const;

    const TargetChoice m_where;
    const bool m_json;
};

// As soon as it is known of one server of each deployment what it is.
void RightsReport::onChanged()
{
    std::vector<watch::ServerRecord> known;
    for (std::size_t target = 0; target < m_where.targets.size(); ++target) {
        const watch::DeploymentId deployment = m_session.listedAs(m_session.deployment(target));
        const watch::ServerRecord *const server = m_session.serverOf(deployment);
        if (!server || server->state == watch::ServerState::Connecting)
            return;
        const bool isTwice = std::ranges::any_of(known, [&](const watch::ServerRecord &other) {
            return other.deployment == server->deployment;
        });
        if (!isTwice)
            known.push_back(*server);
    }
    print(known);
}

admin::AccessPlace RightsReport::placeOf(const watch::ServerRecord &server) const
{
    const std::size_t target = m_session.targetOf(server.deployment);
    admin::AccessPlace place;
    place.server = server.version;
    place.isCluster = server.isShard || server.isPartOfCluster;
    place.hasSeveralServers = server.isShard || server.members != nullptr;
    place.prefixes =
        m_where.prefixes.empty() ? m_where.targets.at(target).prefixes : m_where.prefixes;
    return place;
}

void RightsReport::print(const std::vector<watch::ServerRecord> &servers)
{
    QJsonArray list;
    QString text;
    ExitStatus status = Done;
    for (const watch::ServerRecord &server : servers) {
        if (server.state != watch::ServerState::Up) {
            writeError(u"lockctl: %1\n"_s.arg(whyNotRead(server)));
            status = Unreachable;
            continue;
        }
        const admin::AccessPlace place = placeOf(server);
        if (!admin::hasAccessRules(place)) {
            writeError(u"lockctl: %1 is %2, which has no users with rights: they came with "
                       "Redis 6.0\n"_s.arg(server.label, visible(place.server)));
            status = std::max(status, Refused);
            continue;
        }
        const QByteArrayList observer = admin::observerRules(place);
        const QByteArrayList acting = admin::operatorRules(place);
        if (m_json) {
            const auto words = [](const QByteArrayList &rules) {
                QJsonArray all;
                for (const QByteArray &rule : rules)
                    all.append(visible(rule));
                return all;
            };
            list.append(QJsonObject{{"deployment"_L1, server.label},
                                    {"version"_L1, fromUtf8(place.server)},
                                    {"observer"_L1, words(observer)},
                                    {"operator"_L1, words(acting)}});
            continue;
        }
        const QString version = place.server.isEmpty()
            ? u"a server that does not tell its version, taken for Redis 7.0"_s
            : visible(place.server);
        text += u"# %1: %2%3\n"_s.arg(server.label, version,
                                      place.hasSeveralServers ? u"; on each of its servers"_s
                                                              : QString());
        text += u"# watches, and changes nothing\n%1\n"_s.arg(
            fromUtf8(admin::setUserCommand("lockscope-observer", observer)));
        text += u"# watches, acts on locks and takes them\n%1\n"_s.arg(
            fromUtf8(admin::setUserCommand("lockscope-operator", acting)));
    }
    const bool isWritten =
        m_json ? writeOut(jsonLine({{"schema"_L1, 1}, {"users"_L1, list}})) : writeOut(text);
    finish(isWritten ? status : Unreachable);
}

} // namespace

std::unique_ptr<Running> rightsReport(TargetChoice where, bool json)
{
    return std::make_unique<RightsReport>(std::move(where), json);
}

} // namespace lockscope::lockctl

#include "rightsreport.moc"
