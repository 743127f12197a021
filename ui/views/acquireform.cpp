// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/acquireform.h"

#include "core/base/text.h"
#include "ui/models/actionrules.h"
#include "ui/theme/tones.h"
#include "ui/wording/wording.h"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalBlocker>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

// A name or an owner as it is typed: escapes as visible() writes them stand for bytes, so that what
// was copied from the console means the same lock again.
Result<QByteArray> bytesOf(const QLineEdit *edit)
{
    return fromVisible(edit->text());
}

Result<Millis> spanOf(const QLineEdit *edit, const QString &what)
{
    auto span = parseDuration(edit->text().trimmed());
    if (!span)
        return fail(ErrorKind::InvalidInput, what + u": "_s + span.error().text);
    return *span;
}

} // namespace

AcquireForm::AcquireForm(ServerModel &servers, QWidget *parent)
    : QWidget(parent)
    , m_servers(servers)
    , m_server(new QComboBox)
    , m_name(new QLineEdit)
    , m_kind(new QComboBox)
    , m_owner(new QLineEdit)
    , m_wait(new QLineEdit(u"0s"_s))
    , m_renewed(new QRadioButton(tr("Watchdog")))
    , m_leased(new QRadioButton(tr("Fixed lease")))
    , m_time(new QLineEdit(u"30s"_s))
    , m_acquire(new QPushButton(tr("&Acquire")))
    , m_problem(new QLabel)
{
    setObjectName("acquireForm"_L1);
    makeFields();
    for (QLineEdit *edit : {m_name, m_owner, m_wait, m_time}) {
        connect(edit, &QLineEdit::textEdited, this, [this] {
            m_isTouched = true;
            refresh();
        });
        connect(edit, &QLineEdit::returnPressed, m_acquire, &QPushButton::click);
    }
    for (QComboBox *box : {m_server, m_kind})
        connect(box, &QComboBox::currentIndexChanged, this, [this] { refresh(); });
    connect(m_renewed, &QRadioButton::toggled, this, [this] { refresh(); });
    connect(m_acquire, &QPushButton::clicked, this, [this] {
        m_isTouched = true;
        refresh();
        if (const Result<AcquireWish> asked = wish())
            Q_EMIT acquireRequested(*asked);
    });
    connect(&m_servers, &ServerModel::rowsInserted, this, [this] { fillServers(); });
    connect(&m_servers, &ServerModel::dataChanged, this, [this] { fillServers(); });
    fillServers();
}

void AcquireForm::makeFields()
{
    m_server->setObjectName("workbenchServer"_L1);
    m_server->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_server->setMinimumContentsLength(20);
    m_name->setObjectName("workbenchName"_L1);
    m_name->setPlaceholderText(tr("name of the lock"));
    m_kind->setObjectName("workbenchKind"_L1);
    for (const char *kind : {"reentrant", "string"})
        m_kind->addItem(wording::kind(kind), QByteArray(kind));
    m_owner->setObjectName("workbenchOwner"_L1);
    m_owner->setPlaceholderText(tr("a fresh one"));
    m_acquire->setObjectName("workbenchAcquire"_L1);
    m_problem->setObjectName("workbenchProblem"_L1);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_problem->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *form = new QFormLayout(this);
    form->setContentsMargins(10, 5, 10, 5);
    form->setVerticalSpacing(3);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("Server"), m_server);
    form->addRow(tr("Name"), m_name);
    form->addRow(tr("Kind"), makeKindAndWait());
    form->addRow(tr("Expiry"), makeTimes());
    auto *last = new QHBoxLayout;
    last->addWidget(m_owner, 1);
    last->addWidget(m_acquire);
    auto *owner = new QLabel(tr("Owner"));
    owner->setBuddy(m_owner);
    form->addRow(owner, last);
    form->addRow(m_problem);
}

QLayout *AcquireForm::makeKindAndWait()
{
    m_wait->setObjectName("workbenchWait"_L1);
    m_wait->setToolTip(tr("500ms, 30s, 5m; with 0s there is one attempt"));
    m_wait->setMinimumWidth(8 * fontMetrics().averageCharWidth());
    auto *label = new QLabel(tr("Wait up to"));
    label->setBuddy(m_wait);
    auto *row = new QHBoxLayout;
    row->addWidget(m_kind, 1);
    row->addSpacing(6);
    row->addWidget(label);
    row->addWidget(m_wait, 1);
    return row;
}

QLayout *AcquireForm::makeTimes()
{
    m_time->setObjectName("workbenchTime"_L1);
    m_time->setAccessibleName(tr("Time to live"));
    m_time->setToolTip(tr("500ms, 30s, 5m; the watchdog sets it again every third of it"));
    m_time->setMinimumWidth(8 * fontMetrics().averageCharWidth());
    m_renewed->setObjectName("workbenchRenewed"_L1);
    m_renewed->setChecked(true);
    m_leased->setObjectName("workbenchLeased"_L1);
    auto *row = new QHBoxLayout;
    row->addWidget(m_renewed);
    row->addWidget(m_leased);
    row->addWidget(m_time, 1);
    return row;
}

void AcquireForm::fillServers()
{
    {
        const QSignalBlocker blocker(m_server);
        const QVariant chosen = m_server->currentData();
        m_server->clear();
        for (const ServerRow &row : m_servers.rows()) {
            const QString place = placeText(row.place);
            m_server->addItem(place.isEmpty() ? shortLabel(row.server)
                                              : tr("%1 (%2)").arg(shortLabel(row.server), place),
                              row.server.server);
        }
        const int at = m_server->findData(chosen);
        m_server->setCurrentIndex(at >= 0 ? at : (m_server->count() > 0 ? 0 : -1));
    }
    refresh();
}

bool AcquireForm::canTake(const QByteArray &kind)
{
    return kind == "reentrant" || kind == "string";
}

void AcquireForm::fill(int server, const LockName &name, const QByteArray &kind)
{
    m_server->setCurrentIndex(m_server->findData(server));
    m_name->setText(visible(name.bytes));
    if (const int at = m_kind->findData(kind); at >= 0)
        m_kind->setCurrentIndex(at);
    m_isTouched = true;
    refresh();
    m_wait->setFocus();
    m_wait->selectAll();
}

Result<AcquireWish> AcquireForm::wish() const
{
    AcquireWish wish;
    if (m_server->currentIndex() < 0)
        return fail(ErrorKind::InvalidInput, tr("connect to a server first"));
    wish.server = m_server->currentData().toInt();
    if (const QString reason = reasonAgainstWriting(m_servers.placeOf(wish.server));
        !reason.isEmpty())
        return fail(ErrorKind::InvalidInput, reason);
    if (m_name->text().isEmpty())
        return fail(ErrorKind::InvalidInput, tr("give the lock a name"));
    const auto name = bytesOf(m_name);
    if (!name)
        return fail(name.error());
    wish.name = LockName(*name);
    wish.kind = m_kind->currentData().toByteArray();
    const auto owner = bytesOf(m_owner);
    if (!owner)
        return fail(owner.error());
    wish.owner = OwnerId(owner->trimmed());
    const Result<Millis> wait = spanOf(m_wait, tr("Wait up to"));
    if (!wait)
        return fail(wait.error());
    wish.wait = *wait;
    const Result<Millis> time = spanOf(m_time, tr("Expiry"));
    if (!time)
        return fail(time.error());
    if (*time <= Millis(0))
        return fail(ErrorKind::InvalidInput, tr("Expiry: the time must be longer than nothing"));
    if (m_leased->isChecked())
        wish.lease = *time;
    else
        wish.watchdogTimeout = *time;
    return wish;
}

void AcquireForm::refresh()
{
    const Result<AcquireWish> asked = wish();
    // With nothing typed yet the button says by itself what to do.
    m_acquire->setEnabled(asked.has_value() || !m_isTouched);
    const QString problem = asked || !m_isTouched
        ? QString()
        : wording::capitalised(wording::errorSentence(asked.error())) + u'.';
    m_problem->setText(problem);
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
