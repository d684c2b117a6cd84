import { join } from 'node:path';

import type { ServiceConfig } from './config.ts';
import { SERVICE_FILE } from './serviceFile.ts';

/** Where the program of the service lies: a copy that only root can change. */
export const PROGRAM_FOLDER = '/usr/lib/licet';

/** The program in it. */
export const PROGRAM: string = join(PROGRAM_FOLDER, 'dist', 'licet.cjs');

/** The unit of systemd. */
export const UNIT_FILE = '/etc/systemd/system/licet.service';

/** A file of the service, as `install` writes it. */
export interface ServiceText {
  readonly file: string;
  readonly text: string;
}

/** The file that says for whom a service answers. */
export const configText = (config: ServiceConfig): ServiceText => ({
  file: SERVICE_FILE,
  text: `${JSON.stringify(config, null, 2)}\n`,
});

/** What the unit also takes from the process: its own network, kernel settings, new namespaces and most system calls. */
const HARDENING = `ProtectHome=read-only
PrivateTmp=no
PrivateDevices=no
DevicePolicy=closed
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
IPAddressDeny=any
LimitCORE=0
MemoryMax=1G
TasksMax=64
`;

/**
 * The unit. The service must see the same files as the users whom it answers, so it has no `/tmp` and no own devices, and may write
 * nowhere but in its two folders. Of root's powers it keeps the two by which it takes on the rights of these users, and gives up its own.
 */
export function unitText({ user, node, program, state, run }: ServiceConfig): ServiceText {
  const text = `# Written by \`licet service install\`.
[Unit]
Description=Licet, which decides what the AI agents of this machine may do
Documentation=man:licet(1)
After=local-fs.target remote-fs.target nss-user-lookup.target

[Service]
Type=simple
User=${user.name}
Group=${user.name}
ExecStart=${quotedWord(node)} ${quotedWord(program)} service run
Environment=NODE_DISABLE_COMPILE_CACHE=1 UV_USE_IO_URING=0
Restart=always
RestartSec=200ms
StateDirectory=${state.split('/').at(-1)}
StateDirectoryMode=0711
RuntimeDirectory=${run.split('/').at(-1)}
RuntimeDirectoryMode=0755
UMask=0077

AmbientCapabilities=CAP_SETUID CAP_SETGID
CapabilityBoundingSet=CAP_SETUID CAP_SETGID
NoNewPrivileges=yes
ProtectSystem=strict
ReadWritePaths=${state} ${run}
${HARDENING}
[Install]
WantedBy=multi-user.target
`;
  return { file: UNIT_FILE, text };
}

const quotedWord = (word: string): string => (/^[\w@+:,./-]+$/u.test(word) ? word : `"${word.replaceAll(/["\\]/gu, '\\$&')}"`);

/** The property list of launchd. Licet has not been driven on macOS as a service, so it is printed and never installed. */
export function launchdText({ node, program }: Pick<ServiceConfig, 'node' | 'program'>): ServiceText {
  const words = [node, program, 'service', 'run'].map(word => `    <string>${xmlText(word)}</string>`).join('\n');
  return {
    file: '/Library/LaunchDaemons/licet.plist',
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!-- Not driven: the service was never run on macOS. -->
<plist version="1.0">
<dict>
  <key>Label</key><string>licet</string>
  <key>ProgramArguments</key>
  <array>
${words}
  </array>
  <key>EnvironmentVariables</key>
  <dict><key>NODE_DISABLE_COMPILE_CACHE</key><string>1</string></dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><true/>
  <key>Umask</key><integer>63</integer>
</dict>
</plist>
`,
  };
}

const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
