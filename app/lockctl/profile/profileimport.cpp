// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/profile/profileimport.h"

#include "app/lockctl/common/command.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/profile/atonce.h"
#include "core/base/text.h"
#include "core/imports/importer.h"
#include "core/profile/profilestore.h"

#include <QFile>

#include <algorithm>
#include <cstdio>
#include <optional>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using imports::Found;
using imports::Imported;
using profile::Profile;
using profile::Profiles;
using profile::ProfileStore;

struct ImportRequest {
    QString file; // "-": standard input
    QStringList only; // empty: all
    QString as; // of the only one; empty: as it is called
    std::optional<profile::Tag> tag;
    bool readOnly = false;
    bool replace = false;
    bool dryRun = false;
};

const QList<QCommandLineOption> &importOptions()
{
    static const QList<QCommandLineOption> options{
        {u"only"_s, u"import: the profile with this name. Can be repeated. Default: all."_s,
         u"NAME"_s},
        {u"as"_s, u"import: the name to save a single profile under."_s, u"NAME"_s},
        {u"dry-run"_s, u"import: say what would be saved, and save nothing."_s},
    };
    return options;
}

QString fileName(const ImportRequest &request)
{
    return request.file == "-"_L1 ? u"the input"_s : visible(request.file.toUtf8());
}

ExitStatus refuse(const ImportRequest &request, const QString &why)
{
    tell(u"%1: %2"_s.arg(fileName(request), why));
    return Refused;
}

std::optional<QByteArray> contentsOf(const ImportRequest &request, QString &problem)
{
    QFile file(request.file);
    const bool isOpen = request.file == "-"_L1 ? file.open(stdin, QIODevice::ReadOnly)
                                               : file.open(QIODevice::ReadOnly);
    if (!isOpen) {
        problem = u"it cannot be read: %1"_s.arg(file.errorString());
        return std::nullopt;
    }
    // One byte more says that it is too large.
    QByteArray text = file.read(imports::largestImport + 1);
    if (file.error() != QFileDevice::NoError) {
        problem = u"it cannot be read: %1"_s.arg(file.errorString());
        return std::nullopt;
    }
    return text;
}

// Those that are wanted, as they are to be saved.
Result<std::vector<Found>> chosen(const ImportRequest &request, const Imported &imported)
{
    QStringList names;
    for (const Found &found : imported.all)
        names += found.profile.name;
    for (const QString &wanted : request.only) {
        if (!names.contains(wanted))
            return usage(u"there is no connection \"%1\" in it; there is %2"_s.arg(
                visibleElided(wanted.toUtf8(), 60), names.join(u", "_s)));
    }
    std::vector<Found> all;
    for (Found found : imported.all) {
        if (!request.only.isEmpty() && !request.only.contains(found.profile.name))
            continue;
        if (request.tag)
            found.profile.tag = *request.tag;
        if (request.readOnly)
            found.profile.readOnly = true;
        all.push_back(std::move(found));
    }
    if (!request.as.isEmpty() && all.size() != 1)
        return usage(u"--as takes a single profile, and there are %1: %2; choose one with "
                     "--only NAME"_s.arg(QString::number(all.size()), names.join(u", "_s)));
    if (!request.as.isEmpty())
        all.front().profile.name = request.as;
    return all;
}

void tellOf(const Found &found, const QString &verb)
{
    const Profile &profile = found.profile;
    QStringList urls;
    for (const QString &url : profile.urls)
        urls += visible(url.toUtf8());
    tell(u"%1 the profile \"%2\" (%3, %4): %5"_s.arg(
        verb, profile.name, QString::fromLatin1(profile::name(profile.tag)),
        profile.readOnly ? u"read-only"_s : u"read-write"_s, urls.join(u' ')));
    for (const Sentence &remark : found.remarks)
        tell(u"  "_s + remark.english());
}

ExitStatus importThem(const ImportRequest &request)
{
    QString problem;
    const auto text = contentsOf(request, problem);
    if (!text)
        return refuse(request, problem);
    const auto imported =
        imports::importFrom(*text, request.file == "-"_L1 ? QString() : request.file);
    if (!imported)
        return refuse(request, imported.error().text.english());
    const auto all = chosen(request, *imported);
    if (!all)
        return refuse(request, all.error().text.english());
    std::vector<Profile> profiles;
    for (const Found &found : *all)
        profiles.push_back(found.profile);
    const ProfileStore store;
    imports::Taken taken;
    bool areTaken = false; // the names
    std::vector<Profile> replaced;
    const auto take = [&](Profiles &known) -> Result<void> {
        for (const Profile &each : profiles) {
            if (const Profile *before = known.find(each.name))
                replaced.push_back(*before);
        }
        auto done = imports::take(known, profiles, request.replace);
        areTaken = !done;
        if (!done)
            return fail(done.error());
        taken = *std::move(done);
        return {};
    };
    Result<void> done;
    if (request.dryRun) {
        auto known = store.load();
        done = known ? take(*known) : Result<void>(fail(known.error()));
    } else {
        done = store.update(take, profilePatience);
    }
    if (!done) {
        tell(done.error().text.english()
             + (areTaken ? u"; --replace replaces them, and --only NAME --as NAME saves one under "
                           "another name"_s
                         : QString()));
        return statusAfter(done.error());
    }
    for (const Found &found : *all) {
        const bool isSame = taken.unchanged.contains(found.profile.name);
        tellOf(found, isSame ? u"unchanged:"_s : request.dryRun ? u"would save"_s : u"saved"_s);
        const auto before = std::ranges::find(replaced, found.profile.name, &Profile::name);
        if (before != replaced.end() && !isSame)
            tellWhatItWas(*before);
    }
    for (const Sentence &remark : imported->remarks)
        tell(remark.english());
    return Done;
}

ExitStatus exportThem(const QStringList &names)
{
    const ProfileStore store;
    const auto profiles = store.load();
    if (!profiles)
        return refused(profiles.error());
    std::vector<Profile> all;
    for (const QString &name : names.isEmpty() ? profiles->names() : names) {
        auto profile = profiles->named(name);
        if (!profile)
            return refused(profile.error());
        all.push_back(*std::move(profile));
    }
    if (all.empty()) {
        tell(u"there are no profiles to export"_s);
        return Refused;
    }
    return writeOut(fromUtf8(imports::exported(all))) ? Done : Unreachable;
}

} // namespace

void addProfileImportOptions(QCommandLineParser &parser)
{
    parser.addOptions(importOptions());
}

QStringList givenImportOptions(const QCommandLineParser &parser)
{
    QStringList given;
    for (const QCommandLineOption &option : importOptions()) {
        if (parser.isSet(option))
            given += option.names().front();
    }
    return given;
}

Result<std::unique_ptr<Running>> profileImport(const QCommandLineParser &parser,
                                               const QStringList &files)
{
    if (files.size() != 1)
        return usage(files.isEmpty() ? u"no file was given: lockctl profile import FILE, or - for "
                                       "standard input"_s
                                     : u"give one file at a time"_s);
    ImportRequest request;
    request.file = files.front();
    request.only = parser.values(u"only"_s);
    request.as = parser.value(u"as"_s);
    request.readOnly = parser.isSet(u"read-only"_s);
    request.replace = parser.isSet(u"replace"_s);
    request.dryRun = parser.isSet(u"dry-run"_s);
    if (parser.isSet(u"tag"_s)) {
        const auto tag = profile::tagFromName(parser.value(u"tag"_s));
        if (!tag)
            return usage(u"--tag: "_s + tag.error().text.english());
        request.tag = *tag;
    }
    if (!request.as.isEmpty()) {
        if (const auto checked = profile::checkName(request.as); !checked)
            return usage(u"--as: "_s + checked.error().text.english());
    }
    return std::make_unique<AtOnce>([request] { return importThem(request); });
}

Result<std::unique_ptr<Running>> profileExport(const QStringList &names)
{
    return std::make_unique<AtOnce>([names] { return exportThem(names); });
}

} // namespace lockscope::lockctl
