// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QTranslator>

namespace lockscope::console {

// The language of the console: English, which is in the code, or one of the translations that are
// embedded in the program.

// Whether there is a language of this name: "en", "zh_CN".
bool isLanguage(const QString &name);

// The one that was asked for with --language, the remembered one, or what the system's preferred
// languages, best first, come to; English where none of them is known. Empty: not asked for, not
// remembered. An unknown language counts as empty.
QString languageFor(const QString &asked, const QString &remembered, const QStringList &preferred);

// The value of --language, looked for before the command line is read in full, since its help is to
// be in that language, too. Empty: there is none.
QString languageIn(const QStringList &arguments);

// Before QApplication: the fonts draw Chinese characters as Chinese, not as Japanese, which many
// of them take for the usual form.
void setFontsFor(const QString &language);

// Translates Qt's own texts in windows, as on the buttons of dialogs. Its errors of files and
// sockets stay English: they go into the audit log, whose language is always the same.
class QtTranslator : public QTranslator
{
    Q_OBJECT

public:
    using QTranslator::QTranslator;

    QString translate(const char *context, const char *source, const char *disambiguation,
                      int n) const override;
};

// The translations of one language, ours and Qt's own. Install them
// after the application object and before windows and threads are made; they go with this object.
class Translations
{
public:
    // Whether all is there; for English nothing is needed.
    bool install(const QString &language);

private:
    QTranslator m_own;
    QtTranslator m_qt;
};

} // namespace lockscope::console
