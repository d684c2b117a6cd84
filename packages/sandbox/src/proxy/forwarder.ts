/** The place of the proxy's socket in a sandbox. */
export const SOCKET_INSIDE = '/run/licet/proxy.sock';

/** The place of the program that runs the forwarder in a sandbox. */
export const NODE_INSIDE = '/run/licet/node';

/** The port, on the loopback device of a sandbox, at which the proxy is reached. */
export const PROXY_PORT = 3128;

/**
 * The program in a sandbox that leads the loopback device to the proxy and starts the command. It is a text, since nothing of Licet is in the sandbox.
 * Its exit code is that of the command.
 */
export const FORWARDER: string = `
const { connect, createServer } = require('node:net');
const { spawn } = require('node:child_process');
const [program, ...args] = process.argv.slice(1);
const server = createServer(socket => {
  const proxy = connect('${SOCKET_INSIDE}');
  socket.on('error', () => proxy.destroy()).on('close', () => proxy.destroy());
  proxy.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  socket.pipe(proxy).pipe(socket);
});
server.listen(${PROXY_PORT}, '127.0.0.1', () => {
  const child = spawn(program, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2']) process.on(signal, () => child.kill(signal));
  child.on('error', error => { console.error('licet: ' + program + ': ' + (error.code === 'ENOENT' ? 'command not found' : error.message)); process.exit(127); });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + require('node:os').constants.signals[signal]));
});
`;

/** Returns the variables by which programs find the proxy. */
export function proxyVariables(): Readonly<Record<string, string>> {
  const address = `http://127.0.0.1:${PROXY_PORT}`;
  const names = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'npm_config_proxy', 'npm_config_https_proxy'];
  const local = 'localhost,127.0.0.1,::1';
  return { ...Object.fromEntries(names.map(name => [name, address])), NODE_USE_ENV_PROXY: '1', no_proxy: local, NO_PROXY: local };
}
