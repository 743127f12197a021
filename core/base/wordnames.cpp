// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/wordnames.h"

#include <array>
#include <utility>

namespace lockscope {

namespace {

// The order decides which name a client has: a changed list changes the names of all clients.
constexpr std::array<const char *, 128> adjectives{
    "able",    "agile",   "airy",     "amber",    "ample",   "apt",      "balmy",    "blithe",
    "bold",    "bonny",   "brave",    "breezy",   "bright",  "brisk",    "bubbly",   "calm",
    "candid",  "cheery",  "chipper",  "civil",    "clear",   "clever",   "cordial",  "cosmic",
    "cosy",    "crisp",   "curious",  "dainty",   "dapper",  "daring",   "dashing",  "deft",
    "dewy",    "dreamy",  "eager",    "early",    "earnest", "easy",     "elated",   "famous",
    "fancy",   "festive", "fleet",    "fluent",   "fluffy",  "fond",     "frank",    "fresh",
    "frosty",  "gallant", "genial",   "gentle",   "gifted",  "gleaming", "graceful", "grand",
    "handy",   "happy",   "hearty",   "honest",   "humble",  "ideal",    "jaunty",   "jazzy",
    "jolly",   "jovial",  "joyful",   "jubilant", "keen",    "kind",     "limber",   "lively",
    "loyal",   "lucid",   "lunar",    "mellow",   "merry",   "mighty",   "mild",     "misty",
    "modest",  "musical", "neat",     "nimble",   "noble",   "patient",  "peppy",    "perky",
    "placid",  "plucky",  "polished", "polite",   "proud",   "quaint",   "quick",    "quiet",
    "radiant", "rapid",   "regal",    "robust",   "rustic",  "sage",     "serene",   "shiny",
    "silky",   "smart",   "smooth",   "snappy",   "solar",   "spry",     "stately",  "steady",
    "stellar", "sturdy",  "sunny",    "swift",    "thrifty", "tidy",     "tranquil", "trusty",
    "upbeat",  "valiant", "vivid",    "warm",     "wise",    "witty",    "zesty",    "zippy"};

constexpr std::array<const char *, 256> animals{
    "aardvark",   "albatross",   "alpaca",     "angelfish", "antelope",    "armadillo",
    "axolotl",    "badger",      "barbet",     "barracuda", "bear",        "beaver",
    "bee",        "beetle",      "beluga",     "bilby",     "bison",       "blackbird",
    "bluebird",   "bobcat",      "bongo",      "buffalo",   "bullfinch",   "bumblebee",
    "bushbaby",   "bustard",     "butterfly",  "buzzard",   "camel",       "canary",
    "capybara",   "caracal",     "caribou",    "carp",      "cassowary",   "catfish",
    "chameleon",  "chamois",     "cheetah",    "chickadee", "chinchilla",  "chipmunk",
    "chough",     "cicada",      "civet",      "coati",     "cockatoo",    "collie",
    "condor",     "coot",        "cormorant",  "cougar",    "coyote",      "crab",
    "crane",      "cricket",     "crow",       "cuckoo",    "curlew",      "damselfly",
    "deer",       "dingo",       "dipper",     "dolphin",   "donkey",      "dormouse",
    "dove",       "dragonfly",   "duck",       "dugong",    "eagle",       "echidna",
    "egret",      "eider",       "eland",      "elephant",  "elk",         "emu",
    "ermine",     "falcon",      "fennec",     "ferret",    "finch",       "firefly",
    "flamingo",   "fossa",       "fox",        "frog",      "gannet",      "gazelle",
    "gecko",      "gerbil",      "gibbon",     "giraffe",   "gnu",         "goldfinch",
    "gopher",     "goshawk",     "grackle",    "grebe",     "greyhound",   "grouse",
    "guillemot",  "gull",        "guppy",      "haddock",   "halibut",     "hamster",
    "hare",       "harrier",     "hawk",       "hedgehog",  "heron",       "herring",
    "hippo",      "hoopoe",      "hornbill",   "horse",     "hummingbird", "husky",
    "ibex",       "ibis",        "iguana",     "impala",    "jackal",      "jackdaw",
    "jaguar",     "jay",         "jellyfish",  "junco",     "kakapo",      "kangaroo",
    "kestrel",    "kingfisher",  "kite",       "kiwi",      "koala",       "kookaburra",
    "kudu",       "ladybird",    "lapwing",    "lark",      "lemming",     "lemur",
    "leopard",    "linnet",      "lion",       "llama",     "lobster",     "lynx",
    "macaw",      "mackerel",    "magpie",     "mallard",   "manatee",     "mantis",
    "marmot",     "marten",      "meadowlark", "meerkat",   "merlin",      "minnow",
    "mole",       "mongoose",    "moose",      "moth",      "muskox",      "narwhal",
    "newt",       "nightingale", "numbat",     "nuthatch",  "ocelot",      "octopus",
    "okapi",      "opossum",     "orca",       "oriole",    "osprey",      "ostrich",
    "otter",      "owl",         "oyster",     "panda",     "panther",     "parakeet",
    "parrot",     "partridge",   "pelican",    "penguin",   "petrel",      "pheasant",
    "pigeon",     "pike",        "platypus",   "plover",    "pony",        "porcupine",
    "porpoise",   "puffin",      "puma",       "quail",     "quokka",      "rabbit",
    "raccoon",    "raven",       "reindeer",   "rhino",     "robin",       "salmon",
    "sandpiper",  "sardine",     "seahorse",   "seal",      "serval",      "shrew",
    "skylark",    "sloth",       "snail",      "snipe",     "sparrow",     "squid",
    "squirrel",   "stallion",    "starfish",   "starling",  "stingray",    "stoat",
    "stork",      "sturgeon",    "swallow",    "swan",      "tamarin",     "tanager",
    "tapir",      "tern",        "terrapin",   "thrush",    "tiger",       "toucan",
    "trout",      "tuna",        "turtle",     "vicuna",    "wagtail",     "wallaby",
    "walrus",     "warbler",     "weasel",     "whale",     "wolf",        "wombat",
    "woodpecker", "wren",        "yak",        "zebra"};

constexpr quint64 namesInAll = adjectives.size() * animals.size();

// The finaliser of MurmurHash3: names use other bits than colours do, so that two clients of one
// name mostly differ in colour.
quint64 spread(quint64 hash)
{
    hash ^= hash >> 33U;
    hash *= 0xff51afd7ed558ccdULL;
    hash ^= hash >> 33U;
    hash *= 0xc4ceb9fe1a85ec53ULL;
    return hash ^ (hash >> 33U);
}

QByteArray wordsOf(quint64 hash)
{
    const quint64 number = hash % namesInAll;
    return QByteArray(adjectives[number % adjectives.size()]) + '-'
        + animals[number / adjectives.size()];
}

QByteArray longWordsOf(quint64 hash)
{
    const QByteArray digits = QByteArray::number((hash >> 32U) & 0xffU, 16);
    return wordsOf(hash) + '-' + digits.rightJustified(2, '0');
}

} // namespace

quint64 clientHash(QByteArrayView client)
{
    quint64 hash = 14695981039346656037ULL;
    for (const char byte : client) {
        hash ^= static_cast<unsigned char>(byte);
        hash *= 1099511628211ULL;
    }
    return hash;
}

QByteArrayView clientUuid(const OwnerId &owner)
{
    constexpr qsizetype size = 36;
    const QByteArray &bytes = owner.bytes;
    if (bytes.size() <= size || bytes[size] != ':')
        return {};
    for (qsizetype i = 0; i < size; ++i) {
        const bool isHyphen = i == 8 || i == 13 || i == 18 || i == 23;
        const char c = bytes[i];
        const bool isDigit =
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        if (isHyphen ? c != '-' : !isDigit)
            return {};
    }
    return QByteArrayView(bytes).first(size);
}

QByteArray wordName(QByteArrayView client)
{
    return wordsOf(spread(clientHash(client)));
}

QByteArray longWordName(QByteArrayView client)
{
    return longWordsOf(spread(clientHash(client)));
}

bool WordNames::setOn(bool on)
{
    return std::exchange(m_isOn, on) != on;
}

bool WordNames::note(const OwnerId &owner)
{
    const QByteArrayView client = clientUuid(owner);
    if (!m_isOn || client.isEmpty())
        return false;
    const quint64 hash = spread(clientHash(client));
    const auto [known, isNew] = m_taken.try_emplace(static_cast<quint16>(hash % namesInAll));
    Taken &taken = known->second;
    if (isNew) {
        taken = {hash, false, Alias(wordsOf(hash), AliasOrigin::Derived)};
        return false;
    }
    if (taken.isShared || taken.hash == hash)
        return false;
    taken.isShared = true;
    return true;
}

Shared<Alias> WordNames::find(const OwnerId &owner) const
{
    const QByteArrayView client = clientUuid(owner);
    if (!m_isOn || client.isEmpty())
        return {};
    const quint64 hash = spread(clientHash(client));
    const auto known = m_taken.find(static_cast<quint16>(hash % namesInAll));
    if (known == m_taken.end())
        return Alias(wordsOf(hash), AliasOrigin::Derived);
    const Taken &taken = known->second;
    if (!taken.isShared && taken.hash == hash)
        return taken.name;
    return Alias(longWordsOf(hash), AliasOrigin::Derived);
}

} // namespace lockscope
