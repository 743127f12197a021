// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/hints.h"

#include "core/base/text.h"
#include "core/format/stringrules.h"
#include "core/format/traits.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::format {

namespace {

constexpr std::size_t mostHeard = 10'000;

// One near the place of the new name, which is as good as chosen by lot. Names in use are heard
// again.
void forgetAny(std::unordered_map<LockName, QByteArray> &heard, const LockName &name)
{
    std::size_t bucket = heard.bucket(name);
    while (heard.bucket_size(bucket) == 0)
        bucket = (bucket + 1) % heard.bucket_count();
    const LockName other = heard.begin(bucket)->first;
    heard.erase(other);
}

} // namespace

bool Hints::covers(const LockName &name) const
{
    return pinOf(name) != nullptr
        || std::any_of(prefixes.begin(), prefixes.end(),
                       [&](const QByteArray &prefix) { return name.bytes.startsWith(prefix); });
}

const Pin *Hints::pinOf(const LockName &name) const
{
    const Pin *best = nullptr;
    for (const Pin &pin : pins) {
        if (name.bytes.startsWith(pin.prefix)
            && (best == nullptr || pin.prefix.size() > best->prefix.size()))
            best = &pin;
    }
    return best;
}

QByteArray Hints::kindOf(const LockName &name) const
{
    if (const Pin *const pin = pinOf(name))
        return traitsOf(pin->kind).isNumber() ? pin->kind : QByteArray();
    const auto known = heard.find(name);
    return known == heard.end() ? QByteArray() : known->second;
}

void Hints::hear(const LockName &name, const QByteArray &kind)
{
    if (heard.size() >= mostHeard && !heard.contains(name))
        forgetAny(heard, name);
    heard.insert_or_assign(name, kind);
}

std::vector<QByteArray> pinnableKinds()
{
    std::vector<QByteArray> kinds;
    for (const KindTraits &row : allKindTraits()) {
        if (row.isPinnable)
            kinds.push_back(row.kind.toByteArray() + '/' + row.library.toByteArray());
    }
    kinds.emplace_back("string/generic");
    for (const StringRule &rule : stringRules())
        kinds.push_back(QByteArray(rule.kind) + '/' + rule.library);
    kinds.emplace_back(noLock);
    std::sort(kinds.begin(), kinds.end());
    kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
    return kinds;
}

std::optional<Pin> pinFrom(const QByteArray &prefix, const QByteArray &kindAndLibrary)
{
    const auto kinds = pinnableKinds();
    const bool isKnown = std::any_of(kinds.begin(), kinds.end(), [&](const QByteArray &known) {
        return known == kindAndLibrary || known.startsWith(QByteArray(kindAndLibrary + '/'));
    });
    if (!isKnown)
        return std::nullopt;
    const qsizetype slash = kindAndLibrary.indexOf('/');
    Pin pin{prefix, slash < 0 ? kindAndLibrary : kindAndLibrary.first(slash), {}};
    if (slash >= 0)
        pin.library = kindAndLibrary.sliced(slash + 1);
    return pin;
}

Result<void> checkPinKind(const QByteArray &kindAndLibrary)
{
    if (pinFrom({}, kindAndLibrary))
        return {};
    QStringList known;
    for (const QByteArray &kind : pinnableKinds())
        known += QString::fromLatin1(kind);
    return fail(ErrorKind::InvalidInput,
                Sentence::say("\"%1\" is not a kind that can be pinned; available kinds: %2")
                    .arg(visibleElided(kindAndLibrary, 60), known.join(u", "_s)));
}

QByteArray kindText(const Pin &pin)
{
    return pin.library.isEmpty() ? pin.kind : pin.kind + '/' + pin.library;
}

} // namespace lockscope::format
