// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/logsentences.h"

#include <array>

namespace lockscope::wording {

namespace {

using S = LogSentence;

// Longer forms stand before what they begin with.
constexpr std::array table{
    S{"free"},
    S{"not initialised"},
    S{"open"},
    S{"number %1"},
    S{"token %1"},
    S{"%1 woken"},
    S{"found a key of type %1"},
    S{"found %1", "1"},
    S{"the action was only partly done"},
    S{"the profile \"%1\" guards this server and is read-only"},
    S{"the profile is read-only"},
    S{"not connected: %1", "", "1"},
    S{"not connected"},
    S{"CROSSSLOT the keys %1 and %2 are in different hash slots of the cluster"},
    S{"no server of the cluster keeps the hash slot %1"},
    S{"the server is not part of the cluster any more"},
    S{"the primary is %1 now and no longer %2"},
    S{"%1 is not the primary any more"},
    S{"the server at this address is a replica now"},
    S{"no primary was found within %1 ms: %2", "", "2"},
    S{"no primary was found within %1 ms"},
    S{"%1 is a replica of %2, which does not reply: %3", "", "3"},
    S{"%1 is a replica of %2, and no server is the primary"},
    S{"none of the %1 servers tells its role (%2: %3)", "", "3"},
    S{"none of the %1 Sentinels replies (%2: %3)", "", "3"},
    S{"the Sentinel at %1 does not reply: %2", "", "2"},
    S{"the Sentinel at %1 watches no primary named \"%2\"; it watches %3"},
    S{"the Sentinel at %1 watches no primary named \"%2\""},
    S{"the Sentinel at %1 watches no such primary"},
    S{"the Sentinel at %1 watches %2"},
    S{"the Sentinel at %1: %2", "", "2"},
    S{"replicas %1"},
    S{"1 lock held"},
    S{"%1 locks held"},
    S{"a failover is under way"},
    S{"it watches %1 now"},
    S{"the primary is %1"},
    S{"no other primary was seen within %1 s"},
    S{"it knows %1 other Sentinels and %2 replicas"},
    S{"the Sentinels name %1, which answers as a replica"},
    S{"the connection was closed"},
    S{"the connection was refused"},
    S{"the server closed the connection"},
    S{"the server closed the connection without a reply; does it require TLS (rediss://)?"},
    S{"the server accepted the connection but did not reply within %1 ms"},
    S{"the server has been silent for %1 ms"},
    S{"no connection within %1 ms"},
    S{"no reply in time"},
    S{"no host has that name"},
    S{"the network timed out"},
    S{"the user name or password was rejected"},
    S{"the server requires a password"},
    S{"unexpected reply from the script"},
};

} // namespace

std::span<const LogSentence> logSentences()
{
    return table;
}

} // namespace lockscope::wording
