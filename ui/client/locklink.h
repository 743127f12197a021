// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

#include <QString>

#include <tl/expected.hpp>

namespace lockscope::ui {

class ServerModel;

// A link to a lock, for a chat or a ticket: lockscope://lock?profile=NAME&name=NAME, or url= with
// the server's URL where it was connected without a profile. It holds no secret: no user, no
// password. A value; the functions are pure, and any thread may call them.
struct LockLink {
    QString profile; // empty: connected without one
    QString url; // as the server's label; empty: it has a profile
    QByteArray name;

    friend bool operator==(const LockLink &, const LockLink &) = default;
};

// A longer text is no link: nobody reads a name of that length.
inline constexpr qsizetype longestLockLink = 16'384;

// Whether the text means to be a link, right or wrong.
bool isLockLink(QStringView text);

// In ASCII, without spaces and controls, for any name.
QString lockLinkText(const LockLink &link);
// The link to a lock of a connected server.
LockLink lockLinkTo(const watch::LockId &lock, const ServerModel &servers);

// The link, or a sentence that says what is wrong with the text. The text may come from anybody.
tl::expected<LockLink, QString> readLockLink(const QString &text);

} // namespace lockscope::ui
