// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/workbenchdetail.h"

#include "ui/client/servers/serverbar.h"
#include "ui/kit/formgrid.h"
#include "ui/kit/text/followfont.h"
#include "ui/kit/text/namelabel.h"
#include "ui/table/celldelegate.h"
#include "ui/table/exportrows.h"
#include "ui/table/tableview.h"
#include "ui/theme/tones.h"
#include "ui/wording/wording.h"
#include "ui/workbench/workbenchmodel.h"

#include <QEvent>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

void embolden(QLabel *label)
{
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
}

} // namespace

WorkbenchDetail::WorkbenchDetail(const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_clock(clock)
    , m_names(new NameLabel({}))
    , m_state(new BadgeLabel)
    , m_facts(new FormGrid)
    , m_heading(new QLabel(tr("Votes of the servers")))
    , m_table(new TableView(u"workbenchVotes"_s))
{
    setObjectName("workbenchDetail"_L1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 5, 0, 0);
    layout->setSpacing(5);
    m_names->setObjectName("workbenchNames"_L1);
    embolden(m_names);
    layout->addWidget(m_names);
    m_state->setObjectName("workbenchState"_L1);
    m_state->setWordWrap(true);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(m_state);
    m_facts->setVerticalSpacing(3);
    m_kind = addFact(tr("Kind"), "workbenchKindOf");
    m_place = addFact(tr("Server"), "workbenchPlace");
    m_owner = addFact(tr("Owner"), "workbenchOwnerOf");
    m_renewal = addFact(tr("Renewed"), "workbenchRenewal");
    m_token = addFact(tr("Fencing token"), "workbenchToken");
    layout->addLayout(m_facts);
    embolden(m_heading);
    layout->addWidget(m_heading);
    m_table->setAccessibleName(tr("Votes of the servers"));
    m_table->setModel(&m_votes);
    setExportRows(m_table, {.fields = {u"server"_s, u"answer"_s, u"took"_s, u"reason"_s}});
    m_table->setCopyColumn(VotesModel::Server);
    m_table->setColumnWidths({18, 16, 9, 30});
    followFont(m_table, [table = m_table] {
        table->setMinimumHeight(4 * table->fontMetrics().lineSpacing());
    });
    layout->addWidget(m_table, 100);
    layout->addStretch(1); // where there is no table
    m_timer.setInterval(100ms);
    connect(&m_timer, &QTimer::timeout, this, &WorkbenchDetail::tick);
    show(nullptr);
}

QLabel *WorkbenchDetail::addFact(const QString &title, const char *name)
{
    auto *label = new NameLabel({}); // owners and addresses have no words to break at
    label->setObjectName(QLatin1StringView(name));
    label->setAccessibleName(title);
    m_facts->addRow(title, label);
    return label;
}

void WorkbenchDetail::show(const workbench::Entry *entry)
{
    m_entry = entry ? std::optional(*entry) : std::nullopt;
    setVisible(entry != nullptr);
    if (!entry) {
        m_timer.stop();
        return;
    }
    m_names->setText(namesText(*entry));
    m_kind->setText(kindText(*entry));
    m_place->setText(serversText(*entry));
    m_owner->setText(ownerText(*entry));
    m_facts->setRowVisible(m_owner, !m_owner->text().isEmpty());
    m_renewal->setText(renewalText(*entry));
    m_facts->setRowVisible(m_renewal, !m_renewal->text().isEmpty());
    m_token->setText(entry->fencingToken ? QString::number(*entry->fencingToken) : QString());
    m_facts->setRowVisible(m_token, entry->fencingToken.has_value());
    m_votes.show(entry->votes);
    m_heading->setVisible(!entry->votes.empty());
    m_table->setVisible(!entry->votes.empty());
    tick();
}

void WorkbenchDetail::tick()
{
    if (!m_entry)
        return;
    const Badge badge = entryBadge(*m_entry);
    m_state->setBadge(badge);
    m_state->setText(entrySentence(*m_entry, m_clock.now()));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, toneColor(badgeTone(badge), colours));
    if (m_state->palette() != colours)
        m_state->setPalette(colours);
    const bool counts = m_entry->validUntil || m_entry->waitsUntil;
    if (!counts || m_entry->isOver() || !isVisible())
        m_timer.stop();
    else if (!m_timer.isActive())
        m_timer.start();
}

void WorkbenchDetail::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    tick();
}

void WorkbenchDetail::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_state)
        tick();
}

} // namespace lockscope::ui
