// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/estate/profilecontroller.h"

#include "core/base/text.h"
#include "ui/estate/connectiontestdialog.h"
#include "ui/estate/connectiontests.h"
#include "ui/estate/estatepane.h"
#include "ui/estate/importdialog.h"
#include "ui/estate/profiledialog.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QAction>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSaveFile>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

QString shownName(const QString &name)
{
    return visibleElided(name.toUtf8(), 64);
}

// All settings of the profile, for the question before it is removed.
QString contentsOf(const profile::Profile &profile, bool isDefault)
{
    QStringList lines;
    const QString tag = wording::tag(profile.tag);
    const QString use = profile.tag == profile::Tag::Production ? tag.toUpper() : tag;
    lines += profile.readOnly ? ProfileController::tr("%1, read-only").arg(use) : use;
    for (const QString &url : profile.urls)
        lines += visibleElided(url.toUtf8(), 100);
    for (const profile::GroupSpec &group : profile.groups)
        lines += ProfileController::tr("quorum group %1: %2 servers")
                     .arg(shownName(group.name), QString::number(group.urls.size()));
    const auto count = [&](const QString &text, std::size_t number) {
        if (number > 0)
            lines += text.arg(number);
    };
    count(ProfileController::tr("prefixes: %1"), profile.prefixes.size());
    count(ProfileController::tr("names of owners: %1"), profile.aliases.size());
    count(ProfileController::tr("pinned kinds: %1"), profile.pins.size());
    if (isDefault)
        lines +=
            ProfileController::tr("This is the default profile; after its removal there is none.");
    return lines.join(u'\n');
}

} // namespace

ProfileController::ProfileController(EstatePane &estate, UrlCheck check, ConnectionTests &tests,
                                     QWidget *window)
    : QObject(window)
    , m_estate(estate)
    , m_check(std::move(check))
    , m_tests(tests)
    , m_window(window)
    , m_connectMenu(new QMenu(tr("Connect to pro&file"), window))
    , m_new(makeAction(tr("&New profile…"), u"actionNewProfile"_s,
                       tr("Saves servers under a name, with their purpose.")))
    , m_edit(makeAction(tr("&Edit profile…"), u"actionEditProfile"_s,
                        tr("Edits the profile selected in the list of servers.")))
    , m_remove(makeAction(
          tr("Re&move profile…"), u"actionRemoveProfile"_s,
          tr("Removes the profile selected in the list of servers, after a confirmation.")))
    , m_import(makeAction(tr("&Import profiles…"), u"actionImportProfiles"_s,
                          tr("Makes profiles of the connections in another program's file, or of a "
                             "copied URL.")))
    , m_export(makeAction(tr("E&xport profiles…"), u"actionExportProfiles"_s,
                          tr("Writes all profiles without secrets into a file, for another person "
                             "or machine.")))
{
    m_connectMenu->setObjectName("connectProfileMenu"_L1);
    connect(m_new, &QAction::triggered, this, &ProfileController::newProfile);
    connect(m_edit, &QAction::triggered, this, [this] { editProfile(m_estate.currentProfile()); });
    connect(m_remove, &QAction::triggered, this,
            [this] { removeProfile(m_estate.currentProfile()); });
    connect(m_import, &QAction::triggered, this, &ProfileController::importProfiles);
    connect(m_export, &QAction::triggered, this, &ProfileController::exportProfiles);
    connect(&estate, &EstatePane::currentProfileChanged, this, &ProfileController::fitActions);
    auto *line = new QAction(&estate);
    line->setSeparator(true);
    estate.addActions({line, m_new, m_edit, m_remove});
    fillConnectMenu();
    fitActions();
}

QAction *ProfileController::makeAction(const QString &text, const QString &name,
                                       const QString &toolTip)
{
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    action->setToolTip(toolTip);
    return action;
}

void ProfileController::fillMenu(QMenu *menu)
{
    const EstatePane::Actions &lines = m_estate.lineActions();
    menu->addMenu(m_connectMenu);
    menu->addSeparator();
    menu->addActions(
        {lines.connect, lines.disconnect, lines.reconnect, lines.stopScan, lines.forget});
    menu->addSeparator();
    menu->addActions({m_new, m_edit, m_remove});
    menu->addSeparator();
    menu->addActions({m_import, m_export});
}

void ProfileController::setStore(profile::ProfileStore store)
{
    m_store = std::move(store);
    reload();
    fitActions();
}

std::vector<std::pair<QString, QString>> ProfileController::serversOf(
    const profile::Profile &profile) const
{
    QStringList urls = profile.urls;
    for (const profile::GroupSpec &group : profile.groups)
        urls += group.urls;
    std::vector<std::pair<QString, QString>> servers;
    for (const QString &url : urls) {
        const auto label = m_check(url);
        if (label
            && std::ranges::find(servers, *label, &std::pair<QString, QString>::first)
                == servers.end())
            servers.emplace_back(*label, url);
    }
    return servers;
}

QStringList ProfileController::deploymentsOf(const profile::Profile &profile) const
{
    QStringList labels;
    for (const auto &[label, url] : serversOf(profile))
        labels += label;
    return labels;
}

void ProfileController::test(const profile::Profile &profile, ProfileDialog *dialog)
{
    QStringList prefixes;
    for (const QByteArray &prefix : profile.prefixes)
        prefixes += fromUtf8(prefix);
    QStringList labels;
    QList<ConnectRequest> requests;
    for (const auto &[label, url] : serversOf(profile)) {
        labels += label;
        requests.push_back({url, {}, prefixes, profile.tls, profile.relay, profile});
    }
    if (!requests.isEmpty()) {
        auto *test = m_tests.open(requests, labels, dialog);
        test->offerPin();
        connect(test, &ConnectionTestDialog::pinWanted, dialog, &ProfileDialog::pin);
    }
}

void ProfileController::reload()
{
    if (!m_store)
        return;
    const auto read = m_store->load();
    const QString problem = read ? QString() : wording::saidAlone(read.error().text);
    if (std::exchange(m_problem, problem) != problem && !problem.isEmpty())
        Q_EMIT noticed(problem);
    if (!read)
        return;
    m_profiles = *read;
    std::vector<SavedProfile> shown;
    for (const profile::Profile &profile : m_profiles.all)
        shown.push_back({profile, deploymentsOf(profile)});
    m_estate.setProfiles(std::move(shown));
    fillConnectMenu();
    fitActions();
}

void ProfileController::fillConnectMenu()
{
    m_connectMenu->clear();
    for (const QString &name : m_profiles.names()) {
        QAction *action = m_connectMenu->addAction(shownName(name), this,
                                                   [this, name] { m_estate.connectProfile(name); });
        action->setObjectName("connectProfile-"_L1 + name);
    }
    m_connectMenu->setEnabled(!m_profiles.all.empty());
}

void ProfileController::fitActions()
{
    const bool isSaved = m_profiles.find(m_estate.currentProfile());
    m_new->setEnabled(m_store.has_value());
    m_import->setEnabled(m_store.has_value());
    m_export->setEnabled(!m_profiles.all.empty());
    m_edit->setEnabled(isSaved);
    m_remove->setEnabled(isSaved);
}

void ProfileController::newProfile()
{
    openDialog({});
}

void ProfileController::editProfile(const QString &name)
{
    if (m_profiles.find(name))
        openDialog(name);
}

// One dialog for each profile: unfinished input in another stays.
void ProfileController::openDialog(const QString &name)
{
    if (!m_store)
        return;
    reload();
    if (!name.isEmpty() && !m_profiles.find(name))
        return;
    for (auto *open : m_window->findChildren<ProfileDialog *>()) {
        if (open->isVisible() && open->changedName() == name) {
            open->raise();
            open->activateWindow();
            return;
        }
    }
    auto *dialog = new ProfileDialog(*m_store, m_profiles, name, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ProfileDialog::testWanted, this,
            [this, dialog](const profile::Profile &profile) { test(profile, dialog); });
    connect(dialog, &ProfileDialog::messageWanted, this, &ProfileController::messageWanted);
    connect(dialog, &ProfileDialog::saved, this, [this, name](const QString &saved) {
        reload();
        Q_EMIT noticed(name.isEmpty() ? tr("The profile %1 was saved.").arg(shownName(saved))
                                      : tr("The profile %1 was saved. It applies to connected "
                                           "servers after you reconnect "
                                           "them.")
                                            .arg(shownName(saved)));
    });
    dialog->show();
}

void ProfileController::importProfiles()
{
    if (!m_store)
        return;
    if (auto *open = m_window->findChild<ImportDialog *>()) {
        open->raise();
        open->activateWindow();
        return;
    }
    auto *dialog = new ImportDialog(*m_store, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ImportDialog::imported, this, [this](const QStringList &names) {
        reload();
        Q_EMIT noticed(tr("Profiles imported: %1.").arg(wording::listed(names)));
    });
    dialog->readClipboard(true);
    dialog->show();
}

void ProfileController::exportProfiles()
{
    reload();
    if (m_profiles.all.empty())
        return;
    if (auto *open = m_window->findChild<QFileDialog *>(u"exportProfilesDialog"_s)) {
        open->raise();
        return;
    }
    auto *dialog = new QFileDialog(m_window, tr("Export profiles"), {}, u"JSON (*.json)"_s);
    dialog->setObjectName("exportProfilesDialog"_L1);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"json"_s);
    dialog->selectFile(u"lockscope-profiles.json"_s);
    connect(dialog, &QFileDialog::fileSelected, this, &ProfileController::writeExport);
    dialog->show();
}

void ProfileController::writeExport(const QString &file)
{
    const QString shown = visibleElided(file.toUtf8(), 200);
    QSaveFile out(file);
    const QByteArray text = imports::exported(m_profiles.all);
    const bool isWritten =
        out.open(QIODevice::WriteOnly) && out.write(text) == text.size() && out.commit();
    Q_EMIT noticed(
        isWritten ? tr("All profiles were exported to %1, without secrets.").arg(shown)
                  : tr("The profiles were not exported to %1: %2.").arg(shown, out.errorString()));
}

void ProfileController::removeProfile(const QString &name)
{
    reload(); // the question is about the file's current content
    const profile::Profile *const profile = m_profiles.find(name);
    if (!profile)
        return;
    delete m_window->findChild<QMessageBox *>(u"removeProfileBox"_s);
    auto *box = new QMessageBox(m_window);
    box->setObjectName("removeProfileBox"_L1);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("Remove profile"));
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("Remove the profile %1 from %2? Its servers are not affected, and their "
                    "connections stay open.")
                     .arg(shownName(name), visibleElided(m_store->file().toUtf8(), 200)));
    box->setInformativeText(contentsOf(*profile, m_profiles.defaultName == name));
    auto *remove = box->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    remove->setObjectName("removeProfile"_L1);
    box->setDefaultButton(box->addButton(QMessageBox::Cancel));
    connect(remove, &QPushButton::clicked, this, [this, shown = *profile] { this->remove(shown); });
    box->setModal(false); // a message box is at first
    box->show();
}

void ProfileController::remove(const profile::Profile &shown)
{
    const auto removed = m_store->update([&](profile::Profiles &profiles) -> Result<void> {
        const auto known = std::ranges::find(profiles.all, shown.name, &profile::Profile::name);
        if (known == profiles.all.end())
            return {};
        if (*known != shown)
            return fail(ErrorKind::Busy, tr("another program has changed it in the meantime"));
        profiles.all.erase(known);
        if (profiles.defaultName == shown.name)
            profiles.defaultName.clear();
        return {};
    });
    Q_EMIT noticed(removed ? tr("The profile %1 was removed.").arg(shownName(shown.name))
                           : tr("The profile %1 was not removed: %2.")
                                 .arg(shownName(shown.name), wording::said(removed.error().text)));
    reload();
}

} // namespace lockscope::ui
