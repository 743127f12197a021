// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/estate/profiledialog.h"

#include "core/base/text.h"
#include "core/profile/aliasfile.h"
#include "ui/estate/sourcefield.h"
#include "ui/estate/tlspage.h"
#include "ui/kit/filerow.h"
#include "ui/kit/formgrid.h"
#include "ui/kit/text/linesfield.h"
#include "ui/theme/textwidth.h"
#include "ui/theme/tones.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTabWidget>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr std::array tags{profile::Tag::Development, profile::Tag::Staging,
                          profile::Tag::Production};

QString sentence(const Sentence &text)
{
    return wording::saidAlone(text);
}

QString fieldName(ProfileField field)
{
    switch (field) {
    case ProfileField::Name:
        return ProfileDialog::tr("Name");
    case ProfileField::Servers:
        return ProfileDialog::tr("Servers");
    case ProfileField::Password:
        return ProfileDialog::tr("Password from");
    case ProfileField::SentinelPassword:
        return ProfileDialog::tr("Password of the Sentinels from");
    case ProfileField::KeyPassphrase:
        return ProfileDialog::tr("Passphrase of the key from");
    case ProfileField::Reauthenticate:
        return ProfileDialog::tr("New password before");
    case ProfileField::OperatorUser:
        return ProfileDialog::tr("User for acting");
    case ProfileField::OperatorPassword:
        return ProfileDialog::tr("Password for acting from");
    case ProfileField::Prefixes:
        return ProfileDialog::tr("Prefixes");
    case ProfileField::Groups:
        return ProfileDialog::tr("Quorum groups");
    case ProfileField::Aliases:
        return ProfileDialog::tr("Names of owners");
    case ProfileField::AliasesFile:
        return ProfileDialog::tr("File of names");
    case ProfileField::Pins:
        return ProfileDialog::tr("Pinned kinds");
    case ProfileField::CaFile:
        return ProfileDialog::tr("CA file");
    case ProfileField::CertificateFile:
        return ProfileDialog::tr("Client certificate");
    case ProfileField::KeyFile:
        return ProfileDialog::tr("Private key");
    case ProfileField::ServerName:
        return ProfileDialog::tr("Server name");
    case ProfileField::Fingerprints:
        return ProfileDialog::tr("Pinned certificates");
    case ProfileField::Through:
        return ProfileDialog::tr("Way to the servers");
    case ProfileField::NotifyCommand:
        return ProfileDialog::tr("Program for notifications");
    case ProfileField::NotifyWebhook:
        return ProfileDialog::tr("Webhook URL from");
    }
    return {};
}

QComboBox *makeSecretSource(const QString &name, const QString &example)
{
    return makeSourceField(
        name, example, {u"ask"_s, u"keychain"_s, u"env:"_s, u"file:/"_s, u"command:"_s, u"none"_s});
}

} // namespace

ProfileDialog::ProfileDialog(profile::ProfileStore store, const profile::Profiles &saved,
                             const QString &name, QWidget *parent)
    : Dialog(parent)
    , m_store(std::move(store))
    , m_saved(saved)
    , m_name(new QLineEdit)
    , m_start(new QComboBox)
    , m_tag(new QComboBox)
    , m_readOnly(new QCheckBox(tr("&Read-only: refuse all changes through this profile")))
    , m_default(new QCheckBox(tr("Use &when no server and no profile is given")))
    , m_servers(makeLinesField(u"profileUrls"_s, 3, u"redis://10.0.0.1:6379"_s))
    , m_password(makeSecretSource(u"profilePassword"_s, tr("LOCKSCOPE_PASSWORD, if set")))
    , m_sentinelPassword(
          makeSecretSource(u"profileSentinelPassword"_s, tr("LOCKSCOPE_SENTINEL_PASSWORD, if set")))
    , m_keyPassphrase(makeSecretSource(u"profileKeyPassphrase"_s, tr("the key has none")))
    , m_reauthenticate(new QLineEdit)
    , m_operatorUser(new QLineEdit)
    , m_operatorPassword(
          makeSecretSource(u"profileOperatorPassword"_s, tr("LOCKSCOPE_OPERATOR_PASSWORD, if set")))
    , m_prefixes(
          makeLinesField(u"profilePrefixes"_s, 2, tr("all keys, or a prefix of names: orders:")))
    , m_groups(makeLinesField(u"profileGroups"_s, 2, u"trio=redis://a,redis://b,redis://c"_s))
    , m_aliases(makeLinesField(u"profileAliases"_s, 2, u"worker-*=billing"_s))
    , m_aliasesFile(new QLineEdit)
    , m_learnNames(
          new QCheckBox(tr("&Learn owner names, and clients of replicas, from CLIENT LIST")))
    , m_pins(makeLinesField(u"profilePins"_s, 2, u"orders:lock:=string/redsync"_s))
    , m_through(new QLineEdit)
    , m_tls(new TlsPage)
    , m_notify(new NotifyPage)
    , m_security(new QWidget)
    , m_pages(new QTabWidget)
    , m_message(new QLabel)
{
    setObjectName("profileDialog"_L1);
    if (const profile::Profile *known = saved.find(name))
        m_before = *known;
    setWindowTitle(m_before ? tr("Profile %1").arg(visibleElided(name.toUtf8(), 64))
                            : tr("New profile"));
    makeFields();
    makeForm();
    m_first = textOf(m_before.value_or(profile::Profile()));
    fill(m_first);
    m_wasDefault = m_before && saved.defaultName == m_before->name;
    m_default->setChecked(m_wasDefault);
    // A name is what everything else knows it by, lockctl and the audit log, too.
    m_name->setReadOnly(m_before.has_value());
    if (m_before)
        m_servers->setFocus();
    else
        m_name->setFocus();
    resize(90 * characterWidth(fontMetrics()), sizeHint().height());
    validate();
}

void ProfileDialog::makeFields()
{
    m_name->setObjectName("profileName"_L1);
    m_start->setObjectName("profileStart"_L1);
    m_start->addItem(tr("empty form"));
    for (const QString &name : m_saved.names())
        m_start->addItem(visibleElided(name.toUtf8(), 64), name);
    m_tag->setObjectName("profileTag"_L1);
    for (const profile::Tag tag : tags)
        m_tag->addItem(wording::capitalised(wording::tag(tag)), static_cast<int>(tag));
    m_tag->setToolTip(tr("On production, every change of a lock asks for the name of the lock."));
    m_readOnly->setObjectName("profileReadOnly"_L1);
    m_default->setObjectName("profileDefault"_L1);
    m_through->setObjectName("profileThrough"_L1);
    m_through->setPlaceholderText(
        tr("no tunnel, or ssh://ops@bastion, socks5://proxy, http://proxy"));
    m_through->setToolTip(
        tr("The way to all servers: a tunnel by the system's ssh, with its own configuration and "
           "keys, or a proxy."));
    m_through->setAccessibleName(fieldName(ProfileField::Through));
    m_aliasesFile->setObjectName("profileAliasesFile"_L1);
    m_aliasesFile->setPlaceholderText(tr("CSV or JSON, read again when it changes"));
    m_learnNames->setObjectName("profileLearnNames"_L1);
    m_servers->setToolTip(
        tr("One URL per line: redis://, rediss:// (TLS), redis+unix://, "
           "redis+sentinel:// or redis+cluster://; redis://A,B is a primary with its replicas."));
    m_prefixes->setToolTip(tr("One prefix of lock names per line."));
    m_groups->setToolTip(tr("One group per line: name, = and the servers of the quorum in order."));
    m_aliases->setToolTip(
        tr("One alias per line: an owner, the uuid of a client or a pattern with * and ?, "
           "then = and the name."));
    m_pins->setToolTip(
        tr("One pin per line: a name or prefix, = and the kind of its keys; 'none' means "
           "that they are not locks."));
    m_reauthenticate->setObjectName("profileReauthenticate"_L1);
    m_reauthenticate->setPlaceholderText(tr("never, or an age: 10m"));
    m_reauthenticate->setToolTip(
        tr("For passwords that expire: the password is fetched again, and open connections are "
           "given it, before it is this old."));
    m_operatorUser->setObjectName("profileOperatorUser"_L1);
    m_operatorUser->setPlaceholderText(tr("the user of the URLs"));
    m_operatorUser->setToolTip(
        tr("The user who acts on locks. The user of the URLs then only watches, and acting is "
           "locked until you unlock it. Empty: the same user does both."));
    m_operatorUser->setAccessibleName(fieldName(ProfileField::OperatorUser));
    m_operatorPassword->setAccessibleName(fieldName(ProfileField::OperatorPassword));
    m_operatorPassword->setToolTip(
        tr("Where the password of the user for acting comes from, in the same words; it is fetched "
           "when acting is unlocked. Empty: from LOCKSCOPE_OPERATOR_PASSWORD."));
    connect(m_operatorPassword, &QComboBox::editTextChanged, this, &ProfileDialog::validate);
    m_password->setAccessibleName(fieldName(ProfileField::Password));
    m_sentinelPassword->setAccessibleName(fieldName(ProfileField::SentinelPassword));
    m_keyPassphrase->setAccessibleName(fieldName(ProfileField::KeyPassphrase));
    m_reauthenticate->setAccessibleName(fieldName(ProfileField::Reauthenticate));
    for (QComboBox *field : {m_password, m_sentinelPassword, m_keyPassphrase}) {
        field->setToolTip(
            tr("Where the secret comes from: ask, keychain, env:NAME, file:/PATH, command:PROGRAM "
               "ARGUMENTS (no shell), or none. Empty: from LOCKSCOPE_PASSWORD and "
               "LOCKSCOPE_SENTINEL_PASSWORD."));
        connect(field, &QComboBox::editTextChanged, this, &ProfileDialog::validate);
    }
    m_name->setAccessibleName(fieldName(ProfileField::Name));
    m_servers->setAccessibleName(fieldName(ProfileField::Servers));
    m_prefixes->setAccessibleName(fieldName(ProfileField::Prefixes));
    m_groups->setAccessibleName(fieldName(ProfileField::Groups));
    m_aliases->setAccessibleName(fieldName(ProfileField::Aliases));
    m_aliasesFile->setAccessibleName(fieldName(ProfileField::AliasesFile));
    m_pins->setAccessibleName(fieldName(ProfileField::Pins));
    m_message->setObjectName("profileMessage"_L1);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setMinimumHeight(3 * fontMetrics().lineSpacing());
    m_message->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    for (QLineEdit *field : {m_name, m_through, m_aliasesFile, m_reauthenticate, m_operatorUser})
        connect(field, &QLineEdit::textChanged, this, &ProfileDialog::validate);
    for (QPlainTextEdit *field : {m_servers, m_prefixes, m_groups, m_aliases, m_pins})
        connect(field, &QPlainTextEdit::textChanged, this, &ProfileDialog::validate);
    connect(m_tls, &TlsPage::changed, this, &ProfileDialog::validate);
    connect(m_notify, &NotifyPage::changed, this, &ProfileDialog::validate);
    connect(m_notify, &NotifyPage::testWanted, this, [this](const MessageTold &told) {
        Q_EMIT messageWanted(readReceiver().profile, told);
    });
    connect(m_start, &QComboBox::activated, this, [this] {
        const profile::Profile *from = m_saved.find(m_start->currentData().toString());
        ProfileText text = textOf(from ? *from : profile::Profile());
        text.name = m_name->text();
        fill(text);
    });
}

void ProfileDialog::makeForm()
{
    auto *server = new FormGrid;
    server->addRow(tr("&Name"), m_name);
    server->addRow(tr("Cop&y from"), m_start);
    server->setRowVisible(m_start, !m_before && !m_saved.all.empty());
    server->addRow(tr("&Tag"), m_tag);
    server->addRow(QString(), m_readOnly);
    auto *serversLabel = new QLabel(tr("&Servers"));
    serversLabel->setBuddy(m_servers);
    server->addRow(serversLabel, makeServers());
    server->addRow(tr("&Quorum groups"), m_groups);
    server->addRow(tr("Thr&ough"), m_through);
    server->addRow(QString(), m_default);
    auto *locks = new FormGrid;
    locks->addRow(tr("&Prefixes"), m_prefixes);
    locks->addRow(tr("Pinned &kinds"), m_pins);
    auto *names = new FormGrid;
    names->addRow(tr("Names of &owners"), m_aliases);
    auto *fileLabel = new QLabel(tr("F&ile of names"));
    fileLabel->setBuddy(m_aliasesFile);
    names->addRow(
        fileLabel,
        makeFileRow(m_aliasesFile, tr("File of names"), tr("Names (*.csv *.json);;All files (*)")));
    names->addRow(QString(), m_learnNames);

    m_pages->setObjectName("profilePages"_L1);
    addPage(tr("Server"), server);
    auto *security = new QVBoxLayout(m_security);
    security->addLayout(makeSecrets());
    security->addWidget(m_tls, 1);
    m_pages->addTab(m_security, tr("Security"));
    addPage(tr("Locks"), locks);
    addPage(tr("Owners"), names);
    m_pages->addTab(m_notify, tr("Notifications"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_test = buttons->addButton(tr("Test &connection"), QDialogButtonBox::ActionRole);
    m_test->setObjectName("testConnection"_L1);
    m_test->setAutoDefault(false);
    m_test->setToolTip(tr("Tries all servers of the profile step by step, without saving it."));
    connect(m_test, &QPushButton::clicked, this, [this] { Q_EMIT testWanted(read().profile); });
    m_save = buttons->addButton(tr("Save"), QDialogButtonBox::AcceptRole);
    m_save->setObjectName("profileSave"_L1);
    setAffirmative(m_save);
    connect(buttons, &QDialogButtonBox::accepted, this, &ProfileDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_message);
    layout->addWidget(buttons);
}

void ProfileDialog::addPage(const QString &title, FormGrid *form)
{
    auto *page = new QWidget;
    form->setRowStretch(form->rowCount(), 1);
    page->setLayout(form);
    m_pages->addTab(page, title);
}

QLayout *ProfileDialog::makeServers()
{
    auto *secrets =
        new QLabel(tr("Passwords are not saved, only where they come from; a URL with a password "
                      "is refused."));
    secrets->setObjectName("profileSecrets"_L1);
    secrets->setTextFormat(Qt::PlainText);
    secrets->setWordWrap(true);
    auto *servers = new QVBoxLayout;
    servers->setSpacing(3);
    servers->addWidget(m_servers);
    servers->addWidget(secrets);
    return servers;
}

// Each has its own label, in the words of fieldName(): a field that is filled has no placeholder.
FormGrid *ProfileDialog::makeSecrets()
{
    auto *secrets = new FormGrid;
    secrets->addRow(tr("Password &from"), m_password);
    secrets->addRow(tr("&New password before"), m_reauthenticate);
    secrets->addRow(tr("Password &of the Sentinels from"), m_sentinelPassword);
    secrets->addRow(tr("Pass&phrase of the key from"), m_keyPassphrase);
    secrets->addRow(tr("&User for acting"), m_operatorUser);
    secrets->addRow(tr("Password for actin&g from"), m_operatorPassword);
    return secrets;
}

void ProfileDialog::fill(const ProfileText &text)
{
    m_name->setText(text.name);
    m_tag->setCurrentIndex(m_tag->findData(static_cast<int>(text.tag)));
    m_readOnly->setChecked(text.readOnly);
    m_servers->setPlainText(text.servers);
    m_prefixes->setPlainText(text.prefixes);
    m_groups->setPlainText(text.groups);
    m_aliases->setPlainText(text.aliases);
    m_through->setText(text.through);
    m_aliasesFile->setText(text.aliasesFile);
    m_learnNames->setChecked(text.learnNames);
    m_pins->setPlainText(text.pins);
    m_tls->fill(text);
    m_notify->fill(text);
    m_password->setEditText(text.password);
    m_sentinelPassword->setEditText(text.sentinelPassword);
    m_keyPassphrase->setEditText(text.keyPassphrase);
    m_reauthenticate->setText(text.reauthenticate);
    m_operatorUser->setText(text.operatorUser);
    m_operatorPassword->setEditText(text.operatorPassword);
}

ProfileText ProfileDialog::text() const
{
    ProfileText text;
    text.name = m_name->text();
    text.tag = static_cast<profile::Tag>(m_tag->currentData().toInt());
    text.readOnly = m_readOnly->isChecked();
    text.servers = m_servers->toPlainText();
    text.prefixes = m_prefixes->toPlainText();
    text.groups = m_groups->toPlainText();
    text.aliases = m_aliases->toPlainText();
    text.through = m_through->text();
    text.aliasesFile = m_aliasesFile->text();
    text.learnNames = m_learnNames->isChecked();
    text.pins = m_pins->toPlainText();
    text.password = m_password->currentText();
    text.sentinelPassword = m_sentinelPassword->currentText();
    text.keyPassphrase = m_keyPassphrase->currentText();
    text.reauthenticate = m_reauthenticate->text();
    text.operatorUser = m_operatorUser->text();
    text.operatorPassword = m_operatorPassword->currentText();
    m_tls->readInto(text);
    m_notify->readInto(text);
    return text;
}

// Untouched settings stay as they were, even if a field could not hold them, or this version does
// not know them.
ReadProfile ProfileDialog::read() const
{
    ProfileText wanted = text();
    if (!m_before)
        return readProfile(wanted);
    const bool samePrefixes = wanted.prefixes == m_first.prefixes;
    const bool sameAliases = areNamesUntouched();
    const bool samePins = wanted.pins == m_first.pins;
    if (samePrefixes)
        wanted.prefixes.clear();
    if (sameAliases)
        wanted.aliases.clear();
    if (samePins)
        wanted.pins.clear();
    ReadProfile result = readProfile(wanted);
    result.profile.thresholds = m_before->thresholds; // no field has them
    if (wanted.notifyCommand == m_first.notifyCommand)
        result.profile.notifying.command = m_before->notifying.command;
    if (samePrefixes)
        result.profile.prefixes = m_before->prefixes;
    if (sameAliases)
        result.profile.aliases = m_before->aliases;
    if (samePins)
        result.profile.pins = m_before->pins;
    return result;
}

// The part of the profile that a test message needs, whatever else is wrong in the form or missing.
ReadProfile ProfileDialog::readReceiver() const
{
    ProfileText text;
    m_notify->readInto(text);
    text.name = m_name->text();
    text.tag = static_cast<profile::Tag>(m_tag->currentData().toInt());
    text.servers = u"redis://127.0.0.1"_s;
    ReadProfile result = readProfile(text);
    if (m_before && text.notifyCommand == m_first.notifyCommand)
        result.profile.notifying.command = m_before->notifying.command;
    return result;
}

void ProfileDialog::pin(const QString &fingerprint)
{
    m_pages->setCurrentWidget(m_security);
    m_tls->pin(fingerprint);
}

// Nobody has written anything wrong yet.
bool ProfileDialog::isUnfinished(ProfileField wrong) const
{
    return (wrong == ProfileField::Name && m_name->text().trimmed().isEmpty())
        || (wrong == ProfileField::Servers && m_servers->toPlainText().trimmed().isEmpty());
}

void ProfileDialog::validate()
{
    const ReadProfile result = read();
    m_save->setEnabled(!result.problem);
    // A name is missing until the end, and no server needs it.
    m_test->setEnabled(
        !result.problem
        || (result.problem->field == ProfileField::Name && !result.profile.urls.isEmpty()));
    const ReadProfile receiver = readReceiver();
    m_notify->setTestable(!receiver.problem
                          && (!receiver.profile.notifying.command.isEmpty()
                              || receiver.profile.notifyWebhook.isSet()));
    if (!result.problem)
        tell(tr("Will be saved in %1.").arg(visibleElided(m_store.file().toUtf8(), 200)), false);
    else if (isUnfinished(result.problem->field))
        tell(tr("A profile needs a name and at least one server or quorum group."), false);
    else
        tell(*result.problem);
}

void ProfileDialog::tell(const ProfileProblem &problem)
{
    const QString field = fieldName(problem.field);
    const QString text = sentence(problem.text);
    tell(problem.line > 0 ? tr("%1, line %2: %3").arg(field, QString::number(problem.line), text)
                          : tr("%1: %2").arg(field, text),
         true);
}

void ProfileDialog::tell(const QString &text, bool isWrong)
{
    m_isWrong = isWrong;
    m_message->setText(text);
    m_message->setToolTip(toolTipOf(text));
    colourMessage();
}

void ProfileDialog::colourMessage()
{
    QPalette colours = palette();
    if (m_isWrong)
        colours.setColor(QPalette::WindowText, toneColor(Tone::Alarm, colours));
    m_message->setPalette(colours);
}

void ProfileDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colourMessage();
}

bool ProfileDialog::areNamesUntouched() const
{
    return m_aliases->toPlainText() == m_first.aliases;
}

// But for names of owners where nobody touched them here: they are given in other places, too, also
// of this program while the dialog is open, and none of them is lost.
bool ProfileDialog::isAsOpened(const profile::Profile &known) const
{
    profile::Profile compared = known;
    if (areNamesUntouched())
        compared.aliases = m_before->aliases;
    return compared == *m_before;
}

// Refused in the words of the window: it is what the dialog was opened with that has gone.
Result<void> ProfileDialog::apply(profile::Profiles &profiles, const profile::Profile &wanted) const
{
    const auto known = std::ranges::find(profiles.all, wanted.name, &profile::Profile::name);
    const bool exists = known != profiles.all.end();
    if (!m_before && exists)
        return fail(ErrorKind::InvalidInput,
                    tr("A profile with this name already exists; choose another name, or edit that "
                       "profile."));
    if (m_before && !exists)
        return fail(ErrorKind::InvalidInput, tr("The profile was removed in the meantime."));
    if (m_before && !isAsOpened(*known))
        return fail(ErrorKind::Busy,
                    tr("Another program has changed the profile in the meantime. Nothing was "
                       "overwritten. Open the profile again to see the changes."));
    if (exists) {
        const profile::Aliases names = known->aliases;
        *known = wanted;
        if (areNamesUntouched())
            known->aliases = names;
    } else {
        profiles.all.push_back(wanted);
    }
    // Another one may have become the default meanwhile.
    if (m_default->isChecked() && !m_wasDefault)
        profiles.defaultName = wanted.name;
    else if (!m_default->isChecked() && m_wasDefault && profiles.defaultName == wanted.name)
        profiles.defaultName.clear();
    return {};
}

void ProfileDialog::accept()
{
    const ReadProfile wanted = read();
    if (wanted.problem) {
        validate();
        return;
    }
    const QString &file = wanted.profile.aliasesFile;
    if (!file.isEmpty() && file != m_first.aliasesFile) {
        if (const auto names = profile::readAliasFile(file); !names) {
            tell({ProfileField::AliasesFile, 0, names.error().text});
            return;
        }
    }
    const auto written = m_store.update(
        [&](profile::Profiles &profiles) { return apply(profiles, wanted.profile); });
    if (!written) {
        tell(sentence(written.error().text), true);
        return;
    }
    Q_EMIT saved(wanted.profile.name);
    QDialog::accept();
}

} // namespace lockscope::ui
