// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/estate/connectiontestdialog.h"

#include "core/base/text.h"
#include "core/base/tlsfault.h"
#include "ui/theme/textwidth.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr int columns = 80; // characters
constexpr int shownLines = 13;

bool hasFailed(const std::vector<wording::ConnectionStep> &steps)
{
    return std::ranges::any_of(
        steps, [](const wording::ConnectionStep &step) { return step.error.has_value(); });
}

} // namespace

ConnectionTestDialog::ConnectionTestDialog(ConnectionTests &tests, QList<ConnectRequest> requests,
                                           const QStringList &labels, QWidget *parent)
    : Dialog(parent)
    , m_tests(&tests)
    , m_requests(std::move(requests))
    , m_verdict(new QLabel)
    , m_lines(new QPlainTextEdit)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Close))
{
    setObjectName("connectionTestDialog"_L1);
    setWindowTitle(tr("Test connection"));
    for (const QString &label : labels)
        m_servers.push_back({visibleElided(label.toUtf8(), 200), {}, false});
    m_verdict->setObjectName("connectionTestVerdict"_L1);
    m_verdict->setTextFormat(Qt::PlainText);
    QFont bold = m_verdict->font();
    bold.setBold(true);
    m_verdict->setFont(bold);
    m_lines->setObjectName("connectionTestSteps"_L1);
    m_lines->setAccessibleName(tr("Steps of the test"));
    m_lines->setReadOnly(true);
    m_lines->setTabChangesFocus(true);
    m_lines->setMinimumSize(columns * characterWidth(fontMetrics()),
                            shownLines * fontMetrics().lineSpacing());
    m_again = m_buttons->addButton(tr("&Test again"), QDialogButtonBox::ActionRole);
    m_again->setObjectName("connectionTestAgain"_L1);
    connect(m_again, &QPushButton::clicked, this, &ConnectionTestDialog::begin);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_verdict);
    layout->addWidget(m_lines, 1);
    layout->addWidget(m_buttons);
    connect(&tests, &ConnectionTests::stepped, this, &ConnectionTestDialog::onStep);
    connect(&tests, &ConnectionTests::ended, this, &ConnectionTestDialog::onEnded);
    begin();
}

ConnectionTestDialog::~ConnectionTestDialog()
{
    if (m_tests)
        m_tests->stop(m_id);
}

void ConnectionTestDialog::begin()
{
    if (!m_tests)
        return;
    if (m_id != 0)
        m_tests->stop(m_id);
    for (Server &server : m_servers) {
        server.steps.clear();
        server.hasEnded = false;
    }
    m_id = m_tests->start(m_requests);
    refresh();
}

void ConnectionTestDialog::onStep(int id, int server, const wording::ConnectionStep &step)
{
    if (id != m_id || server < 0 || server >= static_cast<int>(m_servers.size()))
        return;
    m_servers[static_cast<std::size_t>(server)].steps.push_back(step);
    refresh();
}

void ConnectionTestDialog::onEnded(int id, int server)
{
    if (id != m_id || server < 0 || server >= static_cast<int>(m_servers.size()))
        return;
    m_servers[static_cast<std::size_t>(server)].hasEnded = true;
    refresh();
}

void ConnectionTestDialog::offerPin()
{
    m_pin = m_buttons->addButton(tr("&Pin this certificate"), QDialogButtonBox::ActionRole);
    m_pin->setObjectName("connectionTestPin"_L1);
    m_pin->setToolTip(tr("Adds the fingerprint to the profile. Compare it with the one on the "
                         "server first."));
    connect(m_pin, &QPushButton::clicked, this, [this] {
        Q_EMIT pinWanted(fingerprint());
        reject();
    });
    refresh();
}

QString ConnectionTestDialog::fingerprint() const
{
    for (const Server &server : m_servers) {
        for (const wording::ConnectionStep &step : server.steps) {
            if (const QString found = step.error ? fingerprintIn(*step.error) : QString();
                !found.isEmpty())
                return found;
        }
    }
    return {};
}

QString ConnectionTestDialog::verdict() const
{
    if (!std::ranges::all_of(m_servers, &Server::hasEnded))
        return tr("Testing…");
    const auto failed = std::ranges::count_if(
        m_servers, [](const Server &server) { return hasFailed(server.steps); });
    if (failed == 0)
        return tr("The test passed.");
    if (m_servers.size() == 1)
        return tr("The test failed.");
    return tr("The test failed for %1 of %2 servers.").arg(failed).arg(m_servers.size());
}

void ConnectionTestDialog::refresh()
{
    m_verdict->setText(verdict());
    QStringList text;
    for (const Server &server : m_servers) {
        if (!text.isEmpty())
            text += QString();
        text += server.label;
        for (const wording::ConnectionStep &step : server.steps) {
            for (const QString &line : wording::stepLines(step))
                text += u"    "_s + line;
        }
        if (!server.hasEnded)
            text += u"    …"_s;
    }
    m_lines->setPlainText(text.join(u'\n'));
    if (m_pin)
        m_pin->setEnabled(!fingerprint().isEmpty());
    m_again->setEnabled(std::ranges::all_of(m_servers, &Server::hasEnded));
}

} // namespace lockscope::ui
