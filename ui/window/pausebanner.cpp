// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/pausebanner.h"

#include "ui/wording/wording.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

PauseBanner::PauseBanner(WatchClient &client, const Clock &clock, QWidget *parent)
    : QFrame(parent)
    , m_client(client)
    , m_clock(clock)
    , m_text(new QLabel)
{
    setObjectName("pauseBanner"_L1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    m_text->setObjectName("pauseText"_L1);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    QFont bold = m_text->font();
    bold.setBold(true);
    m_text->setFont(bold);
    auto *goOn = new QPushButton(tr("Resume"));
    goOn->setObjectName("goOn"_L1);
    goOn->setToolTip(tr("Shows the current state (Space)"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 3, 8, 3);
    layout->addWidget(m_text, 1);
    layout->addWidget(goOn);
    connect(goOn, &QPushButton::clicked, this, [this] { m_client.setPaused(false); });
    m_second.setInterval(1s);
    connect(&m_second, &QTimer::timeout, this, &PauseBanner::refresh);
    connect(&client, &WatchClient::pausedChanged, this, [this](bool paused) {
        if (paused)
            m_second.start();
        else
            m_second.stop();
        refresh();
        setVisible(paused);
    });
    hide();
}

void PauseBanner::refresh()
{
    const auto since = m_client.pausedAt();
    if (!since)
        return;
    const QString age = wording::age(std::chrono::floor<Millis>(m_clock.now() - *since));
    m_text->setText(tr("Paused: the data shown is %1 old. Pending changes: %2.")
                        .arg(age)
                        .arg(m_client.heldBack()));
}

} // namespace lockscope::ui
