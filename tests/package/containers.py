#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the recipe of the image and its example, without a container: see checking.py.

What a stage installs has to exist, files have to be where they are mounted from, the program runs as a user with a
number and nothing holds a secret. tests/package/trycontainer runs the steps.
"""

import functools
import re
import shlex
import subprocess

import checking
import yaml

RECIPE = "packaging/oci/Containerfile"
COMPOSE = "packaging/oci/compose.yaml"
SECRET = re.compile(r"pass(word|wd)|secret|token|api_?key", re.IGNORECASE)
# The least that keeps a service of the example from the rest of its machine.
CONFINED = {"read_only": True, "cap_drop": ["ALL"], "security_opt": ["no-new-privileges:true"]}


def instructions(text):
    """Each instruction of a Containerfile with its arguments, lines that go on joined."""
    text = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"\\\n", " ", text)
    for line in text.splitlines():
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            yield word.upper(), rest.strip()


def stages(text):
    found = []
    for word, rest in instructions(text):
        if word == "FROM":
            found.append([])
        if found:
            found[-1].append((word, rest))
    return found


def installed(stage):
    """The packages that the stage asks apt-get for."""
    for word, rest in stage:
        if word != "RUN":
            continue
        for command in re.split(r"&&|;", rest):
            words = shlex.split(command)
            if words[:2] == ["apt-get", "install"]:
                yield from (name for name in words[2:] if not name.startswith("-"))


def check_recipe(problems):
    text = problems.text(RECIPE)
    parts = stages(text)
    if not problems.expect(len(parts) == 2, RECIPE, f"has {len(parts)} stages, not one that builds and one that is kept"):
        return
    build, kept = parts
    for stage in parts:
        problems.expect(
            re.match(r"docker\.io/library/debian:\$\{SUITE\}-slim( AS build)?$", stage[0][1]),
            RECIPE,
            f"'FROM {stage[0][1]}' is not the Debian of SUITE",
        )
    setup = set(problems.text("scripts/setup").replace("(", " ").replace(")", " ").split())
    names = list(installed(build)) + [name for name in installed(kept) if "/" not in name]
    for name in installed(build):
        problems.expect(name in setup | {"binutils", "dpkg-dev", "file"}, RECIPE, f"'{name}' is not in scripts/setup, which names what a build needs")
    problems.expect(len(list(installed(build))) > 5, RECIPE, "the first stage installs nothing to build with")
    problems.expect("/made/lockctl_*.deb" in installed(kept), RECIPE, "the image does not install the package of lockctl")
    for word, rest in build + kept:
        if "apt-get install" in rest:
            problems.expect("--no-install-recommends" in rest, RECIPE, "apt-get installs what is only recommended")
            problems.expect("rm -rf /var/lib/apt/lists/*" in rest, RECIPE, "a layer keeps the lists of apt")
        if word in ("ENV", "ARG"):
            problems.expect(not SECRET.search(rest), RECIPE, f"'{word} {rest}' would put a secret into a layer")
        if word in ("ADD",):
            problems.add(RECIPE, "ADD fetches or unpacks; COPY does not")
    one = {word: rest for word, rest in kept}
    problems.expect(re.fullmatch(r"[1-9]\d*:[1-9]\d*", one.get("USER", "")), RECIPE, "USER is no number other than root's")
    problems.expect(one.get("ENTRYPOINT") == '["/usr/bin/lockctl"]', RECIPE, "ENTRYPOINT is not lockctl")
    user = one.get("USER", "").partition(":")[0]
    problems.expect(user and f"--uid {user} " in dict(kept)["RUN"], RECIPE, "USER is not the user that is made")
    problems.expect(one.get("VOLUME") == "/var/lib/lockscope", RECIPE, "VOLUME is not the folder that is written")
    variables = dict(word.split("=", 1) for word in shlex.split(one.get("ENV", "")))
    manual = problems.text("resources/man/lockctl.1")
    for name, value in variables.items():
        if name == "HOME" or name.startswith("LOCKSCOPE_"):
            problems.expect(value.startswith("/var/lib/lockscope"), RECIPE, f"{name} is outside of the volume, and the rest is read-only")
        if name.startswith("LOCKSCOPE_"):
            problems.expect(name in manual, RECIPE, f"{name} is no variable that lockctl knows")
    presets = problems.text("CMakePresets.json")
    for name in re.findall(r"--preset (\S+)", text):
        problems.expect(f'"name": "{name}"' in presets, RECIPE, f"there is no preset {name}")
    known(problems, names)


def known(problems, names):
    """Whether Debian has the packages, where this machine is one and knows them."""
    found = candidates(tuple(names))
    if not found or all(version == "(none)" for version in found.values()):
        print("left out: names of packages are not looked up, since apt is not here or has no lists")
        return
    for name in names:
        problems.expect(found.get(name, "(none)") != "(none)", RECIPE, f"Debian has no package '{name}'")


@functools.cache
def candidates(names):
    try:
        answer = subprocess.run(["apt-cache", "policy", *names], capture_output=True, text=True, timeout=60)
    except FileNotFoundError:
        return {}
    return dict(re.findall(r"^(\S+):\n  Installed: .*\n  Candidate: (\S+)", answer.stdout, re.MULTILINE))


def check_compose(problems):
    folder = problems.root / "packaging/oci"
    try:
        example = yaml.safe_load(problems.text(COMPOSE))
        services = example["services"]
    except (yaml.YAMLError, TypeError, KeyError) as error:
        problems.add(COMPOSE, f"is no list of services: {error}")
        return
    for name in ("redis", "metrics", "record", "prometheus", "grafana"):
        problems.expect(name in services, COMPOSE, f"has no service {name}")
    targets = set()
    for name, service in services.items():
        for key, value in CONFINED.items():
            problems.expect(service.get(key) == value, COMPOSE, f"{name}: {key} is not {value}")
        image = service.get("image", "")
        problems.expect(
            image.startswith("localhost/") or re.search(r":v?\d+\.\d+", image), COMPOSE, f"{name}: '{image}' names no version"
        )
        for port in service.get("ports", []):
            problems.expect(str(port).startswith("127.0.0.1:"), COMPOSE, f"{name}: port {port} is open to the network")
        for variable, value in service.get("environment", {}).items():
            problems.expect(not SECRET.search(variable), COMPOSE, f"{name}: {variable} is a secret")
        for other in service.get("depends_on", []):
            problems.expect(other in services, COMPOSE, f"{name}: depends on {other}, which is not there")
        for volume in service.get("volumes", []):
            source, target, *rest = volume.split(":")
            targets.add((name, target))
            if not source.startswith("."):
                problems.expect(source in example.get("volumes", {}), COMPOSE, f"{name}: the volume {source} is not declared")
                continue
            problems.expect((folder / source).resolve().exists(), COMPOSE, f"{name}: {source} does not exist")
            problems.expect(rest == ["ro"], COMPOSE, f"{name}: {source} could be written")
        if "build" in service:
            context = (folder / service["build"]["context"]).resolve()
            problems.expect((context / service["build"]["dockerfile"]).is_file(), COMPOSE, f"{name}: its recipe does not exist")

    prometheus = "packaging/oci/prometheus.yml"
    settings = yaml.safe_load(problems.text(prometheus)) or {}
    for rule in settings.get("rule_files", ["none"]):
        problems.expect(("prometheus", f"/etc/prometheus/{rule}") in targets, prometheus, f"'{rule}' is not mounted")
    addresses = [t for job in settings.get("scrape_configs", []) for s in job.get("static_configs", []) for t in s["targets"]]
    command = " ".join(services.get("metrics", {}).get("command", []))
    for address in addresses or ["none"]:
        host, _, port = address.partition(":")
        problems.expect(host in services, prometheus, f"'{address}' is no service of the example")
        problems.expect(command.endswith(f":{port}"), prometheus, f"lockctl does not listen on the port of '{address}'")
    if problems.has_tool("promtool"):
        problems.tool(prometheus, "promtool", "check", "config", "--syntax-only", str(problems.root / prometheus), reads=[problems.root / prometheus])

    datasource = "packaging/oci/grafana/datasource.yaml"
    for source in yaml.safe_load(problems.text(datasource))["datasources"]:
        problems.expect(source["url"] == "http://prometheus:9090", datasource, f"{source['url']} is not the example's Prometheus")
    dashboards = "packaging/oci/grafana/dashboards.yaml"
    for provider in yaml.safe_load(problems.text(dashboards))["providers"]:
        path = provider["options"]["path"]
        problems.expect(("grafana", path) in targets, dashboards, f"{path} is not mounted")


def check(root):
    problems = checking.Problems(root)
    check_recipe(problems)
    check_compose(problems)
    return problems.lines


MISTAKES = [
    ("a package that is not there", RECIPE, "ca-certificates", "ca-certificatez"),
    ("a build package that setup does not know", RECIPE, "libsqlite3-dev", "libsqlite3-dev libfoo-dev"),
    ("root", RECIPE, "USER 10001:10001", "USER root"),
    ("another user than is made", RECIPE, "USER 10001:10001", "USER 10002:10002"),
    ("another program", RECIPE, '"/usr/bin/lockctl"', '"/bin/sh"'),
    ("a secret in a layer", RECIPE, "LANG=C.UTF-8", "LOCKSCOPE_PASSWORD=x"),
    ("a file outside of the volume", RECIPE, "LOCKSCOPE_AUDIT=/var/lib/lockscope", "LOCKSCOPE_AUDIT=/etc"),
    ("a variable that nobody reads", RECIPE, "LOCKSCOPE_AUDIT=", "LOCKSCOPE_AUDITS="),
    ("lists of apt in a layer", RECIPE, "rm -rf /var/lib/apt/lists/*", "true"),
    ("no preset", RECIPE, "--preset package", "--preset packages"),
    ("YAML that is none", COMPOSE, "services:", "services: ]"),
    ("a path that is not there", COMPOSE, "monitoring/alerts.yaml", "monitoring/alarms.yaml"),
    ("a mount that could be written", COMPOSE, "alerts.yaml:ro", "alerts.yaml"),
    ("a port for everybody", COMPOSE, "127.0.0.1:9090:", ""),
    ("a service that is not confined", COMPOSE, "    <<: *confined\n    image: docker.io/grafana", "    image: docker.io/grafana"),
    ("an image without a version", COMPOSE, ":v2.53.4", ""),
    ("a volume that is not declared", COMPOSE, "\n  prometheus:\n  grafana:\n", "\n  grafana:\n"),
    ("a password", COMPOSE, "GF_AUTH_ANONYMOUS_ENABLED:", "GF_SECURITY_ADMIN_PASSWORD:"),
    ("another port", "packaging/oci/prometheus.yml", "9750", "9751"),
    ("rules that are not mounted", "packaging/oci/prometheus.yml", "alerts.yaml", "rules.yaml"),
    ("dashboards that are not mounted", "packaging/oci/grafana/dashboards.yaml", "/etc/lockscope", "/etc/grafana"),
]

if __name__ == "__main__":
    checking.main(
        check,
        MISTAKES,
        ["packaging/oci", "scripts/setup", "resources/man/lockctl.1", "resources/monitoring", "CMakePresets.json"],
    )
