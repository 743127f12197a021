// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/profile/profilejson.h"

#include <functional>

namespace lockscope::profile {

// The file of the saved profiles: readable JSON, for its owner alone (0600), replaced as a whole or
// not at all. A file that cannot be understood is reported and never touched. Any one thread; owns
// nothing between calls: each reads the file anew.
class ProfileStore
{
public:
    // LOCKSCOPE_PROFILES, else profiles.json in lockscope's folder of the user's configuration.
    static QString usualFile();

    explicit ProfileStore(QString file = usualFile());

    const QString &file() const { return m_file; }

    // No file: no profiles. InvalidInput names the file, the line or member, and the fault;
    // Permission (with the code PROFILEFILE) if the file cannot be read.
    Result<Profiles> load() const;

    // Reads, calls `change`, checks and replaces. An error of `change` is returned, and nothing is
    // written; nor if nothing changed. Busy if another program still writes after `patience`, for
    // which this call blocks, or has written since the reading: no change of the other program is
    // lost.
    Result<void> update(const std::function<Result<void>(Profiles &)> &change,
                        Millis patience = Millis(0)) const;

private:
    struct Contents;

    Result<Contents> read() const;
    Result<void> replace(const QByteArray &before, const QByteArray &after) const;
    Result<void> makeFolder() const;
    Error withFile(Error error) const;
    tl::unexpected<Error> cannot(const char *form, const Sentence &reason) const;

    QString m_file;
    bool m_ownFolder = false; // the folder is nobody else's business
};

} // namespace lockscope::profile
