// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/incidents/mutesdialog.h"

#include "ui/health/healthfeed.h"
#include "ui/kit/text/textlabel.h"
#include "ui/theme/textwidth.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/incidentwording.h"

#include <QDialogButtonBox>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

// In characters and lines.
constexpr int wide = 70;
constexpr int high = 16;

} // namespace

MutesDialog::MutesDialog(HealthFeed &feed, QWidget *parent)
    : Dialog(parent)
    , m_feed(feed)
    , m_list(new QListWidget)
    , m_unmute(new QPushButton(tr("&Unmute")))
    , m_stack(new QStackedWidget)
{
    setObjectName("mutesDialog"_L1);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Muted problems"));
    QLabel *const about = makeTextLabel(u"mutesAbout"_s);
    about->setText(tr("Incidents that match a line are still listed, but neither counted nor "
                      "reported."));
    QLabel *const none = makeTextLabel(u"mutesNone"_s);
    none->setText(tr("Nothing is muted. To mute an incident, select it and press M."));
    none->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_list->setObjectName("muteList"_L1);
    m_list->setAccessibleName(tr("Muted problems"));
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setTextElideMode(Qt::ElideMiddle); // of one long word
    m_list->setWordWrap(true);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_unmute->setObjectName("unmute"_L1);
    m_unmute->setToolTip(tr("Counts and reports these problems again (Delete)"));
    m_stack->addWidget(none);
    m_stack->addWidget(m_list);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_unmute, QDialogButtonBox::ActionRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_unmute, &QPushButton::clicked, this, &MutesDialog::unmute);
    auto *remove = new QShortcut(QKeySequence(Qt::Key_Delete), m_list);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, &MutesDialog::unmute);
    connect(m_list, &QListWidget::itemSelectionChanged, this,
            [this] { m_unmute->setEnabled(!m_list->selectedItems().isEmpty()); });
    connect(&feed, &HealthFeed::incidentsChanged, this, &MutesDialog::refresh);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(about);
    layout->addWidget(m_stack, 1);
    layout->addWidget(buttons);
    refresh();
    resize(wide * characterWidth(fontMetrics()), high * fontMetrics().lineSpacing());
}

void MutesDialog::open(HealthFeed &feed, QWidget *parent)
{
    auto *dialog = parent->findChild<MutesDialog *>(QString(), Qt::FindDirectChildrenOnly);
    if (!dialog)
        dialog = new MutesDialog(feed, parent);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

// The rows are rewritten only where the list is another one.
void MutesDialog::refresh()
{
    const WallInstant now = m_feed.wallNow();
    QStringList lines;
    for (const health::Mute &mute : m_feed.incidents().mutes())
        lines += tr("%1, %2").arg(wording::muteSentence(mute), wording::muteEnd(mute, now));
    QStringList shown;
    for (int row = 0; row < m_list->count(); ++row)
        shown += m_list->item(row)->text();
    if (lines != shown) {
        const int row = std::max(0, m_list->currentRow());
        m_list->clear();
        m_list->addItems(lines);
        for (int i = 0; i < m_list->count(); ++i)
            m_list->item(i)->setToolTip(toolTipOf(lines[i]));
        // The keyboard's row is the chosen one.
        m_list->setCurrentRow(std::min(row, m_list->count() - 1));
    }
    m_stack->setCurrentIndex(lines.isEmpty() ? 0 : 1);
    m_unmute->setEnabled(!m_list->selectedItems().isEmpty());
}

void MutesDialog::unmute()
{
    const std::vector<health::Mute> mutes = m_feed.incidents().mutes();
    std::vector<health::Mute> chosen;
    for (const QModelIndex &index : m_list->selectionModel()->selectedRows())
        chosen.push_back(mutes.at(static_cast<std::size_t>(index.row())));
    for (const health::Mute &mute : chosen)
        m_feed.unmute(mute);
}

} // namespace lockscope::ui
