// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/administrator.h"
#include "core/admin/sentineladministrator.h"

#include <QByteArray>
#include <QSocketNotifier>

#include <memory>

namespace lockscope::lockctl {

// Shows what is about to be done on standard error and asks on the terminal of standard input: y,
// or on production the lock's or the primary's name. Without a question if it was answered
// beforehand. Main thread.
class TerminalConfirmation final : public admin::Confirmation, public admin::SentinelConfirmation
{
public:
    TerminalConfirmation(QString reason, bool answeredYes);
    ~TerminalConfirmation() override;

    // Whether there is anybody to ask.
    static bool hasTerminal();

    Pending<admin::Decision> confirm(const std::vector<admin::Step> &steps) override;
    QString givenReason() const override { return m_reason; }
    Pending<admin::Decision> confirm(const admin::Place &place,
                                     const admin::SentinelPlan &plan) override;

    // The user wants it to end: a question that is open is answered with no. False if none is.
    bool interrupt();

private:
    Pending<admin::Decision> ask(bool isProduction, const QString &what, const QByteArray &name);
    void onReadable();
    void answer(bool confirmed);
    bool isConfirmed(const QByteArray &line) const;

    QString m_reason;
    bool m_answeredYes;
    QByteArray m_nameToType; // empty: y is enough
    QByteArray m_typed;
    std::unique_ptr<QSocketNotifier> m_notifier;
    Completion<admin::Decision> m_decision;
};

} // namespace lockscope::lockctl
