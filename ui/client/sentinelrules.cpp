// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/sentinelrules.h"

#include "ui/client/actionrules.h"

#include <QCoreApplication>

namespace lockscope::ui {

namespace {

struct SentinelRulesWords {
    Q_DECLARE_TR_FUNCTIONS(SentinelRules)
};

} // namespace

QString sentinelActionTitle(admin::SentinelActionType type)
{
    using Type = admin::SentinelActionType;
    switch (type) {
    case Type::Failover:
        return SentinelRulesWords::tr("Fail over");
    case Type::Monitor:
        return SentinelRulesWords::tr("Watch a primary");
    case Type::Remove:
        return SentinelRulesWords::tr("Stop watching");
    case Type::Reset:
        return SentinelRulesWords::tr("Reset the Sentinels");
    }
    return {};
}

QString reasonAgainstSentinels(const ServerRow *row)
{
    if (!row)
        return SentinelRulesWords::tr("no server is selected");
    // Those of a primary that was named as such are not known, nor their user and password.
    if (admin::primaryNameIn(row->server.label).isEmpty())
        return SentinelRulesWords::tr("it was not connected by the addresses of its Sentinels");
    return reasonAgainstWriting(row->place);
}

} // namespace lockscope::ui
