// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStringList>

namespace lockscope::console {

// Servers to try the console with: `lockctl sandbox up` as a child process that ends with this
// program, however this one ends. GUI thread; owns the process.
//
//   state     leaves to
//   Idle      Starting by start()
//   Starting  Up when lockctl tells its servers, Idle when it cannot be started or ends
//   Up        Idle when lockctl ends
class SandboxRunner : public QObject
{
    Q_OBJECT

public:
    enum class State { Idle, Starting, Up };

    // Empty: the one beside this program, or else of the PATH.
    explicit SandboxRunner(QString lockctl = {}, QObject *parent = nullptr);
    ~SandboxRunner() override;

    State state() const { return m_state; }
    void start(); // nothing where it is starting or up

Q_SIGNALS:
    void up(const QStringList &urls);
    // It could not be started, or has ended; why, as a sentence.
    void failed(const QString &problem);

private:
    void read();
    void fail(const QString &problem);
    QString lastWords();

    QString m_lockctl;
    State m_state = State::Idle;
    QByteArray m_line;
    QByteArray m_words; // its error text
    QProcess m_process;
};

} // namespace lockscope::console
