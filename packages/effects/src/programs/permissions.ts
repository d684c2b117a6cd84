import type { Call, Family, Finding, FixedEffect, OptionValue, CommandDescriptor } from './descriptor.ts';
import { does, effect, loses, sets, sharing, shows } from './shapes.ts';

/**
 * What a mode of chmod opens up or closes, as a value of the option, or as the first operand: writable by everyone, set-user-id, or closed for
 * everyone.
 */
export const modeRows = (of?: string): readonly OptionValue[] => {
  const row = of === undefined ? { to: 1 } : { of };
  return [
    { ...row, fits: '^0*[0-7]{0,3}[2367]$|(?:^|,)[ug]*[oa][ugoa]*[+=][rxXst]*w', effects: [sets('permissions:{0}', 'weakens')] },
    { ...row, fits: '^0*[2-7][0-7]{3}$|(?:^|,)[ug]*[+][rwxX]*s', effects: [effect('privilege', 'permissions:{0}', 'privilege')] },
    { ...row, fits: '^0+$|(?:^|,)a?-rwx(?:,|$)', effects: [sets('permissions:{0}', 'disrupts')] },
  ];
};

/** The folder that one works in, or one around it. */
const AROUND = /^(?:\.|(?:\.\.\/)*\.\.|\$PWD)\/?$/;

/** Modes that take from the user the right to enter a folder: `u-x`, `a-x`, `-rwx`, `644`. Source: chmod(1). */
const locksOut = (mode: string): boolean =>
  /^0*[0-7]?[0246][0-7]{2}$/.test(mode) ||
  /(?:^|,)(?:[gao]*u[gao]*|[gu]*a[guo]*|(?=[-=]))(?:[-+=][rwXst]*)*(?:-[rwXst]*x|=(?![rwst]*[xX]))/.test(mode);

/** No hook starts out of a folder that its user may not enter, and a runtime lets a call run whose hook does not start. */
const locked = (call: Call): readonly Finding[] => {
  const [mode, ...folders] = call.operands;
  const here = `${call.variable?.('PWD') ?? '?'}/`;
  const isAround = (text: string): boolean =>
    AROUND.test(text) || (text.startsWith('/') && here.startsWith(`${text.replace(/\/+$/, '')}/`));
  return folders.some(({ text = '' }) => isAround(text)) && locksOut(mode?.text ?? '')
    ? [sets('permissions:project', 'disrupts')]
    : [];
};

const account: FixedEffect = sets('account:user', 'privilege', 'persistence');
const removed: FixedEffect = loses('account:user');

const changing = (): CommandDescriptor => ({ effects: [account] });

/** Programs that change accounts, keychains, and the rights, owners and labels of files. */
export const permissions: Family = {
  chmod: () => ({
    options: {
      '-R --recursive': { recursive: true },
      '--reference': { value: 'read', suppliesFirst: true },
      '-r -w -x -X -s -t': { suppliesFirst: true },
    },
    operands: { first: ['text'], rest: 'write' },
    spares: {},
    optionValue: modeRows(),
    inspect: locked,
  }),
  ...sharing('chown chgrp chflags', () => ({
    options: { '-R --recursive': { recursive: true }, '--reference': { value: 'read', suppliesFirst: true }, '--from': 'text' },
    operands: { first: ['text'], rest: 'write' },
    spares: {},
    // The user can change none of it any more.
    keyword: [{ when: { any: ['-R'], first: '^(?:root|0)(?::|$)' }, effects: [sets('owner:root', 'disrupts')] }],
  })),
  chattr: () => ({
    options: { '-R': { recursive: true }, '-i -a -v -p': { suppliesFirst: true } },
    operands: { first: ['text'], rest: 'write' },
    spares: {},
    cases: [
      { when: { any: ['-i', '-a'] }, tags: ['weakens'] },
      { when: { any: ['-R'], operand: '^[+=]\\w*[ia]' }, effects: [sets('permissions:+i', 'disrupts')] },
    ],
  }),
  setfacl: () => ({
    options: {
      '-R --recursive': { recursive: true },
      '-m -x -M -X --modify --remove --set': 'text',
      '--restore': 'read',
    },
    operands: { rest: 'write' },
    spares: {},
    keyword: [
      {
        when: { value: { '-m': '^[?]$|(?:^|,)(?:d:)?(?:o|other|u:nobody|g:nogroup):+[r-]?w' } },
        effects: [sets('permissions:everybody', 'weakens')],
      },
    ],
  }),
  setcap: () => ({
    operands: { first: ['text'], rest: 'write' },
    spares: {},
    effects: [effect('privilege', 'permissions:capabilities', 'privilege')],
  }),
  chcon: () => ({
    options: {
      '-R --recursive': { recursive: true },
      '-t -u -r -l --type --user --role --range --reference': { value: 'text', suppliesFirst: true },
    },
    operands: { first: ['text'], rest: 'write' },
    spares: {},
    tags: ['weakens'],
  }),
  ...sharing('setenforce setsebool aa-disable aa-complain aa-teardown', () => ({
    effects: [sets('protection:selinux', 'weakens')],
  })),
  xattr: () => ({
    spares: {},
    options: {
      '-d': { operands: { first: ['text'], rest: 'write' } },
      '-w': { operands: { first: ['text', 'text'], rest: 'write' } },
      '-c': { operands: { rest: 'write' } },
      '-r': { recursive: true },
    },
    operands: { rest: 'text' },
    cases: [{ when: { any: ['-d', '-c'], operand: 'quarantine' }, effects: [sets('protection:quarantine', 'weakens')] }],
  }),
  ...sharing(
    'useradd adduser usermod groupadd groupmod gpasswd vipw visudo newusers chpasswd passwd chsh chfn sysadminctl dseditgroup',
    () => changing(),
  ),
  dscl: () => ({
    style: 'posix',
    keyword: [
      {
        when: { operand: '(?i)^-?(?:append|change|changei|create|delete|merge|passwd|mcxset|mcxdelete|mcximport)$' },
        effects: [account],
      },
    ],
  }),
  ...sharing('userdel deluser groupdel', () => ({ effects: [removed] })),
  ...sharing('lastlog last lastb faillog', () => ({})),
  security: () => ({
    subcommands: {
      'find-generic-password find-internet-password dump-keychain export': does(shows('keychain')),
      'delete-generic-password delete-internet-password delete-keychain delete-certificate': does(loses('secret:keychain')),
      'add-generic-password add-trusted-cert authorizationdb set-key-partition-list set-keychain-settings unlock-keychain import':
        does(sets('secret:keychain', 'weakens')),
    },
  }),
  defaults: () => ({
    subcommands: {
      'write import rename': does(sets('setting:macos', 'persistence')),
      'delete delete-all': does(loses('setting:macos')),
    },
  }),
};
