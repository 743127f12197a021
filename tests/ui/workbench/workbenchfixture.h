// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockscope/application.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/inspect.h"
#include "ui/workbench/workbenchpane.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <memory>

namespace lockscope::test {

// The whole console over real servers, its workbench in front.
class WorkbenchFixture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }

protected:
    // Several of them are the quorum group "all", too.
    void start(const std::vector<const RedisProcess *> &servers)
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not)")));
        console::Options options;
        options.view = QStringLiteral("locks");
        insight::GroupMembers all{QStringLiteral("all"), {}};
        for (const RedisProcess *server : servers) {
            options.targets.push_back(app::ChosenTarget{server->target(), {}, {}, {}, {}});
            all.labels.push_back(server->url());
        }
        if (servers.size() > 1)
            options.groups[QString()] = {all};
        m_console = std::make_unique<console::Application>(std::move(options), QString());
        m_console->start();
        for (std::size_t i = 0; i < servers.size(); ++i) {
            const auto *bar =
                find<QLabel>(QByteArray("server" + QByteArray::number(i)).constData());
            QVERIFY(eventually(
                [&] { return bar->text().contains(QLatin1StringView("up, tracking")); }));
        }
        m_console->window().showWorkbench();
    }
    template <typename T>
    T *find(const char *name)
    {
        return findNamed<T>(m_console->window(), name);
    }
    void chooseKind(const QByteArray &kind)
    {
        auto *box = find<QComboBox>("workbenchKind");
        box->setCurrentIndex(box->findData(kind));
    }
    void type(const char *field, const QString &text) { find<QLineEdit>(field)->setText(text); }
    void press(const char *button) { find<QPushButton>(button)->click(); }
    void acquire(const QString &name)
    {
        type("workbenchName", name);
        press("workbenchAcquire");
    }
    QString cell(int row, ui::WorkbenchModel::Column column)
    {
        return m_console->window().workbench().model().index(row, column).data().toString();
    }
    bool isState(int row, const QString &state)
    {
        const auto shown = [&] { return cell(row, ui::WorkbenchModel::State); };
        const bool is = eventually([&] { return shown() == state; });
        if (!is)
            qWarning("%s: %s", qPrintable(shown()),
                     qPrintable(cell(row, ui::WorkbenchModel::Note)));
        return is;
    }

    std::unique_ptr<console::Application> m_console;
};

} // namespace lockscope::test
