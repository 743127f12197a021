// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

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

// That it can be painted in the row's theme; for people to look at, where LOCKSCOPE_TEST_PICTURES
// names a folder.
inline void takePicture(QWidget &widget, const QString &name)
{
    const QImage picture = widget.grab().toImage();
    QVERIFY(!picture.isNull());
    const QString folder = qEnvironmentVariable("LOCKSCOPE_TEST_PICTURES");
    if (!folder.isEmpty())
        QVERIFY(picture.save(QStringLiteral("%1/%2-%3.png")
                                 .arg(folder, name, QString::fromLatin1(QTest::currentDataTag()))));
}

} // namespace lockscope::test
