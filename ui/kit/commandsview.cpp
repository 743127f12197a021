// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/commandsview.h"

#include <QFontDatabase>
#include <QScrollBar>

#include <algorithm>

namespace lockscope::ui {

CommandsView::CommandsView(QWidget *parent)
    : QPlainTextEdit(parent)
{
    setObjectName(QStringLiteral("commands"));
    setAccessibleName(tr("Commands"));
    setReadOnly(true);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
}

void CommandsView::setCommands(const QStringList &commands)
{
    constexpr int fewest = 2;
    constexpr int most = 9;
    setPlainText(commands.join(u'\n'));
    const int lines = std::clamp(blockCount(), fewest, most);
    const auto margins = static_cast<int>(2 * document()->documentMargin());
    setFixedHeight(lines * fontMetrics().lineSpacing() + margins + 2 * frameWidth()
                   + horizontalScrollBar()->sizeHint().height());
}

} // namespace lockscope::ui
