// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/act/queuecommand.h"

#include "app/lockctl/act/bulkaction.h"
#include "app/lockctl/act/lockaction.h"
#include "app/lockctl/act/permitqueue.h"
#include "app/lockctl/common/actreport.h"
#include "app/lockctl/common/healthfeed.h"
#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/lookup.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/common/singlelook.h"
#include "core/base/text.h"
#include "core/format/traits.h"
#include "ui/wording/wording.h"

#include <QCommandLineParser>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr qsizetype waiterTextLimit = 120;

// Looks once and prints who waits, on each server that is named.
class QueueLook : public SingleLook
{
    Q_OBJECT

public:
    QueueLook(TargetChoice where, LockName name, ActKind kind, bool json)
        : SingleLook(where, {name}, Session::Look::Waiters)
        , m_where(std::move(where))
        , m_name(std::move(name))
        , m_kind(std::move(kind))
        , m_json(json)
        , m_health(m_session, m_where, HealthFeed::Look::Once)
    {}

private:
    void onChanged() override;
    QString partOf(std::size_t server);

    const TargetChoice m_where;
    const LockName m_name;
    const ActKind m_kind;
    const bool m_json;
    HealthFeed m_health;
    ExitStatus m_status = Done;
    int m_found = 0; // servers that have it
};

QJsonObject queueJson(const watch::LockRecord &lock, Instant now,
                      const std::optional<std::vector<health::Problem>> &problems)
{
    const QJsonObject all = wording::toJson(lock, now, false, {}, problems);
    QJsonObject queue;
    for (const auto &field :
         {"name"_L1, "name_base64"_L1, "kind"_L1, "deployment"_L1, "server"_L1, "state"_L1,
          "waiters"_L1, "waiters_total"_L1, "waiting_connections"_L1, "problems"_L1}) {
        if (all.contains(field))
            queue[field] = all[field];
    }
    return queue;
}

// Empty: nothing could be read there, which is said.
QString QueueLook::partOf(std::size_t server)
{
    const QString label = m_where.targets[server].label();
    const auto lock = lockIn(m_session, m_name, m_kind.takenFor(), server);
    if (!lock) {
        const bool none = lock.error().kind == ErrorKind::InvalidInput;
        const QString why =
            none ? lock.error().text.english() : wording::errorSentence(lock.error());
        writeError(m_kind.group.isEmpty() ? u"lockctl: %1\n"_s.arg(why)
                                          : u"lockctl: %1: %2\n"_s.arg(label, why));
        m_status = std::max(m_status, none ? Refused : Unreachable);
        return m_json ? jsonLine(missingJson(m_name, label, none, why)) : QString();
    }
    ++m_found;
    const Instant now = std::chrono::steady_clock::now();
    const auto problems = m_health.problemsOf((*lock).id);
    if (m_json)
        return jsonLine(queueJson(*lock, now, problems));
    QString text = queueText(*lock, now);
    if (text.isEmpty() && format::libraryTraitsOf(*lock->library).hasChannels())
        text = u"Waiting: unknown, the server does not tell who listens (PUBSUB NUMSUB)\n"_s;
    else if (text.isEmpty()) // libraries that poll
        text = u"Waiting: unknown, Redis does not store the waiters of this kind of lock\n"_s;
    text += problemsText(problems);
    return m_kind.group.isEmpty() ? text : u"On %1:\n%2"_s.arg(label, text);
}

void QueueLook::onChanged()
{
    if (!m_session.isSettled())
        return;
    m_health.take();
    QString text;
    for (std::size_t server = 0; server < m_where.targets.size(); ++server)
        text += partOf(server);
    // A server without its part stands in nobody's way, if there are others.
    if (m_status == Refused && m_found > 0)
        m_status = Done;
    if (!writeOut(text))
        m_status = Unreachable;
    finish(m_status);
}

void addQueueOptions(QCommandLineParser &parser)
{
    addTargetOptions(parser, true);
    addNameOptions(parser);
    parser.addOption(
        {u"kind"_s,
         u"redlock, red or multi: the lock is kept on all the given servers. Any other "
         "kind (semaphore, count-down-latch, string ...): the kind of the key, if it "
         "cannot be recognised as a lock."_s,
         u"K"_s});
    addFilterOption(parser);
    addNameForm(parser);
    addActOptions(parser);
    addNameArgument(parser);
    parser.addPositionalArgument(u"remove OWNER"_s, u"Remove this owner from a fair queue."_s,
                                 u"[remove OWNER]"_s);
    parser.addPositionalArgument(u"nudge"_s, u"Send the wake-up message again."_s, u"[nudge]"_s);
}

Result<admin::Action> actionFrom(const QCommandLineParser &parser, const QStringList &words)
{
    admin::Action action;
    const QString &word = words[1];
    if (word == "nudge"_L1) {
        action.type = admin::ActionType::Nudge;
        if (words.size() > 2)
            return fail(ErrorKind::InvalidInput,
                        u"unexpected argument \"%1\" after nudge"_s.arg(
                            visibleElided(words[2].toUtf8(), waiterTextLimit)));
        return action;
    }
    if (word != "remove"_L1)
        return fail(ErrorKind::InvalidInput,
                    u"unknown action \"%1\"; use 'remove OWNER' or 'nudge'"_s.arg(
                        visibleElided(word.toUtf8(), waiterTextLimit)));
    if (words.size() < 3 || words[2].isEmpty())
        return fail(ErrorKind::InvalidInput, u"remove needs the owner to remove"_s);
    if (words.size() > 3)
        return fail(ErrorKind::InvalidInput, u"remove one waiter at a time"_s);
    action.type = admin::ActionType::RemoveWaiter;
    auto owner = bytesFrom(parser, words[2]);
    if (!owner)
        return fail(owner.error());
    action.owner = OwnerId(std::move(*owner));
    return action;
}

Result<std::unique_ptr<Running>> prepareLook(const QCommandLineParser &parser, const LockName &name)
{
    if (const auto fits = refuseActOptions(parser, u"remove or nudge"_s); !fits)
        return fail(fits.error());
    auto where = targetChoice(parser);
    if (!where)
        return fail(where.error());
    const auto kind = actKindFrom(parser);
    if (!kind)
        return fail(kind.error());
    if (const auto only = onlyTarget(*where); !only && kind->group.isEmpty())
        return fail(only.error());
    if (!kind->permits.isEmpty())
        return std::make_unique<PermitQueue>(*where, name, kind->permits, parser.isSet(u"json"_s));
    pinName(*where, name, kind->takenFor());
    return std::make_unique<QueueLook>(*where, name, *kind, parser.isSet(u"json"_s));
}

// Only nudge takes a filter: the waiter to remove is named for one lock, a wake-up is the same for
// all.
Result<std::unique_ptr<Running>> prepareBulk(const QCommandLineParser &parser)
{
    if (parser.positionalArguments() != QStringList{u"nudge"_s} || parser.isSet(u"kind"_s))
        return fail(
            ErrorKind::InvalidInput,
            u"--filter selects locks to nudge; it cannot be used with NAME, remove or --kind"_s);
    BulkRequest request;
    if (auto read = readBulkOptions(parser, request); !read)
        return fail(read.error());
    admin::Action action;
    action.type = admin::ActionType::Nudge;
    request.choose = [action](const admin::Sight &) { return Result<admin::Action>(action); };
    return guardedBulk(std::move(request));
}

Result<std::unique_ptr<Running>> prepareQueue(const QCommandLineParser &parser)
{
    if (parser.isSet(u"filter"_s))
        return prepareBulk(parser);
    const auto name = lockNameFrom(parser);
    if (!name)
        return fail(name.error());
    const QStringList words = parser.positionalArguments();
    if (words.size() == 1)
        return prepareLook(parser, *name);
    const auto action = actionFrom(parser, words);
    if (!action)
        return fail(action.error());
    const auto kind = actKindFrom(parser);
    if (!kind)
        return fail(kind.error());
    return actingOf(parser, *name, *kind, *action);
}

} // namespace

CommandSpec queueCommand()
{
    return {
        u"queue"_s,
        u"show the waiters of a lock, remove one, or wake them"_s,
        u"lockctl queue NAME [TARGET] [--kind K] [--json]\n"
        "lockctl queue NAME remove OWNER [TARGET] [--reason R] [--yes] [--dry-run] [--json]\n"
        "lockctl queue NAME nudge [TARGET] [--kind K] [--reason R] [--yes] [--dry-run] [--json]\n"
        "lockctl queue --filter F nudge [TARGET] [--reason R] [--yes] [--dry-run] [--json]"_s,
        addQueueOptions,
        prepareQueue,
        true};
}

} // namespace lockscope::lockctl

#include "queuecommand.moc"
