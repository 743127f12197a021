// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/refusallook.h"

#include "core/base/combine.h"
#include "core/base/text.h"
#include "core/format/redissonnames.h"
#include "core/format/traits.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::lockctl {

namespace {

constexpr qsizetype nameLimit = 120;
constexpr auto patience = 5s;

struct Part {
    KeyName key;
    QByteArray type; // as TYPE answers
};

// The keys of a lock beside the one that bears its name.
std::vector<Part> otherPartsOf(const QByteArray &kind, const LockName &name)
{
    namespace redisson = format::redisson;
    const format::KindTraits &traits = format::traitsOf(kind);
    if (traits.hasFairQueue())
        return {{redisson::prefixed(redisson::queuePrefix, name), "list"},
                {redisson::prefixed(redisson::timeoutPrefix, name), "zset"}};
    if (traits.hasFencingToken)
        return {{redisson::prefixed(redisson::tokenPrefix, name), "string"}};
    if (traits.number == format::KindTraits::Number::LapsingPermits)
        return {{redisson::permitsKey(name), "zset"}};
    return {};
}

} // namespace

bool RefusalLook::isWorthIt(const HoldOptions &options, const lock::AcquireOutcome &outcome)
{
    using Status = lock::AcquireOutcome::Status;
    const workbench::Asked &asked = options.asked;
    if (asked.names.size() != 1 || options.where.targets.size() != 1)
        return false;
    if (outcome.status == Status::WrongType)
        return !otherPartsOf(asked.kind, asked.names.front()).empty();
    // A string is anybody's lock, and a number says by itself what it counts.
    return outcome.status == Status::Busy && !outcome.error
        && !format::traitsOf(asked.kind).isPlainString && !options.traits().hasPermits
        && options.traits().isHeld;
}

RefusalLook::RefusalLook(const HoldOptions &options, const lock::AcquireOutcome &outcome)
    : m_name(options.asked.names.front())
    , m_kind(options.asked.kind)
    , m_isWrongType(outcome.status == lock::AcquireOutcome::Status::WrongType)
    , m_session(options.where, {m_name}, false)
    , m_deployment(connectionTo(options.where, 0))
{
    connect(&m_session, &Session::changed, this, &RefusalLook::onChanged);
    connect(&m_patience, &QTimer::timeout, this, [this] { finish({}); });
    m_patience.setSingleShot(true);
}

void RefusalLook::start()
{
    m_patience.start(patience);
    if (!m_isWrongType) {
        m_session.start();
        return;
    }
    m_deployment.open();
    m_connecting = m_deployment.whenTried();
    m_connecting.then([this](Result<void> &&up) {
        if (up)
            askTypes();
        else
            finish({});
    });
}

void RefusalLook::askTypes()
{
    std::vector<Pending<Reply>> asked;
    for (const Part &part : otherPartsOf(m_kind, m_name))
        asked.push_back(m_deployment.send({"TYPE", part.key.bytes}));
    m_asking = whenAll(std::move(asked));
    m_asking.then([this](Result<std::vector<Result<Reply>>> &&types) {
        onTypes(types ? *types : std::vector<Result<Reply>>());
    });
}

void RefusalLook::onTypes(const std::vector<Result<Reply>> &types)
{
    const std::vector<Part> parts = otherPartsOf(m_kind, m_name);
    for (std::size_t i = 0; i < types.size(); ++i) {
        if (!types[i] || types[i]->isError())
            continue;
        const QByteArray &type = types[i]->bytes;
        if (type == "none" || type == parts[i].type)
            continue;
        finish(u"\"%1\" cannot be acquired: its key %2 has the type %3, not %4; the key was "
               "not changed"_s.arg(visibleElided(m_name.bytes, nameLimit),
                                   visibleElided(parts[i].key.bytes, nameLimit), visible(type),
                                   visible(parts[i].type)));
        return;
    }
    finish({});
}

void RefusalLook::onChanged()
{
    if (m_finished || !m_session.isSettled())
        return;
    const watch::LockId id{m_session.deployment(0), m_name};
    const auto known = m_session.explanations().find(id);
    const bool isLock = m_session.locks().contains(id);
    if (isLock || known == m_session.explanations().end())
        finish({});
    else
        finish(u"the key \"%1\" exists but is not a lock: %2; it was not changed"_s.arg(
            visibleElided(m_name.bytes, nameLimit), known->second));
}

void RefusalLook::finish(const QString &why)
{
    if (std::exchange(m_finished, true))
        return;
    m_session.stop();
    Q_EMIT finished(why);
}

} // namespace lockscope::lockctl
