// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quorum/seatdelegate.h"

#include "ui/wording/quorumwording.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

namespace lockscope::ui {

namespace {

struct SeatWords {
    Q_DECLARE_TR_FUNCTIONS(Seat)
};

} // namespace

QString seatText(const SeatValue &seat, Instant now)
{
    using insight::Stance;
    if (seat.stance == Stance::Agrees)
        return wording::timeLeft(seat.deadline, now);
    const QString word = wording::stance(seat.stance);
    // For a key of another type the expiry is not always known.
    const bool isTimed = seat.hasKey && (seat.deadline || seat.stance != Stance::Foreign);
    return isTimed ? SeatWords::tr("%1, %2").arg(word, wording::timeLeft(seat.deadline, now))
                   : word;
}

Badge seatBadge(insight::Stance stance)
{
    using insight::Stance;
    switch (stance) {
    case Stance::Agrees:
        return Badge::Renewing; // a tick
    case Stance::OtherOwner:
    case Stance::Undecided:
        return Badge::Contended;
    case Stance::Foreign:
        return Badge::Trouble;
    case Stance::Missing:
        return Badge::Free;
    case Stance::Silent:
        return Badge::Down;
    case Stance::Dependent:
        return Badge::None;
    }
    return Badge::None;
}

SeatDelegate::SeatDelegate(const Clock &clock, QObject *parent)
    : CellDelegate(parent)
    , m_clock(clock)
{}

void SeatDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    CellLook shown = look(index);
    const QVariant value = index.data(RawRole);
    if (value.canConvert<SeatValue>())
        shown.text = seatText(value.value<SeatValue>(), m_clock.now());
    paintLook(painter, option, shown);
}

} // namespace lockscope::ui
