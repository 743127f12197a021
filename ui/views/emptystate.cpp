// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/emptystate.h"

#include "ui/wording/wording.h"

#include <QCoreApplication>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(EmptyState)
};

QString labels(const std::vector<ServerRow> &servers)
{
    QStringList labels;
    for (const ServerRow &row : servers)
        labels += shortLabel(row.server);
    if (labels.size() > 3)
        return Words::tr("%1 servers").arg(labels.size());
    return labels.join(u", "_s);
}

} // namespace

EmptyState emptyState(const std::vector<ServerRow> &servers, std::size_t locks, Instant now)
{
    if (servers.empty())
        return {Words::tr("Not connected"),
                Words::tr("Connect to a Redis or Valkey server with Ctrl+N, or start "
                          "lockscope redis://HOST:PORT."),
                true};
    if (locks > 0)
        return {Words::tr("No lock matches the filter"),
                Words::tr("Locks that it holds back: %1. Esc clears it.").arg(locks), false};
    QStringList sentences;
    const auto is = [](watch::ServerState state) {
        return [state](const ServerRow &row) { return row.server.state == state; };
    };
    for (ServerRow row : servers) {
        row.server.lostAt.reset(); // nothing of it is shown: there is no age to tell
        sentences += serverSentence(row.server, now);
        if (row.server.state == watch::ServerState::Down)
            sentences.last() += Words::tr(" It is tried again by itself.");
    }
    const QString all = sentences.mid(0, 5).join(u'\n');
    if (std::all_of(servers.begin(), servers.end(), is(watch::ServerState::Down)))
        return {Words::tr("No connection to %1").arg(labels(servers)), all, false};
    if (std::none_of(servers.begin(), servers.end(), is(watch::ServerState::Up)))
        return {Words::tr("Connecting to %1").arg(labels(servers)), all, false};
    if (std::any_of(servers.begin(), servers.end(),
                    [](const ServerRow &row) { return row.server.discovering; }))
        return {Words::tr("Looking for locks on %1").arg(labels(servers)), all, false};
    return {Words::tr("No locks on %1 yet").arg(labels(servers)), all, false};
}

EmptyPage::EmptyPage(const QString &name, QWidget *parent)
    : QWidget(parent)
    , m_title(new QLabel)
    , m_text(new QLabel)
    , m_connect(new QPushButton(tr("Connect…")))
{
    setObjectName(name + "Page"_L1);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_title->setObjectName(name + "Title"_L1);
    m_text->setObjectName(name + "Text"_L1);
    m_connect->setObjectName(name + "Connect"_L1);
    for (QLabel *label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * 1.4);
    m_title->setFont(large);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(48, 24, 48, 24);
    layout->setSpacing(10);
    layout->addStretch(2);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addSpacing(6);
    layout->addWidget(m_connect, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    connect(m_connect, &QPushButton::clicked, this, &EmptyPage::connectRequested);
}

void EmptyPage::show(const EmptyState &state)
{
    m_title->setText(state.title);
    m_text->setVisible(!state.text.isEmpty());
    m_text->setText(state.text);
    m_connect->setVisible(state.offersConnect);
}

} // namespace lockscope::ui
