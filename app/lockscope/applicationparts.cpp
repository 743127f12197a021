// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The console's work besides keeping its connections: one connection for each server, the
// views and pictures that a command line asks for, the guide.
#include "app/common/sameserver.h"
#include "app/common/targets.h"
#include "app/lockscope/application.h"
#include "app/lockscope/guide.h"
#include "app/lockscope/picturetour.h"
#include "core/base/text.h"
#include "ui/estate/estatemodel.h"
#include "ui/estate/estatepane.h"
#include "ui/table/filterfield.h"
#include "ui/wording/wording.h"

#include <QMenuBar>
#include <QPixmap>
#include <QSaveFile>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace lockscope::console {

// A server that is reached in two ways shows its locks once, and the strictest profile guards them.
void Application::joinDoubles()
{
    std::vector<app::Reached> up;
    for (const ui::ServerRow &row : m_client.servers().rows()) {
        const auto known = m_watched.find(row.server.deployment);
        if (known != m_watched.end() && row.server.state == watch::ServerState::Up)
            up.push_back({known->first.number, &known->second.target, row.server.runId});
    }
    for (const auto &[number, kept] : app::doublesOf(up)) {
        const watch::DeploymentId deployment{number};
        if (m_watched.contains(deployment)) // or this was called again meanwhile
            join(deployment, {kept});
    }
}

void Application::join(watch::DeploymentId deployment, watch::DeploymentId kept)
{
    const QString label = m_watched.at(deployment).target.label();
    const app::ChosenTarget stays = m_watched.at(kept).target;
    const QString both = label == stays.label()
        ? tr("You connected %1 twice.").arg(ui::shortLabel(label))
        : tr("%1 and %2 are the same server.")
              .arg(ui::shortLabel(label), ui::shortLabel(stays.label()));
    const QString guard = stays.profile.isEmpty()
        ? tr("It is shown once.")
        : tr("It is shown once, and the profile %1 (%2) decides which actions are allowed "
             "on it.")
              .arg(visibleElided(stays.profile.toUtf8(), 64),
                   ui::placeLines(m_client.servers().placeOf(kept)).value(0));
    // Both are looked for, wherever they were.
    const auto scopeOf = [](const Watched &watched) {
        app::ChosenTarget target = watched.target;
        if (!watched.options.prefixes.empty())
            target.prefixes = watched.options.prefixes;
        return target;
    };
    const app::ChosenTarget scope = scopeOf(m_watched.at(kept));
    const app::ChosenTarget wanted = app::widened(scope, scopeOf(m_watched.at(deployment)));
    watch::WatchOptions options = m_watched.at(kept).options;
    options.prefixes.clear();
    end(deployment, u"the same server as %1: Lockscope connects to it once"_s.arg(stays.label()));
    if (auto *estate = m_window.findChild<ui::EstatePane *>();
        auto *lines = estate ? qobject_cast<ui::EstateModel *>(estate->model()) : nullptr)
        lines->forget(label); // not one that was disconnected, to be connected again
    if (wanted.prefixes != scope.prefixes || wanted.pins != scope.pins) {
        end(kept, u"reconnected to search for more locks"_s);
        watch({wanted}, options);
        if (!wanted.profile.isEmpty())
            m_groups.take(wanted.profile);
    }
    m_groups.setSame(label, stays.label());
    m_window.showNotice(both + u' ' + guard);
}

// Does as the command line asks. With `all` the tour opens one after the other.
void Application::openViews()
{
    if (auto *filter = m_window.findChild<ui::FilterField *>(u"filter"_s);
        filter && !m_options.filter.isEmpty())
        filter->setText(m_options.filter);
    const QString &view = m_options.view;
    if (view == QLatin1StringView(allViews))
        return;
    if (!m_options.lock.isEmpty())
        m_window.openLock(m_options.lock);
    if (!view.isEmpty() && view != "locks"_L1)
        m_window.showView(view + "Dock"_L1);
}

void Application::addGuide()
{
    auto *guide = new Guide(&m_window);
    const QList<QAction *> menus = m_window.menuBar()->actions();
    QMenu *help = menus.isEmpty() ? nullptr : menus.last()->menu();
    if (!help)
        return;
    auto *action = new QAction(tr("&Guide"), help);
    action->setObjectName("actionGuide"_L1);
    help->insertAction(help->actions().value(0), action);
    connect(action, &QAction::triggered, this, [this, guide] {
        if (!guide->open())
            m_window.showNotice(tr("The guide is not installed."));
    });
}

void Application::takePictures()
{
    auto *tour = new PictureTour(m_window, m_client, m_options.screenshot, m_options.lock);
    tour->setParent(this);
    connect(tour, &PictureTour::finished, this, &Application::endPictures);
    tour->start();
}

void Application::endPictures(const QString &problem)
{
    if (!problem.isEmpty())
        std::fputs(qPrintable(tr("lockscope: cannot write the screenshots to %1: %2\n")
                                  .arg(m_options.screenshot, problem)),
                   stderr);
    Q_EMIT finished(problem.isEmpty() ? 0 : 1);
}

void Application::takeScreenshot()
{
    if (m_options.view == QLatin1StringView(allViews)) {
        takePictures();
        return;
    }
    QSaveFile file(m_options.screenshot);
    const bool written =
        file.open(QIODevice::WriteOnly) && m_window.grab().save(&file, "PNG") && file.commit();
    if (!written) {
        const QString reason = file.error() == QFileDevice::NoError
            ? tr("the image cannot be encoded")
            : file.errorString();
        std::fputs(qPrintable(tr("lockscope: cannot write the screenshot %1: %2\n")
                                  .arg(m_options.screenshot, reason)),
                   stderr);
    }
    Q_EMIT finished(written ? 0 : 1);
}

} // namespace lockscope::console
