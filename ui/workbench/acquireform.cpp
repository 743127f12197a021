// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/acquireform.h"

#include "core/base/text.h"
#include "ui/kit/columnscroll.h"
#include "ui/kit/formgrid.h"
#include "ui/kit/text/followfont.h"
#include "ui/theme/textwidth.h"
#include "ui/theme/tones.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/lockwording.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"
#include "ui/workbench/acquirerules.h"
#include "ui/workbench/serverchooser.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr int longestLabel = 60;
constexpr int leastCharacters = 16; // of a choice that is in sight

// An owner as it is typed: escapes as visible() writes them stand for bytes, so that what was
// copied from the console means the same owner again.
Result<QByteArray> bytesOf(const QLineEdit *edit)
{
    return fromVisible(edit->text());
}

Result<Millis> spanOf(const QLineEdit *edit, const QString &what)
{
    auto span = parseDuration(edit->text().trimmed());
    if (!span)
        return fail(ErrorKind::InvalidInput, Sentence::say("%1: %2").arg(what, span.error().text));
    return *span;
}

QLineEdit *makeEdit(const char *name, const QString &text, const QString &placeholder,
                    const QString &toolTip)
{
    auto *edit = new QLineEdit(text);
    edit->setObjectName(QLatin1StringView(name));
    edit->setPlaceholderText(placeholder);
    edit->setToolTip(toolTipOf(toolTip));
    return edit;
}

} // namespace

AcquireForm::AcquireForm(ServerModel &servers, QWidget *parent)
    : QWidget(parent)
    , m_servers(new ServerChooser(servers))
    , m_group(new QLabel)
    , m_name(makeEdit("workbenchName", {}, {}, {}))
    , m_kind(new QComboBox)
    , m_side(new QComboBox)
    , m_permits(makeEdit("workbenchPermits", u"1"_s, {}, tr("The number of permits to acquire")))
    , m_initial(makeEdit(
          "workbenchInitial", {}, tr("unchanged"),
          tr("The number of permits or counts to create it with, if it does not exist yet")))
    , m_minValidity(
          makeEdit("workbenchMinValidity", {}, tr("half of the time to live"),
                   tr("If less validity is left, the lock is released and the attempt fails")))
    , m_durable(new QCheckBox(tr("Durable servers")))
    , m_owner(makeEdit("workbenchOwner", {}, tr("a new owner"), {}))
    , m_label(makeEdit("workbenchLabel", {}, tr("none"),
                       tr("Replaces the owner's id, in this window only")))
    , m_wait(makeEdit("workbenchWait", u"0s"_s, {}, tr("500ms, 30s, 5m; 0s makes one attempt")))
    , m_renewed(new QRadioButton(tr("Watchdog")))
    , m_leased(new QRadioButton(tr("Fixed")))
    , m_time(makeEdit("workbenchTime", u"30s"_s, {},
                      tr("500ms, 30s, 5m; the watchdog renews it after every third of this time")))
    , m_maxRenewals(
          makeEdit("workbenchMaxRenewals", {}, tr("unlimited"),
                   tr("The watchdog stops after this number of renewals, and the lock expires")))
    , m_acquire(new QPushButton(tr("Acq&uire")))
    , m_problem(new QLabel)
{
    setObjectName("acquireForm"_L1);
    m_times = makeTimes();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeFields(), 1);
    layout->addLayout(makeFoot());
    connectFields();
    fitToKind();
}

QWidget *AcquireForm::makeFields()
{
    for (const workbench::KindOptions &kind : workbench::allKinds())
        m_kind->addItem(wording::kind(kind.kind), kind.kind);
    m_kind->setObjectName("workbenchKind"_L1);
    m_side->setObjectName("workbenchSide"_L1);
    for (const lock::Mode mode : {lock::Mode::Write, lock::Mode::Read})
        m_side->addItem(wording::mode(mode), static_cast<int>(mode));
    m_group->setObjectName("workbenchGroup"_L1);
    m_group->setTextFormat(Qt::PlainText);
    m_group->setWordWrap(true);
    m_group->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *fields = new QWidget;
    auto *column = new QVBoxLayout(fields);
    column->setContentsMargins(10, 5, 10, 5);
    m_form = new FormGrid;
    column->addLayout(m_form);
    column->addStretch(1); // the rows stay together, however much room there is
    m_form->setVerticalSpacing(3);
    makeRows(m_form);
    // Long names of servers are cut in their box; everything else has the room that it needs.
    for (QComboBox *box : fields->findChildren<QComboBox *>()) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(leastCharacters);
    }
    auto *scroll = new ColumnScroll(fields, ColumnScroll::Width::Whole);
    return scroll;
}

// In the order in which they are asked for: the kind decides which of the others are there.
void AcquireForm::makeRows(FormGrid *form)
{
    form->addRow(tr("Kind"), m_kind);
    form->addRow(tr("Side"), m_side);
    form->addRow(tr("Server"), m_servers);
    form->addRow(QString(), m_group);
    form->addRow(tr("Name"), m_name);
    form->addRow(tr("Permits"), m_permits);
    form->addRow(tr("Initial value"), m_initial);
    form->addRow(tr("Wait up to"), m_wait);
    form->addRow(tr("Expiry"), m_times);
    form->addRow(tr("Renewals"), m_maxRenewals);
    form->addRow(tr("Min. validity"), m_minValidity);
    form->addRow(QString(), m_durable);
    m_durable->setObjectName("workbenchDurable"_L1);
    m_durable->setToolTip(
        toolTipOf(tr("The servers lose nothing in a restart (appendonly yes, appendfsync always), "
                     "so a restarted server counts immediately")));
    form->addRow(tr("Owner"), m_owner);
    form->addRow(tr("Owner's name"), m_label);
    m_label->setMaxLength(longestLabel);
}

QWidget *AcquireForm::makeTimes()
{
    m_time->setAccessibleName(tr("Time to live"));
    followFont(m_time,
               [time = m_time] { time->setMinimumWidth(6 * characterWidth(time->fontMetrics())); });
    m_renewed->setObjectName("workbenchRenewed"_L1);
    m_renewed->setToolTip(toolTipOf(tr("Renewed as long as it is held")));
    m_renewed->setChecked(true);
    m_leased->setObjectName("workbenchLeased"_L1);
    m_leased->setToolTip(toolTipOf(tr("Ends after this time in any case")));
    auto *times = new QWidget;
    auto *row = new QHBoxLayout(times);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_renewed);
    row->addWidget(m_leased);
    row->addWidget(m_time, 1);
    return times;
}

// The error text and the button stay in sight however long the form is.
QLayout *AcquireForm::makeFoot()
{
    m_acquire->setObjectName("workbenchAcquire"_L1);
    m_problem->setObjectName("workbenchProblem"_L1);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setAlignment(Qt::AlignVCenter | Qt::AlignLeft);
    m_problem->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(10, 6, 10, 6);
    foot->addWidget(m_problem, 1);
    foot->addWidget(m_acquire, 0, Qt::AlignBottom);
    return foot;
}

void AcquireForm::connectFields()
{
    for (QLineEdit *edit : {m_name, m_permits, m_initial, m_minValidity, m_owner, m_label, m_wait,
                            m_time, m_maxRenewals}) {
        connect(edit, &QLineEdit::textEdited, this, [this] {
            m_isTouched = true;
            refresh();
        });
        connect(edit, &QLineEdit::returnPressed, m_acquire, &QPushButton::click);
    }
    connect(m_kind, &QComboBox::currentIndexChanged, this, &AcquireForm::fitToKind);
    connect(m_servers, &ServerChooser::changed, this, &AcquireForm::fitToKind);
    connect(m_renewed, &QRadioButton::toggled, this, &AcquireForm::fitToKind);
    connect(m_acquire, &QPushButton::clicked, this, [this] {
        m_isTouched = true;
        refresh();
        if (const Result<AcquireWish> asked = wish())
            Q_EMIT acquireRequested(*asked);
    });
}

const workbench::KindOptions &AcquireForm::traits() const
{
    return *workbench::optionsOf(m_kind->currentData().toByteArray());
}

void AcquireForm::fitToKind()
{
    const workbench::KindOptions &kind = traits();
    const auto applies = [&](AcquireField field) {
        return reasonAgainstField(field, kind).isEmpty();
    };
    m_form->setRowVisible(m_side, applies(AcquireField::Side));
    m_form->setRowVisible(m_group, kind.onSeveralServers);
    m_form->setRowVisible(m_permits, applies(AcquireField::Permits));
    m_form->setRowVisible(m_initial, applies(AcquireField::Initial));
    m_form->setRowVisible(m_times, applies(AcquireField::Expiry));
    m_form->setRowVisible(m_maxRenewals, applies(AcquireField::Expiry) && m_renewed->isChecked());
    m_form->setRowVisible(m_label, applies(AcquireField::Owner));
    m_form->setRowVisible(m_minValidity, applies(AcquireField::MinValidity));
    m_form->setRowVisible(m_durable, applies(AcquireField::MinValidity));
    m_servers->setSeveral(kind.onSeveralServers, kind.isQuorum);
    m_group->setText(groupSentence(kind, m_servers->count()));
    m_name->setPlaceholderText(kind.ofSeveralNames
                                   ? tr("names, separated by spaces (\\x20 in a name)")
                                   : tr("name of the lock"));
    m_owner->setEnabled(applies(AcquireField::Owner));
    m_owner->setPlaceholderText(applies(AcquireField::Owner)
                                    ? tr("a new owner")
                                    : reasonAgainstField(AcquireField::Owner, kind));
    refresh();
}

void AcquireForm::setGroups(const std::vector<insight::GroupMembers> &groups)
{
    m_servers->setGroups(groups);
}

void AcquireForm::fill(watch::DeploymentId deployment, const LockName &name, const QByteArray &kind)
{
    if (const int at = m_kind->findData(kind); at >= 0)
        m_kind->setCurrentIndex(at);
    m_servers->choose(deployment);
    m_name->setText(namesAsTyped({name}, traits()));
    m_isTouched = true;
    refresh();
    m_wait->setFocus();
    m_wait->selectAll();
}

Result<AcquireWish> AcquireForm::wish() const
{
    const workbench::KindOptions &kind = traits();
    AcquireWish wish;
    wish.kind = kind.kind;
    if (kind.hasModes)
        wish.mode = static_cast<lock::Mode>(m_side->currentData().toInt());
    auto servers = m_servers->chosen();
    if (!servers)
        return fail(servers.error());
    wish.servers = std::move(*servers);
    if (kind.isQuorum && wish.servers.size() < workbench::leastQuorum)
        return fail(ErrorKind::InvalidInput,
                    tr("a quorum needs %1 servers or more").arg(workbench::leastQuorum));
    auto names = namesFrom(m_name->text(), kind);
    if (!names)
        return fail(names.error());
    wish.names = std::move(*names);
    if (m_owner->isEnabled()) {
        const auto owner = bytesOf(m_owner);
        if (!owner)
            return fail(owner.error());
        wish.owner = OwnerId(owner->trimmed());
        wish.label = m_label->text().trimmed();
    }
    if (const auto read = readNumbers(wish); !read)
        return fail(read.error());
    if (const auto read = readTimes(wish); !read)
        return fail(read.error());
    return wish;
}

Result<void> AcquireForm::readNumbers(AcquireWish &wish) const
{
    if (traits().hasPermits) {
        const auto permits = numberFrom(m_permits->text(), 1);
        if (!permits)
            return fail(permits.error());
        if (!*permits)
            return fail(ErrorKind::InvalidInput, tr("enter the number of permits to acquire"));
        wish.permits = **permits;
    }
    if (traits().hasInitial) {
        const auto initial = numberFrom(m_initial->text(), 0);
        if (!initial)
            return fail(initial.error());
        wish.initial = *initial;
    }
    return {};
}

Result<void> AcquireForm::readTimes(AcquireWish &wish) const
{
    const Result<Millis> wait = spanOf(m_wait, tr("Wait up to"));
    if (!wait)
        return fail(wait.error());
    wish.wait = *wait;
    if (!traits().hasLease)
        return {};
    const Result<Millis> time = spanOf(m_time, tr("Expiry"));
    if (!time)
        return fail(time.error());
    if (*time <= Millis(0))
        return fail(ErrorKind::InvalidInput, tr("Expiry: the time must be greater than zero"));
    if (m_leased->isChecked())
        wish.lease = *time;
    else if (const auto read = readWatchdog(*time, wish); !read)
        return fail(read.error());
    wish.areServersDurable = traits().isQuorum && m_durable->isChecked();
    if (!traits().isQuorum || m_minValidity->text().trimmed().isEmpty())
        return {};
    const Result<Millis> least = spanOf(m_minValidity, tr("Min. validity"));
    if (!least)
        return fail(least.error());
    if (*least >= *time)
        return fail(ErrorKind::InvalidInput,
                    tr("Min. validity: must be shorter than the time to live"));
    wish.minValidity = *least;
    return {};
}

Result<void> AcquireForm::readWatchdog(Millis time, AcquireWish &wish) const
{
    wish.watchdogTimeout = time;
    const auto most = numberFrom(m_maxRenewals->text(), 0);
    if (!most)
        return fail(ErrorKind::InvalidInput,
                    tr("Renewals: %1").arg(wording::said(most.error().text)));
    if (*most)
        wish.maxRenewals =
            static_cast<int>(std::min<qint64>(**most, std::numeric_limits<int>::max()));
    return {};
}

void AcquireForm::refresh()
{
    const Result<AcquireWish> asked = wish();
    QString problem = m_servers->reasonAgainstAll();
    // With nothing typed yet, the button alone tells what to do.
    m_acquire->setEnabled(problem.isEmpty() && (asked.has_value() || !m_isTouched));
    if (problem.isEmpty() && !asked && m_isTouched)
        problem = wording::errorSentence(asked.error());
    m_problem->setText(wording::ended(wording::capitalised(problem)));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, toneColor(Tone::Alarm, colours));
    m_problem->setPalette(colours);
}

void AcquireForm::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_problem)
        refresh();
}

} // namespace lockscope::ui
