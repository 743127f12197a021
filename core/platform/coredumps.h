// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope::platform {

// A crash of a process that holds a secret leaves no image of its memory. From the first secret on
// to the end of the process, since copies may stay in memory that was given back. On Linux it also
// keeps debuggers of the same user from attaching; where there are no limits, these do nothing. Any
// thread.
void forbidCoreDumps();

// Gives the limit that this process had before to a child, between fork and exec: what the user
// runs may dump as ever. Safe there.
void restoreCoreLimit();

} // namespace lockscope::platform
