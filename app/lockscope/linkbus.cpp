// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/linkbus.h"

#include <QDBusAbstractAdaptor>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QFileInfo>
#include <QStringList>
#include <QVariantMap>

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

QString serviceName()
{
    return QStringLiteral(LOCKSCOPE_ID);
}

// By the specification: the service's name with slashes.
QString objectPath()
{
    return u'/' + serviceName().replace(u'.', u'/');
}

// Wayland lets a window come to the front only with the token of the click that wants it.
constexpr auto activationToken = "XDG_ACTIVATION_TOKEN";
constexpr auto tokenField = "activation-token"_L1;

void takeToken(const QVariantMap &platform)
{
    if (const QByteArray given = platform.value(tokenField).toString().toUtf8(); !given.isEmpty())
        qputenv(activationToken, given);
}

class ApplicationAdaptor : public QDBusAbstractAdaptor
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Application")

public:
    explicit ApplicationAdaptor(LinkInbox *inbox)
        : QDBusAbstractAdaptor(inbox)
        , m_inbox(inbox)
    {}

public Q_SLOTS:
    // The names are those of the specification.
    void Activate(const QVariantMap &platform)
    {
        takeToken(platform);
        Q_EMIT m_inbox->opened({});
    }
    void Open(const QStringList &uris, const QVariantMap &platform)
    {
        takeToken(platform);
        if (!uris.isEmpty())
            Q_EMIT m_inbox->opened(uris.front());
    }
    void ActivateAction(const QString &, const QVariantList &, const QVariantMap &) {}

private:
    LinkInbox *m_inbox;
};

} // namespace

std::optional<QDBusConnection> sessionBus()
{
    // Qt would start a bus where none is.
    const QString usual = qEnvironmentVariable("XDG_RUNTIME_DIR") + u"/bus"_s;
    if (!qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS") && !QFileInfo::exists(usual))
        return std::nullopt;
    const QDBusConnection bus = QDBusConnection::sessionBus();
    return bus.isConnected() ? std::optional(bus) : std::nullopt;
}

bool handOver(const QDBusConnection &bus, const QString &link, Millis patience)
{
    QDBusMessage call = QDBusMessage::createMethodCall(serviceName(), objectPath(),
                                                       u"org.freedesktop.Application"_s, u"Open"_s);
    call.setAutoStartService(false);
    QVariantMap platform;
    if (qEnvironmentVariableIsSet(activationToken))
        platform[tokenField] = qEnvironmentVariable(activationToken);
    call << QStringList{link} << platform;
    const QDBusMessage answer = bus.call(call, QDBus::Block, static_cast<int>(patience.count()));
    return answer.type() == QDBusMessage::ReplyMessage;
}

// The name is asked for without waiting: a bus that hangs must not hold up the start.
LinkInbox::LinkInbox(const QDBusConnection &bus, QObject *parent)
    : QObject(parent)
    , m_bus(bus)
{
    new ApplicationAdaptor(this);
    m_bus.registerObject(objectPath(), this);
    constexpr uint queued = 0;
    m_bus.interface()->asyncCall(u"RequestName"_s, serviceName(), queued);
}

LinkInbox::~LinkInbox()
{
    m_bus.interface()->asyncCall(u"ReleaseName"_s, serviceName());
    m_bus.unregisterObject(objectPath());
}

} // namespace lockscope::console

#include "linkbus.moc"
