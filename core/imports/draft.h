// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/imports/importer.h"
#include "core/redis/target/target.h"

#include <optional>

namespace lockscope::imports {

// A connection while a reader puts it together: made of a file's own words, perhaps unusable. A
// value. The reader sets `target` member by member and calls finished().
class Draft
{
public:
    explicit Draft(const QString &name)
        : m_name(name)
    {}

    redis::Target target;

    void remark(const Sentence &sentence) { m_remarks.push_back(sentence); }
    // It cannot be taken over; the first reason counts.
    void refuse(const Sentence &why);
    void setTag(profile::Tag tag) { m_tag = tag; }
    void setThrough(const QString &url);

    // Replaces ${NAME:default} and ${NAME:-default} by the default; refuses what has none, since
    // the variables are those of another program.
    QString resolved(const QString &text);
    // "host:port", "redis://host:port", with the usual port if it has none. Schemes with TLS are
    // those of the whole target. Refuses what is none.
    void addHost(const QString &text, quint16 usualPort = 6379);
    void addHosts(const QStringList &texts, quint16 usualPort = 6379);
    void setHost(const QString &host, const QString &port);
    void setDatabase(const QString &text);
    // A password itself is never kept: only whether there is one.
    void setUser(const QString &user, const QString &password);
    void setSentinelUser(const QString &user, const QString &password);
    void hasPassword() { m_hasPassword = true; }
    void hasSentinelPassword() { m_hasSentinelPassword = true; }
    void hasEncryptedKey() { m_hasEncryptedKey = true; }

    // A URL of our own kind, with its passwords or without.
    void takeUrl(const QString &url);

    // The profile, with a name of allowed characters, not yet made unique; or why there is none.
    Result<Found> finished() const;

private:
    QString m_name;
    QString m_through;
    std::optional<profile::Tag> m_tag;
    bool m_hasPassword = false;
    bool m_hasSentinelPassword = false;
    bool m_hasEncryptedKey = false;
    std::vector<Sentence> m_remarks;
    std::optional<Sentence> m_refusal;
};

// A profile's name that is like the text: what is not allowed becomes a hyphen; "redis" if nothing
// is left.
QString usableName(const QString &text);

} // namespace lockscope::imports
