// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QEvent>
#include <QPointer>
#include <QScopedValueRollback>
#include <QWidget>

#include <functional>
#include <utility>

namespace lockscope::ui {

// Runs a function now, and again whenever the widget's font changes: for sizes that Qt does not
// derive from the font itself. GUI thread; a child of the widget.
class FontFollower : public QObject
{
    Q_OBJECT

public:
    FontFollower(QWidget *widget, std::function<void()> fit)
        : QObject(widget)
        , m_fit(std::move(fit))
    {
        widget->installEventFilter(this);
        watchParent(widget);
        m_fit();
    }

    // A font of a size of its own does not change with that of the application: the parent's does.
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::ParentChange && watched == parent())
            watchParent(static_cast<QWidget *>(watched));
        const bool isFont =
            event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange;
        if (isFont && !m_isFitting) {
            const QScopedValueRollback fitting(m_isFitting, true);
            m_fit();
        }
        return QObject::eventFilter(watched, event);
    }

private:
    void watchParent(QWidget *widget)
    {
        if (m_watched)
            m_watched->removeEventFilter(this);
        m_watched = widget->parentWidget();
        if (m_watched)
            m_watched->installEventFilter(this);
    }

    std::function<void()> m_fit;
    QPointer<QWidget> m_watched; // its parent
    bool m_isFitting = false;
};

template <typename Fit>
void followFont(QWidget *widget, Fit fit)
{
    new FontFollower(widget, std::move(fit));
}

// So many times as large as other texts, at any size of these.
inline void setLargeFont(QWidget *widget, double factor)
{
    followFont(widget, [widget, factor] {
        const QFont usual = QApplication::font();
        QFont large = widget->font();
        if (usual.pixelSize() > 0)
            large.setPixelSize(static_cast<int>(usual.pixelSize() * factor));
        else
            large.setPointSizeF(usual.pointSizeF() * factor);
        widget->setFont(large);
    });
}

} // namespace lockscope::ui
