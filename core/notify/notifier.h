// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/notify/courier.h"
#include "core/notify/noticebook.h"

#include <QJsonObject>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace lockscope::notify {

// A problem in the JSON of the programs (ui/wording).
using ProblemJson = std::function<QJsonObject(const health::Problem &)>;

// The sender of a message, and the profile it is for.
struct Sender {
    QString profile;
    QByteArray tag; // of the profile: production, staging, development
    QString program; // "lockctl record"
    QString version;
};

// The message of a batch, format 1 (README.md), one line. Nothing secret is in it; names are as
// hostile as those who wrote them into Redis.
QByteArray messageOf(const Batch &batch, const Sender &sender, const ProblemJson &json,
                     WallInstant now, std::size_t listed);
// One that tells of nothing, to see whether it arrives.
QByteArray testMessage(const Sender &sender, WallInstant now);

// Tells a command or webhook of the problems of one profile: as NoticeBook decides, one message at
// a time, in the background. One thread with an event loop; owns its courier. The clock must
// outlive it.
class Notifier : public QObject
{
    Q_OBJECT

public:
    struct Options {
        Sender sender;
        bool warnings = false;
        bool ends = true;
        Limits limits = {};
        ProblemJson json = {};
    };

    Notifier(Options options, const Clock &clock, std::unique_ptr<Courier> courier,
             QObject *parent = nullptr);
    ~Notifier() override;

    void note(const health::ProblemChange &change);
    // Sends what is due by the clock. The timer does the same.
    void take();
    // Tries once to send all that waits, for so long at most; `stopped` comes at its end, perhaps
    // within the call. Nothing is sent afterwards.
    void stop(Millis limit);

    // The problem with the latest message; empty: the latest arrived, or none was sent yet.
    const Sentence &fault() const { return m_fault; }

Q_SIGNALS:
    // For people, once for each series of failures, of problems that nobody was told of, and at its
    // end.
    void said(const lockscope::Sentence &text);
    void faultChanged();
    void idle(); // no message is on its way any more
    void stopped();

private:
    void send(const Batch &batch);
    void onEnded(Outcome &&outcome);
    void setFault(const Sentence &fault);
    void sendLast();
    void end();
    void arm();

    const Options m_options;
    const Clock &m_clock;
    const std::unique_ptr<Courier> m_courier;
    NoticeBook m_book;
    QTimer m_timer;
    Sentence m_fault;
    std::size_t m_lost = 0; // since the last message that arrived
    bool m_isLossSaid = false;
    bool m_isSending = false;
    bool m_isStopping = false;
    bool m_isLast = false; // the last message is on its way, or there is none
    bool m_hasStopped = false;
};

} // namespace lockscope::notify
