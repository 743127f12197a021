# SPDX-FileCopyrightText: 2026 The Lockscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# lockctl for Nix, of the source tree that this file is in:
#
#   nix-build packaging/nix          then result/bin/lockctl --version
{
  pkgs ? import <nixpkgs> { },
}:
let
  inherit (pkgs) lib;
  project = builtins.readFile ../../CMakeLists.txt;
in
pkgs.stdenv.mkDerivation {
  pname = "lockctl";
  # Where it stands once.
  version = builtins.head (builtins.match ".*[( \n]VERSION ([0-9.]+)\n.*" project);

  src = lib.cleanSourceWith {
    src = ../..;
    filter = path: type: lib.cleanSourceFilter path type && baseNameOf path != "build";
  };

  nativeBuildInputs = [
    pkgs.cmake
    pkgs.ninja
    pkgs.pkg-config
    pkgs.qt6.wrapQtAppsNoGuiHook
  ];
  buildInputs = [
    pkgs.hiredis
    pkgs.kdePackages.qcoro
    pkgs.kdePackages.qtkeychain
    pkgs.prometheus-cpp
    pkgs.qt6.qtbase
    pkgs.sqlite
    pkgs.tl-expected
    pkgs.xz
    pkgs.yaml-cpp
  ];
  cmakeFlags = [
    (lib.cmakeBool "LOCKSCOPE_CONSOLE" false)
    (lib.cmakeBool "BUILD_TESTING" false)
  ];
  installPhase = ''
    runHook preInstall
    cmake --install . --component lockctl
    mv "$out/share/zsh/vendor-completions" "$out/share/zsh/site-functions"
    runHook postInstall
  '';

  meta = {
    description = "See and act on distributed locks in Redis from a terminal";
    license = lib.licenses.gpl3Plus;
    mainProgram = "lockctl";
    platforms = lib.platforms.linux;
  };
}
