// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/picture.h"
#include "core/recorder/recorder.h"

#include <QObject>

#include <map>
#include <memory>
#include <set>

namespace lockscope::app {

// Whether the problem is one of these deployments, also of one of several.
bool concerns(const picture::Picture &picture, const std::set<watch::DeploymentId> &deployments,
              const health::Problem &problem);

// Keeps a record of what a picture is told: one for each profile, and for each URL without one. On
// the picture's thread; owns the recorders. The picture and the clock must outlive it.
class Recordings : public QObject
{
    Q_OBJECT

public:
    struct Options {
        QString program; // as the lock of a record names it: "lockctl record"
        recorder::Retention retention = {};
    };

    Recordings(picture::Picture &picture, const Clock &clock, Options options,
               QObject *parent = nullptr);
    ~Recordings() override; // stop()

    // Its record has the deployment from now on: all that the picture knows of it, and what it is
    // told. `record`: the profile's name, or the URL without credentials. An Error says why nothing
    // is written: Busy names the other writer.
    Result<void> add(const recorder::PlaceEntry &place, const QString &record);
    // It is not recorded any more; a record of which it was the last deployment ends.
    void remove(watch::DeploymentId deployment);
    // A problem changed; those that open and close are events, too.
    void note(const health::ProblemChange &change);
    // One that is open already when its deployment is added.
    void noteOpen(const health::Problem &problem);
    // A time in which the picture stands still is one without sight.
    void notePause(const Sentence &why);
    void stop(); // once all is written

    bool isEmpty() const { return m_parts.empty(); }
    // Of the present records, by name: what is wrong with each; empty: all is well.
    std::map<QString, Sentence> troubles() const;

Q_SIGNALS:
    // Something is wrong with the record, or is well again.
    void told(const QString &record, const lockscope::Sentence &sentence);

private:
    struct Part {
        std::set<watch::DeploymentId> deployments;
        std::unique_ptr<recorder::Recorder> recorder;
    };

    Result<Part *> partOf(const QString &record);
    void end(Part &part);

    picture::Picture &m_picture;
    const Clock &m_clock;
    const Options m_options;
    std::map<QString, Part> m_parts;
};

} // namespace lockscope::app
