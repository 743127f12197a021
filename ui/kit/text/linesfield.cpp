// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/text/linesfield.h"

#include <QPlainTextEdit>
#include <QTextDocument>

namespace lockscope::ui {

QPlainTextEdit *makeLinesField(const QString &name, int lines, const QString &example)
{
    auto *field = new QPlainTextEdit;
    field->setObjectName(name);
    field->setTabChangesFocus(true);
    field->setLineWrapMode(QPlainTextEdit::NoWrap);
    field->setPlaceholderText(example);
    const int frame =
        2 * field->frameWidth() + 2 * static_cast<int>(QTextDocument().documentMargin());
    field->setFixedHeight(lines * field->fontMetrics().lineSpacing() + frame);
    return field;
}

} // namespace lockscope::ui
