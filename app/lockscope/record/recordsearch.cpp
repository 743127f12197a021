// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/record/recordsearch.h"

#include "core/recorder/labelkey.h"
#include "core/recorder/recordfolder.h"
#include "core/recorder/recordreader.h"
#include "ui/exception/exceptionfinder.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace lockscope::console {

namespace {

using recorder::LabelKey;
using recorder::LabelKeyHash;
using recorder::PastPicture;
using recorder::RecordMark;
using recorder::RunKind;
using recorder::Stamped;
using watch::Event;
using watch::LockId;
using Stop = BackgroundRead::Stop;

constexpr Millis firstSpan = std::chrono::hours(6);
constexpr int further = 4;

// Answers are kept, since the same names come in event after event.
template <typename Id>
class Asked
{
public:
    explicit Asked(const format::ExceptionText &text)
        : m_text(text)
    {}

    bool isAbout(const Id &id)
    {
        constexpr std::size_t most = 100'000;
        if (m_known.size() >= most)
            m_known.clear();
        const auto [known, isNew] = m_known.try_emplace(id.bytes, false);
        if (isNew)
            known->second = ui::isAbout(m_text, id);
        return known->second;
    }

private:
    struct Hash {
        std::size_t operator()(const QByteArray &bytes) const noexcept { return qHash(bytes); }
    };

    const format::ExceptionText &m_text;
    std::unordered_map<QByteArray, bool, Hash> m_known;
};

// Puts the holds of those locks together that the text is about. A lock belongs to them once it is
// named, or an owner of the text holds it; from there on all of its holds do.
class Gathering : public recorder::StretchVisitor
{
public:
    Gathering(const format::ExceptionText &text, const Stop &stop)
        : m_text(text)
        , m_stop(stop)
        , m_names(text)
        , m_owners(text)
        , m_history(std::make_shared<insight::HoldHistory>())
    {}

    Result<void> begin(RunKind, const PastPicture &picture) override;
    Result<void> take(const Stamped &stamped) override;
    Result<void> beginAnew(WallInstant) override { return {}; }
    Result<void> end(WallInstant at) override
    {
        m_end = at;
        return {};
    }
    Result<void> take(const RecordMark &, WallInstant) override { return {}; }

    // The owner of the text, from the beginning of a hold on; without an owner, any lock.
    bool hasAll() const;
    std::shared_ptr<const insight::HoldHistory> history() const { return m_history; }
    std::map<watch::DeploymentId, QString> labels() const;
    WallInstant end() const { return m_end; }

private:
    watch::DeploymentId numberOf(const QString &label);
    bool isWanted(const Event &event);
    bool isWanted(const QString &label, const watch::LockRecord &lock);
    template <typename IsOwned>
    bool isWanted(const QString &label, const LockName &name, IsOwned isOwned);

    const format::ExceptionText &m_text;
    const Stop &m_stop;
    Asked<LockName> m_names;
    Asked<OwnerId> m_owners;
    std::shared_ptr<insight::HoldHistory> m_history;
    watch::IdentityAllocator m_allocator;
    std::map<QString, watch::DeploymentId> m_numbers;
    std::unordered_set<LabelKey<LockName>, LabelKeyHash> m_wanted;
    WallInstant m_end;
};

watch::DeploymentId Gathering::numberOf(const QString &label)
{
    const auto [known, isNew] = m_numbers.try_emplace(label);
    if (isNew)
        known->second = m_allocator.newDeployment();
    return known->second;
}

std::map<watch::DeploymentId, QString> Gathering::labels() const
{
    std::map<watch::DeploymentId, QString> labels;
    for (const auto &[label, number] : m_numbers)
        labels.emplace(number, label);
    return labels;
}

// `isOwned`: whether the text is about an owner of it.
template <typename IsOwned>
bool Gathering::isWanted(const QString &label, const LockName &name, IsOwned isOwned)
{
    const LabelKey<LockName> key{label, name};
    if (m_wanted.contains(key))
        return true;
    const bool isWanted = m_names.isAbout(name) || isOwned();
    if (isWanted)
        m_wanted.insert(key);
    return isWanted;
}

bool Gathering::isWanted(const QString &label, const watch::LockRecord &lock)
{
    return isWanted(label, lock.id.name, [&] {
        return std::ranges::any_of(lock.holds, [this](const watch::HoldRecord &hold) {
            return m_owners.isAbout(hold.owner);
        });
    });
}

bool Gathering::isWanted(const Event &event)
{
    return event.name && isWanted(event.deployment, *event.name, [&] {
               return (event.owner && m_owners.isAbout(*event.owner))
                   || (event.former && m_owners.isAbout(*event.former));
           });
}

// Holds that are not there any more ended where nothing was recorded.
Result<void> Gathering::begin(RunKind, const PastPicture &picture)
{
    std::map<watch::DeploymentId, QString> labels;
    for (const auto &[id, server] : picture.picture.servers())
        labels[server->deployment] = server->label;
    std::unordered_set<LockId> there;
    for (const auto &[id, lock] : picture.picture.locks()) {
        const auto label = labels.find(id.deployment);
        if (label == labels.end() || !isWanted(label->second, *lock))
            continue;
        const LockId own{numberOf(label->second), id.name};
        m_history->reconcile(own, lock.get(), picture.at);
        there.insert(own);
    }
    for (const auto lane : m_history->lanes()) {
        const LockId own = m_history->lockOf(lane);
        if (!there.contains(own))
            m_history->reconcile(own, nullptr, picture.at);
    }
    m_end = picture.at;
    return {};
}

Result<void> Gathering::take(const Stamped &stamped)
{
    if (m_stop)
        return fail(ErrorKind::Cancelled, Sentence::say("the search was ended"));
    const auto *event = std::get_if<Event>(&stamped.entry);
    if (event == nullptr)
        return {};
    const auto note = [this](Event each) {
        if (!isWanted(each))
            return;
        each.deploymentId = numberOf(each.deployment);
        m_history->note(each);
    };
    if (!event->lost)
        note(*event);
    else
        for (const Event &part : watch::partsOf(*event))
            note(part);
    return {};
}

bool Gathering::hasAll() const
{
    if (m_text.owners.empty())
        return m_history->size() > 0;
    const auto found = m_history->heldBy([this](const OwnerId &owner) {
        return std::ranges::find(m_text.owners, owner) != m_text.owners.end();
    });
    return std::ranges::any_of(found,
                               [](const auto &owned) { return owned.interval.hasBeginning(); });
}

void searchRecord(const QString &name, const format::ExceptionText &text, WallInstant now,
                  const Stop &stop, const BackgroundRead::Tell &tell, ui::PastSearch &search)
{
    recorder::RecordReader reader(recorder::recordFolder(name));
    const auto span = reader.span();
    if (!span)
        return;
    ui::PastHolds holds;
    holds.record = name;
    for (Millis length = firstSpan; !stop; length *= further) {
        holds.since = std::max(span->first, span->second - length);
        tell([&search, name, since = holds.since] { Q_EMIT search.advanced(name, since); });
        Gathering gathering(text, stop);
        const auto told = reader.tell(holds.since, now, gathering);
        holds.isDamaged = !told || !reader.faults().empty();
        if (gathering.history()->size() > 0) {
            holds.history = gathering.history();
            holds.labels = gathering.labels();
        }
        holds.end = gathering.end();
        if (gathering.hasAll() || holds.since == span->first)
            break;
    }
    tell([&search, holds] { Q_EMIT search.found(holds); });
}

} // namespace

void RecordSearch::search(const format::ExceptionText &text)
{
    m_read.start(
        [this, text, now = m_clock.wallNow()](const Stop &stop, const BackgroundRead::Tell &tell) {
            for (const QString &name : recorder::recordNames()) {
                if (!stop)
                    searchRecord(name, text, now, stop, tell, *this);
            }
            tell([this] { Q_EMIT finished(); });
        });
}

} // namespace lockscope::console
