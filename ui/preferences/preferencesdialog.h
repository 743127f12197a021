// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/dialog.h"
#include "ui/preferences/preference.h"

#include <vector>

class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace lockscope::ui {

// All that can be set, by group; each applies at once and has its default and a button that goes
// back to it. It follows what is set elsewhere, by a menu say, when refresh() is called. GUI
// thread.
class PreferencesDialog : public Dialog
{
    Q_OBJECT

public:
    PreferencesDialog(QList<Preference> preferences, QWidget *parent);

    void refresh();

protected:
    bool isChanged() const override { return false; } // all settings apply already

private:
    struct Line {
        Preference preference;
        QWidget *control;
        QToolButton *reset;
    };

    QWidget *makeControl(const Preference &preference);
    void addGroup(QVBoxLayout *layout, const QString &group, const QList<Preference> &all);
    void set(const Preference &preference, int value);
    void resetAll();

    std::vector<Line> m_lines;
    QPushButton *m_resetAll;
    bool m_isRefreshing = false;
};

} // namespace lockscope::ui
