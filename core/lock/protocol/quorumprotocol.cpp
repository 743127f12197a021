// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/protocol/quorumprotocol.h"

using namespace Qt::StringLiterals;

namespace lockscope::lock {

redis::Arguments QuorumMessage::withText() const
{
    redis::Arguments text = arguments;
    text[0] = "EVAL"_ba;
    text[1] = script->source;
    return text;
}

SharedMessage scriptMessage(const redis::Script &script, const std::vector<QByteArray> &keys,
                            const std::vector<QByteArray> &arguments)
{
    auto message = std::make_shared<QuorumMessage>();
    redis::Arguments &words = message->arguments;
    words.reserve(3 + keys.size() + arguments.size());
    words.push_back("EVALSHA"_ba);
    words.push_back(script.sha1);
    words.push_back(QByteArray::number(qulonglong(keys.size())));
    words.insert(words.end(), keys.begin(), keys.end());
    words.insert(words.end(), arguments.begin(), arguments.end());
    message->script = &script;
    return message;
}

SharedMessage renewalMessage(const redis::Script &script, const std::vector<Renewal> &holds)
{
    std::vector<QByteArray> keys;
    std::vector<QByteArray> arguments;
    for (const Renewal &hold : holds) {
        keys.push_back(hold.name.bytes);
        arguments.push_back(hold.owner.bytes);
        arguments.push_back(QByteArray::number(qlonglong(hold.lease.count())));
    }
    return scriptMessage(script, keys, arguments);
}

SharedMessage plainMessage(redis::Arguments arguments)
{
    auto message = std::make_shared<QuorumMessage>();
    message->arguments = std::move(arguments);
    return message;
}

} // namespace lockscope::lock
