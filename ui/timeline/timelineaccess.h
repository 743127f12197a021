// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope::ui {

// Makes assistive technology see a TimelineView as a list with one item a lock, which says who
// holds it. Once is enough. GUI thread.
void installTimelineAccess();

} // namespace lockscope::ui
