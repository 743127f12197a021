// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/top/topcommand.h"

#include "app/common/interrupts.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/top/terminal.h"
#include "app/lockctl/top/topfeed.h"
#include "app/lockctl/top/topscreen.h"

#include <QCommandLineParser>
#include <QTimer>

#include <algorithm>
#include <csignal>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

// Four screens a second for changes; one for times alone.
constexpr Millis shortestFrame{250};
constexpr Millis longestFrame{1000};
// Gathering takes at most one part of the time in so many.
constexpr int gatheringShare = 20;

struct TopOptions {
    TargetChoice where;
    QString filterText;
    insight::LockFilter filter;
};

// The overview in a terminal: follows changes until the user quits.
class Top : public Running
{
    Q_OBJECT

public:
    explicit Top(TopOptions options)
        : m_session(options.where, {}, true)
        , m_health(m_session, options.where, HealthFeed::Look::Follow)
        , m_feed(m_session, m_health)
        , m_view(options.filterText, std::move(options.filter))
    {
        connect(&m_session, &Session::changed, this, &Top::onChanged);
        connect(&m_feed, &TopFeed::changed, this, &Top::onFacts);
        connect(&m_terminal, &Terminal::pressed, this, &Top::onPressed);
        connect(&m_terminal, &Terminal::drained, this, &Top::draw);
        connect(&m_terminal, &Terminal::lost, this, [this] { finish(Done); });
        m_frame.setSingleShot(true);
        m_frame.setTimerType(Qt::PreciseTimer);
        connect(&m_frame, &QTimer::timeout, this, &Top::onFrame);
    }

    void start() override;
    void interrupt(int signal) override;

private:
    void onChanged();
    void onFacts();
    void onFrame();
    void onPressed(const Key &key);
    void togglePause();
    void gather();
    void draw();
    void schedule();
    void finish(int status);

    Session m_session;
    HealthFeed m_health;
    TopFeed m_feed;
    TopView m_view;
    Terminal m_terminal;
    QTimer m_frame;
    Instant m_drawnAt;
    Instant m_gatherFrom; // not sooner, unless a key asks for it
    bool m_isDirty = true; // something is to be gathered
    bool m_isSettled = false;
    bool m_finished = false;
};

void Top::start()
{
    if (const auto opened = m_terminal.open(); !opened) {
        writeError(u"lockctl: %1\n"_s.arg(opened.error().text.english()));
        finish(Unreachable);
        return;
    }
    app::Interrupts::tellOfTerminal();
    m_session.start();
    m_health.take(); // from here on it has a book
    gather();
    draw();
}

void Top::interrupt(int signal)
{
    switch (signal) {
    case SIGWINCH:
        m_terminal.repaint();
        draw();
        break;
    case SIGTSTP:
        m_terminal.suspend(false);
        draw();
        break;
    case SIGCONT:
        m_terminal.resume();
        draw();
        break;
    default:
        finish(Done);
    }
}

void Top::onChanged()
{
    if (m_finished || m_isSettled || !m_session.isSettled())
        return;
    m_isSettled = true;
    const auto &servers = m_session.servers();
    const bool anyUp = std::any_of(servers.begin(), servers.end(), [](const auto &entry) {
        return entry.second.state == watch::ServerState::Up;
    });
    if (anyUp)
        return;
    // A wrong URL is told where it can be read and mended; a server that goes later is waited for.
    QString why;
    for (const auto &[id, server] : servers) {
        if (server.error)
            why += u"lockctl: %1\n"_s.arg(whyNotRead(server));
    }
    finish(Unreachable);
    writeError(why);
}

void Top::onFacts()
{
    if (std::exchange(m_isDirty, true))
        return;
    schedule();
}

void Top::onFrame()
{
    const Instant now = SystemClock().now();
    if (m_isDirty && !m_feed.isPaused() && now >= m_gatherFrom)
        gather();
    else
        m_feed.setTime(now, SystemClock().wallNow());
    draw();
}

void Top::gather()
{
    const Instant begin = SystemClock().now();
    m_feed.gather(m_view, begin, SystemClock().wallNow());
    m_isDirty = m_feed.isPaused(); // then it is not of now
    const Instant end = SystemClock().now();
    m_gatherFrom = end + (end - begin) * gatheringShare;
}

void Top::draw()
{
    if (m_finished || !m_terminal.isOpen())
        return;
    const ScreenSize size = m_terminal.size();
    const TopLayout layout = layoutOf(m_feed.facts(), m_view, size);
    m_feed.arrange(m_view, static_cast<std::size_t>(std::max(0, layout.rows)));
    // If the terminal is still busy with the last screen, drained() requests the next one.
    (void)m_terminal.show(topScreen(m_feed.facts(), m_view, size));
    m_drawnAt = SystemClock().now();
    schedule();
}

void Top::schedule()
{
    if (m_finished)
        return;
    const bool isWanted = m_isDirty && !m_feed.isPaused();
    const Instant next =
        isWanted ? std::max(m_drawnAt + shortestFrame, m_gatherFrom) : m_drawnAt + longestFrame;
    const auto pause =
        std::chrono::ceil<Millis>(std::min(next, m_drawnAt + longestFrame) - SystemClock().now());
    m_frame.start(std::max(pause, Millis(0)));
}

void Top::onPressed(const Key &key)
{
    const TopLayout layout = layoutOf(m_feed.facts(), m_view, m_terminal.size());
    const auto page = static_cast<std::size_t>(std::max(0, layout.rows));
    switch (m_view.press(key, m_feed.matching(), page)) {
    case TopView::Act::None:
        return;
    case TopView::Act::Draw:
        break;
    case TopView::Act::Gather:
        gather();
        break;
    case TopView::Act::TogglePause:
        togglePause();
        break;
    case TopView::Act::Repaint:
        m_terminal.repaint();
        break;
    case TopView::Act::Suspend:
        m_terminal.suspend(true);
        break;
    case TopView::Act::Quit:
        finish(Done);
        return;
    }
    draw();
}

void Top::togglePause()
{
    if (!m_feed.isPaused()) {
        m_feed.pause(m_view, SystemClock().now(), SystemClock().wallNow());
        return;
    }
    m_feed.goOn();
    gather();
}

void Top::finish(int status)
{
    if (std::exchange(m_finished, true))
        return;
    m_frame.stop();
    m_session.stop();
    m_terminal.close();
    Q_EMIT finished(status);
}

void addTopOptions(QCommandLineParser &parser)
{
    addTargetOptions(parser, true);
    addNameOptions(parser);
    addBudgetOption(parser);
    parser.addOption({u"filter"_s,
                      u"Only locks that match, as with list, for example 'kind:fair waiters:>3' or "
                      "'problem:critical'. The key / changes it."_s,
                      u"F"_s});
}

Result<std::unique_ptr<Running>> prepareTop(const QCommandLineParser &parser)
{
    TopOptions options;
    auto where = targetChoice(parser);
    if (!where)
        return fail(where.error());
    options.where = std::move(*where);
    options.filterText = parser.value(u"filter"_s).trimmed();
    auto filter = insight::LockFilter::parse(options.filterText);
    if (!filter)
        return fail(filter.error());
    if (const auto read = readTopFilter(options.filterText); !read)
        return fail(ErrorKind::InvalidInput, read.error().text);
    options.filter = std::move(*filter);
    if (const auto checked = refuseMoreWords(parser); !checked)
        return fail(checked.error());
    if (const auto checked = Terminal::check(); !checked)
        return fail(checked.error());
    return std::make_unique<Top>(std::move(options));
}

} // namespace

CommandSpec topCommand()
{
    return {u"top"_s, u"show the overview in the terminal, live, until q"_s,
            u"lockctl top [TARGET] [--prefix PREFIX] [--filter F] [--scan-budget SHARE]"_s,
            addTopOptions, prepareTop};
}

} // namespace lockscope::lockctl

#include "topcommand.moc"
