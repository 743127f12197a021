// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/changedcertificate.h"

namespace lockscope::health {

namespace {

// It has lasted: the record keeps it until a connection with a pinned certificate stands.
Judgement judgeChangedCertificate(const ServerSight &sight)
{
    const auto &shown = sight.server.foreignCertificates;
    if (!shown || shown->empty())
        return {};
    const watch::ForeignCertificate &first = shown->front();
    const Sentence evidence = shown->size() == 1
        ? Sentence::say("%1 shows a certificate that is not pinned; its SHA-256 fingerprint is %2")
              .arg(first.server, first.fingerprint)
        : Sentence::say("%1 servers show certificates that are not pinned, such as %2; its SHA-256 "
                        "fingerprint is %3")
              .arg(shown->size(), first.server, first.fingerprint);
    return {.finding = Finding{Severity::Critical, evidence},
            .again = {},
            .since = {},
            .hasLasted = true};
}

} // namespace

const Rule changedCertificate{
    .name = "changed-certificate",
    .severity = Severity::Critical,
    .title = Sentence::say("Not the pinned certificate"),
    .why = Sentence::say("A server shows another certificate than the one that is pinned for it. "
                         "Somebody may stand between you and the server, to read passwords and "
                         "to change what you see. Lockscope refuses the connection before it "
                         "sends anything."),
    .whatToDo = Sentence::say(
        "Ask those who run the server whether they have replaced its certificate, and compare the "
        "fingerprint with theirs by another way than this connection. If it is theirs, pin it in "
        "the profile. If not, let nobody type a password for this server, and find out where the "
        "connection ends."),
    .inShort = Sentence::say("Compare the fingerprint before you pin it"),
    .ofServer = judgeChangedCertificate,
    .judgesUnseen = true,
};

} // namespace lockscope::health
