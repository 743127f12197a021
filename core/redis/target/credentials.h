// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/pending.h"
#include "core/base/clock.h"
#include "core/base/sentence.h"

#include <QByteArray>

#include <optional>

namespace lockscope::redis {

struct Password {
    QByteArray bytes; // empty: none
    std::optional<Instant> renewAt = {}; // then a connection that is up asks for another
};

// The one password of a target that is not known yet, or not for ever: it is fetched when the first
// connection needs it, and shared by all that were made from the target. What fetches it is the
// programs' business. Used on the thread of the connections alone; may be destroyed on any.
class Credentials
{
public:
    enum class Next {
        End, // another attempt could end no better
        Once, // password() fetches it again: one more attempt with another password
        Ask, // password() asks the user again, who decides how often
    };

    Credentials() = default;
    Credentials(const Credentials &) = delete;
    Credentials &operator=(const Credentials &) = delete;
    virtual ~Credentials() = default;

    // The password that is known, or that is being fetched: all who ask meanwhile share one
    // fetching, which has limits of its own on its time. From `renewAt` on it is fetched again. An
    // error says what failed and what to do, and never the password.
    [[nodiscard]] virtual Pending<Password> password() = 0;

    // A server rejected this password, or wanted one.
    virtual Next refused(const QByteArray &password) = 0;

    // The user wants to connect: one who has declined to answer may be asked again.
    virtual void retry() = 0;

    // The sentence for a refused password: which one, where it came from, and what to do.
    virtual Sentence refusal() const = 0;

    // The password if it is known now.
    virtual std::optional<QByteArray> known() const = 0;
};

} // namespace lockscope::redis
