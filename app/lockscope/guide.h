// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTextBrowser>

class QMainWindow;
class QMenuBar;

namespace lockscope::console {

// A page of the guide. Its pictures are as wide as there is room, and dark where the window is.
class GuidePage : public QTextBrowser
{
    Q_OBJECT

public:
    explicit GuidePage(QWidget *parent = nullptr);

protected:
    QVariant loadResource(int type, const QUrl &name) override;
};

// The user guide (resources/docs) in a window of its own beside the console, which it does not
// keep from working. GUI thread; a child of the window.
class Guide : public QObject
{
    Q_OBJECT

public:
    explicit Guide(QMainWindow *window);

    // Where the guide is, in the language of the window or else in English: installed, or in the
    // source tree that this program was built in. Empty: nowhere.
    static QString folder();

    // The first entry of the last menu, which is Help.
    void addToHelp(QMenuBar &menus);

    // At a page, by its file name without the end. False: there is none.
    bool open(const QString &page = QStringLiteral("index"));
    // The same, and missing() where there is none.
    void show(const QString &page);

Q_SIGNALS:
    void missing(const QString &notice);

private:
    QMainWindow *m_window;
    QPointer<QWidget> m_shown;
};

} // namespace lockscope::console
