// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/read/refusals.h"

#include "core/base/text.h"
#include "core/base/unsupported.h"

#include <algorithm>

namespace lockscope::watch {

bool isRefused(const Reply &reply)
{
    return reply.errorCode() == "NOPERM" || (reply.isError() && isUnsupported(reply.bytes));
}

bool isAboutKey(const Reply &reply)
{
    return reply.errorCode() == "NOPERM" && reply.bytes.contains("access")
        && reply.bytes.contains("key");
}

Refusal refusalOf(const Reply &reply, std::vector<QByteArray> question, const QString &endpoint)
{
    Refusal refusal;
    refusal.error = {ErrorKind::Permission, reply.errorCode(), visible(reply.bytes), endpoint};
    refusal.question = std::move(question);
    refusal.isAboutKey = isAboutKey(reply);
    return refusal;
}

bool isGranted(const Refusal &refusal, const Reply &reply)
{
    if (!reply.isError())
        return true;
    if (isAboutKey(reply))
        return !refusal.isAboutKey;
    // An error in a key or an argument proves that the command itself is permitted. Other errors,
    // such as LOADING, prove nothing.
    const bool isFault = reply.errorCode() == "ERR" && !isRefused(reply);
    return reply.errorCode() == "WRONGTYPE" || (isFault && refusal.error.code == "NOPERM");
}

bool Refusals::note(Refusal refusal)
{
    constexpr std::size_t most = 32;
    constexpr std::size_t mostKeys = 3; // of one kind
    bool isKnown = false;
    std::size_t alike = 0;
    for (Refusal &known : m_all) {
        if (known.error != refusal.error || known.isAboutKey != refusal.isAboutKey)
            continue;
        isKnown = isKnown || known.isHarmless == refusal.isHarmless || !known.isHarmless;
        if (known.question == refusal.question) {
            known.isHarmless = known.isHarmless && refusal.isHarmless;
            known.isOfLock = known.isOfLock || refusal.isOfLock;
            return !isKnown;
        }
        alike += known.isOfLock == refusal.isOfLock;
    }
    if (m_all.size() >= most)
        return false;
    if (!isKnown || alike < (refusal.isAboutKey ? mostKeys : 1))
        m_all.push_back(std::move(refusal));
    return !isKnown;
}

void Refusals::remove(const Refusal &refusal)
{
    std::erase_if(m_all, [&](const Refusal &known) { return known.question == refusal.question; });
}

bool Refusals::holds(const std::vector<QByteArray> &question) const
{
    return std::any_of(m_all.begin(), m_all.end(),
                       [&](const Refusal &known) { return known.question == question; });
}

std::optional<Error> Refusals::error(bool aboutKeys) const
{
    for (auto known = m_all.rbegin(); known != m_all.rend(); ++known) {
        if (!known->isHarmless && known->isAboutKey == aboutKeys)
            return known->error;
    }
    return std::nullopt;
}

} // namespace lockscope::watch
