// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/insight/quorum/quorumgroups.h"
#include "ui/client/servers/servermodel.h"

#include <QWidget>

class QComboBox;
class QListWidget;

namespace lockscope::ui {

// On which of the connected servers: a list to choose one from, or check boxes for several. Keeps
// both choices while the other one is asked for. For a quorum the operator's groups are offered,
// too. GUI thread; the model must outlive it.
class ServerChooser : public QWidget
{
    Q_OBJECT

public:
    explicit ServerChooser(ServerModel &servers, QWidget *parent = nullptr);

    // With several, the writable servers are checked at first: with `all` all of them, else the one
    // chosen before.
    void setSeveral(bool several, bool all);
    void choose(watch::DeploymentId deployment);

    // By name one of them can be chosen at once, if all its servers are watched.
    void setGroups(const std::vector<insight::GroupMembers> &groups);

    // Their deployments; or what is wrong, such as a read-only one.
    Result<std::vector<watch::DeploymentId>> chosen() const;
    int count() const; // chosen
    // Why no lock can be acquired on any server, whichever is chosen: a record is shown. Empty:
    // that depends on the server.
    QString reasonAgainstAll() const;

Q_SIGNALS:
    void changed();

private:
    void fill();
    bool removeGone();
    void showRow(int i, const ServerRow &row);
    void fillGroups();
    void chooseGroup();
    void nameGroup();
    std::vector<watch::DeploymentId> checked() const;

    ServerModel &m_servers;
    QComboBox *m_one;
    QComboBox *m_group;
    QListWidget *m_several;
    std::vector<insight::GroupMembers> m_groups;
    bool m_isSeveral = false;
    bool m_isQuorum = false;
};

} // namespace lockscope::ui
