import type { Finding } from './descriptor.ts';

/** What sends data away while an image is built. Everything else that a build runs stays in the image. */
const SENDING =
  /--post-(?:file|data)|--upload-file|--data|--form|(?:^|\s)-(?:T|d|F|X\s*P)|\b(?:nc|ncat|socat|scp|sftp|rsync|ftp|dig|nslookup|mail|rclone)\b|\/dev\/(?:tcp|udp)\/|\b(?:push|publish|upload)\b/;

/** The words of an instruction, in either of its forms, without its flags. */
function wordsOf(rest: string): readonly string[] {
  const list = /^(?:--\S+\s+)*(\[.*\])\s*$/s.exec(rest)?.[1];
  if (list === undefined) return rest.split(/\s+/).filter(word => word !== '' && !word.startsWith('--'));
  try {
    return (JSON.parse(list) as readonly unknown[]).filter(word => typeof word === 'string');
  } catch {
    return [];
  }
}

/**
 * What the building of an image does to this machine: it reads what is copied in, and its commands may send that away. Source: the
 * Dockerfile reference.
 */
export function dockerfileFindings(text: string): readonly Finding[] {
  const lines = text.replace(/\\\r?\n/g, ' ').split(/\r?\n/);
  return lines.flatMap((line): readonly Finding[] => {
    const [, name = '', rest = ''] = /^\s*(?:ONBUILD\s+)?(COPY|ADD|RUN)\s+(.*)$/is.exec(line) ?? [];
    if (/^run$/i.test(name))
      return SENDING.test(rest) ? [{ use: { as: 'shell', tags: ['container'] }, value: rest.replace(/^(?:--\S+\s+)+/, '') }] : [];
    if (name === '' || /^(?:--\S+\s+)*--from=/.test(rest)) return [];
    return wordsOf(rest)
      .slice(0, -1)
      .filter(source => !/^(?:<<|\w+:\/\/|git@)/.test(source))
      .map(value => ({ use: 'read', value: value.replace(/^\/+(?=.)/, '') }));
  });
}
