// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the cost of a frame of the whole console on the GUI thread: the window at 1280 by 800
// with every column of the table, many locks, many changes a second from another thread, each with
// its event, while a user scrolls, filters and sorts by expiry, with the overview in front, and
// with a hidden window. A frame is all work of the thread between two ticks, 33 ms apart, painting
// included. The changes come with the same period, in the middle between two ticks: with another,
// one frame in a hundred would count the work of two.
#include "tests/bench/consolestage.h"
#include "tests/bench/report.h"
#include "tests/support/testmain.h"

#include <QCommandLineParser>
#include <QEventLoop>
#include <QHeaderView>
#include <QScrollBar>
#include <QTimer>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

struct Plan {
    int locks = 100'000;
    int rate = 10'000;
    int seconds = 10;
    bool json = false;
};

constexpr Millis framePeriod{33};

// Changes locks in batches, one a frame, for as long as it lives. The first comes half a frame
// after its start.
class Feed
{
public:
    Feed(ConsoleStage &stage, const Plan &plan)
        : m_thread([this, &stage, plan] { run(stage, plan); })
    {}
    Feed(const Feed &) = delete;
    Feed &operator=(const Feed &) = delete;
    ~Feed()
    {
        {
            const std::lock_guard hold(m_mutex);
            m_ends = true;
        }
        m_changed.notify_one();
        m_thread.join();
    }

private:
    void run(ConsoleStage &stage, const Plan &plan)
    {
        std::minstd_rand random(2);
        auto next = std::chrono::steady_clock::now() + framePeriod / 2;
        const qint64 changes = plan.rate * framePeriod.count() / 1000;
        std::unique_lock hold(m_mutex);
        while (!m_changed.wait_until(hold, next, [this] { return m_ends; })) {
            for (qint64 i = 0; i < changes; ++i)
                stage.change(int(random() % unsigned(plan.locks)), random);
            next += framePeriod;
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_ends = false;
    std::thread m_thread; // last: it uses what is above
};

struct Scene {
    const char *title;
    ui::LockColumn column;
    std::function<void(ConsoleStage &, int frame)> act;
    ConsoleStage::Front front = ConsoleStage::Front::Locks;
};

void nothing(ConsoleStage & /*stage*/, int /*frame*/) {}

void scroll(ConsoleStage &stage, int frame)
{
    QScrollBar *bar = stage.table()->verticalScrollBar();
    const qint64 row = stage.table()->verticalHeader()->defaultSectionSize();
    bar->setValue(int(frame * 37 * row % std::max(1, bar->maximum())));
}

// A keystroke every third frame, as of a quick typist, and all over again.
void type(ConsoleStage &stage, int frame)
{
    static const QString text = u"checkout:12 ttl:<10s"_s;
    const int step = frame / 3;
    if (frame % 3 == 0)
        stage.filter()->setText(text.first(step % int(text.size() + 1)));
}

std::vector<Scene> scenes()
{
    return {{"by name", ui::LockColumn::Name, nothing},
            {"by time left", ui::LockColumn::Ttl, nothing},
            {"scrolling", ui::LockColumn::Name, scroll},
            {"scrolling by time", ui::LockColumn::Ttl, scroll},
            {"filtering", ui::LockColumn::Name, type},
            {"filtering by time", ui::LockColumn::Ttl, type},
            {"hidden", ui::LockColumn::Name, nothing, ConsoleStage::Front::Nothing},
            {"overview", ui::LockColumn::Name, nothing, ConsoleStage::Front::Overview}};
}

void play(ConsoleStage &stage, const Plan &plan, const Scene &scene)
{
    stage.show(scene.front);
    stage.filter()->clear();
    stage.table()->sortByColumn(int(scene.column), Qt::AscendingOrder);
    (void)eventually([&] { return !stage.locks().isOrdering(); });
    std::vector<double> frames;
    QEventLoop loop;
    QTimer tick;
    tick.setTimerType(Qt::PreciseTimer);
    const double before = threadTime();
    const auto start = std::chrono::steady_clock::now();
    double last = before;
    QObject::connect(&tick, &QTimer::timeout, &loop, [&] {
        const double spent = threadTime();
        frames.push_back(spent - last);
        last = spent;
        if (std::chrono::steady_clock::now() - start > std::chrono::seconds(plan.seconds))
            loop.quit();
        else
            scene.act(stage, int(frames.size()));
    });
    tick.start(framePeriod);
    const Feed feed(stage, plan);
    loop.exec();
    const Seconds took = std::chrono::steady_clock::now() - start;
    const double share = (threadTime() - before) / 10 / took.count();
    if (plan.json) {
        const QByteArray bench = QByteArray("frame ") + scene.title;
        Report out(true);
        out.add(bench.constData(), "lockscope", "ms median", {median(frames)});
        out.add(bench.constData(), "lockscope", "ms 99th", {percentile(frames, 0.99)});
        out.add(bench.constData(), "lockscope", "ms worst", {percentile(frames, 1)});
        out.add(bench.constData(), "lockscope", "% of a core", {share});
        out.add(bench.constData(), "lockscope", "MB", {residentMegabytes()});
        return;
    }
    std::printf("%-18s %8zu %9.2f %9.2f %9.2f %9.1f %9.1f\n", scene.title, frames.size(),
                median(frames), percentile(frames, 0.99), percentile(frames, 1), share,
                residentMegabytes());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"scene"_s, u"Only this one, for example overview."_s, u"SCENE"_s},
                       {u"locks"_s, u"Rows of the table."_s, u"N"_s, u"100000"_s},
                       {u"rate"_s, u"Changes a second."_s, u"N"_s, u"10000"_s},
                       {u"seconds"_s, u"Length of a scene."_s, u"N"_s, u"10"_s},
                       {u"json"_s, u"A line of JSON for each figure."_s}});
    parser.process(application);
    const Plan plan{parser.value(u"locks"_s).toInt(), parser.value(u"rate"_s).toInt(),
                    parser.value(u"seconds"_s).toInt(), parser.isSet(u"json"_s)};
    constexpr int minRate = 31; // at least a change a frame
    if (plan.locks < 1 || plan.rate < minRate || plan.seconds < 1)
        qFatal("every option takes a positive number, and the rate at least 31");
    ui::applyTheme(ui::Theme::Light);
    ConsoleStage stage(plan.locks);
    if (!plan.json) {
        std::printf("%d locks, %d changes a second, %d s a scene; ms of the GUI thread a frame of "
                    "%d ms, its share of a core in %%, resident MB of the process\n",
                    plan.locks, plan.rate, plan.seconds, int(framePeriod.count()));
        std::printf("%-18s %8s %9s %9s %9s %9s %9s\n", "scene", "frames", "median", "99th", "worst",
                    "core %", "MB");
    }
    const QString only = parser.value(u"scene"_s);
    for (const Scene &scene : scenes()) {
        if (only.isEmpty() || only == QLatin1StringView(scene.title))
            play(stage, plan, scene);
    }
    return 0;
}
