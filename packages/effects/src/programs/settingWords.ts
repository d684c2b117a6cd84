import type { Mark } from '../marks.ts';
import { isPlainTool } from './variables.ts';
import { isUsualRegistry } from './registries.ts';
import { isLocalAddress } from './requests.ts';
import type { CommandDescriptor, Finding } from './descriptor.ts';
import { isAddress, sets } from './shapes.ts';

/** Parts of the names of settings whose value a program runs or loads later, or hands credentials to. */
const RUNS =
  /(?:^|[.:_/-])(?:credential[_-]process|exec(?:[_-]?command)?|command|cmd|(?:credential[_-]?)?helper|(?:script[_-])?shell|editor|pager|browser|hooks?|runner|(?:rustc[_-])?wrapper|linker|rustc|program|node[_-]options|onload[_-]script|yarn[_-]?path|tunnels|extensions)(?:$|[.:_/-])/i;

/** Names of settings by which another account, or whoever holds a certificate, gets what is sent. */
const HANDS =
  /(?:^|[./])(?:access_token_file|impersonate_service_account|credential_file_override|custom_ca_certs_file|ca_bundle|cafile)$/i;

/** Parts of the names of settings that say where code, or what a program works on, comes from. */
const SOURCES =
  /(?:^|[._:/-])(?:registry|(?:npm)?registryserver|(?:extra[_-])?index(?:[_-]url)?|find[_-]links|mirror|source|channels?|channel_alias|repositor(?:y|ies)|endpoint(?:_url)?|api_endpoint_overrides|proxy|server|address)(?:$|[._/-])/i;

/** Protections that are on unless a setting says otherwise. */
const PROTECTIONS = /(?:^|[._/-])(?:ssl[_-]?verify|verify[_-]?ssl|strict[_-]ssl|secure[_-]http|check[_-]hostname)$/i;

const OFF = /^(?:false|0|no|off|none)$/i;

/** Words by which a value is looked at, or goes away. */
const LOOKING =
  /^(?:get|list|ls|show|view|unset|delete|remove|rm|describe|path|edit|help|doctor|--get.*|--list|-l|--show|--unset|--remove.*)$/;

const SETTING = /^(?:config|configure|configuration|settings?|cfg)$/;

const HARMLESS_CHANNEL = /^(?:defaults|conda-forge|bioconda|pytorch|nvidia|r|main|anaconda|intel|rapidsai)$/;

/** A setting with its value, as the words of a call give it: `config set key value`, `config key=value`. */
function given(words: readonly string[]): readonly (readonly [key: string, value: string])[] {
  const at = words.slice(0, 4).findIndex(word => SETTING.test(word));
  const rest = at < 0 ? [] : words.slice(at + 1);
  if (rest.some(word => LOOKING.test(word))) return [];
  const plain = rest.filter(word => !word.startsWith('-') && !/^(?:set|add|put)$/.test(word));
  const pairs = plain.flatMap(word => {
    const [, key, value] = /^([^=\s]+)=(.*)$/s.exec(word) ?? [];
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });
  const [key, value] = plain;
  return key === undefined || value === undefined || key.includes('=') ? pairs : [[key, value], ...pairs];
}

/** Marks for one setting of any program: what later calls load or run, where they get it from, protections that are off. */
export function settingMarks(key: string, value: string): readonly Mark[] {
  if (PROTECTIONS.test(key)) return OFF.test(value) ? ['weakens'] : [];
  if (HANDS.test(key)) return ['tampered_environment'];
  if (RUNS.test(key)) return isPlainTool(value) && !/[/\\]/.test(value) ? [] : ['tampered_environment'];
  if (!SOURCES.test(key)) return [];
  if (value.includes('://')) return isUsualRegistry(value) || isLocalAddress(value) ? [] : ['tampered_environment'];
  if (/(?:proxy|server|endpoint|address)/i.test(key) && /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(value))
    return isLocalAddress(value) ? [] : ['tampered_environment'];
  return /channel/i.test(key) && !HARMLESS_CHANNEL.test(value) ? ['weakens'] : [];
}

/** Settings for this call alone: `--config key=value`. */
const inline = (words: readonly string[]): readonly (readonly [string, string])[] =>
  words.some(word => /^--config(?:-option)?(?:$|=)/.test(word))
    ? words.flatMap(word => {
        const [, key, value] = /^(?:--config(?:-option)?=)?([\w.:-]+)=(.*)$/s.exec(word) ?? [];
        return key === undefined || value === undefined || key.startsWith('--') ? [] : [[key, value] as const];
      })
    : [];

/** The settings that words of a call give to any program, with what they do to later calls. */
export const settingsIn = (words: readonly string[]): readonly (readonly [key: string, marks: readonly Mark[]])[] =>
  [...given(words), ...inline(words)].flatMap(([key, value]) => {
    const marks = settingMarks(key, value);
    return marks.length === 0 ? [] : [[key, marks] as const];
  });

const elsewhere: Finding = sets('package_setting:source', 'tampered_environment');

/** `poetry source add name address`: one more place that packages come from. */
export const packageSource = (): CommandDescriptor => ({
  inspect: ({ operands }) => {
    const { text = '?' } = operands.at(-1) ?? {};
    return isUsualRegistry(text) || /^pypi$/i.test(text) ? [] : [elsewhere];
  },
});

/** `dotnet nuget add source address`. */
export const nugetSource = (): CommandDescriptor => ({
  inspect: ({ operands: [what, address] }) =>
    what?.text === 'source' && isAddress(address?.text ?? '') && !isUsualRegistry(address?.text) ? [elsewhere] : [],
});

/** `conda config`: where packages come from, and what is checked of them. */
export const channels = (): CommandDescriptor => ({
  options: { '--add --prepend --append --set': { value: 'text', more: ['text'] }, '--remove --env --file': 'text' },
  configKey: [{ of: 'conda' }],
});

/** `go env`. */
export const goEnvironment = (): CommandDescriptor => ({
  options: { '-u -json': 'flag' },
  configKey: [{ of: 'go', when: { any: ['-w'] } }],
});
