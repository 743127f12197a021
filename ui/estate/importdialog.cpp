// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/estate/importdialog.h"

#include "core/base/text.h"
#include "ui/kit/text/textlabel.h"
#include "ui/theme/textwidth.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextDocument>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

enum ImportColumn { ImportNameColumn, ImportTagColumn, ImportServersColumn };

constexpr int importColumns = 90; // characters
constexpr int importLines = 8;
constexpr int noteLines = 5;

QString shownUrls(const profile::Profile &profile)
{
    QStringList urls;
    for (const QString &url : profile.urls)
        urls += visibleElided(url.toUtf8(), 120);
    return urls.join(u' ');
}

QString sentenceOf(const Sentence &sentence)
{
    return wording::saidAlone(sentence);
}

QString formatName(imports::Format format)
{
    switch (format) {
    case imports::Format::Profiles:
        return ImportDialog::tr("profiles of Lockscope");
    case imports::Format::Redisson:
        return ImportDialog::tr("configuration of Redisson");
    case imports::Format::Spring:
        return ImportDialog::tr("settings of Spring");
    case imports::Format::RedisInsight:
        return ImportDialog::tr("connections of RedisInsight");
    case imports::Format::RedisConf:
        return ImportDialog::tr("configuration of a server");
    case imports::Format::Urls:
        break;
    }
    return ImportDialog::tr("URLs");
}

} // namespace

ImportDialog::ImportDialog(profile::ProfileStore store, QWidget *parent)
    : Dialog(parent)
    , m_store(std::move(store))
    , m_source(makeTextLabel(u"importSource"_s))
    , m_list(new QTreeWidget)
    , m_notes(new QPlainTextEdit)
    , m_message(makeTextLabel(u"importMessage"_s))
{
    setObjectName("importDialog"_L1);
    setWindowTitle(tr("Import profiles"));
    m_source->setText(tr("Choose a file with connections, or copy a URL or the text of such a file "
                         "and press Paste: exported profiles, a configuration of Redisson or "
                         "Spring, an export of RedisInsight, redis.conf, sentinel.conf. Passwords "
                         "are not taken over."));
    m_list->setObjectName("importList"_L1);
    m_list->setAccessibleName(tr("Connections that were found"));
    m_list->setHeaderLabels({tr("Save as"), tr("Tag"), tr("Servers")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_list->setMinimumSize(importColumns * characterWidth(fontMetrics()),
                           importLines * fontMetrics().lineSpacing());
    m_notes->setObjectName("importNotes"_L1);
    m_notes->setAccessibleName(tr("Notes"));
    m_notes->setReadOnly(true);
    m_notes->setTabChangesFocus(true);
    m_notes->setFixedHeight(noteLines * fontMetrics().lineSpacing()
                            + 2 * qRound(m_notes->document()->documentMargin()) + 2);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    auto *choose = buttons->addButton(tr("Choose &file…"), QDialogButtonBox::ActionRole);
    choose->setObjectName("importChoose"_L1);
    auto *paste = buttons->addButton(tr("&Paste"), QDialogButtonBox::ActionRole);
    paste->setObjectName("importPaste"_L1);
    m_import = buttons->addButton(tr("&Import"), QDialogButtonBox::AcceptRole);
    m_import->setObjectName("importSave"_L1);
    setAffirmative(m_import);
    connect(choose, &QPushButton::clicked, this, &ImportDialog::chooseFile);
    connect(paste, &QPushButton::clicked, this, [this] { readClipboard(false); });
    connect(buttons, &QDialogButtonBox::accepted, this, &ImportDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_list, &QTreeWidget::itemChanged, this, &ImportDialog::validate);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ImportDialog::showNotes);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_source);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_notes);
    layout->addWidget(m_message);
    layout->addWidget(buttons);
    validate();
}

void ImportDialog::chooseFile()
{
    if (auto *shown = findChild<QFileDialog *>()) {
        shown->raise();
        return;
    }
    auto *dialog = new QFileDialog(this, tr("Import profiles"));
    dialog->setObjectName("importFileDialog"_L1);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &ImportDialog::read);
    dialog->show();
}

void ImportDialog::read(const QString &file)
{
    const QString source = visibleElided(file.toUtf8(), 200);
    QFile in(file);
    // A pipe would keep the window waiting.
    if (!QFileInfo(file).isFile() || !in.open(QIODevice::ReadOnly)) {
        refuse(source, tr("It cannot be read."));
        return;
    }
    take(in.read(imports::largestImport + 1), file, source, false);
}

void ImportDialog::readClipboard(bool quietly)
{
    const QString text = QGuiApplication::clipboard()->text();
    take(text.left(imports::largestImport + 1).toUtf8(), {}, tr("Clipboard"), quietly);
}

void ImportDialog::take(const QByteArray &text, const QString &fileName, const QString &source,
                        bool quietly)
{
    const auto imported = imports::importFrom(text, fileName);
    if (imported)
        showFound(*imported, source);
    else if (!quietly)
        refuse(source, sentenceOf(imported.error().text));
}

void ImportDialog::refuse(const QString &source, const QString &why)
{
    m_found.clear();
    m_list->clear();
    m_left.clear();
    m_source->setText(source);
    showNotes();
    validate();
    m_message->setText(why);
}

void ImportDialog::showFound(const imports::Imported &imported, const QString &source)
{
    m_found = imported.all;
    QStringList left;
    for (const Sentence &remark : imported.remarks)
        left += sentenceOf(remark);
    m_left = left.join(u'\n');
    m_source->setText(tr("%1: %2").arg(source, formatName(imported.format)));
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        for (const imports::Found &found : m_found) {
            auto *line = new QTreeWidgetItem(
                m_list,
                {found.profile.name, wording::tag(found.profile.tag), shownUrls(found.profile)});
            line->setFlags(line->flags() | Qt::ItemIsEditable | Qt::ItemIsUserCheckable);
            line->setCheckState(ImportNameColumn, Qt::Checked);
            line->setToolTip(ImportServersColumn, line->text(ImportServersColumn));
        }
    }
    for (const int column : {ImportNameColumn, ImportTagColumn})
        m_list->resizeColumnToContents(column);
    m_list->setCurrentItem(m_list->topLevelItem(0));
    showNotes();
    validate();
    if (m_import->isEnabled())
        m_import->setFocus();
    else
        m_list->setFocus(); // where a name is to be changed
}

void ImportDialog::showNotes()
{
    QStringList notes;
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    if (row >= 0 && row < static_cast<int>(m_found.size())) {
        for (const Sentence &remark : m_found[static_cast<std::size_t>(row)].remarks)
            notes += sentenceOf(remark);
    }
    if (!m_left.isEmpty())
        notes += m_left;
    m_notes->setPlainText(notes.join(u'\n'));
}

std::vector<profile::Profile> ImportDialog::chosen() const
{
    std::vector<profile::Profile> profiles;
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        const QTreeWidgetItem *line = m_list->topLevelItem(row);
        if (line->checkState(ImportNameColumn) != Qt::Checked)
            continue;
        profile::Profile one = m_found[static_cast<std::size_t>(row)].profile;
        one.name = line->text(ImportNameColumn).trimmed();
        profiles.push_back(std::move(one));
    }
    return profiles;
}

// Shows what is wrong with the names; the file is read, since another program may have changed it.
void ImportDialog::validate()
{
    const auto profiles = chosen();
    QString problem;
    auto known = m_store.load();
    if (!known)
        problem = sentenceOf(known.error().text);
    QStringList names;
    for (const profile::Profile &one : profiles) {
        if (!problem.isEmpty())
            break;
        if (const auto checked = profile::check(one); !checked)
            problem = tr("%1: %2").arg(visibleElided(one.name.toUtf8(), 60),
                                       wording::said(profile::withoutMember(checked.error())));
        else if (names.contains(one.name))
            problem = tr("Two profiles would have the name %1. Change one of them.").arg(one.name);
        names += one.name;
    }
    if (problem.isEmpty() && known) {
        if (const auto taken = imports::take(*known, profiles, false); !taken)
            problem = sentenceOf(taken.error().text) + u' '
                + tr("Change the name (F2), or leave it out.");
    }
    m_message->setText(problem);
    m_import->setEnabled(problem.isEmpty() && !profiles.empty());
}

void ImportDialog::save()
{
    const auto profiles = chosen();
    QStringList names;
    const auto saved = m_store.update([&](profile::Profiles &known) -> Result<void> {
        const auto taken = imports::take(known, profiles, false);
        if (!taken)
            return fail(taken.error());
        names = taken->added;
        return {};
    });
    if (!saved) {
        m_message->setText(sentenceOf(saved.error().text));
        return;
    }
    Q_EMIT imported(names);
    accept();
}

// The file is still there: nothing is lost by closing.
bool ImportDialog::isChanged() const
{
    return false;
}

} // namespace lockscope::ui
