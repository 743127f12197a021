// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/kit/pagesplitter.h"
#include "ui/theme/textwidth.h"

#include <QRegularExpression>
#include <QTest>
#include <QWidget>

#include <cstdlib>
#include <memory>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;

// A table and its text: above each other on a page, side by side where that does not fit.
class tst_PageSplitter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_splitter = std::make_unique<PageSplitter>(u"parts"_s, 60);
        m_splitter->setParts(new QWidget, new QWidget);
    }
    void cleanup() { m_splitter.reset(); }

    void itGoesByItsRoom_data()
    {
        QTest::addColumn<int>("characters");
        QTest::addColumn<int>("lines");
        QTest::addColumn<Qt::Orientation>("wanted");
        QTest::newRow("a page") << 180 << 40 << Qt::Vertical;
        QTest::newRow("below the table") << 180 << 12 << Qt::Horizontal;
        QTest::newRow("a wide page") << 300 << 60 << Qt::Horizontal;
        QTest::newRow("a narrow dock") << 60 << 60 << Qt::Vertical;
    }
    void itGoesByItsRoom()
    {
        QFETCH(int, characters);
        QFETCH(int, lines);
        QFETCH(Qt::Orientation, wanted);
        show(characters, lines);
        QCOMPARE(m_splitter->orientation(), wanted);
        const QList<int> sizes = m_splitter->sizes();
        const int all = sizes[0] + sizes[1];
        QVERIFY2(std::abs(100 * sizes[0] / all - 60) <= 2, qPrintable(QString::number(sizes[0])));
        // There and back.
        show(180, 12);
        QCOMPARE(m_splitter->orientation(), Qt::Horizontal);
        show(characters, lines);
        QCOMPARE(m_splitter->orientation(), wanted);
    }

    // A chosen size stays, and a layout of the other direction does no harm.
    void sizesAreRemembered()
    {
        show(180, 40);
        m_splitter->setSizes({100, 400});
        const QList<int> chosen = m_splitter->sizes();
        const QByteArray state = m_splitter->saveState();
        m_splitter->setSizes({300, 200});
        QVERIFY(m_splitter->restoreState(state));
        QCOMPARE(m_splitter->sizes(), chosen);
        show(180, 12);
        m_splitter->hide();
        QVERIFY(m_splitter->restoreState(state));
        m_splitter->show();
        QCOMPARE(m_splitter->orientation(), Qt::Horizontal);
    }

private:
    void show(int characters, int lines)
    {
        const QFontMetrics metrics = m_splitter->fontMetrics();
        m_splitter->resize(characters * characterWidth(metrics), lines * metrics.lineSpacing());
        m_splitter->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_splitter.get()));
    }

    std::unique_ptr<PageSplitter> m_splitter;
};

LOCKSCOPE_TEST_SUITE(tst_PageSplitter)
#include "tst_pagesplitter.moc"
