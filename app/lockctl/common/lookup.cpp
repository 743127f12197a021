// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/lookup.h"

#include "app/lockctl/common/printing.h"
#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

QString whyNoLock(const Session &session, const LockName &name, const QByteArray &kind,
                  std::optional<watch::DeploymentId> deployment)
{
    const auto &explained = session.explanations();
    const auto known = std::ranges::find_if(explained, [&](const auto &entry) {
        return entry.first.name == name && (!deployment || entry.first.deployment == *deployment);
    });
    if (known == explained.end())
        return u"not locked: the key does not exist"_s;
    const QString why = u"not a lock: "_s + known->second;
    return kind.isEmpty() ? why
            + u". To treat it as a lock, give its kind with --kind or pin it in the profile; "
              "under a --prefix, strings with an expiry are also locks, unless they are "
              "numbers"_s
                          : why;
}

Result<watch::LockRecord> lockIn(const Session &session, const LockName &name,
                                 const QByteArray &kind, std::size_t target)
{
    const watch::DeploymentId deployment = session.deployment(target);
    const auto found = session.locks().find({deployment, name});
    if (found != session.locks().end())
        return *found->second;
    if (const auto failure = session.failureOf(deployment))
        return fail(*failure);
    return fail(ErrorKind::InvalidInput,
                u"\"%1\" is %2"_s.arg(nameText(name), whyNoLock(session, name, kind, deployment)));
}

} // namespace lockscope::lockctl
