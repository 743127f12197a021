// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/completion.h"

#include "app/lockctl/common/printing.h"
#include "core/base/text.h"
#include "core/workbench/assembly.h"

#include <QCommandLineParser>
#include <QRegularExpression>

#include <map>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

QStringList kindNames()
{
    QStringList names;
    for (const workbench::KindOptions &traits : workbench::allKinds())
        names += QString::fromLatin1(traits.kind);
    return names;
}

// Values that are words of ours. Others are the operator's own: files are completed, names of locks
// are not, since that would ask a server at each press of a key.
const QStringList *choicesOf(const QString &option)
{
    static const std::map<QString, QStringList> choices{
        {u"--fail-on"_s, {u"warning"_s, u"critical"_s}},
        {u"--notify-severity"_s, {u"warning"_s, u"critical"_s}},
        {u"--kind"_s, kindNames()},
        {u"--mode"_s, {u"read"_s, u"write"_s}},
        {u"--strategy"_s, {u"greedy"_s, u"stop"_s}},
        {u"--tag"_s, {u"production"_s, u"staging"_s, u"development"_s}},
        {u"--topology"_s, {u"single"_s, u"five"_s, u"replicated"_s, u"sentinel"_s, u"cluster"_s}},
    };
    const auto found = choices.find(option);
    return found == choices.end() ? nullptr : &found->second;
}

QString firstSentence(const QString &text)
{
    static const QRegularExpression end(u"[.;:] "_s);
    const qsizetype at = text.indexOf(end);
    QString sentence = at < 0 ? text : text.first(at);
    if (sentence.endsWith(u'.'))
        sentence.chop(1);
    return sentence;
}

// "  --url <URL>   A server: ..." and the lines that go on with it. QCommandLineParser tells its
// options in no other way.
std::vector<CompletedOption> optionsFrom(const QString &help)
{
    static const QRegularExpression begin(
        u"^  (?:-\\w, )?(--[a-z0-9-]+)(?: <([^>]+)>)?(?:\\s+(.*))?$"_s);
    std::vector<CompletedOption> options;
    const auto lines = help.mid(help.indexOf("\nOptions:\n"_L1)).split(u'\n');
    for (const QString &line : lines) {
        if (line.startsWith("Arguments:"_L1))
            break;
        if (const auto match = begin.match(line); match.hasMatch())
            options.push_back({match.captured(1), match.captured(2), match.captured(3)});
        else if (!options.empty() && line.startsWith("    "_L1))
            options.back().summary += u' ' + line.trimmed();
    }
    for (CompletedOption &option : options)
        option.summary = firstSentence(option.summary.trimmed());
    return options;
}

QStringList wordsFrom(const CommandSpec &command)
{
    static const QRegularExpression literal(u"^lockctl \\S+ ([a-z]+(?:\\|[a-z]+)*)(?: |$)"_s,
                                            QRegularExpression::MultilineOption);
    QStringList words;
    for (auto each = literal.globalMatch(command.usage); each.hasNext();)
        words += each.next().captured(1).split(u'|');
    words.removeDuplicates();
    return words;
}

// A text within single quotes.
QString quoted(QString text)
{
    return u'\'' + text.replace(u'\'', u"'\\''"_s) + u'\'';
}

QStringList namesOf(const CompletedCommand &command)
{
    QStringList names = command.words;
    for (const CompletedOption &option : command.options)
        names += option.name;
    return names;
}

// Options of all commands that take a value, each once.
std::map<QString, CompletedOption> valued(const std::vector<CompletedCommand> &commands)
{
    std::map<QString, CompletedOption> all;
    for (const CompletedCommand &command : commands) {
        for (const CompletedOption &option : command.options) {
            if (!option.value.isEmpty())
                all.emplace(option.name, option);
        }
    }
    return all;
}

const QString profileNames = u"lockctl profile list 2>/dev/null | awk 'NR>1 {print $1}'"_s;

QString bashScript(const std::vector<CompletedCommand> &commands)
{
    QStringList names;
    QString cases;
    for (const CompletedCommand &command : commands) {
        names += command.name;
        cases +=
            u"        %1) words=%2 ;;\n"_s.arg(command.name, quoted(namesOf(command).join(u' ')));
    }
    QString values;
    QStringList free;
    for (const auto &[name, option] : valued(commands)) {
        if (const QStringList *choices = choicesOf(name))
            values +=
                u"        %1) COMPREPLY=($(compgen -W %2 -- \"$current\")); return ;;\n"_s.arg(
                    name, quoted(choices->join(u' ')));
        else if (name == "--profile"_L1)
            values +=
                u"        --profile) COMPREPLY=($(compgen -W \"$(%1)\" -- \"$current\")); return ;;\n"_s
                    .arg(profileNames);
        else if (option.value == "FILE"_L1)
            values +=
                u"        %1) COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n"_s.arg(name);
        else
            free += name;
    }
    return u"# Completion of lockctl for bash: source <(lockctl completion bash)\n"
           "_lockctl()\n{\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} "
           "words= i\n"
           "    COMPREPLY=()\n"
           "    if ((COMP_CWORD == 1)); then\n"
           "        COMPREPLY=($(compgen -W %1 -- \"$current\"))\n"
           "        return\n"
           "    fi\n"
           "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
           "        if [[ ${COMP_WORDS[i]} == -- ]]; then\n"
           "            COMPREPLY=($(compgen -c -f -- \"$current\"))\n"
           "            return\n"
           "        fi\n"
           "    done\n"
           "    case $previous in\n%2        %3) return ;;\n    esac\n"
           "    case ${COMP_WORDS[1]} in\n%4    esac\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "}\n"
           "complete -F _lockctl lockctl\n"_s.arg(quoted(names.join(u' ')), values, free.join(u'|'),
                                                  cases);
}

QString zshValue(const CompletedOption &option)
{
    if (option.value.isEmpty())
        return {};
    if (const QStringList *choices = choicesOf(option.name))
        return u":%1:(%2)"_s.arg(option.value, choices->join(u' '));
    if (option.name == "--profile"_L1)
        return u":%1:(${(f)\"$(%2)\"})"_s.arg(option.value, profileNames);
    return u":%1:%2"_s.arg(option.value, option.value == "FILE"_L1 ? u"_files"_s : u" "_s);
}

QString zshScript(const std::vector<CompletedCommand> &commands)
{
    QString names;
    QString cases;
    for (const CompletedCommand &command : commands) {
        QString summary = command.summary;
        names +=
            u"        %1\n"_s.arg(quoted(command.name + u':' + summary.replace(u':', u"\\:"_s)));
        cases += u"    %1)\n        _arguments"_s.arg(command.name);
        for (const CompletedOption &option : command.options) {
            QString text = option.summary;
            for (const QChar special : u"\\[]:"_s)
                text.replace(special, QString(u'\\') + special);
            cases += u" \\\n            "_s
                + quoted(u'*' + option.name + u'[' + text + u']' + zshValue(option));
        }
        if (!command.words.isEmpty())
            cases +=
                u" \\\n            "_s + quoted(u"1:word:(%1)"_s.arg(command.words.join(u' ')));
        if (command.name == "run"_L1)
            cases += u" \\\n            '*::command:_normal'"_s;
        cases += u"\n        ;;\n"_s;
    }
    return u"#compdef lockctl\n"
           "# Completion of lockctl for zsh: source <(lockctl completion zsh), or a file _lockctl "
           "in $fpath\n"
           "_lockctl()\n{\n"
           "    local -a commands=(\n%1    )\n"
           "    if ((CURRENT == 2)); then\n"
           "        _describe command commands\n"
           "        return\n"
           "    fi\n"
           "    local command=$words[2]\n"
           "    shift words\n"
           "    ((CURRENT--))\n"
           "    case $command in\n%2    esac\n"
           "}\n"
           // Read as a file of $fpath it is the body of the function, at the first completion.
           "if [[ $funcstack[1] == _lockctl ]]; then\n"
           "    _lockctl \"$@\"\n"
           "else\n"
           "    compdef _lockctl lockctl\n"
           "fi\n"_s.arg(names, cases);
}

QString fishScript(const std::vector<CompletedCommand> &commands)
{
    QString text = u"# Completion of lockctl for fish: lockctl completion fish | source\n"
                   "complete -c lockctl -f\n"_s;
    for (const CompletedCommand &command : commands) {
        text += u"complete -c lockctl -n __fish_use_subcommand -a %1 -d %2\n"_s.arg(
            command.name, quoted(command.summary));
        const QString seen =
            u"complete -c lockctl -n '__fish_seen_subcommand_from %1'"_s.arg(command.name);
        if (!command.words.isEmpty())
            text += u"%1 -a %2\n"_s.arg(seen, quoted(command.words.join(u' ')));
        for (const CompletedOption &option : command.options) {
            text += u"%1 -l %2"_s.arg(seen, option.name.sliced(2));
            if (const QStringList *choices = choicesOf(option.name))
                text += u" -x -a %1"_s.arg(quoted(choices->join(u' ')));
            else if (option.name == "--profile"_L1)
                text +=
                    u" -x -a \"(lockctl profile list 2>/dev/null | awk 'NR>1 {print \\$1}')\""_s;
            else if (!option.value.isEmpty())
                text += option.value == "FILE"_L1 ? u" -r -F"_s : u" -x"_s;
            text += u" -d %1\n"_s.arg(quoted(option.summary));
        }
    }
    return text;
}

class Completion : public Running
{
    Q_OBJECT

public:
    explicit Completion(QString text)
        : m_text(std::move(text))
    {}

    void start() override { Q_EMIT finished(writeOut(m_text) ? Done : Unreachable); }
    void interrupt(int) override {}

private:
    QString m_text;
};

Result<std::unique_ptr<Running>> prepareCompletion(const QCommandLineParser &parser)
{
    const QStringList words = parser.positionalArguments();
    if (words.size() != 1)
        return fail(ErrorKind::InvalidInput, u"give one shell: bash, zsh or fish"_s);
    if (words[0] == "bash"_L1)
        return std::make_unique<Completion>(bashScript(completedCommands()));
    if (words[0] == "zsh"_L1)
        return std::make_unique<Completion>(zshScript(completedCommands()));
    if (words[0] == "fish"_L1)
        return std::make_unique<Completion>(fishScript(completedCommands()));
    return fail(ErrorKind::InvalidInput,
                u"there is no completion for \"%1\"; the shells are bash, zsh and fish"_s.arg(
                    visibleElided(words[0].toUtf8(), 40)));
}

void addCompletionOptions(QCommandLineParser &parser)
{
    parser.addPositionalArgument(u"SHELL"_s, u"bash, zsh or fish."_s);
}

} // namespace

std::vector<CompletedCommand> completedCommands()
{
    std::vector<CompletedCommand> all;
    for (const CommandSpec &command : allCommands()) {
        QCommandLineParser parser;
        command.addOptions(parser);
        all.push_back(
            {command.name, command.summary, wordsFrom(command), optionsFrom(parser.helpText())});
        all.back().options.push_back({u"--help"_s, {}, u"Print the help of this command"_s});
    }
    return all;
}

CommandSpec completionCommand()
{
    return {u"completion"_s, u"print the completion script for a shell"_s,
            u"lockctl completion bash|zsh|fish"_s, addCompletionOptions, prepareCompletion};
}

} // namespace lockscope::lockctl

#include "completion.moc"
