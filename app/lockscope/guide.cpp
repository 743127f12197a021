// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/guide.h"

#include "ui/theme/tones.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QMainWindow>
#include <QMenuBar>
#include <QUrl>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockscope::console {

GuidePage::GuidePage(QWidget *parent)
    : QTextBrowser(parent)
{
    setObjectName("guideText"_L1);
    setAccessibleName(tr("User guide"));
    setOpenExternalLinks(true);
}

QVariant GuidePage::loadResource(int type, const QUrl &name)
{
    if (type != QTextDocument::ImageResource)
        return QTextBrowser::loadResource(type, name);
    QString file = source().resolved(name).toLocalFile();
    if (ui::isDark(palette())) {
        QString dark = file;
        dark.replace("/light/"_L1, "/dark/"_L1);
        if (QFileInfo::exists(dark))
            file = dark;
    }
    const QImage image(file);
    const int room = viewport()->width() - 4 * static_cast<int>(document()->documentMargin());
    return image.width() > room && room > 0 ? image.scaledToWidth(room, Qt::SmoothTransformation)
                                            : image;
}

Guide::Guide(QMainWindow *window)
    : QObject(window)
    , m_window(window)
{}

QString Guide::folder()
{
    const QString here = QCoreApplication::applicationDirPath();
    //: The folder of the guide in this language: en or zh_CN
    const QStringList languages{tr("en"), u"en"_s};
    for (const char *docs : {"/../share/doc/lockscope/docs", "/../../../../resources/docs"}) {
        for (const QString &language : languages) {
            const QDir found(here + QLatin1StringView(docs) + u'/' + language);
            if (found.exists(u"index.md"_s))
                return found.canonicalPath();
        }
    }
    return {};
}

void Guide::addToHelp(QMenuBar &menus)
{
    const QList<QAction *> all = menus.actions();
    QMenu *help = all.isEmpty() ? nullptr : all.last()->menu();
    if (!help)
        return;
    auto *action = new QAction(tr("&Guide"), help);
    action->setObjectName("actionGuide"_L1);
    help->insertAction(help->actions().value(0), action);
    connect(action, &QAction::triggered, this, [this] { show(u"index"_s); });
}

void Guide::show(const QString &page)
{
    if (!open(page))
        Q_EMIT missing(tr("The guide is not installed."));
}

bool Guide::open(const QString &page)
{
    const QString pages = folder();
    if (pages.isEmpty())
        return false;
    const QString file = pages + u'/' + page + ".md"_L1;
    if (!m_shown) {
        auto *dialog = new QDialog(m_window);
        dialog->setObjectName("guideWindow"_L1);
        dialog->setWindowTitle(tr("Lockscope: user guide"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        auto *text = new GuidePage;
        auto *layout = new QVBoxLayout(dialog);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(text);
        const QFontMetrics metrics = dialog->fontMetrics();
        dialog->resize(110 * metrics.averageCharWidth(), 45 * metrics.height());
        m_shown = dialog;
        dialog->show(); // first, so that the pictures know their room
        text->setSource(QUrl::fromLocalFile(file), QTextDocument::MarkdownResource);
    } else if (page != "index"_L1) { // Help leads back to the page that was read
        m_shown->findChild<GuidePage *>()->setSource(QUrl::fromLocalFile(file),
                                                     QTextDocument::MarkdownResource);
    }
    m_shown->show();
    m_shown->raise();
    m_shown->activateWindow();
    return true;
}

} // namespace lockscope::console
