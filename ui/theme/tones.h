// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

namespace lockscope::ui {

// Colours with a meaning, made from a palette so that they can be read on it: every text colour has
// a contrast of at least 4.5 to 1 with the palette's rows and windows. Colour never says anything
// alone.
enum class Tone {
    Good, // held and renewed, a server that is up
    Notice, // contended, little time left
    Alarm, // overdue, expired, a server that is down
    Neutral, // facts without judgement
    Quiet, // values that do not apply or are stale
};

// For text and small shapes on QPalette::Base, or on the highlight when selected.
QColor toneColor(Tone tone, const QPalette &palette, bool selected = false);

// For filled areas behind or beside text, such as the bar of a time to live.
QColor toneFill(Tone tone, const QPalette &palette);

// Tells things apart that have their names beside them: one of 24 colours, the same for the same
// number, at least 3 to 1 on rows and windows, and no two alike. No hue is near the red and amber
// of Alarm and Notice.
QColor markColor(quint64 number, const QPalette &palette);
inline constexpr quint64 markCount = 24; // numbers that are the same by it have one colour
// A filled area in that hue, on which the palette's text can be read. A weak one is paler.
QColor markFill(quint64 number, const QPalette &palette, bool isWeak = false);

// WCAG 2.1: 1 to 21.
double contrast(const QColor &a, const QColor &b);

// Colours of borders and of the focus: a contrast of at least 3 to 1 on windows, buttons and both
// kinds of row.
QColor borderColor(const QPalette &palette);
QColor focusColor(const QPalette &palette);

bool isDark(const QPalette &palette);
// Nothing but black and white, or nearly: black on a grey window is not, yellow on black is.
bool isHighContrast(const QPalette &palette);

} // namespace lockscope::ui
