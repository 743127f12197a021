// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/linkways.h"

#include "app/common/targets.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

namespace lockscope::console {

using ui::LinkWay;

namespace {

struct LinkWaysWords {
    Q_DECLARE_TR_FUNCTIONS(LinkWays)
};

LinkWay nowhere(const Error &error)
{
    return {{},
            {},
            LinkWaysWords::tr("The link cannot be opened: %1")
                .arg(wording::ended(wording::errorSentence(error)))};
}

} // namespace

LinkWay wayOf(const ui::LockLink &link, const profile::ProfileStore &store)
{
    if (!link.profile.isEmpty()) {
        const auto saved = store.load();
        if (!saved)
            return nowhere(saved.error());
        if (saved->find(link.profile))
            return {link.profile, {}, {}};
        return {
            {},
            {},
            LinkWaysWords::tr("The link names the profile %1, which you do not have; nothing was "
                              "connected.")
                .arg(wording::shown(link.profile.toUtf8(), 60))};
    }
    const auto targets = app::targetsFrom({link.url}, {}, store);
    if (!targets)
        return nowhere(targets.error());
    const app::ChosenTarget &target = targets->front();
    return {target.profile, target.profile.isEmpty() ? target.label() : QString(), {}};
}

} // namespace lockscope::console
