// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace lockscope::redis {

struct HostPort {
    QString host;
    quint16 port = 6379;

    friend bool operator==(const HostPort &, const HostPort &) = default;
};

// How to reach a deployment, parsed from a URL of product.md. A value, any thread. It holds the
// password in clear: it is never printed, `label()` leaves user and password out.
struct Target {
    enum class Form { Tcp, Unix, Sentinel, Cluster };

    Form form = Form::Tcp;
    bool tls = false;
    std::vector<HostPort> hosts; // one for Tcp, none for Unix
    QString path; // Unix
    QString masterName; // Sentinel
    QByteArray user; // empty: the default user
    QByteArray password; // empty: none
    int database = 0;
    bool readOnly = false; // connections made from it refuse what could write
    QString guardedBy; // the read-only profile that says so; empty: none is known

    // The URL without user and password: redis://127.0.0.1:6379/2
    QString label() const;

    friend bool operator==(const Target &, const Target &) = default;
};

// Parses redis://, rediss://, redis+unix://, redis+sentinel:// and redis+cluster:// by hand, since
// QUrl rejects the forms with several hosts. "valkey" may stand for "redis" in each; the label says
// "redis". InvalidInput names what is wrong and shows an example;
// user and password never appear in it. A password in LOCKSCOPE_PASSWORD is for the caller to add.
Result<Target> parseTarget(const QString &url);

} // namespace lockscope::redis
