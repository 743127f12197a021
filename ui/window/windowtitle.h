// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockscope::ui {

class WatchClient;

// Names the profiles of the servers, or the label of a server without one; or the record that is
// shown in place of servers. The number of open incidents is in front, the pause at the end. GUI
// thread.
QString windowTitle(WatchClient &client, std::size_t openIncidents);

} // namespace lockscope::ui
