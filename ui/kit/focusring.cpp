// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/focusring.h"

#include <QApplication>

#include <algorithm>
#include <iterator>

namespace lockscope::ui {

namespace {

bool isStop(const QWidget *widget)
{
    return (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && !widget->focusProxy()
        && widget->isVisible() && widget->isEnabled() && !widget->isWindow();
}

bool isIn(const QWidget *widget, const QWidget *part)
{
    return widget == part || part->isAncestorOf(widget);
}

QList<QWidget *> stopsOf(QWidget *window)
{
    QList<QWidget *> stops;
    for (QWidget *each = window->nextInFocusChain(); each && each != window;
         each = each->nextInFocusChain()) {
        if (isStop(each) && each->window() == window)
            stops += each;
    }
    return stops;
}

QWidget *mainControl(QWidget *part)
{
    QWidget *control = part;
    while (control->focusProxy())
        control = control->focusProxy();
    if (isStop(control))
        return control;
    for (QWidget *each : stopsOf(part->window())) {
        if (isIn(each, part))
            return each;
    }
    return nullptr;
}

} // namespace

QList<QWidget *> tabStops(QWidget *window, const QList<QWidget *> &parts)
{
    const QList<QWidget *> all = stopsOf(window);
    QList<QWidget *> stops;
    for (const QWidget *part : parts) {
        std::copy_if(all.begin(), all.end(), std::back_inserter(stops),
                     [part](const QWidget *each) { return isIn(each, part); });
    }
    std::copy_if(all.begin(), all.end(), std::back_inserter(stops), [&](const QWidget *each) {
        return std::none_of(parts.begin(), parts.end(),
                            [each](const QWidget *part) { return isIn(each, part); });
    });
    return stops;
}

bool moveToNextStop(QWidget *window, const QList<QWidget *> &parts, bool next)
{
    const QList<QWidget *> stops = tabStops(window, parts);
    const QWidget *focus = window->focusWidget();
    if (stops.isEmpty() || (stops.size() == 1 && stops.front() == focus))
        return false;
    // A widget that is no tab stop may have the focus all the same, by a click say: continue from
    // its parent then.
    qsizetype at = -1;
    for (; focus && at < 0; focus = focus->parentWidget()) {
        const auto found = std::find(stops.begin(), stops.end(), focus);
        if (found != stops.end())
            at = found - stops.begin();
    }
    qsizetype to = next ? at + 1 : at - 1;
    if (at < 0)
        to = next ? 0 : stops.size() - 1;
    to = (to + stops.size()) % stops.size();
    stops[to]->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

void moveToNextPart(const QList<QWidget *> &parts, bool next)
{
    const QWidget *focus = QApplication::focusWidget();
    const qsizetype count = parts.size();
    const auto here = std::find_if(parts.begin(), parts.end(), [focus](const QWidget *part) {
        return focus && isIn(focus, part);
    });
    qsizetype at = here - parts.begin();
    if (here == parts.end())
        at = next ? -1 : 0;
    // A part without any control is passed by.
    for (qsizetype step = 1; step <= count; ++step) {
        QWidget *part = parts[((next ? at + step : at - step) % count + count) % count];
        QWidget *last = part->focusWidget();
        const bool isBack = last && isStop(last);
        if (isBack)
            last->setFocus(Qt::ShortcutFocusReason);
        if (isBack || focusPart(part)) {
            part->window()->activateWindow();
            return;
        }
    }
}

bool focusPart(QWidget *part)
{
    QWidget *control = mainControl(part);
    if (control)
        control->setFocus(Qt::ShortcutFocusReason);
    return control;
}

} // namespace lockscope::ui
