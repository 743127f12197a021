// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/exportdialog.h"

#include "ui/kit/formgrid.h"
#include "ui/kit/text/roomylabel.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

QString suffixOf(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Csv:
        return u"csv"_s;
    case ExportFormat::Json:
        return u"json"_s;
    case ExportFormat::Png:
        return u"png"_s;
    case ExportFormat::Svg:
        return u"svg"_s;
    }
    return {};
}

} // namespace

ExportDialog::ExportDialog(std::vector<ExportTarget> targets, QWidget *parent)
    : Dialog(parent)
    , m_targets(std::move(targets))
    , m_what(new QComboBox)
    , m_format(new QComboBox)
    , m_selectedOnly(new QCheckBox)
    , m_note(new RoomyLabel(u"exportNote"_s, 3))
{
    setObjectName("exportDialog"_L1);
    setWindowTitle(tr("Export"));
    m_what->setObjectName("exportWhat"_L1);
    m_what->setAccessibleName(tr("What to export"));
    for (const ExportTarget &each : m_targets)
        m_what->addItem((each.isPicture ? tr("Picture: %1") : tr("Table: %1")).arg(each.title));
    m_format->setObjectName("exportFormat"_L1);
    m_format->setAccessibleName(tr("Format of the file"));
    m_selectedOnly->setObjectName("exportSelectedOnly"_L1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton *save = buttons->addButton(tr("&Save as…"), QDialogButtonBox::ActionRole);
    save->setObjectName("exportSave"_L1);
    auto *form = new FormGrid;
    form->addRow(tr("&Export"), m_what);
    form->addRow(tr("&Format"), m_format);
    form->addRow(QString(), m_selectedOnly);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_note);
    layout->addStretch();
    layout->addWidget(buttons);
    connect(m_what, &QComboBox::currentIndexChanged, this, &ExportDialog::fitTarget);
    connect(m_format, &QComboBox::currentIndexChanged, this, &ExportDialog::fitFormat);
    connect(save, &QPushButton::clicked, this, &ExportDialog::askForFile);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setAffirmative(save);
    fitTarget();
}

const ExportTarget &ExportDialog::target() const
{
    return m_targets[static_cast<std::size_t>(m_what->currentIndex())];
}

ExportFormat ExportDialog::format() const
{
    return static_cast<ExportFormat>(m_format->currentData().toInt());
}

void ExportDialog::fitTarget()
{
    m_format->clear();
    const bool isPicture = target().isPicture;
    m_format->addItem(isPicture ? u"PNG"_s : u"CSV"_s,
                      int(isPicture ? ExportFormat::Png : ExportFormat::Csv));
    m_format->addItem(isPicture ? u"SVG"_s : u"JSON"_s,
                      int(isPicture ? ExportFormat::Svg : ExportFormat::Json));
    const QAbstractItemView *const table = target().table();
    const qsizetype selected = table ? selectedRows(*table) : 0;
    m_selectedOnly->setText(tr("&Only the selected rows (%1)").arg(selected));
    m_selectedOnly->setEnabled(selected > 0);
    m_selectedOnly->setChecked(selected > 1);
    m_selectedOnly->setMinimumHeight(m_selectedOnly->sizeHint().height());
    fitFormat();
}

void ExportDialog::fitFormat()
{
    switch (format()) {
    case ExportFormat::Csv:
        m_note->setText(tr("The rows and columns that the table shows, in its order, as text. A "
                           "cell that begins with =, +, - or @ gets an apostrophe in front, so "
                           "that no spreadsheet runs it."));
        break;
    case ExportFormat::Json:
        m_note->setText(tr("An array with an object for each row that the table shows, in its "
                           "order. Locks, events and incidents are as lockctl --json prints "
                           "them."));
        break;
    case ExportFormat::Png:
    case ExportFormat::Svg:
        m_note->setText(tr("The visible part, twice as large as on the screen."));
        break;
    }
}

void ExportDialog::askForFile()
{
    if (auto *shown = findChild<QFileDialog *>()) {
        shown->raise();
        return;
    }
    if (!target().widget)
        return;
    const QString suffix = suffixOf(format());
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    auto *dialog = new QFileDialog(this, tr("Export"), folder.path(),
                                   u"%1 (*.%2)"_s.arg(suffix.toUpper(), suffix));
    dialog->setObjectName("exportFileDialog"_L1);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(target().widget->objectName() + u'.' + suffix);
    const ExportRequest request{
        target(), format(), m_selectedOnly->isEnabled() && m_selectedOnly->isChecked(), {}};
    connect(dialog, &QFileDialog::fileSelected, this, [this, request](const QString &path) {
        ExportRequest chosen = request;
        chosen.path = path;
        Q_EMIT wanted(chosen);
        accept();
    });
    dialog->show();
}

} // namespace lockscope::ui
