import type { Json } from '@licet/core';
import type { ShortForm, ShortFormOf } from '@licet/core/yaml';

import { accessLevels } from './boundary/accessMap.ts';
import type { AccessLevel } from './boundary/accessMap.ts';

interface Boundaries {
  readonly allowedDirs?: readonly string[];
  readonly redLineFiles?: readonly string[];
}

const boundaries: ShortFormOf<Boundaries> = Object.freeze<ShortFormOf<Boundaries>>({
  key: 'boundaries',
  doc: 'short for a `file_boundary`: the folders that may be changed, and the files that may not be touched',
  schema: z => {
    const names = z.array(z.string().min(1)).min(1);
    return z
      .strictObject({ allowedDirs: names.exactOptional(), redLineFiles: names.exactOptional() })
      .refine(
        ({ allowedDirs, redLineFiles }) => allowedDirs ?? redLineFiles,
        'expected at least one of `allowed_dirs`, `red_line_files`',
      );
  },
  expand: ({ allowedDirs, redLineFiles }) => ({
    file_boundary: {
      ...(allowedDirs !== undefined && { allow: allowedDirs.map(folder => `${folder.replace(/\/+$/, '')}/**`) }),
      ...(redLineFiles !== undefined && { deny: redLineFiles }),
    },
  }),
});

interface ShortBashSafety {
  readonly blockedPatterns?: readonly (
    | string
    | { readonly pattern: string; readonly label?: string; readonly instead?: string }
  )[];
  readonly blockedPrefixes?: readonly string[];
  readonly allow?: readonly { readonly runs: string | readonly string[] }[];
}

const bashSafety: ShortFormOf<ShortBashSafety> = Object.freeze<ShortFormOf<ShortBashSafety>>({
  key: 'bash_safety',
  doc: 'short for a `bash_safety` node with its own patterns, prefixes and exceptions',
  schema: z => {
    const texts = z.array(z.string().min(1)).min(1);
    return z.strictObject({
      blockedPatterns: z
        .array(
          z.union([
            z.string().min(1),
            z.strictObject({
              pattern: z.string().min(1),
              label: z.string().min(1).exactOptional(),
              instead: z.string().min(1).exactOptional(),
            }),
          ]),
        )
        .min(1)
        .exactOptional(),
      blockedPrefixes: texts.exactOptional(),
      allow: z
        .array(z.strictObject({ runs: z.union([z.string().min(1), texts]) }))
        .min(1)
        .exactOptional(),
    });
  },
  expand: ({ blockedPatterns, blockedPrefixes, allow }) => ({
    bash_safety: {
      ...(blockedPatterns !== undefined && { blocked_patterns: blockedPatterns }),
      ...(blockedPrefixes !== undefined && { blocked_prefixes: blockedPrefixes }),
      ...(allow !== undefined && { allow: allow.map(({ runs }) => ({ runs: typeof runs === 'string' ? runs : [...runs] })) }),
    },
  }),
});

const access: ShortFormOf<Readonly<Record<string, AccessLevel>>> = Object.freeze<
  ShortFormOf<Readonly<Record<string, AccessLevel>>>
>({
  key: 'access',
  doc: 'short for an `access_map`: the access to each path',
  schema: z => z.record(z.string().min(1), z.enum(accessLevels)),
  expand: paths => ({ access_map: { paths } }),
});

interface Taken {
  readonly key: string;
  readonly doc: string;
  /** The param that the value sets; the value is all params where there is none. */
  readonly param?: string;
  readonly leads?: true;
}

/** A form whose value is what the node of the same name takes, which checks it. */
const taken = ({ param, ...form }: Taken): ShortFormOf<Readonly<Record<string, Json>>> =>
  Object.freeze<ShortFormOf<Readonly<Record<string, Json>>>>({
    ...form,
    around: param === undefined ? [form.key] : [form.key, param],
    schema: z => z.record(z.string(), z.custom<Json>()),
    expand: value => ({ [form.key]: param === undefined ? value : { [param]: value } }),
  });

const facts = taken({
  key: 'facts',
  doc: 'short for a `facts` node: what establishes each fact, and what makes it void',
  param: 'facts',
  leads: true,
});

const roles = taken({
  key: 'roles',
  doc: 'short for a `roles` node: who plays which role, for conditions on a `role`',
  param: 'roles',
  leads: true,
});

const capabilities = taken({
  key: 'capabilities',
  doc: 'short for a `capabilities` node: what each tool can do, what data it shows, what its arguments are held to',
  param: 'catalogue',
  leads: true,
});

const firewall = taken({ key: 'firewall', doc: 'short for a `firewall` node: how outputs are shown' });

const askBefore: ShortFormOf<readonly string[]> = Object.freeze<ShortFormOf<readonly string[]>>({
  key: 'ask_before',
  doc: 'short for an `ask_before` node: the programs before which a human is asked',
  around: ['ask_before'],
  schema: z => z.array(z.string().min(1)).min(1),
  expand: runs => ({ ask_before: [...runs] }),
});

/**
 * The top-level keys of governance.yaml that stand for a guard of this package: `capabilities`, `facts`, `roles`, `firewall`,
 * `boundaries`, `bash_safety`, `access`, `ask_before`.
 * They are what older tools of this kind read; a policy may have them beside `policy`, and everything must agree.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 * import { loadPolicy } from '@licet/core/yaml';
 * import { guardDefinitions, shortForms } from '@licet/guards';
 *
 * const options = { registry: createRegistry(guardDefinitions), root: '/project', home: '/home/me', shortForms };
 * loadPolicy('version: 1\naccess: { src/: read-write, .env: no-access }\n', options).data.kind; // => 'access_map'
 * ```
 */
export const shortForms: readonly ShortForm[] = Object.freeze([
  capabilities,
  facts,
  roles,
  firewall,
  access,
  bashSafety,
  boundaries,
  askBefore,
]);
