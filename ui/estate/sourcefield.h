// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QComboBox;

namespace lockscope::ui {

// A field for the place that a secret comes from, never the secret: one of `words`, or the
// beginning of what is typed. GUI thread.
QComboBox *makeSourceField(const QString &name, const QString &example, const QStringList &words);

} // namespace lockscope::ui
