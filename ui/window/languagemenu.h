// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QString>

#include <vector>

namespace lockscope::ui {

// A language that the window can have, with its name in the language itself.
struct Language {
    QString name; // "zh_CN"
    QString title;
};

// English first.
const std::vector<Language> &languages();

// Chooses the language of the next start, or leaves it to the system. GUI thread. The window does
// not change its language while it watches: texts that it has shown until then, such as the list of
// events, would be in two languages.
class LanguageMenu : public QMenu
{
    Q_OBJECT

public:
    explicit LanguageMenu(QWidget *parent = nullptr);

    // Empty: as the system says.
    QString chosen() const { return m_chosen; }
    void setChosen(const QString &name);

Q_SIGNALS:
    // By a person.
    void changed();

private:
    QString m_chosen;
};

} // namespace lockscope::ui
