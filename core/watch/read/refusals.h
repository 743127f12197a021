// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/reply.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace lockscope::watch {

// The server does not permit or know the command, or does not permit it for this key.
bool isRefused(const Reply &reply);
// It is this key that may not be read, not the command that may not be used.
bool isAboutKey(const Reply &reply);

// One question that a server refused.
struct Refusal {
    Error error;
    std::vector<QByteArray> question; // the whole command, to be asked again
    bool isAboutKey = false; // else the command itself may not be used
    bool isOfLock = false; // the key is one of a lock that is shown
    bool isHarmless = false; // there is a substitute, or the answer is not much missed

    friend bool operator==(const Refusal &, const Refusal &) = default;
};

Refusal refusalOf(const Reply &reply, std::vector<QByteArray> question, const QString &endpoint);

// Whether the same question, asked again, is not refused any more.
bool isGranted(const Refusal &refusal, const Reply &reply);

// Keeps the present refusals of a server: a few questions of each kind, to ask them again now and
// then. Many keys may be refused for one reason; a few of them tell whether it still holds, and
// each question leaves a line in the server's log. Plain data, one thread.
class Refusals
{
public:
    // True if nothing of the kind was known: worth telling.
    bool note(Refusal refusal);
    void remove(const Refusal &refusal);
    void clear() { m_all.clear(); }

    const std::vector<Refusal> &all() const { return m_all; }
    bool isEmpty() const { return m_all.empty(); }
    bool holds(const std::vector<QByteArray> &question) const;
    // The latest that does harm, to some keys or to a command.
    std::optional<Error> error(bool aboutKeys) const;

private:
    std::vector<Refusal> m_all;
};

} // namespace lockscope::watch
