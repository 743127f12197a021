// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QSize>

#include <vector>

namespace lockscope::ui {

// The geometry of the overview's tiles: arithmetic, any thread.

// The factor by which everything is drawn larger than usual, to fill a wall display: 1 at 1280x800.
// `line`: the height of a line of the usual font.
double overviewScale(const QSize &size, int line);

struct OverviewSpace {
    QSize size;
    double unit = 16; // the height of a line as it is drawn
    int numbers = 7;
    int servers = 0;
    bool hasQuorum = false;
};

// Those without room are empty or left out; nothing is ever beyond the size.
struct OverviewPlaces {
    QRect verdict;
    QRect heartbeat;
    std::vector<QRect> numbers;
    QRect incidents; // the card around the rows
    std::vector<QRect> incidentRows;
    QRect furtherIncidents;
    QRect blockers;
    std::vector<QRect> blockerRows;
    QRect quorum;
    std::vector<QRect> quorumRows;
    std::vector<QRect> servers; // fewer than there are: the last one is for the rest
    QRect ribbon;
};

OverviewPlaces overviewPlaces(const OverviewSpace &space);

} // namespace lockscope::ui
