// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/sentineldialog.h"

#include "ui/actions/actionconfirmation.h"
#include "ui/client/sentinelrules.h"
#include "ui/client/servers/placebanner.h"
#include "ui/kit/commandsview.h"
#include "ui/kit/formgrid.h"
#include "ui/kit/text/namelabel.h"
#include "ui/wording/lockname.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

using Type = admin::SentinelActionType;

constexpr qsizetype primaryNameLimit = 120;
constexpr std::size_t mostLocksShown = 8; // locks of a preview
constexpr int mostSentinels = 1000;

} // namespace

SentinelDialog::SentinelDialog(Type type, admin::Place place, QWidget *parent)
    : PreviewDialog(parent)
    , m_type(type)
    , m_place(std::move(place))
{
    setObjectName("sentinelDialog"_L1);
    setWindowTitle(sentinelActionTitle(type));
    makeContents();
    fill();
    refresh();
    constexpr int width = 640;
    layout()->activate();
    resize(width, layout()->totalHeightForWidth(width));
}

void SentinelDialog::makeContents()
{
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    auto *action = new QLabel(sentinelActionTitle(m_type));
    action->setObjectName("actionTitle"_L1);
    layout->addWidget(action);
    const QString name = wording::shown(admin::primaryNameIn(m_place.deployment), primaryNameLimit);
    auto *title = new NameLabel(name);
    title->setObjectName("actionName"_L1);
    QFont large = title->font();
    large.setBold(true);
    large.setPointSizeF(large.pointSizeF() * 1.15);
    title->setFont(large);
    layout->addWidget(title);
    auto *banner = new PlaceBanner;
    banner->show({m_place});
    layout->addWidget(banner);
    if (m_type == Type::Monitor)
        layout->addWidget(makeEntry());
    else
        m_servers = addText(layout, tr("Primary and replicas"), u"servers"_s);
    if (m_type == Type::Failover)
        m_locks = addText(layout, tr("Locks held now"), u"locksAtRisk"_s);
    m_effects = addText(layout, tr("Consequences"), u"effects"_s);
    addHeading(layout,
               tr("Commands, at one Sentinel after the other; each is asked first whether "
                  "it is still as shown"));
    m_commands = new CommandsView;
    layout->addWidget(m_commands);
    m_confirmation = new ActionConfirmation(isProduction(), ActionConfirmation::Subject::Primary);
    m_confirmation->setWanted(name);
    layout->addWidget(m_confirmation);
    connect(m_confirmation, &ActionConfirmation::changed, this, &SentinelDialog::refresh);
    layout->addStretch();
    addMessage(layout);
    addButtons(layout, sentinelActionTitle(m_type));
    if (m_type == Type::Monitor)
        m_again->setText(tr("Pre&view")); // it comes first
    connect(m_again, &QPushButton::clicked, this, &SentinelDialog::look);
    connect(m_act, &QPushButton::clicked, this, &SentinelDialog::send);
}

QWidget *SentinelDialog::makeEntry()
{
    m_entry = new QWidget;
    auto *form = new FormGrid(m_entry);
    form->setContentsMargins(0, 0, 0, 0);
    m_primary = new QLineEdit;
    m_primary->setObjectName("primaryAddress"_L1);
    m_primary->setPlaceholderText(u"10.0.0.5:6379"_s);
    form->addRow(tr("&Address of the primary"), m_primary);
    m_quorum = new QSpinBox;
    m_quorum->setObjectName("sentinelQuorum"_L1);
    m_quorum->setRange(1, mostSentinels);
    m_quorum->setValue(2);
    form->addRow(tr("&Quorum"), m_quorum);
    const auto forget = [this] {
        m_stage = Stage::Entry;
        m_plan.reset();
        fill();
        refresh();
    };
    connect(m_primary, &QLineEdit::textChanged, this, forget);
    connect(m_quorum, &QSpinBox::valueChanged, this, forget);
    return m_entry;
}

void SentinelDialog::begin()
{
    if (m_type == Type::Monitor)
        m_primary->setFocus();
    else
        look();
}

// Empty: something is missing.
std::optional<admin::SentinelAction> SentinelDialog::entered() const
{
    admin::SentinelAction action;
    action.type = m_type;
    if (m_type != Type::Monitor)
        return action;
    const auto primary = admin::primaryFrom(m_primary->text().trimmed());
    if (!primary || m_primary->text().trimmed().isEmpty())
        return std::nullopt;
    action.server = *primary;
    action.quorum = m_quorum->value();
    return action;
}

// Text typed for the last preview does not count for this one.
void SentinelDialog::look()
{
    const auto action = entered();
    if (!action || m_stage == Stage::Looking || m_stage == Stage::Sent)
        return;
    m_stage = Stage::Looking;
    m_plan.reset();
    m_confirmation->reset();
    m_cancel->setText(tr("Cancel"));
    fill();
    refresh();
    Q_EMIT lookRequested(*action);
}

void SentinelDialog::showPlan(const admin::SentinelPlan &plan)
{
    if (m_stage != Stage::Looking || plan.action != entered())
        return;
    m_plan = plan;
    m_stage = Stage::Preview;
    m_confirmation->setEnabled(true);
    fill();
    refresh();
    if (m_type != Type::Monitor || !m_entry->isAncestorOf(focusWidget()))
        m_confirmation->setFocus();
}

void SentinelDialog::showProblem(const admin::SentinelAction &action, const Error &why)
{
    if (m_stage != Stage::Looking || action != entered())
        return;
    m_stage = Stage::NotPossible;
    m_problem = sentence(wording::errorSentence(why));
    refresh();
    grow();
    if (m_type != Type::Monitor)
        m_again->setFocus(); // nothing can be entered
}

// "•  127.0.0.1:7001: up, in step"
QString SentinelDialog::listed(const std::vector<wording::NamedFact> &facts)
{
    QStringList lines;
    for (const auto &[name, fact] : facts)
        lines += tr("•  %1: %2").arg(name, fact);
    return lines.join(u'\n');
}

void SentinelDialog::fill()
{
    const QString none = QStringLiteral("–");
    if (m_servers) {
        QStringList lines;
        if (m_plan && m_plan->sight.primary)
            lines += tr("Primary: %1").arg(wording::primaryText(m_plan->sight));
        if (m_plan && !m_plan->sight.replicas.empty())
            lines += listed(wording::replicaFacts(m_plan->sight));
        m_servers->setText(lines.isEmpty() ? none : lines.join(u'\n'));
    }
    if (m_locks)
        fillLocks();
    QStringList effects;
    QStringList commands;
    if (m_plan) {
        for (const Sentence &effect : m_plan->effects)
            effects += u"•  "_s + wording::said(effect);
        for (const auto &[address, why] : wording::omissions(*m_plan))
            effects += tr("•  Not at %1: %2").arg(address, why);
        for (const auto &[address, lines] : wording::sentinelCommands(*m_plan))
            commands += QStringList{u"# "_s + address} + lines;
    }
    m_effects->setText(effects.isEmpty() ? none : effects.join(u'\n'));
    m_commands->setCommands(commands);
    grow();
}

// More to say needs more room; less leaves the window as it is.
void SentinelDialog::grow()
{
    layout()->activate();
    if (const int wanted = layout()->totalHeightForWidth(width()); isVisible() && height() < wanted)
        resizeOnScreen({width(), wanted});
}

void SentinelDialog::fillLocks()
{
    if (!m_plan) {
        m_locks->setText(QStringLiteral("–"));
        return;
    }
    const auto &locks = m_plan->sight.locks;
    if (!locks) {
        m_locks->setText(
            tr("Not known: the server is out of sight, or not all of its locks have been found "
               "yet."));
        return;
    }
    std::vector<wording::NamedFact> facts;
    for (const admin::LockAtRisk &lock : wording::byRisk(*locks)) {
        if (facts.size() == mostLocksShown)
            break;
        facts.emplace_back(tr("%1 of %2")
                               .arg(wording::lockName(lock.name, primaryNameLimit),
                                    wording::shown(lock.owner.bytes, primaryNameLimit)),
                           wording::fateText(lock.fate));
    }
    QString text = facts.empty() ? tr("None.") : listed(facts);
    if (locks->size() > mostLocksShown)
        text += u'\n' + tr("•  and %1 more").arg(locks->size() - mostLocksShown);
    m_locks->setText(text);
}

void SentinelDialog::refresh()
{
    const bool canLook = m_stage == Stage::Entry || m_stage == Stage::Preview
        || m_stage == Stage::NotPossible || m_stage == Stage::Over;
    m_again->setEnabled(canLook && entered().has_value());
    switch (m_stage) {
    case Stage::Entry:
        m_act->setEnabled(false);
        tell(entered() ? tr("Preview the action first.")
                       : tr("Enter the address of the primary, such as 10.0.0.5:6379."),
             Badge::None);
        break;
    case Stage::Looking:
        m_act->setEnabled(false);
        tell(tr("Looking at the Sentinels."), Badge::Connecting);
        break;
    case Stage::NotPossible:
        m_act->setEnabled(false);
        tell(m_problem, Badge::Down);
        break;
    case Stage::Preview:
        m_act->setEnabled(m_confirmation->notNow().isEmpty());
        tell(m_confirmation->notNow(), Badge::None);
        break;
    case Stage::Sent:
    case Stage::Over:
        break;
    }
}

void SentinelDialog::send()
{
    if (m_stage != Stage::Preview || !m_confirmation->notNow().isEmpty())
        return;
    m_stage = Stage::Sent;
    m_confirmation->setEnabled(false);
    if (m_entry)
        m_entry->setEnabled(false);
    m_act->setEnabled(false);
    m_again->setEnabled(false);
    m_cancel->setText(tr("Close"));
    m_cancel->setFocus();
    tell(m_type == Type::Failover ? tr("Sent; waiting for the new primary.")
                                  : tr("Sent; waiting for the Sentinels."),
         Badge::Connecting);
    Q_EMIT requested(*m_plan, m_confirmation->reason());
}

void SentinelDialog::showOutcome(const admin::SentinelOutcome &outcome)
{
    if (m_stage != Stage::Sent)
        return;
    m_stage = Stage::Over;
    if (m_entry)
        m_entry->setEnabled(true);
    const QString primary = wording::newPrimaryText(outcome);
    QStringList lines{sentence(primary.isEmpty() ? wording::sentinelOutcome(outcome) : primary)};
    if (const auto each = wording::sentinelOutcomes(*m_plan, outcome); !each.empty())
        lines += listed(each);
    tell(lines.join(u'\n'), badgeOf(outcome.status));
    grow();
    m_again->setEnabled(true);
}

bool SentinelDialog::isChanged() const
{
    const bool isEntered = m_primary && !m_primary->text().isEmpty();
    return isPreview() && (m_confirmation->isFilled() || isEntered);
}

void SentinelDialog::changeEvent(QEvent *event)
{
    PreviewDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_message)
        refresh();
}

} // namespace lockscope::ui
