// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/single/lockspace.h"

#include "core/lock/protocol/owners.h"
#include "core/lock/single/lockspaceprivate.h"
#include "core/lock/single/quickcalls.h"

namespace lockscope::lock {

LockSpace::Private::Private(redis::Deployment &where, const Clock &time,
                            const platform::Suspension &sleep)
    : deployment(where)
    , clock(time)
    , uuid(newClientId())
    , rooms(where)
    , holds(where, time, sleep, rooms)
    , departures(where, time, holds, rooms)
    , quick(std::make_unique<QuickCalls>(*this))
{
    changes = QObject::connect(&deployment, &redis::Deployment::keysChanged, &deployment,
                               [this](const std::vector<QByteArray> &keys) {
                                   holds.onKeysChanged(keys);
                                   rooms.onKeysChanged(keys);
                               });
    servers = QObject::connect(&deployment, &redis::Deployment::serverChanged, &deployment, [this] {
        ++serverChanges;
        holds.onServerChanged();
        departures.onServerChanged();
    });
}

LockSpace::Private::~Private()
{
    QObject::disconnect(changes);
    QObject::disconnect(servers);
    scope.cancel();
    quick->clear();
}

LockSpace::LockSpace(redis::Deployment &deployment, const Clock &clock,
                     const platform::Suspension &suspension)
    : m_d(std::make_unique<Private>(deployment, clock, suspension))
{}

LockSpace::~LockSpace() = default;

redis::Deployment &LockSpace::deployment()
{
    return m_d->deployment;
}

void LockSpace::requireReplicas(const ReplicaCheck &check)
{
    m_d->replicas = check;
}

const QByteArray &LockSpace::uuid() const
{
    return m_d->uuid;
}

} // namespace lockscope::lock
