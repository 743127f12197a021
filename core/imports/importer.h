// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profilejson.h"

#include <vector>

namespace lockscope::imports {

// The files that are understood.
enum class Format { Profiles, Redisson, Spring, RedisInsight, RedisConf, Urls };

// A connection that was found, as a profile that can be saved: its name is usable and no other one
// of the same file has it. Where the file has a password, the profile asks for it.
struct Found {
    profile::Profile profile;
    std::vector<Sentence> remarks; // what was not taken over or guessed, and what to do about it
};

// The connections of a file or the clipboard. A value, any thread.
struct Imported {
    Format format = Format::Profiles;
    std::vector<Found> all; // not empty
    std::vector<Sentence> remarks; // entries that could not be taken over, and why
};

// The largest text that is looked at, in bytes.
inline constexpr qsizetype largestImport = 1024 * 1024;

// Finds the connections in a text: profiles that Lockscope exported, a configuration of Redisson
// (YAML or JSON), Spring's application.yml or application.properties, the connections that
// RedisInsight exported, redis.conf or sentinel.conf, URLs one a line, with comments (#). What it
// is, its contents say. `fileName` is what profiles are called if nothing in the text has a name;
// empty: after their server. No password, key or passphrase of the text is in the result or in an
// error, and nothing that the text names is read or run. Blocks for some milliseconds. InvalidInput
// says what is wrong, with a next step.
Result<Imported> importFrom(const QByteArray &text, const QString &fileName);

// The outcome for profiles that were added to others, by their names.
struct Taken {
    QStringList added;
    QStringList replaced; // were there and differed
    QStringList unchanged; // are there already, as they are
};

// Adds the profiles to those that there are. InvalidInput if some of their names are taken by
// other ones and `replace` is not said: it names these, and nothing is changed.
Result<Taken> take(profile::Profiles &profiles, const std::vector<profile::Profile> &added,
                   bool replace);

// The profiles as a file for another person or machine: importFrom() reads it. Where a secret comes
// from is left out, since commands and files of this machine are nobody else's: it is asked for.
QByteArray exported(const std::vector<profile::Profile> &profiles);

} // namespace lockscope::imports
