// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/top/screen.h"
#include "app/lockctl/top/textcolumns.h"
#include "app/lockctl/top/topscreen.h"
#include "core/health/rulelist.h"
#include "tests/app/top/fullscreen.h"
#include "tests/support/testmain.h"

#include <algorithm>
#include <random>

using namespace lockscope;
using namespace lockscope::lockctl;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// The screen of lockctl top, from made-up facts.
class TestTopScreen : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void countsColumns_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("columns");
        QTest::newRow("empty") << QString() << 0;
        QTest::newRow("ASCII") << u"orders"_s << 6;
        QTest::newRow("accents") << u"\u00e9\u0161"_s << 2;
        QTest::newRow("a mark on a letter") << u"e\u0301"_s << 1;
        QTest::newRow("Chinese") << u"\u8ba2\u5355\uff1a\u9501"_s << 8;
        QTest::newRow("Korean") << u"\uc7a0\uae08"_s << 4;
        QTest::newRow("half width") << u"\uff71"_s << 1;
        QTest::newRow("beyond the first plane") << u"\U00020000\U0001f512"_s << 4;
        QTest::newRow("a sign") << u"\u2026\u2261"_s << 2;
    }
    void countsColumns()
    {
        QFETCH(QString, text);
        QTEST(columnsOf(text), "columns");
    }
    void cutsText()
    {
        QCOMPARE(cut(u"orders"_s, 6), u"orders"_s);
        QCOMPARE(cut(u"orders"_s, 5), u"orde…"_s);
        QCOMPARE(cut(u"orders:1042"_s, 7, Cut::Middle), u"ord…042"_s);
        QCOMPARE(cut(u"orders"_s, 1), u"…"_s);
        QCOMPARE(cut(u"orders"_s, 0), QString());
        // A wide character is shown whole or not at all.
        QCOMPARE(cut(u"\u8ba2\u5355\u9501"_s, 4), u"\u8ba2…"_s);
        QCOMPARE(fitted(u"\u8ba2\u5355\u9501"_s, 4), u"\u8ba2… "_s);
        QCOMPARE(fitted(u"7"_s, 3, Cut::End, Side::Right), u"  7"_s);
        QCOMPARE(wrapped(u"ask the owner first"_s, 9),
                 (QStringList{u"ask the"_s, u"owner"_s, u"first"_s}));
        QCOMPARE(wrapped(u"abcdef"_s, 4), (QStringList{u"abcd"_s, u"ef"_s}));
        QCOMPARE(wrapped(QString(), 4), QStringList{QString()});
        QCOMPARE(harmless(u"a\x1b[2J\u009b\u202e\u2028z"_s), u"a\ufffd[2J\ufffd\ufffd\ufffdz"_s);
    }

    void theVerdictIsFirst()
    {
        TopFacts facts = calm();
        QVERIFY(
            draw(facts).lines[0].text().startsWith(u"nothing is wrong, as far as can be seen"_s));
        facts.problems = {problem("two-owners", health::Severity::Critical, "stock"),
                          problem("no-expiry", health::Severity::Warning, "orders")};
        const Screen screen = draw(facts);
        QVERIFY(screen.lines[0].text().startsWith(u"1 critical, 1 warning: Two owners, stock"_s));
        QCOMPARE(screen.lines[0].pieces[0].style, Style::Critical);
        QVERIFY2(textOf(screen).contains(
                     u"critical  Two owners  stock  since 08:15:00Z (2 min)  evidence"_s),
                 qPrintable(textOf(screen)));
        // Colour is not the only sign.
        QVERIFY(rowOf(screen, u"stock:"_s).startsWith(u"!! "_s));
    }
    void nothingIsClaimedOfWhatIsNotSeen()
    {
        TopFacts facts = calm();
        facts.servers[1].state = watch::ServerState::Down;
        facts.servers[1].lostAt = facts.now - 7s;
        facts.seenAt[facts.servers[1].server] = facts.now - 8s;
        QVERIFY2(textOf(draw(facts)).contains(u"but 1 server of 2 cannot be seen"_s),
                 qPrintable(textOf(draw(facts))));
        QVERIFY(textOf(draw(facts)).contains(u"not seen for 7 s"_s));
        facts.seenAt.erase(facts.servers[1].server); // it never answered: it was not lost
        QVERIFY(textOf(draw(facts)).contains(u"not seen yet"_s));
        QVERIFY(!textOf(draw(facts)).contains(u"not seen for"_s));
        facts.servers[0] = facts.servers[1];
        QVERIFY(draw(facts).lines[0].text().startsWith(u"no server can be seen"_s));
        facts.servers.clear();
        QVERIFY(draw(facts).lines[0].text().startsWith(u"still looking"_s));
    }
    void numbersAreOnTheSecondLine()
    {
        TopFacts facts = calm();
        facts.seenAt = {{{0}, facts.now}, {{1}, facts.now - 3s}};
        facts.changesPerSecond = 12.5;
        facts.counts.connections = 2;
        QCOMPARE(draw(facts).lines[1].text().trimmed(),
                 u"2 servers up, seen 3 s ago | 2 held, 1 contended, 1 free | 3 waiters, 2 conn | "
                 "12.5 changes/s"_s);
    }
    void staleLooksStale()
    {
        TopFacts facts = calm();
        facts.servers[0].state = watch::ServerState::Down;
        facts.servers[0].lostAt = facts.now - 7s;
        facts.rows = {entry(lock("orders"), health::Severity::Critical)};
        const Screen screen = draw(facts);
        const QString row = rowOf(screen, u"orders"_s);
        QVERIFY2(row.startsWith(u"? "_s), qPrintable(row));
        QVERIFY2(row.contains(u"unseen"_s), qPrintable(row));
        // Its times stand still where they were.
        QVERIFY2(row.contains(u"37.0 s"_s), qPrintable(row));
        for (const Line &line : screen.lines) {
            if (line.text() != row)
                continue;
            for (const Piece &piece : line.pieces)
                QVERIFY(piece.style == Style::Dim || piece.text == u" "_s);
        }
    }
    void columnsStayInLine()
    {
        TopFacts facts = calm();
        facts.rows = {entry(lock("orders:1")),
                      entry(lock("\xe8\xae\xa2\xe5\x8d\x95\xe9\x94\x81:2")),
                      entry(lock(QByteArray(200, 'x'))),
                      entry(lock("\xe9\x94\x81\xe9\x94\x81" + QByteArray(150, 'y')))};
        for (const int width : {60, 80, 99, 120, 200}) {
            const Screen screen = draw(facts, {}, {width, 24});
            const int at = columnOf(screen, u"HOLDER"_s);
            QVERIFY(at > 0);
            int found = 0;
            for (const Line &line : screen.lines) {
                const qsizetype holder = line.text().indexOf(u"billing"_s);
                if (holder < 0)
                    continue;
                ++found;
                QCOMPARE(columnsOf(QStringView(line.text()).first(holder)), at);
            }
            QCOMPARE(found, 4);
        }
    }
    void everySizeFits()
    {
        TopFacts facts = calm();
        facts.servers[1].state = watch::ServerState::Down;
        facts.servers[1].lostAt = facts.now - 7s;
        for (int i = 0; i < 20; ++i)
            facts.problems.push_back(problem("no-expiry", health::Severity::Warning,
                                             "\xe9\x94\x81" + QByteArray::number(i)));
        for (int i = 0; i < 5; ++i)
            facts.blockers.push_back({u"\u8ba2\u5355 %1"_s.arg(i), 3, 65s, {}, {}, u"stock"_s, 2});
        TopView detail;
        detail.select(0, facts.rows[0].lock->id);
        (void)detail.press({Key::Code::Enter}, 4, 10);
        TopView edit;
        for (const QChar each : u"/orders:\u9501\u9501\u9501\u9501 ttl:soon"_s)
            (void)edit.press({Key::Code::Text, each}, 4, 10);
        QVERIFY(edit.edit()->problem);
        TopView help;
        (void)help.press({Key::Code::Help}, 4, 10);
        for (const TopView *view : {&detail, &edit, &help}) {
            for (int width = 1; width < 130; width += 3) {
                for (int height = 1; height < 40; height += 2) {
                    const Screen screen = draw(facts, *view, {width, height});
                    QVERIFY(static_cast<int>(screen.lines.size()) <= height);
                    for (const Line &line : screen.lines)
                        QVERIFY2(line.columns() <= width, qPrintable(line.text()));
                    if (screen.cursor)
                        QVERIFY(screen.cursor->row < height && screen.cursor->column < width);
                }
            }
        }
    }
    void theTableHasHalfOfTheScreen()
    {
        TopFacts facts = calm();
        for (int i = 0; i < 20; ++i)
            facts.problems.push_back(problem("no-expiry", health::Severity::Warning, "orders"));
        facts.blockers.resize(5);
        for (int height = 10; height < 60; ++height) {
            const TopLayout layout = layoutOf(facts, {}, {80, height});
            QVERIFY(layout.rows >= (height - 4) / 2);
            QVERIFY(layout.problems <= 6);
        }
        QVERIFY(textOf(draw(facts, {}, {80, 50})).contains(u"  15 more problems"_s));
    }
    void theDetailSaysWhatToDo()
    {
        TopFacts facts = calm();
        facts.problems = {problem("no-expiry", health::Severity::Warning, "orders"),
                          problem("no-expiry", health::Severity::Warning, "other")};
        watch::LockRecord record = lock("orders");
        watch::WaiterRecord waiter;
        waiter.owner = OwnerId("stock-1:9");
        record.waiters = std::vector{waiter};
        facts.rows = {entry(record)};
        TopView view;
        view.select(0, record.id);
        (void)view.press({Key::Code::Enter}, 1, 10);
        const QString text = textOf(draw(facts, view, {100, 40}));
        for (const QString &part :
             {u"orders (reentrant, held) on redis://10.0.0.1:6379"_s,
              u"warning: No expiry: evidence"_s, u"What to do: Ask whether the owner is alive."_s,
              u"held by billing ("_s, u"1. waits: stock-1:9 (not checked, no deadline)"_s})
            QVERIFY2(text.contains(part), qPrintable(text));
        QCOMPARE(text.count(u"What to do"_s), 1);
    }
    void aPauseIsNotOverlooked()
    {
        TopFacts facts = calm();
        QVERIFY(draw(facts).lines[0].text().endsWith(u" 08:17:00Z"_s));
        facts.pausedAt = facts.wallNow;
        const Line line = draw(facts).lines[0];
        QVERIFY(line.text().endsWith(u" PAUSED since 08:17:00Z"_s));
        QCOMPARE(line.pieces.back().style, Style::Notice);
    }
    void hostileTextIsHarmless()
    {
        TopFacts facts = calm();
        watch::LockRecord record = lock("evil\x1b[2J\x9b"
                                        "31m\xe2\x80\xae");
        record.holds[0].alias = Alias("\x1b]0;title\x07");
        facts.rows = {entry(record)};
        facts.problems = {problem("no-expiry", health::Severity::Warning, "\x1b[2J")};
        facts.problems[0].evidence = Sentence(u"held by \x1b[31m\u009b\u202e"_s);
        facts.problems[0].locks = {record.id};
        facts.servers[0].label = u"redis://\x1b[2J"_s;
        facts.blockers = {{u"\x1b[2J"_s, 1, 1s, {}, {}, u"\x07"_s, 0}};
        TopView view;
        view.select(0, record.id);
        for (int i = 0; i < 2; ++i) {
            const Screen screen = draw(facts, view, {160, 40});
            for (const QChar each : textOf(screen))
                QVERIFY(each == u'\n' || (each >= u' ' && (each < u'\x7f' || each >= u'\u00a0')));
            test::Emulator terminal;
            terminal.resize(160, 40);
            terminal.isOther = true;
            terminal.feed(Painter(true).paint(screen));
            QCOMPARE(terminal.unknown, QByteArray());
            (void)view.press({Key::Code::Enter}, 1, 10); // and with the detail
        }
    }

    void thePainterWritesOnlyWhatDiffers()
    {
        Painter painter(true);
        test::Emulator terminal;
        terminal.resize(100, 24);
        terminal.isOther = true;
        TopFacts facts = calm();
        facts.rows[0] = entry(lock("\xe8\xae\xa2\xe5\x8d\x95"), health::Severity::Critical);
        const auto show = [&](const Screen &screen) {
            const QByteArray bytes = painter.paint(screen);
            terminal.feed(bytes);
            for (std::size_t row = 0; row < screen.lines.size(); ++row) {
                if (terminal.line(static_cast<int>(row)).trimmed()
                    != screen.lines[row].text().trimmed())
                    return qsizetype(-1);
            }
            return bytes.size();
        };
        const qsizetype all = show(draw(facts));
        QVERIFY(all > 500);
        QCOMPARE(show(draw(facts)), 0);
        facts.wallNow += 1s;
        facts.now += 1s;
        const qsizetype few = show(draw(facts));
        QVERIFY(few > 0);
        QVERIFY(few < all);
        painter.forget();
        QVERIFY(show(draw(facts)) > few);
        QCOMPARE(terminal.unknown, QByteArray());
        // An input is where it is written.
        TopView view;
        (void)view.press({Key::Code::Text, u"/"_s}, 4, 10);
        QVERIFY(show(draw(facts, view)) > 0);
        QVERIFY(terminal.isCursorShown);
    }
    void coloursCanBeRefused()
    {
        TopFacts facts = calm();
        facts.problems = {problem("two-owners", health::Severity::Critical, "stock")};
        QVERIFY(Painter(true).paint(draw(facts)).contains(";31m"));
        const QByteArray plain = Painter(false).paint(draw(facts));
        for (const char *colour : {";31", ";32", ";33"})
            QVERIFY(!plain.contains(colour));
    }

    void theTableIsInOrder_data()
    {
        QTest::addColumn<bool>("isReversed");
        QTest::newRow("forwards") << false;
        QTest::newRow("backwards") << true;
    }
    // However few rows are put in order, they are those that a sort of all puts there.
    void theTableIsInOrder()
    {
        QFETCH(bool, isReversed);
        const std::vector<LockEntry> entries = many(500);
        TopView view;
        if (isReversed)
            (void)view.press({Key::Code::Text, u"S"_s}, 500, 20);
        for (int sort = 0; sort < 5; ++sort) {
            LockTable all;
            all.set(entries);
            all.arrange(view, entries.size());
            QVERIFY(isSorted(all.shown(), view));
            const std::vector<LockEntry> wanted = all.shown();
            QCOMPARE(wanted.size(), entries.size());
            for (const std::size_t place :
                 std::initializer_list<std::size_t>{0, 1, 19, 20, 250, 480, 499}) {
                LockTable some;
                some.set(entries);
                TopView scrolled = view;
                scrolled.select(place);
                some.arrange(scrolled, 20);
                QVERIFY(some.first() <= place && place < some.first() + 20);
                const std::vector<LockEntry> shown = some.shown();
                QCOMPARE(shown.size(), std::size_t(20));
                for (std::size_t i = 0; i < shown.size(); ++i)
                    QCOMPARE(shown[i].ordinal, wanted[some.first() + i].ordinal);
                QVERIFY(scrolled.selected() == wanted[place].lock->id);
            }
            (void)view.press({Key::Code::Text, u"s"_s}, 500, 20);
        }
    }
    void theSelectionFollowsItsLock()
    {
        TopView view;
        (void)view.press({Key::Code::Text, u"s"_s}, 3, 10); // by waiters
        LockTable table;
        table.set({withWaiters("a", 3, 0), withWaiters("b", 2, 1), withWaiters("c", 1, 2)});
        view.select(1);
        table.arrange(view, 10);
        QCOMPARE(view.selected()->name, LockName("b"));
        table.set({withWaiters("a", 3, 0), withWaiters("b", 9, 1), withWaiters("c", 1, 2)});
        table.arrange(view, 10);
        QVERIFY(view.place() == std::size_t(0));
        QCOMPARE(view.selected()->name, LockName("b"));
        // It is gone: the next one is in its place.
        table.set({withWaiters("a", 3, 0), withWaiters("c", 1, 1)});
        table.arrange(view, 10);
        QVERIFY(view.place() == std::size_t(0));
        QCOMPARE(view.selected()->name, LockName("a"));
        table.set({});
        table.arrange(view, 10);
        QVERIFY(!view.place());
        QVERIFY(!view.selected());
    }

    void countsLocks()
    {
        const auto pointer = [](watch::LockRecord record) {
            return std::make_shared<const watch::LockRecord>(std::move(record));
        };
        LockCounts counts;
        watch::LockRecord held = lock("orders");
        watch::LockRecord waited = held;
        waited.state = watch::LockState::Contended;
        waited.waitingConnections = 2;
        counts.change(nullptr, pointer(held));
        QCOMPARE(counts, (LockCounts{1, 0, 0, 0, 0}));
        counts.change(pointer(held), pointer(waited));
        QCOMPARE(counts, (LockCounts{0, 1, 0, 0, 2}));
        counts.change(pointer(waited), nullptr);
        QCOMPARE(counts, LockCounts());
    }
    void ratesChanges()
    {
        const Instant begin{1000s};
        ChangeRate rate;
        QVERIFY(!rate.perSecond(begin));
        for (int i = 0; i < 100; ++i)
            rate.note(begin + std::chrono::milliseconds(i * 100)); // ten a second
        QVERIFY(!rate.perSecond(begin + 4s));
        QCOMPARE(rate.perSecond(begin + 10s), 10.0);
        QCOMPARE(rate.perSecond(begin + 60s), 0.0);
    }

private:
    static watch::ServerRecord server(int number)
    {
        watch::ServerRecord server;
        server.server = {number};
        server.deployment = {0};
        server.label = u"redis://10.0.0.%1:6379"_s.arg(number + 1);
        server.state = watch::ServerState::Up;
        return server;
    }
    static watch::LockRecord lock(const QByteArray &name)
    {
        watch::HoldRecord hold;
        hold.owner = OwnerId("3f1c2a5e:7");
        hold.alias = Alias("billing");
        hold.deadline = Instant{1000s} + 30s;
        hold.observedSince = wall() - 90s;
        hold.watchdog = watch::Watchdog::Renewing;
        watch::LockRecord lock;
        lock.id = {{0}, LockName(name)};
        lock.kind = QByteArray("reentrant");
        lock.deployment = server(0).label;
        lock.serverId = {0};
        lock.state = watch::LockState::Held;
        lock.holds = {hold};
        lock.deadline = hold.deadline;
        return lock;
    }
    static LockEntry entry(const watch::LockRecord &lock,
                           std::optional<health::Severity> severity = {}, quint32 ordinal = 0)
    {
        return {std::make_shared<const watch::LockRecord>(lock), severity, ordinal};
    }
    static LockEntry withWaiters(const QByteArray &name, qint64 waiters, quint32 ordinal)
    {
        watch::LockRecord record = lock(name);
        record.waitingConnections = waiters;
        return entry(record, {}, ordinal);
    }
    static std::vector<LockEntry> many(quint32 count)
    {
        std::mt19937 random(7);
        std::vector<LockEntry> entries;
        for (quint32 i = 0; i < count; ++i) {
            watch::LockRecord record = lock("lock:" + QByteArray::number(i).rightJustified(4, '0'));
            if (random() % 3 != 0)
                record.waitingConnections = static_cast<qint64>(random() % 10);
            if (random() % 4 == 0)
                record.deadline.reset();
            else
                record.deadline = Instant{1000s} + std::chrono::seconds(random() % 50);
            record.holds[0].observedSince = wall() - std::chrono::seconds(random() % 50);
            if (random() % 5 == 0)
                record.holds.clear();
            std::optional<health::Severity> severity;
            if (random() % 4 == 0)
                severity =
                    random() % 2 == 0 ? health::Severity::Warning : health::Severity::Critical;
            entries.push_back(entry(record, severity, i));
        }
        return entries;
    }
    // Checks the order as people would: each sort by its displayed words.
    static bool isSorted(const std::vector<LockEntry> &rows, const TopView &view)
    {
        const auto numberOf = [&](const LockEntry &row) -> std::optional<qint64> {
            const watch::LockRecord &lock = *row.lock;
            switch (view.sort()) {
            case LockSort::Problems:
                return row.severity ? -1 - qint64(*row.severity) : 0;
            case LockSort::Waiters:
                return lock.waitingConnections ? std::optional(-*lock.waitingConnections)
                                               : std::nullopt;
            case LockSort::Held:
                return lock.holds.empty()
                    ? std::nullopt
                    : std::optional<qint64>(lock.holds[0].observedSince.time_since_epoch().count());
            case LockSort::Expiry:
                return lock.holds.empty() || !lock.deadline
                    ? std::nullopt
                    : std::optional<qint64>(lock.deadline->time_since_epoch().count());
            case LockSort::Name:
                break;
            }
            return row.ordinal;
        };
        return std::is_sorted(rows.begin(), rows.end(), [&](const auto &a, const auto &b) {
            const auto first = numberOf(a);
            const auto second = numberOf(b);
            if (!first || !second)
                return first.has_value() && !second.has_value(); // unknown ones are last
            return view.isReversed() ? *first > *second : *first < *second;
        });
    }
    static health::Problem problem(const char *rule, health::Severity severity,
                                   const QByteArray &name)
    {
        health::Problem problem;
        problem.rule = health::findRule(rule);
        problem.subject = health::Subject::of(watch::LockId{{0}, LockName(name)});
        problem.severity = severity;
        problem.evidence = Sentence(u"evidence"_s);
        problem.locks = {{{0}, LockName(name)}};
        problem.since = wall() - 2min;
        return problem;
    }
    // 08:17:00Z
    static WallInstant wall() { return WallInstant(Millis(1'800'000'000'000)) + 17min; }
    static TopFacts calm()
    {
        TopFacts facts;
        facts.now = Instant{1000s};
        facts.wallNow = wall();
        facts.servers = {server(0), server(1)};
        facts.counts = {2, 1, 1, 3, 0};
        facts.rows = {entry(lock("orders:1")), entry(lock("stock:7"), health::Severity::Critical)};
        facts.matching = facts.rows.size();
        return facts;
    }
    static Screen draw(const TopFacts &facts, const TopView &view = {},
                       const ScreenSize &size = {100, 24})
    {
        return topScreen(facts, view, size);
    }
    static QString textOf(const Screen &screen)
    {
        QString text;
        for (const Line &line : screen.lines)
            text += line.text() + u'\n';
        return text;
    }
    static QString rowOf(const Screen &screen, const QString &part)
    {
        bool isTable = false;
        for (const Line &line : screen.lines) {
            if (isTable && line.text().contains(part))
                return line.text();
            isTable |= line.text().contains(u"NAME"_s);
        }
        return {};
    }
    static int columnOf(const Screen &screen, const QString &title)
    {
        for (const Line &line : screen.lines) {
            if (const qsizetype at = line.text().indexOf(title); at >= 0)
                return columnsOf(QStringView(line.text()).first(at));
        }
        return -1;
    }
};

LOCKSCOPE_TEST_SUITE(TestTopScreen)
#include "tst_topscreen.moc"
