// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"
#include "ui/client/servers/servermodel.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope::ui {

// Profiles, their deployments and the servers of these, as lines of a tree. Values and plain
// functions.

// A saved profile, and the servers it names: the labels of its deployments, then of those in its
// quorum groups, each once.
struct SavedProfile {
    profile::Profile profile;
    QStringList deployments;

    friend bool operator==(const SavedProfile &, const SavedProfile &) = default;
};

// Servers that were connected in this run, and need not be any more.
struct EstateMemory {
    QStringList others; // labels without a profile, in the order in which they came
    // Disconnected and not connected again: profile and label, and how many of these.
    std::map<std::pair<QString, QString>, int> left;

    friend bool operator==(const EstateMemory &, const EstateMemory &) = default;
};

struct EstateNode {
    // A deployment has a line of its own only where its servers are others than itself; else the
    // line of the server is the deployment's, too.
    enum class Kind { Profile, WithoutProfile, Deployment, Server };

    QByteArray key; // among the lines of the same parent
    Kind kind = Kind::Server;
    QString profile; // that the line is of; empty: none
    QString label; // of a deployment or server
    std::optional<ServerRow> server; // of a Server; empty: not connected
    profile::Tag tag = profile::Tag::Development; // of a Profile
    bool readOnly = false;
    bool isSaved = true; // of a Profile and all below; false: it is not in the file any more
    bool wasLeft = false; // of a Server: it was disconnected in this run
    bool isOutdated = false; // connected with other settings than the profile has now
    int servers = 0; // below, or the line itself
    int connected = 0;
    int up = 0;
    int down = 0;
    std::vector<EstateNode> children;

    bool isConnected() const { return connected > 0; }
    bool looksLike(const EstateNode &other) const; // children left out
};

// The deployment that the server is reached as.
QString deploymentOf(const ServerRow &row);

// Profiles in the order of their names, then what has none. `rows` in the order of their numbers.
std::vector<EstateNode> makeEstate(const std::vector<SavedProfile> &profiles,
                                   const std::vector<ServerRow> &rows, const EstateMemory &memory);

} // namespace lockscope::ui
