// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope::ui {

// Makes assistive technology see a TtlChart as a chart that says what it shows. Once is enough. GUI
// thread.
void installDetailAccess();

} // namespace lockscope::ui
