// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/top/keys.h"
#include "app/lockctl/top/topview.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::lockctl;
using namespace Qt::StringLiterals;

using Act = TopView::Act;
using Code = Key::Code;

// Tests the keys of a terminal, and their effects on the view of lockctl top.
class TestTopKeys : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void decodes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("keys");
        const auto row = [](const char *name, const QByteArray &bytes, const QString &keys) {
            QTest::newRow(name) << bytes << keys;
        };
        row("letters", "aZ/", u"a Z /"_s);
        row("UTF-8", "\xc3\xa9\xe9\x94\x81\xf0\x9f\x94\x92", u"\u00e9 \u9501 \U0001f512"_s);
        row("no UTF-8", "a\xff\xe9z\x80\xc0\xaf!", u"a z !"_s);
        row("enter", "\r\n", u"Enter Enter"_s);
        row("backspace", "\x7f\b", u"Backspace Backspace"_s);
        row("controls", "\x03\x1a\x0c\x15", u"Interrupt Suspend Repaint ClearLine"_s);
        row("other controls", QByteArray("\0\x01\x07q", 4), u"q"_s);
        row("arrows", "\x1b[A\x1b[B\x1b[C\x1b[D", u"Up Down Right Left"_s);
        row("arrows of applications", "\x1bOA\x1bOB\x1bOC\x1bOD", u"Up Down Right Left"_s);
        row("pages", "\x1b[5~\x1b[6~", u"PageUp PageDown"_s);
        row("home and end", "\x1b[H\x1b[F\x1b[1~\x1b[4~\x1b[7~\x1b[8~\x1bOH\x1bOF",
            u"Home End Home End Home End Home End"_s);
        row("delete", "\x1b[3~", u"Delete"_s);
        row("F1", "\x1bOP\x1b[11~", u"Help Help"_s);
        row("with modifiers", "\x1b[1;5A\x1b[5;2~", u"Up PageUp"_s);
        row("unknown sequences", "\x1b[15~\x1b[?1;2c\x1b[Zq", u"q"_s);
        row("escape, then a letter", "\x1bq", u"Escape q"_s);
        row("escape twice", "\x1b\x1b[A", u"Escape Up"_s);
        row("a sequence that breaks off", "\x1b[5\rq", u"Enter q"_s);
    }
    void decodes()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, keys);
        KeyDecoder whole;
        QCOMPARE(words(whole.take(bytes)), keys);
        // However it is cut.
        KeyDecoder single;
        std::vector<Key> found;
        for (const char byte : bytes) {
            for (const Key &key : single.take(QByteArray(1, byte)))
                found.push_back(key);
        }
        QCOMPARE(words(found), keys);
    }
    void escapeAloneIsDecidedLater()
    {
        KeyDecoder decoder;
        QCOMPARE(words(decoder.take("q")), u"q"_s);
        QVERIFY(!decoder.isUndecided());
        QVERIFY(decoder.decide().empty());
        QVERIFY(decoder.take("\x1b").empty());
        QVERIFY(decoder.isUndecided());
        QCOMPARE(words(decoder.decide()), u"Escape"_s);
        QVERIFY(!decoder.isUndecided());
        // The begin of a sequence is no key.
        QVERIFY(decoder.take("\x1b[5").empty());
        QVERIFY(decoder.decide().empty());
        QCOMPARE(words(decoder.take("~")), u"~"_s);
    }
    void anEndlessSequenceEnds()
    {
        KeyDecoder decoder;
        (void)decoder.take("\x1b[" + QByteArray(1000, '1'));
        QVERIFY(!decoder.isUndecided());
        QCOMPARE(words(decoder.take("q")).last(1), u"q"_s);
    }

    void keysChooseWhatIsShown()
    {
        TopView view;
        QCOMPARE(press(view, "q"), Act::Quit);
        QCOMPARE(press(view, "\x03"), Act::Quit);
        QCOMPARE(press(view, "\x1a"), Act::Suspend);
        QCOMPARE(press(view, "\x0c"), Act::Repaint);
        QCOMPARE(press(view, "p"), Act::TogglePause);
        QCOMPARE(press(view, " "), Act::TogglePause);
        QCOMPARE(press(view, "x"), Act::None);
        QStringList sorts;
        for (int i = 0; i < 6; ++i) {
            sorts += name(view.sort());
            QCOMPARE(press(view, "s"), Act::Draw);
        }
        QCOMPARE(sorts,
                 (QStringList{u"problems"_s, u"waiters"_s, u"time held"_s, u"expiry"_s, u"name"_s,
                              u"problems"_s}));
        QVERIFY(!view.isReversed());
        QCOMPARE(press(view, "S"), Act::Draw);
        QVERIFY(view.isReversed());
        QCOMPARE(press(view, "i"), Act::Gather);
        QVERIFY(view.isProblemsOnly());
        // Any key leaves the help, without doing anything else.
        QCOMPARE(press(view, "?"), Act::Draw);
        QVERIFY(view.isHelp());
        QCOMPARE(press(view, "i"), Act::Draw);
        QVERIFY(!view.isHelp());
        QVERIFY(view.isProblemsOnly());
    }
    void selects()
    {
        TopView view;
        QVERIFY(!view.place());
        QCOMPARE(view.scrollTo(100, 10), std::size_t(0));
        const auto at = [&view](const char *keys, std::size_t place, std::size_t first) {
            (void)press(view, keys);
            return view.place() == place && view.scrollTo(100, 10) == first;
        };
        QVERIFY(at("\x1b[B", 0, 0));
        QVERIFY(at("\x1b[B", 1, 0));
        QVERIFY(at("\x1b[A\x1b[A", 0, 0));
        QVERIFY(at("\x1b[6~", 10, 1));
        QVERIFY(at("\x1b[F", 99, 90));
        QVERIFY(at("\x1b[B", 99, 90));
        QVERIFY(at("\x1b[5~", 89, 89));
        QVERIFY(at("\x1b[H", 0, 0));
        QVERIFY(!view.isDetail());
        QVERIFY(at("\r", 0, 0));
        QVERIFY(view.isDetail());
        QVERIFY(at("\x1b[C", 0, 0));
        QVERIFY(view.isDetail());
        QVERIFY(at("\x1b[D", 0, 0));
        QVERIFY(!view.isDetail());
        // Escape closes the detail first, then nothing is selected any more.
        (void)press(view, "\r");
        (void)view.press({Code::Escape}, 100, 10);
        QVERIFY(!view.isDetail());
        QVERIFY(view.place());
        (void)view.press({Code::Escape}, 100, 10);
        QVERIFY(!view.place());
        // Nothing to select.
        TopView empty;
        (void)empty.press({Code::Down}, 0, 10);
        QVERIFY(!empty.place());
    }
    void editsTheFilter()
    {
        TopView view;
        QCOMPARE(press(view, "/"), Act::Draw);
        QVERIFY(view.edit());
        QCOMPARE(press(view, "kund:\x7f\x7f\x7f\x7find:fair"), Act::Draw);
        QCOMPARE(view.edit()->text, u"kind:fair"_s);
        QVERIFY(!view.edit()->problem);
        // Letters are letters.
        QCOMPARE(press(view, "\x1b[H\x1b[3~\x1b[3~\x1b[3~\x1b[3~\x1b[3~q\x1b[F s"), Act::Draw);
        QCOMPARE(view.edit()->text, u"qfair s"_s);
        QCOMPARE(view.edit()->cursor, 7);
        QCOMPARE(press(view, "\x15waiters:>3\r"), Act::Gather);
        QVERIFY(!view.edit());
        QCOMPARE(view.filterText(), u"waiters:>3"_s);
        QVERIFY(view.filter() == *insight::LockFilter::parse(u"waiters:>3"_s));
    }
    void aWrongFilterStaysInPlace()
    {
        TopView view(u"orders"_s, *insight::LockFilter::parse(u"orders"_s));
        (void)press(view, "/ ttl:soon");
        QCOMPARE(view.edit()->text, u"orders ttl:soon"_s);
        QVERIFY(view.edit()->problem);
        QVERIFY(view.edit()->problem->at >= 7);
        QCOMPARE(press(view, "\r"), Act::Draw);
        QVERIFY(view.edit());
        QCOMPARE(view.filterText(), u"orders"_s);
        // It goes with the part that is wrong.
        (void)press(view,
                    "\x7f\x7f\x7f\x7f"
                    "5s");
        QVERIFY2(!view.edit()->problem, qPrintable(view.edit()->text));
        QCOMPARE(view.press({Code::Escape}, 1, 10), Act::Draw);
        QVERIFY(!view.edit());
        QCOMPARE(view.filterText(), u"orders"_s);
        QVERIFY(!readTopFilter(u"quorum:held"_s));
    }
    void aCharacterOfTwoHalvesIsOne()
    {
        TopView view;
        (void)press(view, "/a\xf0\x9f\x94\x92z\x1b[D\x7f");
        QCOMPARE(view.edit()->text, u"az"_s);
        QCOMPARE(view.edit()->cursor, 1);
    }

private:
    static QString words(const std::vector<Key> &keys)
    {
        static const QMap<Code, QString> names{
            {Code::Enter, u"Enter"_s},
            {Code::Escape, u"Escape"_s},
            {Code::Backspace, u"Backspace"_s},
            {Code::Delete, u"Delete"_s},
            {Code::Up, u"Up"_s},
            {Code::Down, u"Down"_s},
            {Code::Left, u"Left"_s},
            {Code::Right, u"Right"_s},
            {Code::PageUp, u"PageUp"_s},
            {Code::PageDown, u"PageDown"_s},
            {Code::Home, u"Home"_s},
            {Code::End, u"End"_s},
            {Code::Help, u"Help"_s},
            {Code::Interrupt, u"Interrupt"_s},
            {Code::Suspend, u"Suspend"_s},
            {Code::Repaint, u"Repaint"_s},
            {Code::ClearLine, u"ClearLine"_s},
        };
        QStringList all;
        for (const Key &key : keys)
            all += key.code == Code::Text ? key.text : names.value(key.code);
        return all.join(u' ');
    }
    // Presses all of these keys and returns the effect of the last one.
    static Act press(TopView &view, const QByteArray &bytes)
    {
        Act act = Act::None;
        KeyDecoder decoder;
        for (const Key &key : decoder.take(bytes))
            act = view.press(key, 100, 10);
        return act;
    }
};

LOCKSCOPE_TEST_SUITE(TestTopKeys)
#include "tst_topkeys.moc"
