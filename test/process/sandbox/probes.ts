/** One way in which code of a project could get out of a sandbox, or at what it must not have. */
export interface Probe {
  readonly name: string;
  /**
   * Lines for `sh` in the project. They print `LEAK` if they get at something. What they change outside is looked at by the test. `$PORT` is a port
   * of the machine outside, `$HOST_PID` a process outside.
   */
  readonly script: string;
}

/** Prints LEAK if the lines before it succeed. */
const leaks = (name: string, script: string): Probe => ({ name, script: `if ${script}; then echo LEAK; fi` });

/** Prints LEAK if what the lines print holds a text that only the machine outside has. */
const shows = (name: string, script: string, text: string = 'hunter2'): Probe => ({
  name,
  script: `case "$( (${script}) 2>&1 )" in *${text}*) echo LEAK;; esac`,
});

/** A change that the test looks for outside. */
const tries = (name: string, script: string): Probe => ({ name, script });

const python = (code: string): string => `python3 -c '${code}'`;

/** The probes that need no other run beside them. */
export const PROBES: readonly Probe[] = [
  // Outside of the project
  tries('writes a file in the home folder', 'echo LEAK > ~/planted'),
  tries('appends to a start file of the shell', 'echo LEAK >> ~/.bashrc'),
  leaks('writes to /etc', 'echo x > /etc/passwd'),
  tries('writes into a project beside', 'mkdir -p ../beside; echo LEAK > ../beside/planted'),
  tries('deletes the home folder', 'rm -rf ~/* ~/.ssh ~/.bashrc'),
  tries('writes the state of Licet', 'mkdir -p ~/.licet/pins; echo LEAK > ~/.licet/pins/planted'),
  shows('reads a key in the home folder', 'cat ~/.ssh/id_rsa'),
  shows('reads a project beside', 'cat ../beside/file'),
  shows('reads files of the machine that hold passwords', 'cat /etc/shadow', ':\\$'),
  // Secrets in the project
  shows('reads a secret', 'cat .env'),
  shows('reads a secret below', 'cat sub/keys/tls.pem'),
  shows('reads a secret by its folder', 'tar cf - sub | strings'),
  shows('reads a secret by a link', 'cat linked'),
  shows('reads a secret by a hard link', 'cat other-name'),
  shows('makes a hard link to a secret', 'ln .env again; cat again'),
  shows('moves a secret away', 'mv .env moved; cat moved'),
  shows('moves the folder of a secret away', 'mv sub/keys sub/moved; cat sub/moved/tls.pem'),
  shows('links out of the project', 'ln -s ~/.ssh out; cat out/id_rsa'),
  shows('reads what the policy denies', 'cat private/file'),
  leaks('changes what is read-only', 'echo x >> fixed/file'),
  leaks('moves what is read-only', 'mv fixed elsewhere'),
  shows('reads a secret variable', 'env; cat /proc/*/environ | tr "\\0" "\\n"'),
  // What governs the agent
  leaks('writes the policy', 'echo x > governance.yaml'),
  leaks('renames another file over the policy', 'echo x > new.yaml && mv new.yaml governance.yaml'),
  leaks('deletes the policy', 'rm -f governance.yaml'),
  leaks('makes settings of an agent', 'mkdir -p .claude && echo x > .claude/settings.json'),
  leaks('makes a list of servers', 'echo x > .mcp.json'),
  leaks('writes a hook of git', 'echo x > .git/hooks/pre-commit'),
  leaks('leads hooks of git elsewhere', 'git config core.hooksPath /tmp'),
  leaks('moves the repository away', 'mv .git moved-git'),
  // Other processes
  leaks('kills a process outside', 'kill -0 $HOST_PID'),
  shows('looks at processes outside', 'cat /proc/$HOST_PID/cmdline | tr "\\0" " "', 'vitest'),
  leaks('leaves by the root of another process', 'ls /proc/1/root/home /proc/1/root/srv'),
  tries('starts a process that stays', '(setsid sh -c "sleep 2; echo LEAK > stayed" > /dev/null 2>&1 &)'),
  // The kernel
  leaks('makes a new user namespace', 'unshare -Ur true 2>/dev/null'),
  leaks('mounts over a closed path', 'umount .env 2>/dev/null || mount -t tmpfs none /mnt 2>/dev/null'),
  leaks('has capabilities', 'grep -q "CapEff:.*[1-9a-f]" /proc/self/status'),
  leaks('may gain rights by setuid', '! grep -q "NoNewPrivs:.*1" /proc/self/status'),
  leaks('has no filter of system calls', '! grep -q "Seccomp:.*2" /proc/self/status'),
  leaks('types into the terminal', python('import fcntl,sys; fcntl.ioctl(0, 0x5412, b"x")') + ' 2>/dev/null'),
  leaks('opens a device', 'head -c 1 /dev/mem > /dev/null 2>&1 || ls /dev/kvm /dev/vda > /dev/null 2>&1'),
  // The network
  leaks(
    'reaches a server of this machine',
    python('import os,socket; socket.create_connection(("127.0.0.1", int(os.environ["PORT"])), 2)') + ' 2>/dev/null',
  ),
  leaks('looks up a name', python('import socket; socket.getaddrinfo("example.com", 80)') + ' 2>/dev/null'),
  leaks('opens a raw socket', python('import socket; socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)') + ' 2>/dev/null'),
  leaks('opens a packet socket', python('import socket; socket.socket(17, socket.SOCK_RAW)') + ' 2>/dev/null'),
  leaks('opens a socket to the hypervisor', python('import socket; socket.socket(40, socket.SOCK_STREAM)') + ' 2>/dev/null'),
  leaks(
    'reaches a socket in the project',
    python('import socket; socket.socket(socket.AF_UNIX).connect("server.sock")') + ' 2>/dev/null',
  ),
  leaks(
    'reaches an abstract socket',
    python('import socket; socket.socket(socket.AF_UNIX).connect(b"\\0licet-probe")') + ' 2>/dev/null',
  ),
  leaks(
    'finds the socket of a container daemon or a bus',
    'ls /run/docker.sock /var/run/docker.sock /run/dbus /run/user > /dev/null 2>&1 || test -n "$DBUS_SESSION_BUS_ADDRESS"',
  ),
  leaks('reaches a named pipe in the project', 'test -p pipe'),
];
