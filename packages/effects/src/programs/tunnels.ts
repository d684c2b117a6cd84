import type { Call } from './descriptor.ts';
import { isOwnCluster } from './clusters.ts';

/** Programs that do nothing but open a way to another machine. Sources: their manuals. */
const ALWAYS =
  /^(?:cloud[-_]sql[-_]proxy|alloydb-auth-proxy|sshuttle|chisel|frpc|bore|rathole|inlets|stunnel\d*|wstunnel|spiped|redir|rinetd|gost|kubefwd|telepresence)$/;

/** Subcommands that do so. */
const SAYING: Readonly<Record<string, RegExp>> = {
  kubectl: /^(?:proxy|port-forward)\b/,
  oc: /^(?:proxy|port-forward)\b/,
  k: /^(?:proxy|port-forward)\b/,
  gcloud: /\b(?:proxy|start-iap-tunnel|connect-to-serial-port)\b/,
  aws: /\bssm start-session\b|\bopen-tunnel\b/,
  az: /\b(?:bastion tunnel|create-remote-connection|webapp ssh)\b/,
  fly: /^proxy\b/,
  flyctl: /^proxy\b/,
  tsh: /^(?:proxy|ssh|db connect)\b/,
  cloudflared: /^(?:access|tunnel)\b/,
  pscale: /^connect\b/,
  cf: /^ssh\b/,
  heroku: /^(?:pg:psql|ps:forward)\b/,
  boundary: /^connect\b/,
  istioctl: /^dashboard\b/,
};

/** Whether a call makes a port of this machine lead to another machine. */
export function opensTunnel(call: Call): boolean {
  const [program = '', ...path] = call.path;
  if (ALWAYS.test(program)) return true;
  const words = [...path, ...call.operands.map(({ text }) => text ?? '')];
  if (program === 'socat')
    return (
      words.some(word => /listen/i.test(word)) &&
      words.some(word => /^(?:tcp|udp|ssl|openssl|proxy|socks)\w*:(?!localhost|127\.)/i.test(word) && !/listen/i.test(word))
    );
  return SAYING[program]?.test(words.join(' ')) === true && !isOwnCluster(call);
}
