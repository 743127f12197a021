// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/protocol/permitholding.h"

#include "core/format/redissonnames.h"
#include "core/lock/protocol/scripts.h"
#include "core/redis/wire.h"

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace {

class PermitHolding final : public HoldProtocol
{
public:
    KeyName key(const LockName &name) const override { return format::redisson::permitsKey(name); }

    Pending<Reply> renew(redis::Deployment &deployment,
                         const std::vector<Renewal> &holds) const override
    {
        std::vector<QByteArray> keys;
        std::vector<QByteArray> arguments;
        for (const Renewal &hold : holds) {
            keys.push_back(key(hold.name).bytes);
            arguments.push_back(hold.owner.bytes);
            arguments.push_back(decimal(hold.lease));
        }
        return deployment.runTracked(m_renew, keys, arguments);
    }

    Pending<Reply> inspect(redis::Deployment &deployment, const LockName &name,
                           const OwnerId &owner) const override
    {
        return deployment.readTracked({"ZSCORE"_ba, key(name).bytes, owner.bytes});
    }

    Result<OwnerHold> readOwnerHold(const Reply &reply, const OwnerId & /*owner*/) const override
    {
        if (reply.isError())
            return fail(redis::errorFrom(reply, {}));
        return OwnerHold{reply.isNil() ? 0 : 1, {}};
    }

private:
    const redis::Script m_renew = script("permit_renew");
};

} // namespace

std::shared_ptr<const HoldProtocol> permitHolding()
{
    static const auto shared = std::make_shared<const PermitHolding>();
    return shared;
}

} // namespace lockscope::lock
