// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/detail/ttlgeometry.h"

#include <QTimer>
#include <QWidget>

class QPainter;

namespace lockscope::ui {

// The time to live of the shown lock's holds over time: a saw-tooth of its renewals, with the
// height of a fresh lease and the one at which a renewal is due. An overdue hold has a dash and a
// mark of its own, besides its colour. GUI thread; trace and clock must outlive it. Left and Right
// choose a tooth, Home and End the first and the last, + and - show less or more time, Escape
// chooses none; a line above describes the chosen tooth, also to assistive technology. Painted once
// a second while it is visible and something is held; does nothing while it is hidden.
class TtlChart : public QWidget
{
    Q_OBJECT

public:
    TtlChart(const insight::TtlTrace &trace, const Clock &clock, QWidget *parent = nullptr);

    // The names of the owners of the teeth; without names, the owners are shown as they are.
    void setNames(std::function<Alias(const OwnerId &)> nameOf) { m_nameOf = std::move(nameOf); }
    // Since when nothing is known any more.
    void setFrozenAt(const std::optional<Instant> &at);
    // Of the times without sight that are over, those from that time on.
    using Unseen = std::function<std::vector<UnseenTime>(Instant since)>;
    void setUnseen(Unseen unseenSince) { m_unseenSince = std::move(unseenSince); }
    // The trace tells of another lock.
    void restart();
    // The trace has grown.
    void refresh();

    const std::vector<insight::Tooth> &teeth() const { return m_teeth; }
    const std::optional<std::size_t> &chosen() const { return m_chosen; }
    const QString &caption() const { return m_caption; }
    Millis shownSpan() const { return m_span.value_or(ttlWindow(m_teeth)); }
    bool isTicking() const { return m_tick.isActive(); }
    // The place of the curves, and the names of their levels, which cover none of them.
    struct Level {
        QString text;
        QRect place;
    };
    QRect plotArea() const;
    TtlDrawing drawing() const;
    std::vector<Level> levels(const TtlDrawing &drawing) const;
    // One tooth as a sentence.
    QString toothText(const insight::Tooth &tooth) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    Instant endOfTime() const;
    int levelRoom() const;
    QString leftText(const insight::Tooth &tooth) const;
    QString summary() const;
    void choose(std::optional<std::size_t> tooth);
    void step(int by);
    void zoom(double factor);
    void tell();
    void paintLevels(QPainter &painter, const TtlDrawing &drawing) const;
    void paintLevel(QPainter &painter, double y, Qt::PenStyle style, const TtlScale &scale) const;
    void paintUnseen(QPainter &painter, const TtlDrawing &drawing) const;
    void paintTeeth(QPainter &painter, const TtlDrawing &drawing) const;
    void paintMark(QPainter &painter, const TtlMark &mark) const;

    const insight::TtlTrace &m_trace;
    const Clock &m_clock;
    std::function<Alias(const OwnerId &)> m_nameOf;
    Unseen m_unseenSince;
    std::vector<insight::Tooth> m_teeth; // of the time that is shown
    std::vector<UnseenTime> m_unseen; // of that time
    std::optional<Instant> m_frozenAt;
    std::optional<Millis> m_span; // empty: as the lock needs it
    std::optional<std::size_t> m_chosen;
    std::optional<insight::Tooth> m_chosenTooth; // to find it again when others go
    QString m_caption;
    QTimer m_tick;
};

} // namespace lockscope::ui
