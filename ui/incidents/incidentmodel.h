// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/incidentbook.h"

#include <QAbstractTableModel>

#include <functional>
#include <vector>

namespace lockscope::ui {

// Incidents as rows: the open ones first, the worst of them first, then what is over, the latest
// first. Merged by identifier: one that stays keeps its index, also when it gets worse or ends;
// never a reset. GUI thread.
class IncidentModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Severity, Problem, Subject, Deployment, Start, End, Duration, Mark, ColumnCount };
    enum class Shown { All, Open, Muted }; // open: neither over nor muted

    // At most so many that are open, and so many that are over.
    static constexpr std::size_t most = 1000;

    // `now`: the time that is shown.
    explicit IncidentModel(std::function<WallInstant()> now, QObject *parent = nullptr);

    void setShown(Shown shown) { m_shown = shown; }
    void merge(const health::IncidentBook &book);
    // Whether there are more open ones than rows for them, as of the last merge().
    bool isCut() const { return m_isCut; }

    const health::Incident &incidentAt(int row) const
    {
        return m_rows[static_cast<std::size_t>(row)];
    }
    int rowOf(const QByteArray &id) const; // -1: not there

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QString textOf(const health::Incident &incident, int column) const;
    bool isShown(const health::Incident &incident) const;

    std::function<WallInstant()> m_now;
    std::vector<health::Incident> m_rows;
    Shown m_shown = Shown::All;
    bool m_isCut = false;
};

} // namespace lockscope::ui
