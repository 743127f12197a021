// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/childenvironment.h"
#include "core/base/text.h"
#include "core/notify/courier.h"
#include "core/platform/childprocess.h"

#include <QProcess>
#include <QTimer>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::notify {

namespace {

// Only the last line is of interest, and nobody needs to see a long one.
constexpr qsizetype keptOfErrors = 4096;
constexpr qsizetype shownOfErrors = 200;

QByteArray lastLineOf(const QByteArray &text)
{
    const QByteArray trimmed = text.trimmed();
    return trimmed.sliced(trimmed.lastIndexOf('\n') + 1);
}

class CommandCourier final : public QObject, public Courier
{
public:
    CommandCourier(const QStringList &words, Millis limit)
        : m_words(words)
        , m_limit(limit)
    {
        m_timer.setSingleShot(true);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            tell({.isDelivered = false,
                  .text = Sentence::say("the program %1 did not end within %2 s")
                              .arg(receiver(), m_limit.count() / 1000)});
        });
    }

    ~CommandCourier() override { end(); }

    void send(const QByteArray &json, Told told) override
    {
        end();
        m_told = std::move(told);
        m_errors.clear();
        m_process = std::make_unique<QProcess>();
        QProcess *const process = m_process.get();
        process->setProcessEnvironment(childEnvironment());
        process->setStandardOutputFile(QProcess::nullDevice());
        platform::setChildRules(*process, {.ownGroup = true});
        connect(process, &QProcess::readyReadStandardError, this, &CommandCourier::read);
        connect(process, &QProcess::finished, this, &CommandCourier::finished);
        connect(
            process, &QProcess::errorOccurred, this,
            [this](QProcess::ProcessError error) {
                if (error == QProcess::FailedToStart)
                    tell({.isDelivered = false,
                          .isFinal = true,
                          .text = Sentence::say("the program %1 cannot be started; is it "
                                                "installed, and is its path right?")
                                      .arg(receiver())});
            },
            Qt::QueuedConnection);
        m_timer.start(m_limit);
        process->start(m_words.value(0), m_words.mid(1), QIODevice::ReadWrite);
        process->write(json);
        process->closeWriteChannel(); // once it is written
    }

    QString receiver() const override { return visibleElided(m_words.value(0).toUtf8(), 100); }

private:
    void read()
    {
        m_errors += m_process->readAllStandardError();
        m_errors = m_errors.last(std::min(m_errors.size(), keptOfErrors));
    }

    void finished(int status, QProcess::ExitStatus how)
    {
        read();
        if (how != QProcess::NormalExit) {
            tell({.isDelivered = false,
                  .text = Sentence::say("the program %1 crashed").arg(receiver())});
            return;
        }
        if (status == 0) {
            tell({.isDelivered = true,
                  .text = Sentence::say("the program %1 took it").arg(receiver())});
            return;
        }
        const Sentence problem =
            Sentence::say("the program %1 failed with status %2").arg(receiver(), status);
        const QByteArray line = lastLineOf(m_errors);
        tell({.isDelivered = false,
              .text = line.isEmpty()
                  ? problem
                  : Sentence::say("%1: %2").arg(problem, visibleElided(line, shownOfErrors))});
    }

    void tell(Outcome &&outcome)
    {
        end();
        if (const auto told = std::exchange(m_told, nullptr))
            told(std::move(outcome));
    }

    // Nothing of it is left, and nothing is told.
    void end()
    {
        m_timer.stop();
        if (!m_process)
            return;
        m_process->disconnect(this);
        platform::killGroup(*m_process);
        if (m_process->state() != QProcess::NotRunning) {
            m_process->kill();
            m_process->waitForFinished(1000);
        }
        m_process.release()->deleteLater(); // it may be calling
    }

    const QStringList m_words;
    const Millis m_limit;
    Told m_told;
    QByteArray m_errors;
    QTimer m_timer;
    std::unique_ptr<QProcess> m_process;
};

} // namespace

std::unique_ptr<Courier> makeCommandCourier(const QStringList &words, Millis limit)
{
    return std::make_unique<CommandCourier>(words, limit);
}

} // namespace lockscope::notify
