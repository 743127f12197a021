// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/lookback.h"

#include "app/common/hiddenvariables.h"
#include "app/common/pastinstant.h"
#include "app/lockscope/record/recordmenu.h"
#include "app/lockscope/windowstart.h"
#include "core/base/text.h"
#include "core/profile/profilestore.h"
#include "core/recorder/incidentfile.h"
#include "core/recorder/recordfolder.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"
#include "ui/workbench/quitguard.h"

#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

constexpr Millis nearby = std::chrono::minutes(5);

Result<QString> noAddress(const QString & /*url*/)
{
    return fail(ErrorKind::InvalidInput, LookBack::tr("a record connects to no server"));
}

// At most so many characters, with the beginning and the end of the text.
QString shortened(const QString &text)
{
    constexpr qsizetype most = 28; // of two, which together fit the window's title and its banner
    return text.size() <= most ? text : text.first(18) + QChar(0x2026) + text.last(9);
}

// The name in title and banner. Two windows over files of one profile differ by their files alone.
QString shownName(const QString &record, const QString &file)
{
    return file.isEmpty()
        ? record
        : LookBack::tr("%1 in %2").arg(shortened(record), shortened(QFileInfo(file).fileName()));
}

std::vector<ui::TimeStrip::Stretch> recordedIn(recorder::RecordReader &reader)
{
    std::vector<ui::TimeStrip::Stretch> all;
    for (const auto &[from, to] : reader.stretches())
        all.push_back({from, to});
    return all;
}

Result<LookBack::Source> openFile(const QString &path)
{
    auto incident = recorder::openIncident(path);
    if (!incident)
        return fail(incident.error());
    LookBack::Source source{incident->facts.record,
                            std::move(incident->reader),
                            {},
                            incident->facts.isVeiled,
                            std::move(incident->facts.groups)};
    if (source.isVeiled)
        source.note = LookBack::tr("Names are hidden in this file.");
    return source;
}

Result<LookBack::Source> openRecord(const QString &name)
{
    auto reader = std::make_unique<recorder::RecordReader>(recorder::recordFolder(name));
    if (!reader->isEmpty())
        return LookBack::Source{name, std::move(reader), {}, false, {}};
    QStringList there;
    for (const QString &each : recorder::recordNames())
        there += visibleElided(each.toUtf8(), 120);
    const QString shown = visibleElided(name.toUtf8(), 120);
    return fail(ErrorKind::InvalidInput,
                there.isEmpty()
                    ? LookBack::tr("there is no record of \"%1\", and no other").arg(shown)
                    : LookBack::tr("there is no record of \"%1\"; there are records of %2")
                          .arg(shown, wording::listed(there)));
}

} // namespace

Result<LookBack::Source> LookBack::open(const Options &options)
{
    return options.incident.isEmpty() ? openRecord(options.record) : openFile(options.incident);
}

LookBack::LookBack(Source source, Options options, const QString &settingsFile, QObject *parent)
    : QObject(parent)
    , m_source(std::move(source))
    , m_options(std::move(options))
    , m_recorded(recordedIn(*m_source.reader))
    , m_client(m_clock)
    , m_window(m_client, m_clock, noAddress)
    , m_player(*m_source.reader, m_clock, m_client, m_window.health())
    , m_bar(new ui::LookBackBar(shownName(m_source.name, m_options.incident)))
{
    app::hideSecretVariables(profile::ProfileStore()); // another window may be started from here
    m_client.setRecord(shownName(m_source.name, m_options.incident));
    ui::WindowState state = Settings(settingsFile).load();
    state.mutes.clear(); // of today, and not of then
    prepareWindow(m_window, state, m_options);
    m_window.setRecordBar(*m_bar);
    addGuide(m_window);
    connect(&m_window.quitGuard(), &ui::QuitGuard::closed, this, [this] { Q_EMIT finished(0); });
    connect(m_bar, &ui::LookBackBar::timeWanted, this, &LookBack::goTo);
    // The last of all times that the hand passed while the window was busy.
    m_pass.setSingleShot(true);
    connect(&m_pass, &QTimer::timeout, this, &LookBack::pass);
    connect(m_bar, &ui::LookBackBar::timePassed, this, [this](WallInstant at) {
        m_passed = at;
        m_pass.start(0);
    });
    connect(m_bar, &ui::LookBackBar::textWanted, this, &LookBack::goToText);
    connect(m_bar, &ui::LookBackBar::stepWanted, this, &LookBack::step);
    connect(m_bar, &ui::LookBackBar::saveWanted, this, &LookBack::askWhereToSave);
    m_grow.setInterval(std::chrono::seconds(2));
    if (m_options.incident.isEmpty())
        connect(&m_grow, &QTimer::timeout, this, &LookBack::grow);
    connect(&m_window, &ui::MainWindow::recordMenuWanted, this,
            [this](QMenu *menu) { fillRecordMenu(*menu, m_window); });
    const auto quorums = m_options.groups.find(m_source.name);
    if (!m_source.groups.empty())
        m_client.setQuorumGroups(m_source.groups);
    else if (quorums != m_options.groups.end())
        m_client.setQuorumGroups(quorums->second);
}

LookBack::~LookBack() = default;

Result<void> LookBack::start()
{
    m_bar->setRecorded(m_recorded);
    if (m_recorded.empty()) {
        const auto why = m_source.reader->stateAt({});
        return why ? fail(ErrorKind::InvalidInput, Sentence::say("nothing was recorded yet"))
                   : fail(why.error());
    }
    WallInstant at = m_recorded.back().to;
    if (!m_options.at.isEmpty()) {
        const auto wanted = app::pastInstant(m_options.at, present());
        if (!wanted)
            return fail(wanted.error());
        at = *wanted;
    }
    if (const auto shown = m_player.show(nearest(at)); !shown)
        return shown;
    tell();
    m_window.show();
    m_bar->strip().setFocus();
    m_grow.start();
    if (m_options.view == "overview"_L1)
        m_window.showOverview();
    else
        m_window.showLocks();
    openWanted(m_window, m_options);
    noteMissing(at);
    return {};
}

WallInstant LookBack::nearest(WallInstant at) const
{
    // A user who goes on wants to get beyond a hole, and one who goes back before it.
    const bool isNear =
        !m_player.isEmpty() && at - m_player.at() < nearby && m_player.at() - at < nearby;
    for (std::size_t i = 0; isNear && i + 1 < m_recorded.size(); ++i) {
        if (at > m_recorded[i].to && at < m_recorded[i + 1].from)
            return at > m_player.at() ? m_recorded[i + 1].from : m_recorded[i].to;
    }
    std::optional<WallInstant> best;
    for (const ui::TimeStrip::Stretch &each : m_recorded) {
        const WallInstant here = std::clamp(at, each.from, each.to);
        const auto distance = [at](WallInstant time) { return time < at ? at - time : time - at; };
        if (!best || distance(here) < distance(*best))
            best = here;
    }
    return best.value_or(at);
}

// An age counts from here, and so does 03:12: a file is of some day, a record goes on.
WallInstant LookBack::present() const
{
    return m_options.incident.isEmpty() ? SystemClock().wallNow() : m_recorded.back().to;
}

// It may be written still.
void LookBack::grow()
{
    auto recorded = recordedIn(*m_source.reader);
    if (recorded.empty() || recorded == m_recorded)
        return;
    m_recorded = std::move(recorded);
    m_bar->setRecorded(m_recorded);
}

void LookBack::goTo(WallInstant at)
{
    m_pass.stop();
    if (at > m_recorded.back().to)
        grow();
    const WallInstant there = nearest(at);
    if (const auto shown = m_player.show(there); !shown) {
        m_bar->showProblem(wording::capitalised(wording::ended(wording::said(shown.error().text))));
        return;
    }
    tell();
    noteMissing(at);
}

// Where there is nothing, goTo() says so.
void LookBack::pass()
{
    if (m_player.glance(nearest(m_passed)))
        tell();
}

void LookBack::noteMissing(WallInstant wanted)
{
    if (m_player.at() != wanted)
        m_bar->showProblem(tr("Nothing was recorded at %1. This is the nearest time that was.")
                               .arg(wording::exactTime(wanted, m_player.at())));
}

void LookBack::goToText(const QString &text)
{
    QString form = text; // as the field writes it
    if (form.size() > 10 && form[10] == u' ')
        form[10] = u'T';
    const auto at = app::pastInstant(form, present());
    if (at)
        goTo(*at);
    else
        m_bar->showProblem(
            tr("\"%1\" is no time. Write one such as 03:12 or 2026-11-22 08:30:00, or an "
               "age such as 15m.")
                .arg(wording::shown(text.toUtf8(), 40)));
}

void LookBack::step(int direction)
{
    if (const auto at = m_player.nextEvent(direction))
        goTo(*at);
    else
        m_bar->showProblem(direction < 0 ? tr("There is no earlier event in the record.")
                                         : tr("There is no later event in the record."));
}

void LookBack::askWhereToSave(bool hidesNames)
{
    const QString name =
        QDateTime::fromMSecsSinceEpoch(m_bar->strip().range().from.time_since_epoch().count())
            .toString(u"'incident-'yyyy-MM-dd-HHmm'.lockscope'"_s);
    QString path = QFileDialog::getSaveFileName(
        &m_window, tr("Save an incident file"), name,
        tr("Incidents of Lockscope (*.lockscope);;All files (*)"), nullptr,
        QFileDialog::DontConfirmOverwrite); // it never replaces a file
    if (!path.isEmpty() && QFileInfo(path).suffix().isEmpty())
        path += ".lockscope"_L1;
    if (!path.isEmpty())
        save(path, hidesNames);
}

void LookBack::save(const QString &path, bool hidesNames)
{
    const ui::TimeStrip::Stretch range = m_bar->strip().range();
    const auto saved =
        recorder::writeIncident(*m_source.reader, path,
                                {m_source.name, range.from, range.to, SystemClock().wallNow(),
                                 hidesNames || m_source.isVeiled, m_client.quorumGroups()});
    m_bar->showProblem(
        saved ? tr("Saved in %1.").arg(wording::shown(path.toUtf8(), 120))
              : wording::capitalised(wording::ended(wording::errorSentence(saved.error()))));
}

void LookBack::tell()
{
    QStringList notes;
    if (!m_source.note.isEmpty())
        notes += m_source.note;
    if (const auto &faults = m_source.reader->faults(); !faults.empty())
        notes +=
            wording::capitalised(wording::ended(wording::errorSentence(faults.begin()->second)));
    m_bar->showTime(m_player.at(), notes.join(u' '));
    m_bar->setProblems(m_player.problems());
}

} // namespace lockscope::console
