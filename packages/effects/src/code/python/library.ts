import { alike } from '../../alike.ts';
import { unalias } from '../evaluation.ts';
import { changesUser, endsProcess, isTrue, network, ownOf, types, unseen } from '../calls.ts';
import type { FunctionUse } from '../calls.ts';
import { isHidden, isWhole, refersTo, textOf, unknownValue } from '../value.ts';
import {
  program,
  shell,
  replaceProcess,
  spread,
  unpack,
  openFile,
  ask,
  send,
  request,
  host,
  endpoint,
  uses,
  load,
  native,
  httpClient,
} from './functionUses.ts';

/** The request that puts a key into the input of a terminal, on Linux and on macOS. */
const TIOCSTI: ReadonlySet<string> = new Set(['21522', '2147578994']);

/** What functions do, by full name. `x()` is what calling `x` returns. */
const functions: Readonly<Record<string, FunctionUse>> = {
  ...alike(
    'os.system os.popen subprocess.getoutput subprocess.getstatusoutput commands.getoutput asyncio.create_subprocess_shell',
    shell,
  ),
  ...alike('subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen', program),
  ...alike('asyncio.create_subprocess_exec', spread),
  ...alike('pty.spawn pexpect.spawn pexpect.spawnu pexpect.run ptyprocess.PtyProcess.spawn ptyprocess.PtyProcessUnicode.spawn', {
    decide: ({ args: [words = unknownValue] }) => (isWhole(words) ? uses('command') : types),
  }),
  // A terminal for a program that is started elsewhere
  ...alike('pty.fork os.forkpty pty.openpty os.openpty os.posix_openpt', types),
  ...alike('ctypes.CDLL().forkpty ctypes.CDLL().openpty ctypes.CDLL().posix_openpt', types),
  ...alike(
    'tarfile.open().extractall tarfile.TarFile().extractall zipfile.ZipFile().extractall tarfile.TarFile.open().extractall',
    unpack,
  ),
  ...alike('tarfile.open().add tarfile.TarFile().add tarfile.TarFile.open().add', uses('tree')),
  ...alike('zipfile.ZipFile().write', uses('read')),
  ...alike('socket.create_connection().sendfile socket.socket().sendfile', network('upload')),
  ...alike('tarfile.open().extract zipfile.ZipFile().extract', {
    values: ({ args, named }) => [['write_tree', args[1] ?? named.get('path') ?? { type: 'text', text: '.' }]],
  }),
  ...alike(
    'os.execv os.execve os.execvp os.execvpe os.execl os.execle os.execlp os.execlpe os.posix_spawn os.posix_spawnp',
    replaceProcess(0),
  ),
  ...alike('os.spawnv os.spawnve os.spawnvp os.spawnvpe os.spawnl os.spawnle os.spawnlp os.spawnlpe', replaceProcess(1)),
  ...alike('os.startfile', uses('execute')),
  ...alike('open io.open codecs.open gzip.open bz2.open lzma.open tarfile.open zipfile.ZipFile io.FileIO', openFile),
  ...alike('os.open sqlite3.connect shelve.open dbm.open', { args: ['update'] }),
  ...alike('os.remove os.unlink', uses('delete')),
  ...alike('os.rmdir os.removedirs', uses('delete')),
  ...alike('shutil.rmtree', uses('delete_tree')),
  ...alike('os.rename os.replace os.renames shutil.move', uses('move', 'write')),
  ...alike('shutil.copy shutil.copy2 shutil.copyfile', uses('read', 'write')),
  ...alike('os.link os.symlink', uses('linked', 'write')),
  ...alike('shutil.copytree distutils.dir_util.copy_tree', uses('tree', 'write_tree')),
  ...alike('shutil.make_archive', uses('write', 'text', 'tree')),
  ...alike('shutil.unpack_archive', uses('read', 'write_tree')),
  ...alike('os.mkdir os.makedirs os.chown os.lchown shutil.chown os.mkfifo os.mknod', uses('make')),
  ...alike('os.truncate', uses('write')),
  'os.chmod': {
    decide: ({ args, named }) => {
      const mode = Number(textOf(args[1] ?? named.get('mode')) ?? '0');
      return { args: ['make'], ...((mode & 0o6000) > 0 && changesUser) };
    },
  },
  ...alike('os.listdir os.scandir os.walk linecache.getlines linecache.getline', uses('read')),
  ...alike('pathlib.Path.write_text pathlib.Path.write_bytes', uses('write')),
  ...alike('pathlib.Path.touch pathlib.Path.mkdir pathlib.Path.chmod', uses('make')),
  ...alike('pathlib.Path.read_text pathlib.Path.read_bytes pathlib.Path.iterdir', uses('read')),
  ...alike('pathlib.Path.unlink pathlib.Path.rmdir', uses('delete')),
  ...alike('pathlib.Path.rename pathlib.Path.replace', uses('move', 'write')),
  ...alike('pathlib.Path.symlink_to pathlib.Path.hardlink_to', uses('write', 'linked')),
  'pathlib.Path.open': openFile,
  'fileinput.input': { decide: ({ named }) => ({ args: [isTrue(named.get('inplace')) ? 'update' : 'read'] }) },
  ...alike(
    'eval exec compile code.interact timeit.timeit timeit.repeat cProfile.run profile.run pdb.run trace.Trace().run',
    uses('code'),
  ),
  ...alike('__import__ importlib.import_module importlib.__import__', uses('module')),
  ...alike('runpy.run_path execfile', uses('execute')),
  ...alike('imp.load_source importlib.machinery.SourceFileLoader', uses('text', 'execute')),
  'importlib.util.spec_from_file_location': { args: ['text', 'execute'], named: { location: 'execute' } },
  ...alike('runpy.run_module', unseen('runs a module as a program')),
  ...alike(
    'pickle.load pickle.loads cPickle.loads marshal.load marshal.loads dill.load dill.loads cloudpickle.loads jsonpickle.decode joblib.load pandas.read_pickle pickle.Unpickler yaml.load yaml.unsafe_load yaml.full_load',
    load,
  ),
  ...alike(
    'ctypes.CDLL ctypes.PyDLL ctypes.cdll ctypes.pythonapi ctypes.cdll.LoadLibrary ctypes.windll ctypes.util.find_library cffi.FFI _ctypes.dlopen',
    native,
  ),
  ...alike('types.FunctionType types.CodeType marshal.dumps', unseen('builds code by hand')),
  ...alike('sys._getframe inspect.currentframe gc.get_objects gc.get_referrers', unseen('looks into running code')),
  ...alike('os.kill os.killpg signal.pthread_kill', endsProcess),
  ...alike('os.setuid os.setgid os.seteuid os.setreuid os.setresuid os.chroot', changesUser),
  ...alike('os.chdir os.fchdir', unseen('changes the working directory')),
  ...alike('os.putenv os.environ.update os.environ.setdefault sys.path.insert sys.path.append', {
    effects: [{ kind: 'environment', target: { type: 'named', category: 'variable', name: 'environment' } }],
  }),
  ...alike('urllib.request.urlopen urllib2.urlopen urllib.urlopen urllib.request.Request', ask),
  ...alike('urllib.request.urlretrieve', { args: ['url', 'write'], named: { url: 'url', filename: 'write' } }),
  ...alike('wget.download', { args: ['url', 'write'], named: { url: 'url', out: 'write' } }),
  ...httpClient('requests'),
  ...httpClient('requests.Session()'),
  ...httpClient('requests.session()'),
  ...httpClient('httpx'),
  ...httpClient('httpx.Client()'),
  ...httpClient('httpx.AsyncClient()'),
  ...httpClient('aiohttp.ClientSession()'),
  'aiohttp.request': request,
  ...alike('webbrowser.open webbrowser.open_new webbrowser.open_new_tab', send),
  ...alike(
    'http.client.HTTPConnection http.client.HTTPSConnection ftplib.FTP ftplib.FTP_TLS telnetlib.Telnet poplib.POP3 imaplib.IMAP4_SSL',
    host,
  ),
  ...alike('http.client.HTTPConnection().request http.client.HTTPSConnection().request', network('both')),
  ...alike('smtplib.SMTP smtplib.SMTP_SSL', network('upload')),
  ...alike('socket.socket().connect socket.socket().connect_ex socket.create_connection asyncio.open_connection', endpoint),
  ...alike('socket.gethostbyname socket.getaddrinfo socket.gethostbyname_ex', host),
  ...alike(
    'socket.socket().bind socket.create_server socketserver.TCPServer http.server.HTTPServer asyncio.start_server',
    network('listen'),
  ),
  ...alike('socket.socket().sendto', network('upload')),
  ...alike('paramiko.SSHClient fabric.Connection', {
    effects: [{ kind: 'network', target: { type: 'network', direction: 'both' }, tags: ['remote_execution'] }],
  }),
  ...alike('xmlrpc.client.ServerProxy', send),
  ...alike(
    'pyautogui.typewrite pyautogui.write pyautogui.press pyautogui.hotkey pyautogui.keyDown pyautogui.click pynput.keyboard.Controller pynput.mouse.Controller keyboard.write keyboard.send keyboard.press keyboard.press_and_release evdev.UInput uinput.Device Xlib.ext.xtest.fake_input',
    types,
  ),
  'fcntl.ioctl': {
    decide: ({ args: [, request = unknownValue] }) =>
      refersTo(request, name => name.endsWith('TIOCSTI')) || TIOCSTI.has(textOf(request) ?? '')
        ? types
        : isHidden(request)
          ? unseen('asks a device for something that is hidden')
          : {},
  },
  antigravity: network('download'),
};

const FILE_MODULES =
  /^(?:os|subprocess|shutil|builtins|sys|ctypes|importlib|runpy|pickle|marshal|socket|pty|commands|requests|httpx|urllib|urllib\.request|__builtins__|pathlib|posix|io)$/;

const ALIASES: readonly (readonly [RegExp, string])[] = [
  [/^(?:builtins|__builtins__|__builtin__)\.(?=.)/, ''],
  [/^(?:posix|nt)(?=\.|$)/, 'os'],
  [/^(?:\w+\.)+(?=(?:os|sys|subprocess|shutil|builtins|__builtins__|importlib)(?:\.|$))(?<!importlib\.)/, ''],
  [/^posixpath(?=\.|$)/, 'os.path'],
  [/^(?:os\.)?path\.(?=join$|expanduser$)/, 'os.path.'],
  [/\.__(?:call|func|wrapped)__(?=\.|$)/, ''],
  [/^_io\./, 'io.'],
  [/^_?pickle\.(?=loads?$)/, 'pickle.'],
];

/** One name for all the ways to reach the same thing: `builtins.eval` and `eval`, `posix.system` and `os.system`, `shutil.os` and `os`. */
export const canonicalName = (name: string): string => unalias(name, ALIASES);

/** What a function does, by its full name; nothing for the many that only compute. */
export const findFunction = (name: string): FunctionUse | undefined => ownOf(functions, name);

/** Whether a reference is to something that must not be handed around unseen. */
export const isPowerful = (name: string): boolean =>
  FILE_MODULES.test(name) || (findFunction(name) !== undefined && !/^(?:open|marshal\.dumps)$/.test(name)) || name === 'open';

/** Methods of paths that change or read a file, whatever their object turns out to be. */
export const pathMethod = (name: string): FunctionUse | undefined => findFunction(`pathlib.Path.${name}`);
