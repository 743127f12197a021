// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"

#include "app/common/targets.h"

#include <QCloseEvent>
#include <QPixmap>
#include <QSaveFile>
#include <QTimer>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

Result<QString> labelOf(const QString &url)
{
    return redis::parseTarget(url).map([](const redis::Target &target) { return target.label(); });
}

std::vector<QByteArray> bytesOf(const QStringList &texts)
{
    std::vector<QByteArray> bytes;
    for (const QString &text : texts)
        bytes.push_back(text.toUtf8());
    return bytes;
}

} // namespace

Application::Application(Options options, const QString &settingsFile, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_settings(settingsFile)
    , m_client(m_clock)
    , m_window(m_client, m_clock, labelOf)
{
    m_ioThread.setObjectName("io"_L1);
    connect(&m_window, &ui::MainWindow::connectRequested, this, &Application::connectTo);
    m_window.restoreWindowState(m_settings.load());
    if (!m_settings.problem().isEmpty()) {
        m_window.showNotice(m_settings.problem());
        std::fputs(qPrintable(u"lockscope: "_s + m_settings.problem() + u'\n'), stderr);
    }
    if (m_options.theme)
        m_window.setTheme(*m_options.theme);
    if (m_options.size)
        m_window.resize(*m_options.size);
}

Application::~Application()
{
    if (m_watchers.empty())
        m_ioThread.quit();
    for (watch::Watcher *watcher : m_watchers) {
        // The thread ends itself, behind the last of them: asked from here it might end before.
        const bool last = watcher == m_watchers.back();
        QMetaObject::invokeMethod(watcher, [this, watcher, last] {
            watcher->stop();
            watcher->deleteLater();
            if (last)
                m_ioThread.quit();
        });
    }
    m_ioThread.wait();
    m_settings.save(m_window.windowState());
}

void Application::start()
{
    m_ioThread.start();
    watch::WatchOptions options;
    options.prefixes = bytesOf(m_options.prefixes);
    options.caFile = m_options.caFile;
    if (!m_options.targets.empty())
        watch(m_options.targets, options);
    if (!m_options.lock.isEmpty())
        m_window.openLock(m_options.lock);
    m_window.show();
    if (!m_options.screenshot.isEmpty())
        QTimer::singleShot(m_options.after, this, &Application::takeScreenshot);
    else if (m_options.targets.empty())
        m_window.askForConnection();
}

void Application::watch(const std::vector<redis::Target> &targets, watch::WatchOptions options)
{
    watch::WatchMailbox &mailbox = m_client.addSource(static_cast<int>(targets.size()));
    auto *watcher = new watch::Watcher(std::move(options), mailbox);
    watcher->moveToThread(&m_ioThread);
    m_watchers.push_back(watcher);
    QMetaObject::invokeMethod(watcher, [watcher, targets] {
        for (const redis::Target &target : targets)
            watcher->addServer(target);
    });
}

void Application::connectTo(const ui::ConnectRequest &request)
{
    auto targets = app::targetsFrom({request.url});
    if (!targets) // the dialog has checked it
        return;
    if (!request.password.isEmpty())
        targets->front().password = request.password.toUtf8();
    watch::WatchOptions options;
    options.prefixes = bytesOf(request.prefixes);
    options.caFile = request.caFile.isEmpty() ? m_options.caFile : request.caFile;
    watch(*targets, options);
}

void Application::takeScreenshot()
{
    QSaveFile file(m_options.screenshot);
    const bool written =
        file.open(QIODevice::WriteOnly) && m_window.grab().save(&file, "PNG") && file.commit();
    if (!written) {
        const QString reason = file.error() == QFileDevice::NoError
            ? tr("the picture cannot be encoded")
            : file.errorString();
        std::fputs(qPrintable(tr("lockscope: cannot write the screenshot %1: %2\n")
                                  .arg(m_options.screenshot, reason)),
                   stderr);
    }
    Q_EMIT finished(written ? 0 : 1);
}

} // namespace lockscope::console
