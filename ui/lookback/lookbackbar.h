// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lookback/timestrip.h"

#include <QTimer>

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace lockscope::ui {

// The banner over a record: which time is shown, that it is the past, and the ways to another time.
// GUI thread. It knows no record: it asks for times by signals and is told what is shown.
class LookBackBar : public QWidget
{
    Q_OBJECT

public:
    explicit LookBackBar(const QString &record, QWidget *parent = nullptr);

    // All that there is of the record: from the first to the last, and what of it was recorded.
    void setRecorded(std::vector<TimeStrip::Stretch> recorded);
    void setProblems(std::vector<WallInstant> opened);
    // Shows the time of the picture, and a note on it; empty: none.
    void showTime(WallInstant at, const QString &note = {});
    // In place of the note, until another time is shown.
    void showProblem(const QString &text);

    TimeStrip &strip() { return *m_strip; }
    // Plays on from here, or stops.
    QAction *playAction() const { return m_play; }
    bool isPlaying() const { return m_frame.isActive(); }

Q_SIGNALS:
    void timeWanted(lockscope::WallInstant at);
    void timePassed(lockscope::WallInstant at); // by a hand on the line; timeWanted() follows
    void textWanted(const QString &time); // as the user has written it
    void stepWanted(int direction); // to the event before, -1, or after, 1
    // The stretch on the line as an incident file, maybe with other names in place of the real
    // ones.
    void saveWanted(bool hidesNames);

private:
    void play(bool on);
    void onFrame();
    void fitRange();
    QToolButton *buttonFor(QAction *action);
    QToolButton *makeSaveButton();

    WallInstant m_at;
    std::vector<TimeStrip::Stretch> m_recorded;
    QLabel *m_text;
    QLabel *m_note;
    QLineEdit *m_field;
    TimeStrip *m_strip;
    QComboBox *m_width;
    QComboBox *m_speed;
    QAction *m_play;
    QTimer m_frame;
};

} // namespace lockscope::ui
