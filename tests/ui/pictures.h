// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QImage>
#include <QTest>
#include <QWidget>

namespace lockscope::test {

// Rows of a test that is run in each theme.
inline void addThemes()
{
    QTest::addColumn<int>("theme");
    QTest::newRow("light") << int(ui::Theme::Light);
    QTest::newRow("dark") << int(ui::Theme::Dark);
}

// Labels that wrap are laid out in turns of the event loop, and nothing tells which is the last:
// each changes the room of the next.
inline void layOut()
{
    for (int turn = 0; turn < 5; ++turn)
        QCoreApplication::processEvents();
}

// For people to look at, where LOCKSCOPE_TEST_PICTURES names a folder; of rows of a test each has
// its own.
inline void savePicture(const QImage &picture, const QString &name)
{
    QVERIFY(!picture.isNull());
    const QString folder = qEnvironmentVariable("LOCKSCOPE_TEST_PICTURES");
    if (folder.isEmpty())
        return;
    const char *const row = QTest::currentDataTag();
    const QString file = row ? name + u'-' + QString::fromLatin1(row) : name;
    QVERIFY2(picture.save(QStringLiteral("%1/%2.png").arg(folder, file)), qPrintable(file));
}

// That it can be painted, and how.
inline void takePicture(QWidget &widget, const QString &name)
{
    layOut();
    savePicture(widget.grab().toImage(), name);
}

} // namespace lockscope::test
