import { network, unseen } from '../calls.ts';
import type { CodeCall, CodeUse, FunctionUse } from '../calls.ts';
import { optionsOf, textOf } from '../value.ts';
import type { Value } from '../value.ts';

const isTrue = (value: Value | undefined): boolean =>
  value !== undefined &&
  optionsOf(value).some(option => !(option.type === 'number' && option.value === 0) && option.type !== 'own');

const remove: FunctionUse = { decide: call => ({ args: [isTrue(call.named.get('recursive')) ? 'delete_tree' : 'delete'] }) };

const openMode = (call: CodeCall): FunctionUse => {
  const mode = call.args[1];
  const flags = mode === undefined || mode.type === 'own' ? 'r' : textOf(mode);
  if (flags === undefined) return { args: ['update'] };
  return { args: [/^r[s]?$|^0$/.test(flags) ? 'read' : /\+/.test(flags) ? 'update' : 'write'] };
};

/** File functions by their name without `Sync`. */
const files: Readonly<Record<string, FunctionUse | readonly CodeUse[]>> = {
  readFile: ['read'],
  readJson: ['read'],
  readJSON: ['read'],
  createReadStream: ['read'],
  openAsBlob: ['read'],
  readdir: ['read'],
  opendir: ['read'],
  readlink: ['read'],
  open: { decide: openMode },
  copyFile: ['read', 'write'],
  copy: ['tree', 'write_tree'],
  cp: ['tree', 'write_tree'],
  rename: ['move', 'write'],
  move: ['move', 'write'],
  link: ['linked', 'write'],
  symlink: ['linked', 'write'],
  writeFile: ['write'],
  writeJson: ['write'],
  writeJSON: ['write'],
  outputFile: ['write'],
  outputJson: ['write'],
  appendFile: ['update'],
  createWriteStream: ['write'],
  truncate: ['write'],
  mkdir: ['write'],
  mkdirp: ['write'],
  ensureDir: ['write'],
  ensureFile: ['write'],
  mkdtemp: ['write'],
  chmod: ['write'],
  lchmod: ['write'],
  chown: ['write'],
  lchown: ['write'],
  rm: remove,
  rmdir: remove,
  unlink: ['delete'],
  remove: ['delete_tree'],
  emptyDir: ['delete_tree'],
};

const request: FunctionUse = {
  decide: ({ args, named }) => {
    const method = textOf(named.get('method')) ?? 'GET';
    const sends = !/^(?:get|head|options)$/i.test(method) || ['body', 'data', 'json', 'form'].some(field => named.has(field));
    const use: CodeUse = sends ? 'upload' : 'url';
    if (args[0]?.type === 'record') return { named: { hostname: use, host: use, url: use, uri: use } };
    return { args: [use], named: args.length === 0 ? { url: use } : {} };
  },
};

const send: FunctionUse = { args: ['upload'] };

const connect: FunctionUse = {
  decide: ({ args }) => {
    if (args[0]?.type === 'number') return { args: ['text', 'host'] };
    return args[0]?.type === 'record' ? { named: { host: 'host', path: 'update' }, ...network('both') } : { args: ['host'] };
  },
};

const timer: FunctionUse = { decide: ({ args }) => ({ args: args[0]?.type === 'text' ? ['code'] : [] }) };

const shell: FunctionUse = { args: ['shell'] };
const program: FunctionUse = { args: ['program'] };
const listen = network('listen');

/** What functions do, by full name. */
const functions: Readonly<Record<string, FunctionUse>> = {
  'child_process.exec': shell,
  'child_process.spawn': program,
  'child_process.execFile': program,
  'child_process.fork': { args: ['script'] },
  execa: program,
  'execa.execa': program,
  'execa.execaSync': program,
  'execa.execaCommand': shell,
  'execa.execaCommandSync': shell,
  'execa.$': shell,
  'zx.$': shell,
  'Bun.$': shell,
  'bun.$': shell,
  'shelljs.exec': shell,
  'shelljs.rm': { args: ['delete_tree', 'delete_tree'] },
  'Bun.spawn': { args: ['argv'], named: { cmd: 'argv' } },
  'Bun.write': { args: ['write'] },
  'Bun.file': { args: ['update'] },
  'Deno.run': { named: { cmd: 'argv' } },
  'Deno.Command': program,
  'Deno.remove': remove,
  'Deno.writeTextFile': { args: ['write'] },
  'Deno.writeFile': { args: ['write'] },
  'Deno.readTextFile': { args: ['read'] },
  'Deno.readFile': { args: ['read'] },
  'Deno.readDir': { args: ['read'] },
  'Deno.open': { args: ['update'] },
  'Deno.rename': { args: ['move', 'write'] },
  'Deno.copyFile': { args: ['read', 'write'] },
  'Deno.connect': { named: { hostname: 'host' }, ...network('both') },
  'Deno.listen': listen,
  'Deno.serve': listen,
  'Deno.dlopen': unseen('loads native code'),
  rimraf: { args: ['delete_tree'] },
  'rimraf.rimraf': { args: ['delete_tree'] },
  'rimraf.sync': { args: ['delete_tree'] },
  del: { args: ['delete_tree'] },
  'del.deleteSync': { args: ['delete_tree'] },
  'del.deleteAsync': { args: ['delete_tree'] },
  fetch: request,
  'undici.fetch': request,
  'undici.request': request,
  'node-fetch': request,
  axios: request,
  'axios.get': request,
  'axios.head': request,
  'axios.request': request,
  'axios.post': send,
  'axios.put': send,
  'axios.patch': send,
  'axios.delete': send,
  got: request,
  'got.get': request,
  'got.post': send,
  'got.put': send,
  'superagent.get': request,
  'superagent.post': send,
  request: request,
  'request.post': send,
  'http.request': request,
  'http.get': request,
  'https.request': request,
  'https.get': request,
  'http2.connect': request,
  'http.createServer': listen,
  'https.createServer': listen,
  'net.createServer': listen,
  'net.connect': connect,
  'net.createConnection': connect,
  'net.Socket': network('both'),
  'tls.connect': connect,
  'dgram.createSocket': network('both'),
  'dns.lookup': { args: ['host'] },
  'dns.resolve': { args: ['host'] },
  'dns.promises.lookup': { args: ['host'] },
  WebSocket: { args: ['upload'] },
  ws: { args: ['upload'] },
  EventSource: { args: ['url'] },
  XMLHttpRequest: network('both'),
  'navigator.sendBeacon': send,
  eval: { args: ['code'] },
  Function: { decide: ({ args }) => ({ args: args.map((_, at) => (at === args.length - 1 ? 'code' : 'text')) }) },
  'Function()': {},
  constructor: {
    decide: ({ args }: CodeCall): FunctionUse =>
      args.some(arg => textOf(arg) !== undefined || arg.type === 'unknown')
        ? unseen('calls a constructor that hides its name')
        : {},
  },
  setTimeout: timer,
  setInterval: timer,
  setImmediate: timer,
  execScript: { args: ['code'] },
  importScripts: { args: ['url'] },
  'vm.runInThisContext': { args: ['code'] },
  'vm.runInNewContext': { args: ['code'] },
  'vm.runInContext': { args: ['code'] },
  'vm.compileFunction': { args: ['code'] },
  'vm.Script': { args: ['code'] },
  'vm.SourceTextModule': { args: ['code'] },
  'worker_threads.Worker': { decide: ({ named }) => ({ args: [isTrue(named.get('eval')) ? 'code' : 'script'] }) },
  Worker: { args: ['script'] },
  'cluster.fork': unseen('starts another process'),
  'process.kill': {
    effects: [{ kind: 'delete', target: { type: 'named', category: 'process', name: 'process' }, tags: ['disrupts'] }],
  },
  'process.chdir': unseen('changes the working directory'),
  'process.dlopen': unseen('loads native code'),
  'process.binding': unseen('reaches the internals of the runtime'),
  'process._linkedBinding': unseen('reaches the internals of the runtime'),
  'process.setuid': { effects: [{ kind: 'privilege', tags: ['privilege'] }] },
  'process.setgid': { effects: [{ kind: 'privilege', tags: ['privilege'] }] },
  'process.loadEnvFile': { args: ['read'] },
  'ffi-napi.Library': unseen('loads native code'),
  bindings: unseen('loads native code'),
  'WebAssembly.instantiate': unseen('runs binary code'),
  'WebAssembly.Instance': unseen('runs binary code'),
  'WebAssembly.instantiateStreaming': unseen('runs binary code'),
  'WebAssembly.compile': unseen('runs binary code'),
  '%': unseen('calls into the engine'),
  'Reflect.construct': unseen('calls a function by reflection'),
  'Reflect.apply': unseen('calls a function by reflection'),
  'inspector.Session': unseen('attaches a debugger'),
  'inspector.open': listen,
};

/** Objects whose parts do more than compute: handing one to other code hides what is done with it. */
const roots =
  /^(?:fs|child_process|vm|net|http|https|http2|tls|dgram|worker_threads|cluster|globalThis|process|require|import|module|eval|Function|constructor|Deno|Bun|execa|shelljs|inspector|repl|axios|got|undici|WebAssembly|ffi-napi)$/;

const fromRecord = (value: FunctionUse | readonly CodeUse[]): FunctionUse => ('length' in value ? { args: value } : value);

/** What a function does, by its full name; nothing for the many that only compute. */
export const findFunction = (name: string): FunctionUse | undefined => {
  const plain = name.replace(/Sync$/, '').replace(/^(child_process\.\w+|fs\.\w+)\.(?:call|apply)$/, '$1');
  if (plain.startsWith('fs.')) {
    const use = Object.hasOwn(files, plain.slice(3)) ? files[plain.slice(3)] : undefined;
    return use === undefined ? undefined : fromRecord(use);
  }
  if (Object.hasOwn(functions, plain)) return functions[plain];
  return Object.hasOwn(functions, name) ? functions[name] : undefined;
};

/** Whether a reference is to something that must not be handed around unseen. */
export const isPowerful = (name: string): boolean => roots.test(name) || findFunction(name) !== undefined;

/** Whether a name stands for an object with powerful parts. */
export const isPowerfulRoot = (name: string): boolean => roots.test(name);
