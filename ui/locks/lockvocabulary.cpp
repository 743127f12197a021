// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/lockvocabulary.h"

#include "core/base/text.h"
#include "core/health/rulelist.h"
#include "ui/client/locks/locktablemodel.h"
#include "ui/client/servers/servermodel.h"
#include "ui/wording/wording.h"

#include <QSet>

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qint64 vocabularyLasts = 2000; // ms
constexpr qsizetype mostHolders = 500;

QStringList sorted(const QSet<QString> &words)
{
    QStringList list(words.begin(), words.end());
    list.sort(Qt::CaseInsensitive);
    return list;
}

} // namespace

const insight::FilterVocabulary &LockVocabulary::words()
{
    if (!m_age.isValid() || m_age.elapsed() >= vocabularyLasts) {
        collect();
        m_age.start();
    }
    return m_words;
}

void LockVocabulary::collect()
{
    QSet<QString> kinds;
    QSet<QString> libraries;
    QSet<QString> deployments;
    QSet<QString> holders;
    m_locks.forEachLock([&](const LockPointer &lock) {
        kinds.insert(fromUtf8(*lock->kind));
        libraries.insert(fromUtf8(*lock->library));
        deployments.insert(lock->deployment);
        for (const watch::HoldRecord &hold : lock->holds) {
            if (holders.size() < mostHolders)
                holders.insert(
                    visible(hold.alias->isEmpty() ? hold.owner.bytes : hold.alias->name));
        }
    });
    m_words = {};
    m_words.fields = insight::LockFilter::fields();
    for (const QString &field : std::as_const(m_words.fields))
        m_words.words.insert(field, wording::filterChoices(insight::LockFilter::choices(field)));
    m_words.words[u"problem"_s] += health::ruleNames();
    m_words.words.insert(u"kind"_s, sorted(kinds));
    m_words.words.insert(u"library"_s, sorted(libraries));
    m_words.words.insert(u"deployment"_s, sorted(deployments));
    m_words.words.insert(u"holder"_s, sorted(holders));
    QSet<QString> profiles{u"none"_s};
    for (const ServerRow &row : m_servers.rows()) {
        if (!row.place.profile.isEmpty())
            profiles.insert(row.place.profile);
    }
    m_words.words.insert(u"profile"_s, sorted(profiles));
}

} // namespace lockscope::ui
