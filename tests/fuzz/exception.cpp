// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/exceptiontext.h"
#include "tests/fuzz/fuzz.h"

// Pasted exceptions: a bounded number of findings, each of the text, for memory of its length.
namespace lockscope::fuzz {

namespace {

template <typename Id>
void requireSound(const std::vector<Id> &found)
{
    require(found.size() <= format::mostFindings, "findings are limited");
    for (std::size_t i = 0; i < found.size(); ++i) {
        require(!found[i].isEmpty(), "a finding is something");
        require(std::find(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(i), found[i])
                    == found.begin() + static_cast<std::ptrdiff_t>(i),
                "a finding is told once");
    }
}

} // namespace

void run(QByteArrayView input)
{
    const Memory memory;
    const format::ExceptionText found = format::readException(input);
    Memory::requireAtMost(64 * 1024 + 60 * input.size(), "memory is bounded by the text");
    requireSound(found.owners);
    requireSound(found.names);
    requireSound(found.quoted);
    require(found.clients.size() <= format::mostFindings, "clients are limited");
    require(found.cut == (input.size() > format::longestException), "a cut is told");
    for (const LockName &name : found.quoted)
        require(input.contains(name.bytes), "what is quoted is in the text");
    for (const QByteArray &client : found.clients)
        require(client.size() == 36 && input.contains(client), "a client is a uuid of the text");
    require(!found.isEmpty() || found.trouble == format::Trouble::Unknown || !input.isEmpty(),
            "nothing comes of nothing");
}

} // namespace lockscope::fuzz
