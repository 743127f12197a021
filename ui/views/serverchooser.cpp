// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/serverchooser.h"

#include "ui/models/actionrules.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QComboBox>
#include <QListWidget>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr int rowsShown = 5;

QString textOf(const ServerRow &row)
{
    const QString place = placeText(row.place);
    return place.isEmpty() ? shortLabel(row.server)
                           : ServerChooser::tr("%1 (%2)").arg(shortLabel(row.server), place);
}

} // namespace

ServerChooser::ServerChooser(ServerModel &servers, QWidget *parent)
    : QWidget(parent)
    , m_servers(servers)
    , m_one(new QComboBox)
    , m_several(new QListWidget)
{
    m_one->setObjectName("workbenchServer"_L1);
    m_one->setAccessibleName(tr("Server"));
    m_one->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_one->setMinimumContentsLength(20);
    m_several->setObjectName("workbenchServers"_L1);
    m_several->setAccessibleName(tr("Servers"));
    m_several->setTextElideMode(Qt::ElideMiddle);
    m_several->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_several->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_one);
    layout->addWidget(m_several);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum); // stays beside its label
    setFocusProxy(m_one);
    connect(m_one, &QComboBox::currentIndexChanged, this, &ServerChooser::changed);
    connect(m_several, &QListWidget::itemChanged, this, &ServerChooser::changed);
    connect(&m_servers, &ServerModel::rowsInserted, this, &ServerChooser::fill);
    connect(&m_servers, &ServerModel::dataChanged, this, &ServerChooser::fill);
    fill();
}

// In place: what was chosen stays, and so does an open list.
void ServerChooser::fill()
{
    const QSignalBlocker one(m_one);
    const QSignalBlocker several(m_several);
    const int known = m_one->count();
    for (int i = 0; i < m_servers.rowCount(); ++i) {
        const ServerRow &row = m_servers.rowAt(i);
        if (i >= known) {
            m_one->addItem({});
            auto *added = new QListWidgetItem(m_several);
            added->setCheckState(Qt::Unchecked);
        }
        const QString reason = reasonAgainstWriting(row.place);
        m_one->setItemText(i, textOf(row));
        m_one->setItemData(i, row.server.server);
        QListWidgetItem *item = m_several->item(i);
        item->setText(textOf(row));
        item->setToolTip(toolTipOf(reason.isEmpty() ? textOf(row) : wording::capitalised(reason)));
        item->setData(Qt::UserRole, row.server.server);
        Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsUserCheckable;
        item->setFlags(reason.isEmpty() ? flags | Qt::ItemIsEnabled : flags);
    }
    const int rows = std::clamp(m_several->count(), 1, rowsShown);
    m_several->setFixedHeight(
        rows * std::max(m_several->sizeHintForRow(0), fontMetrics().lineSpacing() + 4)
        + 2 * m_several->frameWidth());
    if (known != m_one->count())
        Q_EMIT changed();
}

void ServerChooser::setSeveral(bool several, bool all)
{
    m_isSeveral = several;
    setFocusProxy(several ? static_cast<QWidget *>(m_several) : m_one);
    m_one->setVisible(!several);
    m_several->setVisible(several);
    if (!several || !checked().empty())
        return;
    const QSignalBlocker blocker(m_several);
    for (int i = 0; i < m_several->count(); ++i) {
        QListWidgetItem *item = m_several->item(i);
        if (item->flags().testFlag(Qt::ItemIsEnabled) && (all || i == m_one->currentIndex()))
            item->setCheckState(Qt::Checked);
    }
    m_several->setCurrentRow(0);
}

void ServerChooser::choose(int server)
{
    m_one->setCurrentIndex(m_one->findData(server));
}

std::vector<int> ServerChooser::checked() const
{
    std::vector<int> servers;
    for (int i = 0; i < m_several->count(); ++i) {
        if (m_several->item(i)->checkState() == Qt::Checked)
            servers.push_back(m_several->item(i)->data(Qt::UserRole).toInt());
    }
    return servers;
}

int ServerChooser::count() const
{
    return m_isSeveral ? static_cast<int>(checked().size()) : (m_one->currentIndex() < 0 ? 0 : 1);
}

Result<std::vector<int>> ServerChooser::chosen() const
{
    if (m_one->count() == 0)
        return fail(ErrorKind::InvalidInput, tr("connect to a server first"));
    std::vector<int> servers = checked();
    if (!m_isSeveral)
        servers = {m_one->currentData().toInt()};
    if (servers.empty())
        return fail(ErrorKind::InvalidInput, tr("choose at least one server"));
    for (const int server : servers) {
        if (const QString reason = reasonAgainstWriting(m_servers.placeOf(server));
            !reason.isEmpty())
            return fail(ErrorKind::InvalidInput, reason);
    }
    return servers;
}

} // namespace lockscope::ui
