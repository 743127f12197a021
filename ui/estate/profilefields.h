// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/profile/profile.h"

#include <optional>

namespace lockscope::ui {

// A profile as the fields of a form hold it: lists have one entry on a line, in the form of lockctl
// profile save. A value.
struct ProfileText {
    QString name;
    profile::Tag tag = profile::Tag::Development;
    bool readOnly = false;
    QString servers;
    QString prefixes;
    QString groups; // NAME=URL,URL,URL
    QString aliases; // OWNER=NAME
    QString aliasesFile;
    bool learnNames = false;
    QString pins; // PREFIX=KIND
    QString caFile;
    QString certificateFile;
    QString keyFile;
    QString serverName;
    QString fingerprints;
    QString through;
    QString password = {}; // where the secrets come from
    QString sentinelPassword = {};
    QString keyPassphrase = {};
    QString reauthenticate = {}; // a duration; empty: never
    QString operatorUser = {};
    QString operatorPassword = {}; // where it comes from
    QString notifyCommand = {};
    QString notifyWebhook = {}; // where its URL comes from
    bool notifyWarnings = false;
    bool notifyEnds = true;

    friend bool operator==(const ProfileText &, const ProfileText &) = default;
};

enum class ProfileField {
    Name,
    Servers,
    Password,
    SentinelPassword,
    KeyPassphrase,
    Reauthenticate,
    OperatorUser,
    OperatorPassword,
    Prefixes,
    Groups,
    Aliases,
    AliasesFile,
    Pins,
    CaFile,
    CertificateFile,
    KeyFile,
    ServerName,
    Fingerprints,
    Through,
    NotifyCommand,
    NotifyWebhook
};

struct ProfileProblem {
    ProfileField field = ProfileField::Name;
    int line = 0; // from 1; 0: not of one line
    Sentence text; // as core says it, without the field

    friend bool operator==(const ProfileProblem &, const ProfileProblem &) = default;
};

ProfileText textOf(const profile::Profile &profile);

// The profile in the fields, or the first problem with them. Plain function, any thread.
struct ReadProfile {
    profile::Profile profile;
    std::optional<ProfileProblem> problem;
};
ReadProfile readProfile(const ProfileText &text);

} // namespace lockscope::ui
