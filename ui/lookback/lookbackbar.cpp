// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lookback/lookbackbar.h"

#include "ui/kit/buttonroom.h"
#include "ui/kit/text/followfont.h"
#include "ui/theme/textwidth.h"
#include "ui/theme/tones.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QAction>
#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QResizeEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

constexpr Millis framePeriod = 100ms; // of the play

QString writtenTime(WallInstant at)
{
    return QDateTime::fromMSecsSinceEpoch(at.time_since_epoch().count())
        .toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s);
}

// Names the record, and warns that nothing can be changed. Too little room shortens the name in its
// middle, then wraps the text: the warning is always in sight.
class PastLabel final : public QLabel
{
public:
    explicit PastLabel(const QString &record)
        : m_record(record)
    {
        const QString text = textFor(record);
        setTextFormat(Qt::PlainText);
        setText(text);
        setAccessibleName(text);
        setToolTip(toolTipOf(text));
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        QLabel::resizeEvent(event);
        fit();
    }
    void changeEvent(QEvent *event) override
    {
        QLabel::changeEvent(event);
        if (event->type() == QEvent::FontChange)
            fit();
    }

private:
    static QString textFor(const QString &record)
    {
        return LookBackBar::tr("The past, from the record of %1. Nothing can be changed here.")
            .arg(record);
    }

    void fit()
    {
        constexpr int leastCharacters = 12; // of a name that is on the same line
        const QFontMetrics metrics = fontMetrics();
        const int width = contentsRect().width();
        const int rest = metrics.horizontalAdvance(textFor({})) + 2;
        const int least = std::min(metrics.horizontalAdvance(m_record),
                                   leastCharacters * characterWidth(metrics));
        const bool isOneLine = width - rest >= least;
        // On lines of its own, it is no longer than one, with the full stop behind it.
        const int room =
            isOneLine ? width - rest : width - 2 * metrics.horizontalAdvance(QChar(0x3002));
        const QString fitting =
            textFor(metrics.elidedText(m_record, Qt::ElideMiddle, std::max(0, room)));
        int height = metrics.height();
        if (!isOneLine)
            height =
                metrics.boundingRect(QRect(0, 0, width, QWIDGETSIZE_MAX), Qt::TextWordWrap, fitting)
                    .height();
        setWordWrap(!isOneLine);
        setMinimumHeight(height);
        if (fitting != text())
            setText(fitting);
    }

    const QString m_record;
};

} // namespace

LookBackBar::LookBackBar(const QString &record, QWidget *parent)
    : QWidget(parent)
    , m_text(new PastLabel(wording::shown(record.toUtf8(), 60)))
    , m_note(new QLabel)
    , m_field(new QLineEdit)
    , m_strip(new TimeStrip)
    , m_width(new QComboBox)
    , m_speed(new QComboBox)
    , m_play(new QAction(tr("Play"), this))
{
    setObjectName("lookBackBar"_L1);
    setAccessibleName(tr("Time of the record"));
    m_text->setObjectName("lookBackText"_L1);
    QFont bold = m_text->font();
    bold.setBold(true);
    m_text->setFont(bold);
    m_note->setObjectName("lookBackNote"_L1);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_field->setObjectName("lookBackTime"_L1);
    m_field->setAccessibleName(tr("Time"));
    followFont(m_field, [this] {
        const QFontMetrics metrics = m_field->fontMetrics();
        m_field->setFixedWidth(metrics.horizontalAdvance(u"8888-88-88 88:88:88.888"_s)
                               + 4 * characterWidth(metrics));
    });
    m_field->setToolTip(toolTipOf(tr("A time, such as 03:12, 2026-11-22 08:30, or an age such as "
                                     "15m. Enter goes there.")));
    connect(m_field, &QLineEdit::returnPressed, this, [this] {
        play(false);
        Q_EMIT textWanted(m_field->text().trimmed());
        m_field->setText(writtenTime(m_at)); // what is shown, whatever came of it
    });
    connect(m_field, &QLineEdit::editingFinished, this,
            [this] { m_field->setText(writtenTime(m_at)); });

    auto *before = new QAction(tr("‹ Event"), this);
    before->setToolTip(tr("To the event before"));
    before->setObjectName("lookBackBefore"_L1);
    before->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Left));
    connect(before, &QAction::triggered, this, [this] {
        play(false);
        Q_EMIT stepWanted(-1);
    });
    auto *after = new QAction(tr("Event ›"), this);
    after->setToolTip(tr("To the event after"));
    after->setObjectName("lookBackAfter"_L1);
    after->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Right));
    connect(after, &QAction::triggered, this, [this] {
        play(false);
        Q_EMIT stepWanted(1);
    });
    m_play->setObjectName("lookBackPlay"_L1);
    m_play->setCheckable(true);
    connect(m_play, &QAction::toggled, this, &LookBackBar::play);

    m_speed->setObjectName("lookBackSpeed"_L1);
    m_speed->setAccessibleName(tr("Speed"));
    for (const int times : {1, 4, 16, 60})
        m_speed->addItem(tr("%1×").arg(times), times);
    m_speed->setToolTip(toolTipOf(tr("Seconds of the record in a second of play")));
    m_width->setObjectName("lookBackWidth"_L1);
    m_width->setAccessibleName(tr("Stretch of time"));
    m_width->addItem(tr("all"), 0);
    m_width->addItem(tr("a day"), 24 * 60);
    m_width->addItem(tr("6 hours"), 6 * 60);
    m_width->addItem(tr("an hour"), 60);
    m_width->addItem(tr("10 minutes"), 10);
    m_width->addItem(tr("a minute"), 1);
    m_width->setToolTip(toolTipOf(tr("How much time the line shows")));
    connect(m_width, &QComboBox::currentIndexChanged, this, &LookBackBar::fitRange);
    connect(m_strip, &TimeStrip::wanted, this, [this](WallInstant at) {
        play(false);
        Q_EMIT timeWanted(at);
    });
    connect(m_strip, &TimeStrip::passed, this, [this](WallInstant at) {
        play(false);
        Q_EMIT timePassed(at);
    });
    m_frame.setInterval(framePeriod);
    connect(&m_frame, &QTimer::timeout, this, &LookBackBar::onFrame);

    // The line has the whole width, and what is said has what the ways leave of it.
    auto *ways = new QHBoxLayout;
    ways->setContentsMargins(0, 0, 0, 0);
    ways->addWidget(m_field);
    ways->addWidget(buttonFor(before));
    auto *play = buttonFor(m_play);
    keepRoomFor(play, {tr("Play"), tr("Stop")});
    ways->addWidget(play);
    ways->addWidget(buttonFor(after));
    ways->addWidget(m_speed);
    ways->addWidget(m_width);
    ways->addWidget(makeSaveButton());
    ways->addSpacing(8);
    auto *words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(m_text);
    words->addWidget(m_note);
    ways->addLayout(words, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->setSpacing(2);
    layout->addLayout(ways);
    layout->addWidget(m_strip);
}

QToolButton *LookBackBar::makeSaveButton()
{
    auto *button = new QToolButton;
    button->setObjectName("lookBackSave"_L1);
    button->setText(tr("Save…"));
    button->setToolTip(toolTipOf(tr("Writes the time on the line into an incident file, to give "
                                    "away.")));
    button->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(button);
    menu->addAction(tr("With &names…"), this, [this] { Q_EMIT saveWanted(false); });
    menu->addAction(tr("With names &hidden…"), this, [this] { Q_EMIT saveWanted(true); });
    button->setMenu(menu);
    return button;
}

QToolButton *LookBackBar::buttonFor(QAction *action)
{
    auto *button = new QToolButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    button->setToolTip(
        toolTipOf(keys.isEmpty() ? action->text() : action->text() + u" ("_s + keys + u')'));
    return button;
}

void LookBackBar::setRecorded(std::vector<TimeStrip::Stretch> recorded)
{
    m_recorded = recorded;
    m_strip->setRecorded(std::move(recorded));
    fitRange();
}

void LookBackBar::setProblems(std::vector<WallInstant> opened)
{
    m_strip->setProblems(std::move(opened));
}

void LookBackBar::showTime(WallInstant at, const QString &note)
{
    m_at = at;
    if (!m_field->hasFocus() || !m_field->isModified())
        m_field->setText(writtenTime(at));
    m_note->setText(note);
    m_note->setToolTip(toolTipOf(note));
    m_strip->setTime(at);
    fitRange();
}

void LookBackBar::showProblem(const QString &text)
{
    m_note->setText(text);
    m_note->setToolTip(toolTipOf(text));
}

// The line stays where it is while the time is on it.
void LookBackBar::fitRange()
{
    if (m_recorded.empty())
        return;
    const TimeStrip::Stretch all{m_recorded.front().from, m_recorded.back().to};
    const Millis wide = std::chrono::minutes(m_width->currentData().toInt());
    if (wide == Millis(0) || wide >= all.to - all.from) {
        m_strip->setRange(all);
        return;
    }
    const TimeStrip::Stretch &now = m_strip->range();
    if (now.to - now.from == wide && m_at >= now.from && m_at <= now.to)
        return;
    const WallInstant from = std::clamp(m_at - wide / 2, all.from, all.to - wide);
    m_strip->setRange({from, from + wide});
}

void LookBackBar::play(bool on)
{
    m_play->setChecked(on);
    if (on == m_frame.isActive())
        return;
    if (on)
        m_frame.start();
    else
        m_frame.stop();
    m_play->setText(on ? tr("Stop") : tr("Play"));
}

// By the number of frames, not by the clock: what a slow machine cannot show in time is slower, and
// nothing is left out.
void LookBackBar::onFrame()
{
    const WallInstant next = m_at + framePeriod * m_speed->currentData().toInt();
    if (m_recorded.empty() || m_at >= m_recorded.back().to) {
        play(false);
        return;
    }
    Q_EMIT timeWanted(std::min(next, m_recorded.back().to));
}

} // namespace lockscope::ui
