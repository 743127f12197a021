// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/audit.h"

#include <QDir>
#include <QFileInfo>

#include <system_error>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::admin {

Audit::Audit(QString file, std::size_t most)
    : m_file(std::move(file))
    , m_most(most)
{}

Audit::~Audit()
{
    m_hasEnded = true;
    if (m_writer.joinable()) {
        {
            const std::scoped_lock guard(m_mutex);
            m_ends = true;
        }
        m_changed.notify_one();
        m_writer.join();
    }
    // Each unanswered Completion completes with Cancelled on destruction, while all else is still
    // there.
    std::exchange(m_waiting, {}).clear();
}

QString Audit::usualFile()
{
    const QString named = qEnvironmentVariable("LOCKSCOPE_AUDIT");
    if (!named.isEmpty())
        return QFileInfo(named).absoluteFilePath();
    // The base directory specification: a path that is not absolute is to be ignored.
    QString state = qEnvironmentVariable("XDG_STATE_HOME");
    if (!QDir::isAbsolutePath(state))
        state = QDir::homePath() + u"/.local/state"_s;
    return state + u"/lockscope/audit.jsonl"_s;
}

Pending<void> Audit::append(AuditRecord record)
{
    if (m_waiting.size() >= m_most && record.phase == u"intended"_s) {
        return Pending<void>::ready(
            fail(ErrorKind::InvalidInput,
                 Sentence::say("the log %1 is too slow: %2 lines wait for the disk")
                     .arg(m_file.shownPath(), QString::number(m_waiting.size()))));
    }
    if (const auto started = start(); !started)
        return Pending<void>::ready(started);
    auto pending = m_waiting.emplace_back().pending();
    {
        const std::scoped_lock guard(m_mutex);
        m_lines.push_back(std::move(record));
    }
    m_changed.notify_one();
    return pending;
}

Result<void> Audit::start()
{
    if (m_writer.joinable())
        return {};
    if (m_hasEnded)
        return fail(ErrorKind::Cancelled, u"cancelled"_s);
    try {
        m_bell = std::make_unique<platform::Bell>([this] { answer(); });
        m_writer = std::thread([this] { write(); });
    } catch (const std::system_error &error) {
        m_bell.reset();
        return fail(
            ErrorKind::InvalidInput,
            Sentence::say("the log %1 cannot be written: %2")
                .arg(m_file.shownPath(), QString::fromLocal8Bit(error.code().message().c_str())));
    }
    return {};
}

void Audit::write()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] { return m_ends || !m_lines.empty(); });
        if (m_lines.empty())
            return;
        const AuditRecord record = std::move(m_lines.front());
        m_lines.pop_front();
        lock.unlock();
        auto written = m_file.append(record);
        lock.lock();
        m_answers.push_back(std::move(written));
        if (m_answers.size() == 1) // else the owner has been called and has not come yet
            m_bell->ring();
    }
}

// A waiter may append, so all is in order before the first is called.
void Audit::answer()
{
    std::vector<Result<void>> answers;
    {
        const std::scoped_lock guard(m_mutex);
        answers.swap(m_answers);
    }
    std::vector<Completion<void>> due;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        due.push_back(std::move(m_waiting.front()));
        m_waiting.pop_front();
    }
    for (std::size_t i = 0; i < answers.size(); ++i)
        due[i].complete(std::move(answers[i]));
}

} // namespace lockscope::admin
