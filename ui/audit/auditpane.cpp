// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/audit/auditpane.h"

#include "core/base/text.h"
#include "ui/client/locks/lockchoice.h"
#include "ui/client/servers/emptystate.h"
#include "ui/kit/jumpaction.h"
#include "ui/kit/ownkeys.h"
#include "ui/kit/pagesplitter.h"
#include "ui/table/exportrows.h"
#include "ui/table/ownfilter.h"
#include "ui/table/tableview.h"
#include "ui/wording/auditwording.h"
#include "ui/wording/wording.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

AuditPane::AuditPane(QString file, QWidget *parent)
    : QWidget(parent)
    , m_file(std::move(file))
    , m_filter(new QLineEdit)
    , m_note(new QLabel)
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyPage(u"auditEmpty"_s))
    , m_splitter(new PageSplitter(u"auditSplitter"_s, 70))
    , m_table(new TableView(u"audit"_s))
    , m_detail(new QPlainTextEdit)
{
    setObjectName("auditPane"_L1);
    makeContents();
    setFocusProxy(m_table);
    setKeys(this, {{{Qt::Key_Enter}, tr("Open the lock")}});
    m_soon.setSingleShot(true);
    m_soon.setInterval(50ms); // a line before and a line after come together
    connect(&m_soon, &QTimer::timeout, this, &AuditPane::reload);
    for (const auto signal :
         {&QFileSystemWatcher::fileChanged, &QFileSystemWatcher::directoryChanged})
        connect(&m_watcher, signal, this, &AuditPane::reloadSoon);
    connect(m_filter, &QLineEdit::textChanged, this, &AuditPane::fill);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &AuditPane::showCurrent);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, &AuditPane::showCurrent);
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        const admin::AuditRecord &record = m_model.entryAt(index.row()).record;
        Q_EMIT lockChosen(record.lock, record.deployment);
    });
    new LockChoice(m_table, [this](const QModelIndex &row) {
        const admin::AuditRecord &record = m_model.entryAt(row.row()).record;
        return m_find ? m_find(record.lock, record.deployment) : std::nullopt;
    });
    connect(addJump(m_table, u"auditShowOnTimeline"_s, tr("Show on time&line")),
            &QAction::triggered, this, [this] {
                if (!m_table->currentIndex().isValid())
                    return;
                const admin::AuditRecord &record =
                    m_model.entryAt(m_table->currentIndex().row()).record;
                Q_EMIT timelineWanted(record.lock, record.deployment, record.at);
            });
}

void AuditPane::makeContents()
{
    m_filter->setObjectName("auditFilter"_L1);
    m_filter->setAccessibleName(tr("Filter of the audit log"));
    m_filter->setPlaceholderText(tr("part of a lock, server, person or reason"));
    m_filter->setClearButtonEnabled(true);
    new OwnFilter(this, m_filter, m_table);
    m_note->setObjectName("auditNote"_L1);
    m_note->setTextFormat(Qt::PlainText);
    auto *folder = new QPushButton(tr("Open &folder"));
    folder->setObjectName("auditFolder"_L1);
    folder->setToolTip(tr("Opens the folder of the log in the file manager"));
    connect(folder, &QPushButton::clicked, this, &AuditPane::openFolder);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(6, 4, 6, 4);
    bar->addWidget(m_filter, 1);
    bar->addWidget(m_note);
    bar->addWidget(folder);

    m_table->setAccessibleName(tr("Audit log"));
    m_table->setModel(&m_model);
    setExportRows(m_table,
                  {.fields = {u"at"_s, u"action"_s, u"name"_s, u"server"_s, u"by"_s, u"outcome"_s,
                              u"reason"_s}});
    m_table->setCopyColumn(AuditModel::Lock);
    m_table->setColumnWidths({24, 14, 24, 20, 20, 14, 26});
    m_table->setElastic({{AuditModel::Lock, 50}, {AuditModel::Server, 34}, {AuditModel::By, 30}});
    // The outcome belongs beside the action.
    m_table->horizontalHeader()->moveSection(AuditModel::Outcome, AuditModel::Lock);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_detail->setObjectName("auditDetail"_L1);
    m_detail->setAccessibleName(tr("Details of the selected action"));
    m_detail->setReadOnly(true);
    m_detail->setTabChangesFocus(true);
    m_splitter->setParts(m_table, m_detail);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_stack, 1);
}

void AuditPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    reload();
}

void AuditPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_soon.stop();
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    if (!watched.isEmpty())
        m_watcher.removePaths(watched);
}

void AuditPane::reloadSoon()
{
    if (isVisible() && !m_soon.isActive())
        m_soon.start();
}

void AuditPane::reload()
{
    if (!isVisible())
        return;
    watch();
    admin::AuditReader::Range range;
    range.until = m_until ? m_until() : std::nullopt;
    m_isOfPast = range.until.has_value();
    m_page = admin::AuditReader(m_file).read(range);
    fill();
}

// The file, and until it is there its folder. A file that was replaced is another one.
void AuditPane::watch()
{
    const QFileInfo info(m_file);
    const QString folder = info.path();
    if (info.exists() && !m_watcher.files().contains(m_file))
        m_watcher.addPath(m_file);
    if (QFileInfo::exists(folder) && !m_watcher.directories().contains(folder))
        m_watcher.addPath(folder);
}

void AuditPane::fill()
{
    if (!m_page) {
        m_model.setEntries({}, {});
        m_empty->show({tr("The log cannot be read"),
                       wording::ended(wording::capitalised(wording::errorSentence(m_page.error()))),
                       false, EmptyState::Kind::Failed});
        m_stack->setCurrentWidget(m_empty);
        m_note->clear();
        return;
    }
    m_model.setEntries(m_page->entries, m_filter->text().trimmed());
    m_note->setText(note());
    if (m_page->entries.empty() && m_isOfPast)
        m_empty->show({tr("No actions on locks up to this time"),
                       tr("This view lists the actions on locks from this machine, up to the time "
                          "that is shown. The log is %1.")
                           .arg(visibleElided(m_file.toUtf8(), 200))});
    else if (m_page->entries.empty())
        m_empty->show(
            {tr("No actions on locks yet"),
             tr("This view lists your actions on locks, in this window and with lockctl: who "
                "did what, and why. The log is %1.")
                 .arg(visibleElided(m_file.toUtf8(), 200))});
    else
        m_empty->show({tr("No action in the log matches the filter"), {}});
    m_stack->setCurrentWidget(m_model.rowCount() == 0 ? static_cast<QWidget *>(m_empty)
                                                      : m_splitter);
    showCurrent();
}

QString AuditPane::note() const
{
    QStringList parts;
    if (m_isOfPast)
        parts += tr("up to the time that is shown");
    const auto shown = static_cast<std::size_t>(m_model.rowCount());
    if (shown < m_page->entries.size())
        parts += tr("%1 of %2").arg(shown).arg(m_page->entries.size());
    if (m_page->isCut)
        parts += tr("older entries are in the file");
    if (m_page->broken == 1)
        parts += tr("1 line of the audit log could not be read");
    else if (m_page->broken > 1)
        parts += tr("%1 lines of the audit log could not be read").arg(m_page->broken);
    return parts.join(u"; "_s);
}

void AuditPane::showCurrent()
{
    const QModelIndex index = m_table->currentIndex();
    const QString text = index.isValid() ? wording::auditDetail(m_model.entryAt(index.row()))
                                         : tr("Select an action to see its details.");
    if (m_detail->toPlainText() != text)
        m_detail->setPlainText(text);
}

void AuditPane::openFolder()
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(m_file).path()));
}

} // namespace lockscope::ui
