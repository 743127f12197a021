// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/serverchooser.h"

#include "ui/client/actionrules.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QComboBox>
#include <QListWidget>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr int rowsShown = 5;
constexpr qsizetype groupLimit = 60;

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
    , m_group(new QComboBox)
    , m_several(new QListWidget)
{
    m_one->setObjectName("workbenchServer"_L1);
    m_one->setAccessibleName(tr("Server"));
    m_one->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_one->setMinimumContentsLength(20);
    m_one->setPlaceholderText(tr("select a server"));
    m_group->setObjectName("workbenchQuorumGroup"_L1);
    m_group->setAccessibleName(tr("Quorum group"));
    m_group->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_group->setMinimumContentsLength(20);
    m_group->hide();
    m_several->setObjectName("workbenchServers"_L1);
    m_several->setAccessibleName(tr("Servers"));
    m_several->setTextElideMode(Qt::ElideMiddle);
    m_several->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_several->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_one);
    layout->addWidget(m_group);
    layout->addWidget(m_several);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum); // stays beside its label
    setFocusProxy(m_one);
    connect(m_one, &QComboBox::currentIndexChanged, this, &ServerChooser::changed);
    connect(m_several, &QListWidget::itemChanged, this, &ServerChooser::nameGroup);
    connect(m_several, &QListWidget::itemChanged, this, &ServerChooser::changed);
    connect(m_group, &QComboBox::activated, this, &ServerChooser::chooseGroup);
    connect(&m_servers, &ServerModel::rowsInserted, this, &ServerChooser::fill);
    connect(&m_servers, &ServerModel::rowsRemoved, this, &ServerChooser::fill);
    connect(&m_servers, &ServerModel::dataChanged, this, &ServerChooser::fill);
    fill();
}

// Updated in place: the choice stays, and so does an open list. A server is known by its
// deployment: a choice or a check mark never passes to the server that takes its row.
void ServerChooser::fill()
{
    const QSignalBlocker one(m_one);
    const QSignalBlocker several(m_several);
    const bool wasEmpty = m_one->count() == 0;
    bool isOther = removeGone();
    for (int i = 0; i < m_servers.rowCount(); ++i) {
        const ServerRow &row = m_servers.rowAt(i);
        const int number = row.server.deployment.number;
        if (i >= m_one->count() || m_one->itemData(i).toInt() != number) {
            m_one->insertItem(i, {}, number);
            auto *added = new QListWidgetItem;
            added->setData(Qt::UserRole, number);
            added->setCheckState(Qt::Unchecked);
            m_several->insertItem(i, added);
            isOther = true;
        }
        showRow(i, row);
    }
    if (wasEmpty && m_one->count() > 0)
        m_one->setCurrentIndex(0);
    const int rows = std::clamp(m_several->count(), 1, rowsShown);
    m_several->setFixedHeight(
        rows * std::max(m_several->sizeHintForRow(0), fontMetrics().lineSpacing() + 4)
        + 2 * m_several->frameWidth());
    if (!isOther)
        return;
    fillGroups(); // a member of one may have come or gone
    Q_EMIT changed();
}

// Whether any was. In place of the one that was chosen none is: the operator did not choose
// another.
bool ServerChooser::removeGone()
{
    bool isAny = false;
    for (int i = m_one->count() - 1; i >= 0; --i) {
        if (m_servers.rowOf(watch::DeploymentId{m_one->itemData(i).toInt()}) >= 0)
            continue;
        if (i == m_one->currentIndex())
            m_one->setCurrentIndex(-1);
        m_one->removeItem(i);
        delete m_several->takeItem(i);
        isAny = true;
    }
    return isAny;
}

void ServerChooser::showRow(int i, const ServerRow &row)
{
    const QString reason = reasonAgainstWriting(row.place);
    m_one->setItemText(i, textOf(row));
    QListWidgetItem *item = m_several->item(i);
    item->setText(textOf(row));
    item->setToolTip(toolTipOf(reason.isEmpty() ? textOf(row) : wording::capitalised(reason)));
    Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsUserCheckable;
    flags.setFlag(Qt::ItemIsEnabled, reason.isEmpty());
    if (item->flags() != flags) // or the list is told of a change with each probe
        item->setFlags(flags);
}

void ServerChooser::setGroups(const std::vector<insight::GroupMembers> &groups)
{
    m_groups = groups;
    fillGroups();
}

// The first line stands for any other choice. A group that is not watched completely cannot be
// chosen: some of its servers would never be asked.
void ServerChooser::fillGroups()
{
    m_group->clear();
    m_group->addItem(tr("Servers selected below"));
    auto *lines = qobject_cast<QStandardItemModel *>(m_group->model());
    for (const insight::GroupMembers &group : m_groups) {
        QVariantList servers;
        QStringList missing;
        for (const QString &label : group.labels) {
            const auto &rows = m_servers.rows();
            const auto at = std::find_if(rows.begin(), rows.end(), [&](const ServerRow &row) {
                return row.server.label == label;
            });
            if (at == rows.end())
                missing.append(shortLabel(label));
            else
                servers.append(at->server.deployment.number);
        }
        m_group->addItem(wording::shown(group.name.toUtf8(), groupLimit), servers);
        const int line = m_group->count() - 1;
        const QString reason =
            missing.isEmpty() ? QString() : tr("not connected: %1").arg(wording::listed(missing));
        m_group->setItemData(line, toolTipOf(wording::capitalised(reason)), Qt::ToolTipRole);
        if (lines)
            lines->item(line)->setEnabled(missing.isEmpty());
    }
    nameGroup();
    m_group->setVisible(m_isQuorum && !m_groups.empty());
}

void ServerChooser::chooseGroup()
{
    if (m_group->currentIndex() <= 0)
        return;
    const QVariantList wanted = m_group->currentData().toList();
    const QSignalBlocker blocker(m_several);
    for (int i = 0; i < m_several->count(); ++i) {
        QListWidgetItem *item = m_several->item(i);
        item->setCheckState(wanted.contains(item->data(Qt::UserRole)) ? Qt::Checked
                                                                      : Qt::Unchecked);
    }
    Q_EMIT changed();
}

// The group that has just those servers that are chosen.
void ServerChooser::nameGroup()
{
    const std::vector<watch::DeploymentId> chosen = checked();
    const auto isChosen = [&](int line) {
        const QVariantList servers = m_group->itemData(line).toList();
        return servers.size() == static_cast<qsizetype>(chosen.size())
            && std::all_of(chosen.begin(), chosen.end(),
                           [&](watch::DeploymentId each) { return servers.contains(each.number); });
    };
    int named = 0;
    for (int line = 1; line < m_group->count() && named == 0 && !chosen.empty(); ++line)
        named = isChosen(line) ? line : 0;
    m_group->setCurrentIndex(named);
}

void ServerChooser::setSeveral(bool several, bool all)
{
    m_isSeveral = several;
    m_isQuorum = all;
    setFocusProxy(several ? static_cast<QWidget *>(m_several) : m_one);
    m_group->setVisible(m_isQuorum && !m_groups.empty());
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
    nameGroup();
}

void ServerChooser::choose(watch::DeploymentId deployment)
{
    m_one->setCurrentIndex(m_one->findData(deployment.number));
}

std::vector<watch::DeploymentId> ServerChooser::checked() const
{
    std::vector<watch::DeploymentId> servers;
    for (int i = 0; i < m_several->count(); ++i) {
        if (m_several->item(i)->checkState() == Qt::Checked)
            servers.push_back({m_several->item(i)->data(Qt::UserRole).toInt()});
    }
    return servers;
}

int ServerChooser::count() const
{
    return m_isSeveral ? static_cast<int>(checked().size()) : (m_one->currentIndex() < 0 ? 0 : 1);
}

QString ServerChooser::reasonAgainstAll() const
{
    const admin::Place place = m_servers.placeOf(watch::DeploymentId());
    return place.isRecorded ? reasonAgainstWriting(place) : QString();
}

Result<std::vector<watch::DeploymentId>> ServerChooser::chosen() const
{
    if (m_one->count() == 0)
        return fail(ErrorKind::InvalidInput, tr("connect to a server first"));
    if (!m_isSeveral && m_one->currentIndex() < 0)
        return fail(ErrorKind::InvalidInput, tr("select a server"));
    std::vector<watch::DeploymentId> servers = checked();
    if (!m_isSeveral)
        servers = {watch::DeploymentId{m_one->currentData().toInt()}};
    if (servers.empty())
        return fail(ErrorKind::InvalidInput, tr("select at least one server"));
    for (const watch::DeploymentId each : servers) {
        if (const QString reason = reasonAgainstWriting(m_servers.placeOf(each)); !reason.isEmpty())
            return fail(ErrorKind::InvalidInput, reason);
    }
    return servers;
}

} // namespace lockscope::ui
