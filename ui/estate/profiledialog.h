// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profilestore.h"
#include "ui/estate/notifypage.h"
#include "ui/estate/profilefields.h"
#include "ui/kit/dialog.h"

#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTabWidget;

namespace lockscope::ui {

class FormGrid;
class TlsPage;

// Makes a profile or changes one: all that lockctl profile save can say, checked while it is typed.
// Changes that other programs made to the file meanwhile are not overwritten. GUI thread.
class ProfileDialog : public Dialog
{
    Q_OBJECT

public:
    // `name` is that of the profile to change; empty: a new one. `saved` as the file had them when
    // this was opened.
    ProfileDialog(profile::ProfileStore store, const profile::Profiles &saved, const QString &name,
                  QWidget *parent = nullptr);

    // The name of the changed profile; empty: a new one.
    QString changedName() const { return m_before ? m_before->name : QString(); }

    // Adds a server's certificate to those that are trusted; saves nothing.
    void pin(const QString &fingerprint);

    void accept() override; // saves, and stays open if it cannot

Q_SIGNALS:
    void saved(const QString &name);
    // A test of all servers in the fields, with the current input.
    void testWanted(const lockscope::profile::Profile &profile);
    // A test message to who is told of the profile's problems, with the current input.
    void messageWanted(const lockscope::profile::Profile &profile,
                       const lockscope::ui::MessageTold &told);

protected:
    void changeEvent(QEvent *event) override;

private:
    void makeFields();
    void makeForm();
    void addPage(const QString &title, FormGrid *form);
    QLayout *makeServers();
    FormGrid *makeSecrets();
    void fill(const ProfileText &text);
    ProfileText text() const;
    ReadProfile read() const;
    bool isUnfinished(ProfileField wrong) const;
    ReadProfile readReceiver() const;
    void validate();
    void tell(const QString &text, bool isWrong);
    void tell(const ProfileProblem &problem);
    void colourMessage();
    bool areNamesUntouched() const;
    bool isAsOpened(const profile::Profile &known) const;
    Result<void> apply(profile::Profiles &profiles, const profile::Profile &wanted) const;

    profile::ProfileStore m_store;
    profile::Profiles m_saved;
    std::optional<profile::Profile> m_before;
    ProfileText m_first; // as it was opened
    QLineEdit *m_name;
    QComboBox *m_start;
    QComboBox *m_tag;
    QCheckBox *m_readOnly;
    QCheckBox *m_default;
    QPlainTextEdit *m_servers;
    QComboBox *m_password;
    QComboBox *m_sentinelPassword;
    QComboBox *m_keyPassphrase;
    QLineEdit *m_reauthenticate;
    QLineEdit *m_operatorUser;
    QComboBox *m_operatorPassword;
    QPlainTextEdit *m_prefixes;
    QPlainTextEdit *m_groups;
    QPlainTextEdit *m_aliases;
    QLineEdit *m_aliasesFile;
    QCheckBox *m_learnNames;
    QPlainTextEdit *m_pins;
    QLineEdit *m_through;
    TlsPage *m_tls;
    NotifyPage *m_notify;
    QWidget *m_security; // the page with it
    QTabWidget *m_pages;
    QLabel *m_message;
    QPushButton *m_test;
    QPushButton *m_save;
    bool m_wasDefault = false;
    bool m_isWrong = false;
};

} // namespace lockscope::ui
