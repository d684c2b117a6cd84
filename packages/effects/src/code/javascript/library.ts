import { alike } from '../../alike.ts';
import { changesUser, endsProcess, isTrue, network, ownOf, types, unseen } from '../calls.ts';
import type { CodeCall, FunctionUse } from '../calls.ts';
import type { CodeUse } from '../../uses.ts';
import { isWhole, text, textOf, unknownValue } from '../value.ts';

const remove: FunctionUse = { decide: call => ({ args: [isTrue(call.named.get('recursive')) ? 'delete_tree' : 'delete'] }) };

const openMode = (call: CodeCall): FunctionUse => {
  const mode = call.args[1];
  const flags = mode === undefined || mode.type === 'own' ? 'r' : textOf(mode);
  if (flags === undefined) return { args: ['update'] };
  return { args: [/^r[s]?$|^0$/.test(flags) ? 'read' : /\+/.test(flags) ? 'update' : 'write'] };
};

/** Flags to append by, and to make a file that is not there, leave what is in a file as it is. */
const writeWhole: FunctionUse = {
  decide: ({ named }) => ({ args: [/[ax+]/.test(textOf(named.get('flag') ?? named.get('flags')) ?? '') ? 'update' : 'write'] }),
};

/** File functions by their name without `Sync`. */
const files: Readonly<Record<string, FunctionUse>> = {
  ...alike('readFile readJson readJSON createReadStream openAsBlob readdir opendir readlink', { args: ['read'] }),
  open: { decide: openMode },
  copyFile: { args: ['read', 'write'] },
  ...alike('copy cp', { args: ['tree', 'write_tree'] }),
  ...alike('rename move', { args: ['move', 'write'] }),
  ...alike('link symlink', { args: ['linked', 'write'] }),
  ...alike('writeFile writeJson writeJSON outputFile outputJson createWriteStream', writeWhole),
  truncate: { args: ['write'] },
  ...alike('mkdir mkdirp ensureDir ensureFile mkdtemp chmod lchmod chown lchown', { args: ['make'] }),
  appendFile: { args: ['update'] },
  ...alike('rm rmdir', remove),
  unlink: { args: ['delete'] },
  ...alike('remove emptyDir', { args: ['delete_tree'] }),
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
  ...alike('child_process.exec execa.execaCommand execa.execaCommandSync execa.$ zx.$ Bun.$ bun.$ shelljs.exec', shell),
  ...alike('child_process.spawn child_process.execFile execa execa.execa execa.execaSync Deno.Command', program),
  ...alike('node-pty.spawn @lydell.node-pty.spawn', {
    decide: ({ args: [name = unknownValue, words] }) =>
      isWhole(name) && (words === undefined || isWhole(words)) ? program : types,
  }),
  ...alike('child_process.fork Worker', { args: ['execute'] }),
  'shelljs.rm': { args: ['delete_tree', 'delete_tree'] },
  'Bun.spawn': { args: ['command'], named: { cmd: 'command' } },
  ...alike('Bun.write Deno.writeTextFile Deno.writeFile Deno.truncate', { args: ['write'] }),
  ...alike('Bun.file Deno.open', { args: ['update'] }),
  'Deno.run': { named: { cmd: 'command' } },
  'Deno.remove': remove,
  ...alike('Deno.readTextFile Deno.readFile Deno.readDir process.loadEnvFile', { args: ['read'] }),
  'Deno.rename': { args: ['move', 'write'] },
  'Deno.copyFile': { args: ['read', 'write'] },
  'Deno.connect': { named: { hostname: 'host' }, ...network('both') },
  ...alike('Deno.listen Deno.serve http.createServer https.createServer net.createServer inspector.open', listen),
  ...alike(
    'Deno.dlopen process.dlopen ffi-napi.Library bindings koffi.load ffi.Library ffi-rs.load ffi-rs.open bun:ffi.dlopen bun:ffi.CFunction node-gyp-build',
    unseen('loads native code'),
  ),
  ...alike('tar.x tar.extract decompress extract-zip extract-zip.default unzipper.Extract', {
    values: ({ named }) => [
      ['write_tree', ['cwd', 'C', 'dir', 'path'].map(key => named.get(key)).find(dir => dir !== undefined) ?? text('.')],
    ],
  }),
  ...alike('rimraf rimraf.rimraf rimraf.sync del del.deleteSync del.deleteAsync', { args: ['delete_tree'] }),
  ...alike(
    'fetch undici.fetch undici.request node-fetch axios axios.get axios.head axios.request got got.get superagent.get request http.request http.get https.request https.get http2.connect',
    request,
  ),
  ...alike(
    'axios.post axios.put axios.patch axios.delete got.post got.put superagent.post request.post navigator.sendBeacon',
    send,
  ),
  ...alike('net.connect net.createConnection tls.connect', connect),
  ...alike('net.Socket dgram.createSocket XMLHttpRequest', network('both')),
  ...alike('dns.lookup dns.resolve dns.promises.lookup', { args: ['host'] }),
  ...alike('WebSocket ws', { args: ['upload'] }),
  ...alike('EventSource importScripts', { args: ['url'] }),
  ...alike(
    'eval execScript vm.runInThisContext vm.runInNewContext vm.runInContext vm.compileFunction vm.Script vm.SourceTextModule',
    { args: ['code'] },
  ),
  Function: { decide: ({ args }) => ({ args: args.map((_, at) => (at === args.length - 1 ? 'code' : 'text')) }) },
  'Function()': {},
  constructor: {
    decide: ({ args }: CodeCall): FunctionUse =>
      args.some(arg => textOf(arg) !== undefined || arg.type === 'unknown')
        ? unseen('calls a constructor that hides its name')
        : {},
  },
  ...alike('setTimeout setInterval setImmediate', timer),
  'worker_threads.Worker': { decide: ({ named }) => ({ args: [isTrue(named.get('eval')) ? 'code' : 'execute'] }) },
  'cluster.fork': unseen('starts another process'),
  'process.kill': endsProcess,
  'process.chdir': unseen('changes the working directory'),
  ...alike('process.binding process._linkedBinding', unseen('reaches the internals of the runtime')),
  ...alike('process.setuid process.setgid', changesUser),
  ...alike(
    'WebAssembly.instantiate WebAssembly.Instance WebAssembly.instantiateStreaming WebAssembly.compile',
    unseen('runs binary code'),
  ),
  '%': unseen('calls into the engine'),
  'v8.setFlagsFromString': unseen('sets flags of the engine'),
  ...alike('v8.writeHeapSnapshot process.report.writeReport', { args: ['write'] }),
  ...alike('Reflect.construct Reflect.apply', unseen('calls a function by reflection')),
  ...alike(
    'robotjs.typeString robotjs.typeStringDelayed robotjs.keyTap robotjs.keyToggle robotjs.mouseClick @nut-tree.nut-js.keyboard.type @nut-tree.nut-js.keyboard.pressKey @nut-tree-fork.nut-js.keyboard.type',
    types,
  ),
  'inspector.Session': unseen('attaches a debugger'),
};

/** Objects whose parts do more than compute: handing one to other code hides what is done with it. */
const ROOTS =
  /^(?:fs|child_process|vm|net|http|https|http2|tls|dgram|worker_threads|cluster|globalThis|process|require|import|module|eval|Function|constructor|Deno|Bun|execa|shelljs|inspector|repl|axios|got|undici|WebAssembly|ffi-napi)$/;

/** What a function does, by its full name; nothing for the many that only compute. */
export const findFunction = (name: string): FunctionUse | undefined => {
  const plain = name.replace(/Sync$/, '').replace(/^(child_process\.\w+|fs\.\w+)\.(?:call|apply)$/, '$1');
  if (plain.startsWith('fs.')) return ownOf(files, plain.slice(3));
  return ownOf(functions, plain) ?? ownOf(functions, name);
};

/** Whether a reference is to something that must not be handed around unseen. */
export const isPowerful = (name: string): boolean => ROOTS.test(name) || findFunction(name) !== undefined;

/** Whether a name refers to an object with powerful parts. */
export const isPowerfulRoot = (name: string): boolean => ROOTS.test(name);
