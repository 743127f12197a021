// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QMap>
#include <QObject>
#include <QPointer>

#include <vector>

namespace lockscope::ui {

// The keys of a window's actions, as far as a user can change them. Nothing has two meanings: keys
// of another action, or fixed ones, are not given away. GUI thread; the actions may go before it.
class ShortcutBook : public QObject
{
    Q_OBJECT

public:
    struct Entry {
        QString name; // of the action; the same in every language
        QString group; // its menu
        QString text;
        QList<QKeySequence> usual;
        QString fixed; // keys that views handle themselves, as the menu names them
        QPointer<QAction> action;

        QList<QKeySequence> keys() const;
        // All that do it, also those that nobody can change.
        QString keysText() const { return textWith(keys()); }
        QString usualText() const { return textWith(usual); }
        bool isUsual() const { return keys() == usual; }
        QString textWith(const QList<QKeySequence> &changeable) const;
    };

    // The names of actions with other keys than usual, and these in portable form; "": none.
    using Changes = QMap<QString, QString>;

    using QObject::QObject;

    // With the keys that it has by default. An action without a name is passed over, and one that
    // is known.
    void add(QAction &action, const QString &group);
    // Keys that nobody can change, and their effect.
    void addFixed(const QKeySequence &keys, const QString &effect);

    const std::vector<Entry> &entries() const { return m_entries; }
    const Entry *find(const QString &name) const; // null: not known

    // The effect that these keys have, for another action than that of the name, or of which they
    // are a part; empty: none.
    QString effectOf(const QKeySequence &keys, const QString &name) const;
    // Why no action can be given these keys, whoever has them: they type, edit or move, or open a
    // menu. A whole sentence; empty: one can. Some defaults are such keys.
    static QString reasonAgainst(const QKeySequence &keys);
    // The new keys of the action; empty: it has none. False: there is a reason against them,
    // something else has them, or there is no such action.
    bool setKeys(const QString &name, const QKeySequence &keys);
    // Back to the default. False: something else has these keys by now.
    bool reset(const QString &name);
    // All of them: no default is in conflict with another.
    void resetAll();

    Changes changes() const;
    // Passes over what no longer fits: actions that are gone, and keys that have another effect.
    void apply(const Changes &changes);

Q_SIGNALS:
    void changed();

private:
    Entry *entry(const QString &name);

    std::vector<Entry> m_entries;
    std::vector<std::pair<QKeySequence, QString>> m_fixed;
};

} // namespace lockscope::ui
