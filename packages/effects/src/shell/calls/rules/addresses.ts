import { absolutePath } from '../../../places/lexical.ts';
import { isOneOf } from '../../../programs/callPatterns.ts';
import { isForeignPackage } from '../../../programs/registries.ts';
import { emit } from '../../words/emit.ts';
import type { Field } from '../../words/field.ts';
import { HOLE } from '../../words/field.ts';
import { holdsLocalData } from '../applyUse.ts';
import type { GivenCall } from '../call.ts';
import { isLoopback, networkTarget, parseAddress } from '../network.ts';

/** Programs that make code, packages or recipes of an address. Those that have their own rules for it are not among them. */
const TAKES_CODE =
  'apt apt-get aptitude rpm dnf dnf5 yum zypper urpmi emerge apk pacman paru yay makepkg snap flatpak port choco scoop ' +
  'winget pkg pkgin cpan cpanm cpm easy_install bundle composer luarocks dart flutter pub rebar3 mix cabal stack nimble ' +
  'zig v vcpkg conan spack swift pod carthage gradle gradlew mvn mvnw sbt mill ant coursier cs lein clj clojure boot helm ' +
  'helmfile istioctl linkerd kapp kustomize terraform tofu terragrunt vagrant packer ansible-galaxy puppet chef knife ' +
  'earthly dagger task just make gmake mage act rustup asdf mise rtx sdk volta fnm nvm pyenv rbenv krew skaffold tilt ' +
  'devbox devspace pulumi serverless sls sam cdk cookiecutter copier yeoman yo degit tiged plop hygen proto aqua arkade ' +
  'eget stew bin ubi gh-release zinit antigen fisher omf vundle mason jupyter papermill R Rscript docker-compose docker ' +
  'podman nerdctl crane oras code codium wasmtime wasmer wapm kotlinc kotlin spin fastly k6 artillery locust newman bruno ' +
  'playwright cypress';

/** Verbs after which an address is what is installed or run. */
const TAKING =
  /^(?:install|localinstall|reinstall|add|get|run|exec|x|launch|apply|create|load|pull|plugins?|extensions?|tap|bootstrap|fetch|import|pin|use|inject|upgrade|update|init|new|global|module|box|tool|toolchain|pub|call|up|start|play|-script|-i|-U|-Uvh|-ivh|--install|--upgrade|--install-extension|--from|--from-module|--init-script|-I|-t|-f|--file|--taskfile|--manifest|--recipe|--template|--script|--config|--source|-s|--repository|--repo|--registry|--add-repo|--resolver|-sgit|--git-url|-x)$/;

/** What such programs are only shown or told about. */
const TOLD =
  /^(?:repo|remote|search|info|show|view|home|browse|docs|help|list|ls|status|logs?|login|push|publish|pull|inspect|tag|ping)$/;

const LOCAL_PACKAGE = /\.(?:deb|rpm|snap|flatpak(?:ref)?|pkg\.tar\.\w+|AppImage|msi|nupkg)$/i;

/** Options whose value a program follows: a recipe, a list of rules, a script. */
const FOLLOWED = /^(?:-[fWcsl]|--?[\w-]*(?:file|script|config|rules?|workflows?|playbook|manifest|recipe|template))$/;

/** Programs for which such a file is data. */
const ONLY_COMPARES = /^(?:[efz]?grep|rg|ag|ack|sort|curl|wget|jq|yq|diff|comm|join|cat|tail|head|wc|less|awk|gawk|tar|ssh|scp)$/;

const UNTRUSTED = ['untrusted_code'] as const;

const addressTexts = (field: Field): readonly string[] => {
  const value = /^--?[\w.-]+=(.*)$/s.exec(field.text)?.[1];
  return [(value ?? field.text).replace(/^git::/, '')];
};

/** Records code that a call takes from an address, from a package file, or from a pipe that the network feeds. */
export function emitCodeByAddress({
  name: program,
  args: words,
  descriptor,
  frame,
}: Pick<GivenCall, 'name' | 'args' | 'descriptor' | 'frame'>): void {
  if (frame.place !== 'here') return;
  const isListed = descriptor !== undefined;
  const texts = words.map(({ text }) => text);
  const isTaker = isOneOf(TAKES_CODE, program);
  const verb = isTaker || !isListed ? texts.findIndex(text => TAKING.test(text)) : -1;
  const isTold = (isTaker || verb >= 0) && TOLD.test(texts.find(text => !text.startsWith('-')) ?? '');
  const mayTake = !isTold && (isTaker || verb >= 0);
  for (const [i, field] of words.entries()) {
    const isPiped = /^\/dev\/fd\/\d+$/.test(field.text) && FOLLOWED.test(texts[i - 1] ?? '') && !ONLY_COMPARES.test(program);
    const stream = isPiped ? frame.run.files.get(absolutePath(field.text, undefined) ?? '') : undefined;
    const address = mayTake
      ? addressTexts(field).find(
          text => isForeignPackage(text) || (isTaker && /^(?:github|gitlab|bitbucket)\.(?:com|org)\/[\w.-]+\//.test(text)),
        )
      : undefined;
    const isPackage = isTaker && !isTold && verb >= 0 && verb < i && LOCAL_PACKAGE.test(field.text);
    if (address !== undefined && !isLoopback(parseAddress(address).host))
      emit(frame, { kind: 'network', target: networkTarget(address, 'download', undefined), program, tags: UNTRUSTED });
    else if (isPackage || stream?.origins.includes('network') === true)
      emit(frame, {
        kind: 'execute',
        target: { type: 'program', argv: [field.text], untrusted: true },
        program,
        tags: UNTRUSTED,
      });
  }
}

/** Verbs by which a program hands something to others. */
const SENDING =
  /^(?:upload\w*|put|send|share|attach|paste|transmit|expose|funnel|publish|\w*[-_:]?upload|upload[-_:]\w+|--upload(?:-only)?|send-\w+|push-file|sendfile)$/;

/** Options that name the machine that a client talks to. */
const HOSTING = /^(?:-[hHusb]|--(?:host|url|uri|server|servers|broker|bootstrap-server|endpoint|address|target))$/;

/** Verbs that send only where an address of another place is behind what is copied. */
const COPYING = /^(?:cp|scp|copy|copyto|sync|mirror|mv|move|push|backup|snapshot|replicate|export|transfer|archive|deploy)$/;

const ELSEWHERE = /^(?:(?!file:)[a-z][a-z\d+-]{1,20}):\/\/(?!localhost|127\.|\[::1\])/i;

/** How a program that copies names a place on another machine: `u@host:`, `dbfs:/x`, `laptop:`. */
const OTHER_END = /^(?:[\w.-]+@)?[a-z][\w.-]+:(?:$|\/|~)|^[\w.-]+@[\w.-]+:/i;

/** The place of a registry: a host with a path. */
const REGISTRY = /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?\/[\w./-]+(?::[\w.-]+)?$/i;

/** Programs that are named for what they do. */
const SENDER = /^(?:transfer|upload\w*|pastes?|share|sendfile|filesend)(?:\.sh|\.py)?$/;

/** Described programs whose words are not all looked at for what they send. */
const MAY_CARRY =
  'chrome firefox open xdg-open gio wslview ffmpeg vlc mpv yt-dlp youtube-dl code nats redis-cli valkey-cli mysql mariadb psql rabbitmqadmin mongosh etcdctl consul cypher-shell';

const BROWSERS = /^(?:chromium\S*|google-chrome\S*|brave\S*)$/;

/** Records local data in an address, and what a program without a description sends by its words. */
export function emitSending({
  name: program,
  args: words,
  descriptor,
  frame,
}: Pick<GivenCall, 'name' | 'args' | 'descriptor' | 'frame'>): void {
  const isListed = descriptor !== undefined;
  if (words.length === 0 || frame.place !== 'here') return;
  if (isListed && !isOneOf(MAY_CARRY, program) && !BROWSERS.test(program)) return;
  const upload = (text: string): void =>
    emit(frame, {
      kind: 'network',
      target: ELSEWHERE.test(text) ? networkTarget(text, 'upload', undefined) : { type: 'network', direction: 'upload' },
      program,
      tags: ['uploads'],
    });
  const leaking = words.find(
    field => /^https?:\/\//i.test(field.text) && field.text.split(HOLE)[0] !== field.text && holdsLocalData(field),
  );
  if (leaking !== undefined && !isLoopback(parseAddress(leaking.text).host)) return upload(leaking.text);
  const host = words.find((_, i) => HOSTING.test(words[i - 1]?.text ?? ''))?.text ?? '';
  const isRemote = host.replace(/^\w+:\/\//, '').includes('.') && !isLoopback(parseAddress(host).host);
  if (isRemote && words.some(holdsLocalData)) return upload(host);
  if (isListed || words.some(({ text }) => /^--?(?:help|h|dry-?run|version|n)$/.test(text))) return;
  const leading = words.filter(({ text }) => !/^--?\w+=/.test(text)).slice(0, 4);
  const at = leading.findIndex(({ text }) => SENDING.test(text));
  const hasOthers = words.length > at + 1 || frame.stdin !== undefined;
  if (at >= 0 && at < 3 && hasOthers) return upload('');
  const last = words.at(-1)?.text ?? '';
  const copies = leading.slice(0, 3).some(({ text }) => COPYING.test(text));
  const isOut = words.length > 2 && copies && ELSEWHERE.test(last) && !ELSEWHERE.test(words.at(-2)?.text ?? '');
  const [first = '', second = ''] = leading.map(({ text }) => text);
  const isPut = copies && words.length > 2 && OTHER_END.test(last);
  const isPushed =
    /^(?:push|append|attach)$/.test(first) && words.slice(1).some(({ text }) => REGISTRY.test(text)) && second !== '';
  if (isOut) upload(last);
  else if (isPut || isPushed || (SENDER.test(program) && first !== '')) upload('');
}
