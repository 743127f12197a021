// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recorder/entry.h"

#include <QHash>

namespace lockscope::recorder {

// Replaces the names in entries, for a file that is given away: of locks and their keys, of owners,
// of clients and their hosts. The same name has the same replacement everywhere in one file, and
// another one in the next. What stays: the thread of a Redisson owner, kinds, times, servers and
// profiles. Sentences of locks may quote names: known ones of the watch stay, with their names
// replaced, and others are left out. A value, one thread.
class Veil
{
public:
    Veil(); // with a key of its own

    Entry operator()(const Entry &entry);

private:
    QByteArray token(char sort, const QByteArray &name);
    LockName name(const LockName &name) { return LockName(token('L', name.bytes)); }
    watch::LockId id(const watch::LockId &id) { return {id.deployment, name(id.name)}; }
    OwnerId owner(const OwnerId &owner);
    watch::LockPointer lock(const watch::LockRecord &lock);
    watch::ServerPointer server(const watch::ServerRecord &server);
    Sentence detail(const watch::Event &event);
    watch::Event event(watch::Event event);
    health::Problem problem(health::Problem problem);

    QByteArray m_key;
    QHash<QByteArray, QByteArray> m_known;
};

} // namespace lockscope::recorder
