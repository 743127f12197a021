// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/aliases/aliasdialog.h"

#include "core/base/aliasrules.h"
#include "core/base/text.h"
#include "ui/client/watchclient.h"
#include "ui/kit/formgrid.h"
#include "ui/table/tableview.h"
#include "ui/theme/textwidth.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

AliasDialog::AliasDialog(WatchClient &client, QWidget *parent)
    : Dialog(parent)
    , m_client(client)
    , m_table(new TableView(u"aliases"_s))
    , m_servers(new QComboBox)
    , m_pattern(new QComboBox)
    , m_name(new QLineEdit)
    , m_status(new QLabel)
    , m_set(new QPushButton(tr("&Set name")))
    , m_remove(new QPushButton(tr("&Remove name")))
{
    setObjectName("aliasDialog"_L1);
    setWindowTitle(tr("Names of owners"));
    makeTable();
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_table, 1);
    makeForm();
    connect(&client, &WatchClient::aliasesChanged, this, &AliasDialog::refresh);
    connect(&client, &WatchClient::serversChanged, this, &AliasDialog::refresh);
    resize(106 * characterWidth(fontMetrics()), 28 * fontMetrics().height());
    fitButtons();
}

void AliasDialog::makeTable()
{
    m_table->setAccessibleName(tr("Names of owners"));
    m_table->setModel(&m_model);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setColumnWidths({44, 18, 16, 14});
    m_table->installEventFilter(this);
    // Not when the current row moves without the user: half-typed text below must stay.
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (m_table->hasFocus())
            takeRow();
    });
    connect(m_table, &QAbstractItemView::activated, this, [this] {
        takeRow();
        // Later: the dialog is still to hear of this Enter, which was the table's.
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_name->setFocus();
                m_name->selectAll();
            },
            Qt::QueuedConnection);
    });
}

void AliasDialog::makeForm()
{
    m_servers->setObjectName("aliasServer"_L1);
    m_servers->setAccessibleName(tr("Profile or server"));
    m_pattern->setObjectName("aliasPattern"_L1);
    m_pattern->setAccessibleName(tr("Owner or pattern"));
    m_pattern->setEditable(true);
    m_pattern->setInsertPolicy(QComboBox::NoInsert);
    m_pattern->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_pattern->setToolTip(
        tr("An owner; or the part before its last colon, for all threads of a client; or "
           "a pattern (* matches any text, ? one character)."));
    m_name->setObjectName("aliasName"_L1);
    m_name->setAccessibleName(tr("Name"));
    m_status->setObjectName("aliasStatus"_L1);
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    m_set->setObjectName("aliasSet"_L1);
    setAffirmative(m_set);
    m_remove->setObjectName("aliasRemove"_L1);
    auto *form = new FormGrid;
    form->addRow(tr("&Of"), m_servers);
    form->addRow(tr("O&wner or pattern"), m_pattern);
    form->addRow(tr("&Name"), m_name);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_set, QDialogButtonBox::ActionRole);
    buttons->addButton(m_remove, QDialogButtonBox::ActionRole);
    auto *whole = static_cast<QVBoxLayout *>(layout());
    whole->addLayout(form);
    whole->addWidget(m_status);
    whole->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_set, &QPushButton::clicked, this, &AliasDialog::set);
    connect(m_remove, &QPushButton::clicked, this, &AliasDialog::remove);
    connect(m_pattern, &QComboBox::editTextChanged, this, &AliasDialog::fitButtons);
    connect(m_name, &QLineEdit::textChanged, this, &AliasDialog::fitButtons);
    connect(m_servers, &QComboBox::currentIndexChanged, this, &AliasDialog::fitButtons);
}

void AliasDialog::showEvent(QShowEvent *event)
{
    Dialog::showEvent(event);
    refresh();
    noteEntered();
}

bool AliasDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const auto *pressed = static_cast<QKeyEvent *>(event);
        if (pressed->key() == Qt::Key_Delete && m_remove->isEnabled()) {
            remove();
            return true;
        }
        if (pressed->key() == Qt::Key_F2) {
            m_name->setFocus();
            m_name->selectAll();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

// Hidden it costs nothing.
void AliasDialog::refresh()
{
    if (!isVisible())
        return;
    m_model.refresh(m_client);
    fillServers();
    fitButtons();
}

// The profiles, and each server without one.
void AliasDialog::fillServers()
{
    QStringList scopes;
    QList<int> servers;
    for (const ServerRow &row : m_client.servers().rows()) {
        const QString scope = aliasScope(m_client, row.server.deployment);
        if (scopes.contains(scope))
            continue;
        scopes += scope;
        servers += row.server.deployment.number;
    }
    QStringList shown;
    for (int i = 0; i < m_servers->count(); ++i)
        shown += m_servers->itemText(i);
    if (shown == scopes)
        return;
    const QString chosen = m_servers->currentText();
    const QSignalBlocker quiet(m_servers);
    m_servers->clear();
    for (qsizetype i = 0; i < scopes.size(); ++i)
        m_servers->addItem(scopes[i], servers[i]);
    m_servers->setCurrentIndex(std::max(0, m_servers->findText(chosen)));
}

void AliasDialog::nameOwner(watch::DeploymentId deployment, const OwnerId &owner)
{
    fillServers();
    m_servers->setCurrentIndex(m_servers->findText(aliasScope(m_client, deployment)));
    const QByteArray client = clientPart(owner);
    const QString whole = visible(aliasPatternOf(owner.bytes));
    m_pattern->clear();
    if (!client.isEmpty())
        m_pattern->addItem(visible(aliasPatternOf(client)));
    m_pattern->addItem(whole);
    m_pattern->setCurrentIndex(0);
    const auto rules = m_client.picture().aliases().rules(deployment);
    const AliasRule *const rule = rules->ruleOf(owner);
    if (rule && rule->origin == AliasOrigin::Operator)
        m_pattern->setEditText(visible(rule->pattern));
    m_name->setText(rule ? rule->name : QString());
    const Alias alias = m_client.picture().aliases().find(deployment, owner);
    if (alias.origin == AliasOrigin::Derived)
        m_status->setText(tr("This owner has no name yet; it is shown as %1.")
                              .arg(wording::shortOwner(owner, alias)));
    else
        m_status->setText(alias.isEmpty()
                              ? tr("This owner has no name yet.")
                              : tr("Current name: %1.").arg(wording::aliasSource(alias)));
    m_name->setFocus();
    m_name->selectAll();
    fitButtons();
    noteEntered();
}

void AliasDialog::takeRow()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return;
    const AliasRow row = m_model.rowAt(current.row());
    m_servers->setCurrentIndex(m_servers->findText(row.scope));
    m_pattern->clear();
    m_pattern->setEditText(visible(row.rule.pattern));
    m_name->setText(row.rule.name);
    m_status->clear();
    fitButtons();
    noteEntered();
}

// The list of profiles and servers follows what is connected; choosing in it enters nothing.
void AliasDialog::noteEntered()
{
    m_entered = {m_pattern->currentText(), m_name->text()};
}

bool AliasDialog::isChanged() const
{
    return !m_name->text().trimmed().isEmpty()
        && QStringList{m_pattern->currentText(), m_name->text()} != m_entered;
}

watch::DeploymentId AliasDialog::deployment() const
{
    if (m_servers->currentIndex() < 0)
        return {};
    return {m_servers->currentData().toInt()};
}

std::optional<QByteArray> AliasDialog::pattern() const
{
    const auto bytes = fromVisible(m_pattern->currentText().trimmed());
    return bytes && !bytes->isEmpty() ? std::optional(*bytes) : std::nullopt;
}

void AliasDialog::fitButtons()
{
    const auto wanted = pattern();
    m_set->setEnabled(!deployment().isNone() && wanted && !m_name->text().trimmed().isEmpty());
    const bool isOwn = !deployment().isNone() && wanted
        && m_model.rowOf(m_servers->currentText(), {*wanted, {}, AliasOrigin::Operator}) >= 0;
    m_remove->setEnabled(isOwn);
    m_remove->setToolTip(
        isOwn ? QString()
              : tr("You can remove only names set by an operator. A name set here takes "
                   "precedence over names from a file and learned names."));
}

void AliasDialog::set()
{
    const auto wanted = pattern();
    if (!wanted || deployment().isNone())
        return;
    auto checked = checkAliasPattern(*wanted);
    if (checked)
        checked = checkAliasName(m_name->text().trimmed());
    if (!checked) {
        tell(wording::saidAlone(checked.error().text));
        return;
    }
    noteEntered();
    Q_EMIT nameWanted(deployment(), *wanted, m_name->text().trimmed());
}

void AliasDialog::remove()
{
    const auto wanted = pattern();
    if (wanted && !deployment().isNone())
        Q_EMIT nameWanted(deployment(), *wanted, QString());
}

void AliasDialog::tell(const QString &text)
{
    m_status->setText(text);
}

} // namespace lockscope::ui
