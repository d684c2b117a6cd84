import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../../../stoppedIn.ts';

const HARM = 'rm -f /w/.claude/settings.json\n';

const stopped = stoppedIn({
  '/w/package.json': { text: '{}' },
  '/w/.claude/settings.json': { text: '{}' },
  '/w/.git/config': { text: '[core]\n\teditor = ./x.sh\n' },
  '/w/src/b/config': { text: '[core]\n\tfsmonitor = ./x.sh\n' },
  '/w/src/plain/config': { text: '[core]\n\tbare = true\n' },
  '/w/src/cfg/git/config': { text: '[core]\n\tsshCommand = ./x.sh\n' },
  '/w/src/h/.gitconfig': { text: '[alias]\n\tst = !x\n' },
  '/w/ok/.gitconfig': { text: '[user]\n\tname = x\n' },
  '/w/src/z/.zshenv': { text: HARM },
  '/w/ok/.zshenv': { text: 'export A=1\n' },
  '/w/src/aws': { text: '[default]\ncredential_process = x\n' },
  '/w/ok/aws': { text: '[default]\nregion = x\n' },
  '/w/src/kube': { text: 'users:\n- user:\n    exec:\n      command: x\n' },
  '/w/ok/kube': { text: 'users:\n- user:\n    token: x\n' },
  '/w/src/j/bin/java': { text: `#!/bin/sh\n${HARM}` },
  '/w/src/t/bin/cargo': { text: `#!/bin/sh\n${HARM}` },
  '/w/src/x.sh': { text: HARM },
  '/w/ok/x.sh': { text: 'echo hi\n' },
  '/w/src/sitecustomize.py': { text: "import os\nos.unlink('/w/.claude/settings.json')\n" },
  '/w/ok/lib/a.py': { text: 'x = 1\n' },
  '/w/src/delegates.xml': { text: '<delegate decode="foo" command="x"/>' },
  '/w/src/mailcap': { text: 'text/x; x\n' },
  '/w/src/wgetrc': { text: 'use_askpass = x\n' },
  '/w/src/.curlrc': { text: 'output = .claude/settings.json\n' },
});

describe('A variable that leads a program elsewhere', () => {
  it.each([
    'git --git-dir=src/b status',
    'git --git-dir src/b status',
    'GIT_DIR=src/b git status',
    'export GIT_DIR=src/b; git status',
    'GIT_COMMON_DIR=src/b git status',
    "printf '[core]\\n\\tpager = x.sh\\n' > /tmp/e/config && git --git-dir=/tmp/e log",
    'XDG_CONFIG_HOME=$PWD/src/cfg git status',
    'HOME=$PWD/src/h git status',
    'AWS_CONFIG_FILE=src/aws aws sts get-caller-identity',
    'KUBECONFIG=src/kube kubectl get pods',
    'kubectl --kubeconfig=src/kube get pods',
    'MAGICK_CONFIGURE_PATH=src convert a.foo /tmp/o.png',
    'WGETRC=src/wgetrc wget -q https://e.example/x',
    'CURL_HOME=src curl -s https://e.example/x',
    'MAILCAPS=src/mailcap run-mailcap text/x:package.json',
    'MAKEFILES=src/x.mk make -n',
  ])('to settings that name programs asks: %s', async command => {
    expect(await stopped(command)).toMatch(/tampered_environment/);
  });

  it.each([
    'ZDOTDIR=src/z zsh -c true',
    'JAVA_HOME=$PWD/src/j mvn -v',
    'RUSTUP_TOOLCHAIN=$PWD/src/t cargo -V',
    "GOCACHEPROG='sh src/x.sh' go build ./...",
    'CLOUDSDK_PYTHON=src/x.sh gcloud info',
    'AUTOSSH_PATH=src/x.sh autossh -M 0 h',
    'PYTHONPATH=src python3 -c pass',
  ])('to code of the project is judged by that code: %s', async command => {
    expect(await stopped(command)).toMatch(/governance_protected/);
  });

  it.each([
    'git --git-dir=.git log',
    'GIT_DIR=.git git status',
    'git --git-dir=src/plain log',
    'HOME=$PWD/ok git status',
    'ZDOTDIR=ok zsh -c true',
    'AWS_CONFIG_FILE=ok/aws aws sts get-caller-identity',
    'KUBECONFIG=ok/kube kubectl get pods',
    'JAVA_HOME=/usr/lib/jvm/java-21 mvn -v',
    'RUSTUP_TOOLCHAIN=stable cargo -V',
    'CLOUDSDK_PYTHON=ok/x.sh gcloud info',
    'PYTHONPATH=ok/lib python3 -m pytest',
    'XDG_CONFIG_HOME=$PWD/.cfg npm test',
  ])('to anything else passes: %s', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});
