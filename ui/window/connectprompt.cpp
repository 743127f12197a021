// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/connectprompt.h"

#include "ui/client/locklink.h"
#include "ui/estate/connectiontests.h"

namespace lockscope::ui {

ConnectPrompt::ConnectPrompt(UrlCheck check, ConnectionTests &tests, QWidget *window)
    : QObject(window)
    , m_check(std::move(check))
    , m_tests(tests)
    , m_window(window)
{}

void ConnectPrompt::open()
{
    if (m_dialog) {
        m_dialog->raise();
        m_dialog->activateWindow();
        return;
    }
    auto *dialog = new ConnectDialog(m_check, m_recent, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (const ConnectRequest wanted = dialog->request(); isLockLink(wanted.url))
            Q_EMIT linkGiven(wanted.url);
        else
            request(wanted, dialog->label());
    });
    connect(dialog, &ConnectDialog::testWanted, this,
            [this, dialog] { m_tests.open({dialog->request()}, {dialog->label()}, dialog); });
    m_dialog = dialog;
    dialog->show();
}

bool ConnectPrompt::openWith(const QString &url)
{
    constexpr qsizetype longest = 4096;
    if (url.size() > longest || url.contains(u'\n') || !m_check(url))
        return false;
    open();
    m_dialog->setUrl(url);
    return true;
}

void ConnectPrompt::connectTo(const QString &url)
{
    request({url, {}, {}, {}}, url);
}

void ConnectPrompt::request(const ConnectRequest &request, const QString &label)
{
    setRecent(QStringList{label} + m_recent);
    Q_EMIT requested(request);
}

void ConnectPrompt::setRecent(const QStringList &urls)
{
    m_recent = urls;
    m_recent.removeDuplicates();
    m_recent = m_recent.mid(0, mostRecent);
    Q_EMIT recentChanged(m_recent);
}

} // namespace lockscope::ui
