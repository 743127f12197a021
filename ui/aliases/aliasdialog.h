// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "ui/aliases/aliasmodel.h"
#include "ui/kit/dialog.h"

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockscope::ui {

class TableView;
class WatchClient;

// The names of owners: all that there are and where they are from, and a form that gives, changes
// and takes away the operator's own. Not modal; it asks by a signal and follows what the client
// knows. GUI thread; the client must outlive it.
class AliasDialog : public Dialog
{
    Q_OBJECT

public:
    explicit AliasDialog(WatchClient &client, QWidget *parent = nullptr);

    // Fills the form for this owner in the deployment: for all of its client's threads, at first.
    void nameOwner(watch::DeploymentId deployment, const OwnerId &owner);
    // Shows the outcome of a request.
    void tell(const QString &text);

Q_SIGNALS:
    // An empty name removes the alias.
    void nameWanted(lockscope::watch::DeploymentId deployment, const QByteArray &pattern,
                    const QString &name);

protected:
    void showEvent(QShowEvent *event) override;
    bool isChanged() const override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void noteEntered();
    void makeTable();
    void makeForm();
    void refresh();
    void fillServers();
    void takeRow();
    void fitButtons();
    void set();
    void remove();
    watch::DeploymentId deployment() const; // none: there is none
    // The pattern in the field; empty: it is invalid, and `status` says why.
    std::optional<QByteArray> pattern() const;

    WatchClient &m_client;
    AliasModel m_model;
    TableView *m_table;
    QComboBox *m_servers;
    QComboBox *m_pattern;
    QLineEdit *m_name;
    QLabel *m_status;
    QStringList m_entered; // as it was filled in last, by nobody's typing
    QPushButton *m_set;
    QPushButton *m_remove;
};

} // namespace lockscope::ui
