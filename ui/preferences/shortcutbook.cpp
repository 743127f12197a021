// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/shortcutbook.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

// One begins with the other, or is it: the longer one would never be heard.
bool areInConflict(const QKeySequence &one, const QKeySequence &other)
{
    return !one.isEmpty() && !other.isEmpty()
        && (one.matches(other) != QKeySequence::NoMatch
            || other.matches(one) != QKeySequence::NoMatch);
}

void give(QAction &action, const QKeySequence &keys)
{
    action.setShortcuts(keys.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{keys});
}

QString withoutMarks(const QAction &action)
{
    QString text = action.text().section(u'\t', 0, 0);
    text.replace("&&"_L1, QString(QChar(0)));
    text.remove(u'&');
    return text.replace(QChar(0), u'&');
}

} // namespace

QList<QKeySequence> ShortcutBook::Entry::keys() const
{
    return action ? action->shortcuts() : QList<QKeySequence>();
}

void ShortcutBook::add(QAction &action, const QString &group)
{
    const QString name = action.objectName();
    if (name.isEmpty() || find(name) != nullptr)
        return;
    m_entries.push_back({name, group, withoutMarks(action), action.shortcuts(), &action});
}

void ShortcutBook::addFixed(const QKeySequence &keys, const QString &effect)
{
    m_fixed.emplace_back(keys, effect);
}

const ShortcutBook::Entry *ShortcutBook::find(const QString &name) const
{
    const auto found = std::ranges::find(m_entries, name, &Entry::name);
    return found == m_entries.end() ? nullptr : &*found;
}

ShortcutBook::Entry *ShortcutBook::entry(const QString &name)
{
    const auto found = std::ranges::find(m_entries, name, &Entry::name);
    return found == m_entries.end() || !found->action ? nullptr : &*found;
}

QString ShortcutBook::effectOf(const QKeySequence &keys, const QString &name) const
{
    for (const Entry &other : m_entries) {
        const QList<QKeySequence> taken = other.keys();
        if (other.name != name && std::ranges::any_of(taken, [&](const auto &each) {
                return areInConflict(each, keys);
            }))
            return other.text;
    }
    for (const auto &[fixed, effect] : m_fixed) {
        if (areInConflict(fixed, keys))
            return effect;
    }
    return {};
}

bool ShortcutBook::setKeys(const QString &name, const QKeySequence &keys)
{
    Entry *const changing = entry(name);
    if (changing == nullptr || !effectOf(keys, name).isEmpty())
        return false;
    give(*changing->action, keys);
    Q_EMIT changed();
    return true;
}

bool ShortcutBook::reset(const QString &name)
{
    Entry *const changing = entry(name);
    if (changing == nullptr)
        return false;
    const bool isFree = std::ranges::all_of(
        changing->usual, [&](const auto &keys) { return effectOf(keys, name).isEmpty(); });
    if (!isFree)
        return false;
    changing->action->setShortcuts(changing->usual);
    Q_EMIT changed();
    return true;
}

void ShortcutBook::resetAll()
{
    for (Entry &each : m_entries) {
        if (each.action)
            each.action->setShortcuts(each.usual);
    }
    Q_EMIT changed();
}

ShortcutBook::Changes ShortcutBook::changes() const
{
    Changes changes;
    for (const Entry &each : m_entries) {
        const QList<QKeySequence> keys = each.keys();
        if (each.action && !each.isUsual())
            changes.insert(each.name,
                           keys.isEmpty() ? QString()
                                          : keys.front().toString(QKeySequence::PortableText));
    }
    return changes;
}

void ShortcutBook::apply(const Changes &changes)
{
    // First all give up what they have: two may have changed theirs with each other.
    for (auto each = changes.begin(); each != changes.end(); ++each) {
        if (Entry *const changing = entry(each.key()))
            give(*changing->action, {});
    }
    for (auto each = changes.begin(); each != changes.end(); ++each) {
        Entry *const changing = entry(each.key());
        const auto keys = QKeySequence::fromString(each.value(), QKeySequence::PortableText);
        if (changing == nullptr)
            continue;
        if (effectOf(keys, each.key()).isEmpty())
            give(*changing->action, keys);
        else
            reset(each.key()); // if its own keys are free
    }
    Q_EMIT changed();
}

} // namespace lockscope::ui
