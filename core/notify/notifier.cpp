// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/notify/notifier.h"

#include "core/base/text.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::notify {

namespace {

constexpr int formatVersion = 1;

QString wordOf(Notice::What what)
{
    switch (what) {
    case Notice::What::Opened:
        return u"opened"_s;
    case Notice::What::Worsened:
        return u"worsened"_s;
    case Notice::What::Closed:
        return u"closed"_s;
    }
    return {};
}

// Chat programs act on some characters, as <!channel> or @all, and names of locks are hostile: they
// stand as visible() would show control characters.
QString harmless(const QString &text)
{
    constexpr auto acted = "<>&@[]`"_L1;
    QString result;
    for (const QChar c : text)
        result += acted.contains(c) ? u"\\x%1"_s.arg(c.unicode(), 2, 16, QChar(u'0')) : QString(c);
    return result;
}

// "critical: Lock without an expiry: orders:42 on 10.0.0.1:6379: ..."
QString sentenceOf(const Notice &notice)
{
    const health::Problem &problem = notice.problem;
    const QString place = problem.server.isEmpty() ? problem.deployment : problem.server;
    const QString subject = problem.subject.type == health::Subject::Type::Server
        ? place
        : u"%1 on %2"_s.arg(visibleName(problem.subject.name.bytes, 200), place);
    const QString word = notice.what == Notice::What::Closed
        ? u"ended"_s
        : QString::fromLatin1(health::name(problem.severity));
    const QString evidence = problem.evidence.english();
    return u"%1: %2: %3: %4"_s.arg(word, problem.rule->title.english(), subject,
                                   notice.what == Notice::What::Closed
                                       ? Sentence::say("it was: %1").arg(problem.evidence).english()
                                       : evidence);
}

QJsonObject envelope(const QString &event, const QString &text, const Sender &sender,
                     WallInstant now)
{
    return {{"format"_L1, formatVersion},
            {"event"_L1, event},
            {"text"_L1, QString(u"[%1] "_s.arg(sender.profile) + harmless(text))},
            {"profile"_L1, sender.profile},
            {"tag"_L1, QString::fromLatin1(sender.tag)},
            {"at"_L1, isoTime(now)},
            {"program"_L1, sender.program},
            {"version"_L1, sender.version}};
}

QByteArray lineOf(const QJsonObject &object)
{
    QByteArray line = QJsonDocument(object).toJson(QJsonDocument::Compact);
    line += '\n';
    return line;
}

qint64 number(std::size_t value)
{
    return static_cast<qint64>(value);
}

} // namespace

QByteArray messageOf(const Batch &batch, const Sender &sender, const ProblemJson &json,
                     WallInstant now, std::size_t listed)
{
    if (batch.size() == 1 && batch.notices.size() == 1) {
        const Notice &notice = batch.notices.front();
        QJsonObject object = envelope(wordOf(notice.what), sentenceOf(notice), sender, now);
        object["incident"_L1] = json(notice.problem);
        return lineOf(object);
    }
    QJsonArray incidents;
    std::size_t ended = 0;
    for (const Notice &notice : batch.notices) {
        if (notice.what == Notice::What::Closed)
            ++ended;
        if (static_cast<std::size_t>(incidents.size()) < listed)
            incidents.append(QJsonObject{{"event"_L1, wordOf(notice.what)},
                                         {"incident"_L1, json(notice.problem)}});
    }
    const qint64 begun = number(batch.size() - ended);
    const QString text = batch.notices.empty()
        ? Sentence::say("%1 problems").arg(begun).english()
        : Sentence::say("%1 problems, %2 ended; the first: %3")
              .arg(begun, number(ended), sentenceOf(batch.notices.front()))
              .english();
    QJsonObject object = envelope(u"digest"_s, text, sender, now);
    object["count"_L1] = number(batch.size());
    object["left_out"_L1] = number(batch.size()) - incidents.size();
    object["incidents"_L1] = incidents;
    return lineOf(object);
}

QByteArray testMessage(const Sender &sender, WallInstant now)
{
    const Sentence text = Sentence::say("a test: notifications of this profile arrive here");
    return lineOf(envelope(u"test"_s, text.english(), sender, now));
}

Notifier::Notifier(Options options, const Clock &clock, std::unique_ptr<Courier> courier,
                   QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_clock(clock)
    , m_courier(std::move(courier))
    , m_book(m_options.warnings, m_options.ends, m_options.limits)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Notifier::take);
}

Notifier::~Notifier() = default;

void Notifier::note(const health::ProblemChange &change)
{
    m_book.note(change);
    // Not now: all that one look finds is told in one message, if it is too much for single ones.
    if (!m_isSending && !m_isStopping)
        arm();
}

void Notifier::take()
{
    if (m_isStopping)
        return;
    if (const auto batch = m_book.take(m_clock.now()))
        send(*batch);
    else
        arm();
}

void Notifier::send(const Batch &batch)
{
    m_isSending = true;
    m_courier->send(messageOf(batch, m_options.sender, m_options.json, m_clock.wallNow(),
                              m_options.limits.listed),
                    [this](Outcome &&outcome) { onEnded(std::move(outcome)); });
}

void Notifier::onEnded(Outcome &&outcome)
{
    m_isSending = false;
    if (outcome.isDelivered) {
        m_book.delivered();
        if (!m_fault.isEmpty())
            Q_EMIT said(
                m_lost == 0
                    ? Sentence::say("notifications of the profile %1 are delivered again")
                          .arg(m_options.sender.profile)
                    : Sentence::say("notifications of the profile %1 are delivered again; nobody "
                                    "was told of %2 problems")
                          .arg(m_options.sender.profile, number(m_lost)));
        m_lost = 0;
        m_isLossSaid = false;
        setFault({});
    } else {
        const bool isFirst = m_fault.isEmpty();
        const std::size_t lost =
            m_book.failed(m_clock.now(), !outcome.isFinal, outcome.pause.value_or(Millis(0)));
        m_lost += lost;
        if (lost > 0 && !m_isLossSaid)
            Q_EMIT said(Sentence::say("a notification of the profile %1 was given up: %2")
                            .arg(m_options.sender.profile, outcome.text));
        else if (isFirst)
            Q_EMIT said(
                Sentence::say("a notification of the profile %1 was not delivered and is tried "
                              "again: %2")
                    .arg(m_options.sender.profile, outcome.text));
        m_isLossSaid = m_isLossSaid || lost > 0;
        setFault(outcome.text);
    }
    Q_EMIT idle();
    if (m_isStopping && !m_hasStopped)
        sendLast();
    else if (!m_isStopping && !m_isSending)
        arm();
}

void Notifier::setFault(const Sentence &fault)
{
    if (m_fault == fault)
        return;
    m_fault = fault;
    Q_EMIT faultChanged();
}

void Notifier::arm()
{
    const Instant now = m_clock.now();
    const auto next = m_book.nextAt(now);
    if (!next) {
        m_timer.stop();
        return;
    }
    const auto pause = std::chrono::ceil<Millis>(*next - now);
    m_timer.start(std::clamp(pause, Millis(0), Millis(std::chrono::hours(1))));
}

void Notifier::stop(Millis limit)
{
    if (std::exchange(m_isStopping, true))
        return;
    m_timer.disconnect(this);
    connect(&m_timer, &QTimer::timeout, this, &Notifier::end);
    m_timer.start(limit);
    if (!m_isSending)
        sendLast();
}

void Notifier::sendLast()
{
    const auto last = m_book.takeLast();
    if (std::exchange(m_isLast, true) || !last)
        end();
    else
        send(*last);
}

void Notifier::end()
{
    m_timer.stop();
    if (!std::exchange(m_hasStopped, true))
        Q_EMIT stopped();
}

} // namespace lockscope::notify
