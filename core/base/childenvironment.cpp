// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/childenvironment.h"

#include <mutex>

using namespace Qt::StringLiterals;

namespace lockscope {

namespace {

struct HiddenVariables {
    std::mutex mutex;
    QStringList names{u"LOCKSCOPE_PASSWORD"_s, u"LOCKSCOPE_SENTINEL_PASSWORD"_s,
                      u"LOCKSCOPE_OPERATOR_PASSWORD"_s, u"LOCKSCOPE_PROXY_PASSWORD"_s};
};

HiddenVariables &hiddenVariables()
{
    static HiddenVariables hidden;
    return hidden;
}

} // namespace

QProcessEnvironment childEnvironment()
{
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : hiddenFromChildren())
        environment.remove(name);
    return environment;
}

void hideFromChildren(const QStringList &variables)
{
    HiddenVariables &hidden = hiddenVariables();
    const std::lock_guard guard(hidden.mutex);
    for (const QString &name : variables) {
        if (!hidden.names.contains(name))
            hidden.names += name;
    }
}

QStringList hiddenFromChildren()
{
    HiddenVariables &hidden = hiddenVariables();
    const std::lock_guard guard(hidden.mutex);
    return hidden.names;
}

} // namespace lockscope
