// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLayout;
class QLineEdit;
class QString;

namespace lockscope::ui {

// The field with a button beside it that opens a dialog for an existing file. `filter` as
// QFileDialog takes it. The button and the dialog are named after the field: "choose-caFile" and
// "caFileDialog". GUI thread.
QLayout *makeFileRow(QLineEdit *field, const QString &title, const QString &filter);

} // namespace lockscope::ui
