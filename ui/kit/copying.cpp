// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/copying.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QToolTip>
#include <QWidget>

namespace lockscope::ui {

namespace {

class CopyWords
{
    Q_DECLARE_TR_FUNCTIONS(CopyWords)
};

} // namespace

void copyFrom(const QWidget &button, const QString &text)
{
    QGuiApplication::clipboard()->setText(text);
    QToolTip::showText(button.mapToGlobal(button.rect().bottomLeft()), CopyWords::tr("Copied"));
}

} // namespace lockscope::ui
