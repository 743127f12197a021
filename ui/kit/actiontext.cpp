// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/actiontext.h"

#include <QAction>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

QString plainText(const QAction &action)
{
    QString text = action.text().section(u'\t', 0, 0);
    text.replace("&&"_L1, QString(QChar(0)));
    text.remove(u'&');
    return text.replace(QChar(0), u'&');
}

QString keysText(const QList<QKeySequence> &keys)
{
    QStringList texts;
    for (const QKeySequence &key : keys)
        texts += key.toString(QKeySequence::NativeText);
    return texts.join(u", "_s);
}

QString keysOf(const QAction &action)
{
    return action.shortcuts().isEmpty() ? action.text().section(u'\t', 1)
                                        : keysText(action.shortcuts());
}

} // namespace lockscope::ui
