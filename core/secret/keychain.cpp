// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secret/keychain.h"

#include "core/base/text.h"

#include <QPointer>
#include <QTimer>
#include <qt6keychain/keychain.h>

#include <memory>

using namespace Qt::StringLiterals;

namespace lockscope::secret::keychain {

namespace {

const QString service = u"lockscope"_s;

Problem problemOf(const QKeychain::Job &job)
{
    switch (job.error()) {
    case QKeychain::EntryNotFound:
    case QKeychain::CouldNotDeleteEntry:
        return {Failure::Missing, Sentence::say("the keychain has no such entry")};
    case QKeychain::AccessDeniedByUser:
    case QKeychain::AccessDenied:
        return {Failure::Refused,
                Sentence::say("the keychain gave no access; unlock it and try again")};
    default:
        return {Failure::NoKeychain,
                Sentence::say("no keychain answers here (%1); it is a service of the desktop, such "
                              "as GNOME Keyring, KWallet or KeePassXC")
                    .arg(visibleElided(job.errorString().toUtf8(), 200))};
    }
}

// Takes the job over. It cannot be cancelled, and may tell nobody any more.
void play(QKeychain::Job *job, const QString &key, Millis limit, QObject *context,
          const std::function<void(const std::optional<Problem> &)> &told)
{
    job->setAutoDelete(true);
    job->setInsecureFallback(false);
    job->setKey(key);
    auto *const timer = new QTimer(context);
    timer->setSingleShot(true);
    QObject::connect(timer, &QTimer::timeout, context, [job = QPointer(job), timer, told] {
        timer->deleteLater();
        if (job)
            job->disconnect(timer);
        told(Problem{Failure::NoKeychain,
                     Sentence::say("the keychain did not answer in time; is it waiting to be "
                                   "unlocked?")});
    });
    QObject::connect(job, &QKeychain::Job::finished, timer, [timer, told](QKeychain::Job *ended) {
        timer->stop();
        timer->deleteLater();
        told(ended->error() == QKeychain::NoError ? std::nullopt
                                                  : std::optional(problemOf(*ended)));
    });
    timer->start(limit);
    job->start();
}

void playWithout(QKeychain::Job *job, const QString &key, Millis limit, QObject *context,
                 Told<void> told)
{
    play(job, key, limit, context, [told = std::move(told)](const std::optional<Problem> &problem) {
        if (problem)
            told(tl::unexpected(*problem));
        else
            told({});
    });
}

} // namespace

void read(const QString &key, Millis limit, QObject *context, Told<QByteArray> told)
{
    auto *const job = new QKeychain::ReadPasswordJob(service);
    play(job, key, limit, context,
         [job = QPointer(job), told = std::move(told)](const std::optional<Problem> &problem) {
             if (problem || !job)
                 told(tl::unexpected(problem.value_or(Problem())));
             else
                 told(job->textData().toUtf8());
         });
}

// As text, as other programs that manage the keychain can show it.
void write(const QString &key, const QByteArray &secret, Millis limit, QObject *context,
           Told<void> told)
{
    auto *const job = new QKeychain::WritePasswordJob(service);
    job->setTextData(fromUtf8(secret));
    playWithout(job, key, limit, context, std::move(told));
}

void forget(const QString &key, Millis limit, QObject *context, Told<void> told)
{
    playWithout(new QKeychain::DeletePasswordJob(service), key, limit, context,
                [told = std::move(told)](tl::expected<void, Problem> &&done) {
                    if (!done && done.error().failure == Failure::Missing)
                        told({});
                    else
                        told(std::move(done));
                });
}

} // namespace lockscope::secret::keychain
