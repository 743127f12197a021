// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/servers/emptystate.h"

#include "core/base/text.h"
#include "ui/client/servers/serverbar.h"
#include "ui/kit/text/followfont.h"
#include "ui/theme/tones.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct EmptyStateWords {
    Q_DECLARE_TR_FUNCTIONS(EmptyState)
};

QString labels(const std::vector<ServerRow> &servers)
{
    QStringList labels;
    for (const ServerRow &row : servers)
        labels += shortLabel(row.server);
    if (labels.size() > 3)
        return EmptyStateWords::tr("%1 servers").arg(labels.size());
    return wording::listed(labels);
}

} // namespace

namespace {

// The first page that anybody sees.
EmptyState welcome(const SandboxState &sandbox)
{
    if (sandbox.kind == SandboxState::Kind::Starting)
        return {EmptyStateWords::tr("Starting the sandbox"),
                EmptyStateWords::tr(
                    "It starts three servers on this machine, and clients that use locks. This "
                    "takes a few seconds."),
                false, EmptyState::Kind::Loading};
    EmptyState state{
        EmptyStateWords::tr("Not connected"),
        EmptyStateWords::tr(
            "To connect to a Redis or Valkey server, press Ctrl+N, or start lockscope "
            "redis://HOST:PORT.\n"
            "No server at hand? The sandbox starts three servers on this machine, with "
            "clients that lock, wait and fail. It stores nothing and stops when this "
            "window closes."),
        true};
    state.offersSandbox = true;
    if (sandbox.kind == SandboxState::Kind::Failed)
        state.problem = EmptyStateWords::tr("The sandbox: %1").arg(sandbox.problem);
    return state;
}

// Whether another attempt could end differently: a refused password only locks the account out.
bool isRetried(const watch::ServerRecord &server)
{
    using enum ErrorKind;
    const ErrorKind kind = server.error ? server.error->kind : Internal;
    return kind != Auth && kind != Tls && kind != Permission && kind != Unsupported;
}

} // namespace

EmptyState emptyState(const std::vector<ServerRow> &servers, std::size_t locks, Instant now,
                      const SandboxState &sandbox, const QStringList &noFields)
{
    using enum EmptyState::Kind;
    if (servers.empty())
        return welcome(sandbox);
    if (locks > 0) {
        QString text = EmptyStateWords::tr("Locks hidden by the filter: %1. Press Esc to clear it.")
                           .arg(locks);
        if (!noFields.isEmpty())
            text += u'\n'
                + EmptyStateWords::tr(
                      "\"%1:\" is not a field, so the filter treats it as plain text.")
                      .arg(wording::shown(noFields.front().toUtf8(), 60));
        return {EmptyStateWords::tr("No lock matches the filter"), text, false};
    }
    QStringList sentences;
    const auto is = [](watch::ServerState state) {
        return [state](const ServerRow &row) { return row.server.state == state; };
    };
    for (ServerRow row : servers) {
        row.server.lostAt.reset(); // nothing of it is shown: there is no age to tell
        sentences += serverSentence(row.server, now);
        if (row.server.state == watch::ServerState::Down && isRetried(row.server))
            sentences.last() += EmptyStateWords::tr(" Lockscope retries automatically.");
    }
    const QString all = sentences.mid(0, 5).join(u'\n');
    if (std::all_of(servers.begin(), servers.end(), is(watch::ServerState::Down)))
        return {EmptyStateWords::tr("No connection to %1").arg(labels(servers)), all, false,
                Failed};
    if (std::none_of(servers.begin(), servers.end(), is(watch::ServerState::Up)))
        return {EmptyStateWords::tr("Connecting to %1").arg(labels(servers)), all, false, Loading};
    if (std::any_of(servers.begin(), servers.end(),
                    [](const ServerRow &row) { return row.server.discovering; }))
        return {EmptyStateWords::tr("Looking for locks on %1").arg(labels(servers)), all, false,
                Loading};
    return {EmptyStateWords::tr("No locks on %1 now").arg(labels(servers)), all, false};
}

EmptyPage::EmptyPage(const QString &name, QWidget *parent)
    : QWidget(parent)
    , m_mark(new BadgeLabel)
    , m_title(new QLabel)
    , m_text(new QLabel)
    , m_problem(new QLabel)
    , m_connect(new QPushButton(tr("Connect…")))
    , m_sandbox(new QPushButton(tr("Try the sandbox")))
    , m_recentTitle(new QLabel(tr("Recent connections")))
{
    setObjectName(name + "Page"_L1);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_mark->setObjectName(name + "Mark"_L1);
    m_title->setObjectName(name + "Title"_L1);
    m_text->setObjectName(name + "Text"_L1);
    m_problem->setObjectName(name + "Problem"_L1);
    m_connect->setObjectName(name + "Connect"_L1);
    m_sandbox->setObjectName(name + "Sandbox"_L1);
    for (QLabel *label : {m_title, m_text, m_problem}) {
        label->setTextFormat(Qt::PlainText);
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    setLargeFont(m_title, 1.4);
    // If there is no room for everything, the title stays readable.
    followFont(m_title,
               [title = m_title] { title->setMinimumHeight(title->fontMetrics().height()); });
    // A title and two lines of text are read even in the lowest dock.
    followFont(this, [this] { setMinimumHeight(8 * fontMetrics().height()); });
    const int line = fontMetrics().height();
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_connect);
    buttons->addWidget(m_sandbox);
    buttons->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(3 * line, line / 2, 3 * line, line / 2);
    layout->setSpacing(line / 2);
    layout->addStretch(2);
    layout->addWidget(m_mark, 0, Qt::AlignHCenter);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addWidget(m_problem);
    layout->addLayout(buttons);
    layout->addLayout(makeRecent(name));
    layout->addStretch(3);
    connect(m_connect, &QPushButton::clicked, this, &EmptyPage::connectRequested);
    connect(m_sandbox, &QPushButton::clicked, this, &EmptyPage::sandboxRequested);
    colour();
}

QLayout *EmptyPage::makeRecent(const QString &name)
{
    auto *column = new QVBoxLayout;
    column->setSpacing(fontMetrics().height() / 4);
    m_recentTitle->setObjectName(name + "RecentTitle"_L1);
    column->addWidget(m_recentTitle, 0, Qt::AlignHCenter);
    for (int i = 0; i < shownRecent; ++i) {
        auto *button = new QPushButton;
        button->setObjectName(name + u"Recent%1"_s.arg(i));
        connect(button, &QPushButton::clicked, this,
                [this, i] { Q_EMIT recentChosen(m_recentLabels.value(i)); });
        column->addWidget(button, 0, Qt::AlignHCenter);
        m_recent.push_back(button);
    }
    showRecent({});
    return column;
}

void EmptyPage::showRecent(const QStringList &labels)
{
    m_recentLabels = labels;
    m_recentTitle->setVisible(!labels.isEmpty());
    for (std::size_t i = 0; i < m_recent.size(); ++i) {
        const QString label = labels.value(static_cast<qsizetype>(i));
        m_recent[i]->setVisible(!label.isEmpty());
        // A button takes an ampersand for a shortcut.
        m_recent[i]->setText(visibleElided(label.toUtf8(), 60).replace(u'&', "&&"_L1));
        m_recent[i]->setToolTip(toolTipOf(tr("Connects to %1.").arg(label)));
    }
}

void EmptyPage::show(const EmptyState &state)
{
    const bool isPlain = state.kind == EmptyState::Kind::Empty;
    m_mark->setVisible(!isPlain);
    if (!isPlain)
        m_mark->setBadge(state.kind == EmptyState::Kind::Loading ? Badge::Connecting : Badge::Down);
    m_title->setText(state.title);
    m_text->setVisible(!state.text.isEmpty());
    m_text->setText(state.text);
    m_problem->setVisible(!state.problem.isEmpty());
    m_problem->setText(state.problem);
    m_connect->setVisible(state.offersConnect);
    m_sandbox->setVisible(state.offersSandbox);
    if (state.recent != m_recentLabels)
        showRecent(state.recent);
}

void EmptyPage::colour()
{
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, toneColor(Tone::Alarm, colours));
    m_problem->setPalette(colours);
}

void EmptyPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colour();
}

} // namespace lockscope::ui
