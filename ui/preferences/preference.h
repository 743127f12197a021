// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>

namespace lockscope::ui {

// Something that a user can set, as the dialog shows it: a check box, one of several, or a number.
// A value; its functions are called on the GUI thread.
struct Preference {
    QString name; // of its control; the same in every language
    QString group;
    QString label; // with a letter to reach it by
    QString note = {}; // beneath it, where more is to be said
    // Texts to choose from; none: a check box, or a number where `most` is above `least`.
    QStringList choices = {};
    int least = 0;
    int most = 1;
    QString suffix = {}; // of a number
    int usual = 0; // the number, that of the choice, or 1: checked
    std::function<int()> value = {};
    std::function<void(int)> set = {}; // applies at once
    bool isPossible = true; // here; else the note says why not

    bool isCheck() const { return choices.isEmpty() && least == 0 && most == 1; }
};

} // namespace lockscope::ui
