import { isCardNumber, isIban } from './checksums.ts';
import type { RedactionRule } from './rule.ts';

/** Numbers that a checksum tells from look-alikes; on by default. */
export const checkedRules: readonly RedactionRule[] = Object.freeze([
  {
    id: 'card',
    minDigits: 13,
    mayHold: text => /[2-6]\d(?:[ -]?\d){11}/.test(text),
    pattern:
      '(?:^|[^0-9A-Za-z._-])([2-6][0-9]{3}(?:[ -]?[0-9]{4}){2}[ -]?[0-9]{1,7}|3[47][0-9]{2}[ -]?[0-9]{6}[ -]?[0-9]{5}|3[068][0-9]{2}[ -]?[0-9]{6}[ -]?[0-9]{4})(?:$|[^0-9A-Za-z_-])',
    check: isCardNumber,
  },
  {
    id: 'iban',
    minDigits: 2,
    mayHold: text => text.length > 11 && /[a-z]{2}\d{2} ?[a-z0-9]{4}/i.test(text),
    pattern: '(?i)\\b([a-z]{2}[0-9]{2}(?: ?[a-z0-9]{4}){2,7}(?: ?[a-z0-9]{1,4})?)\\b',
    check: isIban,
  },
]);

const isAddress = (text: string): boolean => text.split('.').every(part => Number(part) <= 255) && !/^(?:0|127|255)\./.test(text);

const isSocialSecurityNumber = (text: string): boolean => !/^(?:000|666|9)|-00-|-0000$/.test(text);

/** Found by their form alone, so only where a policy asks for it. */
export const formRules: readonly RedactionRule[] = Object.freeze([
  { id: 'email', keywords: ['@'], pattern: '\\b([A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\\.){1,8}[A-Za-z]{2,24})\\b' },
  { id: 'phone', keywords: ['+'], pattern: '(?:^|[^0-9A-Za-z+])(\\+[1-9](?:[ .()/-]{0,2}[0-9]){6,14})\\b' },
  { id: 'ssn', keywords: ['-'], pattern: '\\b([0-9]{3}-[0-9]{2}-[0-9]{4})\\b', check: isSocialSecurityNumber },
  { id: 'ipv4', keywords: ['.'], pattern: '(?:^|[^0-9.])((?:[0-9]{1,3}\\.){3}[0-9]{1,3})(?:$|[^0-9.])', check: isAddress },
  {
    id: 'ipv6',
    keywords: [':'],
    pattern:
      '(?i)(?:^|[^0-9a-f:])((?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,6}:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,5})(?:$|[^0-9a-f:])',
  },
]);
