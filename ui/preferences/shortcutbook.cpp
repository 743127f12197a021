// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/shortcutbook.h"

#include "ui/kit/actiontext.h"

#include <algorithm>
#include <array>

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

bool moves(Qt::Key key)
{
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
    case Qt::Key_Enter:
    case Qt::Key_Return:
    case Qt::Key_Backspace:
    case Qt::Key_Delete:
    case Qt::Key_Insert:
    case Qt::Key_Menu:
        return true;
    default:
        return false;
    }
}

bool edits(const QKeySequence &keys)
{
    constexpr std::array all{QKeySequence::Copy, QKeySequence::Paste, QKeySequence::Cut,
                             QKeySequence::Undo, QKeySequence::Redo,  QKeySequence::SelectAll};
    return std::ranges::any_of(all, [&](QKeySequence::StandardKey each) {
        return QKeySequence::keyBindings(each).contains(QKeySequence(keys[0]));
    });
}

} // namespace

QList<QKeySequence> ShortcutBook::Entry::keys() const
{
    return action ? action->shortcuts() : QList<QKeySequence>();
}

QString ShortcutBook::Entry::textWith(const QList<QKeySequence> &changeable) const
{
    QStringList all{ui::keysText(changeable), fixed};
    all.removeAll(QString());
    return all.join(QStringLiteral(", "));
}

void ShortcutBook::add(QAction &action, const QString &group)
{
    const QString name = action.objectName();
    if (name.isEmpty() || find(name) != nullptr)
        return;
    m_entries.push_back({name, group, plainText(action), action.shortcuts(),
                         action.text().section(QLatin1Char('\t'), 1), &action});
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

QString ShortcutBook::reasonAgainst(const QKeySequence &keys)
{
    if (keys.isEmpty())
        return {};
    const QKeyCombination first = keys[0];
    const Qt::Key key = first.key();
    const Qt::KeyboardModifiers held = first.keyboardModifiers();
    const bool isFunction = key >= Qt::Key_F1 && key <= Qt::Key_F35;
    constexpr auto commanding = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
    const bool isAccent = key >= Qt::Key_Dead_Grave && key <= Qt::Key_Dead_Longsolidusoverlay;
    if (isAccent || key == Qt::Key_unknown)
        return tr("This key makes accents, and cannot be given to an action.");
    if (moves(key))
        return tr("These keys move and edit in tables and fields.");
    if (isFunction)
        return {};
    if (!(held & commanding))
        return tr("Without Ctrl, Alt or Meta this key types, or moves in tables.");
    if (edits(keys))
        return tr("These keys edit or copy in tables and fields.");
    const bool isLetter = key >= Qt::Key_A && key <= Qt::Key_Z;
    if (isLetter && (held & commanding) == Qt::AltModifier)
        return tr("Alt and a letter opens a menu or presses a button.");
    return {};
}

bool ShortcutBook::setKeys(const QString &name, const QKeySequence &keys)
{
    Entry *const changing = entry(name);
    const bool isUsual = changing != nullptr && changing->usual == QList<QKeySequence>{keys};
    if (changing == nullptr || !effectOf(keys, name).isEmpty()
        || (!isUsual && !reasonAgainst(keys).isEmpty()))
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
        if (effectOf(keys, each.key()).isEmpty() && reasonAgainst(keys).isEmpty())
            give(*changing->action, keys);
        else
            reset(each.key()); // if its own keys are free
    }
    Q_EMIT changed();
}

} // namespace lockscope::ui
