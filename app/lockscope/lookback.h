// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockscope/commandline.h"
#include "app/lockscope/record/recordplayer.h"
#include "app/lockscope/settings.h"
#include "ui/lookback/lookbackbar.h"
#include "ui/window/mainwindow.h"

#include <QTimer>

namespace lockscope::console {

// The console over a record or an incident file, in place of servers: the same window, which shows
// a time of the past. A program of its own, so that nothing in it can act: it has no connections.
// Remembers nothing. Made after QApplication, on the GUI thread.
class LookBack : public QObject
{
    Q_OBJECT

public:
    // A record that can be looked back at.
    struct Source {
        QString name; // the profile or URL
        std::unique_ptr<recorder::RecordReader> reader;
        QString note; // of the file: what it says of itself; empty: nothing
        bool isVeiled = false; // names are hidden in it
        std::vector<insight::GroupMembers> groups = {}; // that a file names
    };
    // As the command line names it. An Error says what cannot be read, and what there is.
    static Result<Source> open(const Options &options);

    LookBack(Source source, Options options, const QString &settingsFile,
             QObject *parent = nullptr);
    ~LookBack() override;

    // An Error: nothing is to be seen at the time that was asked for, nor anywhere else.
    Result<void> start();
    void stop() { Q_EMIT finished(0); }

    ui::MainWindow &window() { return m_window; }
    ui::WatchClient &client() { return m_client; }
    WallInstant at() const { return m_player.at(); }

    // Writes the time on the line into a new incident file; the banner says what came of it.
    void save(const QString &path, bool hidesNames);

Q_SIGNALS:
    void finished(int status);

private:
    void goTo(WallInstant at);
    void pass();
    void goToText(const QString &text);
    void step(int direction);
    void askWhereToSave(bool hidesNames);
    void tell();
    void noteMissing(WallInstant wanted); // if another time is shown
    // The time itself, or the nearest that was recorded.
    WallInstant nearest(WallInstant at) const;
    WallInstant present() const;
    void grow();

    Source m_source;
    Options m_options;
    std::vector<ui::TimeStrip::Stretch> m_recorded;
    PastClock m_clock;
    ui::WatchClient m_client;
    ui::MainWindow m_window;
    RecordPlayer m_player;
    ui::LookBackBar *m_bar;
    QTimer m_grow;
    WallInstant m_passed; // by the hand on the line, last
    QTimer m_pass;
};

} // namespace lockscope::console
