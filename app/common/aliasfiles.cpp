// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/aliasfiles.h"

#include "core/profile/aliasfile.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::app {

AliasFile::AliasFile(const QString &file, QObject *parent)
    : QObject(parent)
    , m_followed(file)
{
    connect(&m_followed, &FollowedFile::changed, this, &AliasFile::read);
    read();
}

void AliasFile::read()
{
    m_followed.noteReading();
    auto rules = profile::readAliasFile(file());
    Sentence problem;
    if (!rules) {
        problem = rules.error().text;
        if (!m_rules.empty())
            problem = Sentence::say("%1; the names read before are kept").arg(problem);
    }
    const bool isOther = rules && *rules != m_rules;
    if (isOther)
        m_rules = *std::move(rules);
    const Sentence before = std::exchange(m_problem, problem);
    if (isOther)
        Q_EMIT rulesChanged();
    if (before != m_problem)
        Q_EMIT problemChanged();
}

} // namespace lockscope::app
