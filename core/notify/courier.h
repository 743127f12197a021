// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/sentence.h"
#include "core/redis/target/credentials.h"

#include <QByteArray>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>

namespace lockscope::notify {

// How one attempt to send a message ended.
struct Outcome {
    bool isDelivered = false;
    bool isFinal = false; // another attempt would end no better
    std::optional<Millis> pause = {}; // the receiver wants none before
    Sentence text; // for people: the answer, or the problem; nothing secret
};

// Takes messages to their receiver, one at a time. One thread with an event loop; going away ends
// an attempt, which is not told of then.
class Courier
{
public:
    using Told = std::function<void(Outcome &&)>;

    Courier() = default;
    Courier(const Courier &) = delete;
    Courier &operator=(const Courier &) = delete;
    virtual ~Courier() = default;

    // `told` is called once, from the event loop or in the call, and may destroy nothing.
    virtual void send(const QByteArray &json, Told told) = 0;
    // The receiver as it may be shown: a program without its arguments, or scheme and host.
    virtual QString receiver() const = 0;
};

// Runs a program for each message, which reads it from standard input; no shell is asked. Status 0
// means that it is delivered. It and what it started is killed after the limit.
std::unique_ptr<Courier> makeCommandCourier(const QStringList &words, Millis limit);

// Posts each message to a URL, http or https, which `url` fetches. A status 2xx means that it is
// delivered. Redirects and certificates that are not trusted are refused. Of the URL only scheme,
// host and port are ever shown: the rest may be a secret.
std::unique_ptr<Courier> makeWebhookCourier(std::shared_ptr<redis::Credentials> url,
                                            const QByteArray &userAgent, Millis limit);

} // namespace lockscope::notify
