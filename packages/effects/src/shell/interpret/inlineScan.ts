/** Words that let a program in the language touch anything but its own output. */
const reach: Readonly<Record<string, RegExp>> = {
  perl: /`|\b(?:system|exec|fork|kill|unlink|rmdir|rename|open|opendir|sysopen|eval|require|do|socket|connect|chmod|chown|link|symlink|truncate|qx|syscall|utime|mkdir|glob|readpipe|dump)\b|\buse\s+(?!strict|warnings|utf8|feature|v?5|List::Util|Data::Dumper|POSIX|JSON::PP|Time::|Math::|constant|integer|bytes|open\b)|<(?!STDIN>|>)[^>=\s]*>|\be\b[a-z]*\s*[;}]|\/[a-z]*e[a-z]*(?=[\s;'"]|$)/,
  ruby: /`|%x|\b(?:system|exec|spawn|fork|popen|open|File|FileUtils|Dir|IO|Pathname|Net|Socket|TCPSocket|URI|eval|instance_eval|class_eval|send|public_send|require|require_relative|load|Kernel|Process|ObjectSpace|const_get|syscall|trap|at_exit|Open3|Marshal|DATA|ARGF|gets)\b/,
  php: /`|\b(?:system|exec|shell_exec|passthru|popen|proc_open|pcntl_exec|unlink|rmdir|rename|copy|fopen|file|file_get_contents|file_put_contents|readfile|eval|assert|include|require|include_once|require_once|mail|fsockopen|curl_\w+|chmod|chown|symlink|link|move_uploaded_file|glob|opendir|scandir|call_user_func\w*|create_function|base64_decode|ini_set|putenv|dl)\b|\$\w+\s*\(/,
  lua: /\b(?:os|io|require|load|loadstring|loadfile|dofile|package|debug|_G|ffi)\b/,
  r: /\b(?:system2?|shell|unlink|file|writeLines|write|readLines|source|eval|parse|download|url|Sys|install|library|require|save|load|sink)\b/i,
  julia: /`|\b(?:run|rm|open|write|read|include|eval|ccall|download|using|import|mv|cp|mkdir|ENV)\b/,
  javascript:
    /\b(?:require|import|eval|Function|process|globalThis|global|Deno|Bun|fetch|WebSocket|constructor|Reflect|Proxy|WebAssembly|fs|child_process|module)\b|\[|\\u|\\x/,
  python:
    /\b(?:open|exec|eval|compile|__(?!version__|name__|doc__)\w+__|getattr|setattr|globals|locals|vars|breakpoint|input|os|subprocess|shutil|pathlib|socket|urllib|requests|httpx|ctypes|pickle|marshal|importlib|builtins|pty|tempfile|glob|codeop|runpy|signal|multiprocessing|asyncio|http|ftplib|smtplib|sqlite3|base64|zlib|codecs|io|fileinput|platform|webbrowser|antigravity)\b|\bimport\b(?!\s+(?:sys|json|math|re|time|datetime|random|itertools|functools|collections|string|decimal|fractions|statistics|textwrap|pprint|uuid|hashlib|calendar|typing|dataclasses|enum|numbers|operator|struct|zlib|struct|ast|difflib|locale|numpy|pandas|torch|sysconfig|site)\b)/,
};

/** Modules that a harmless probe may import. */
const harmlessNode =
  /\b(?:process\.(?:version|versions|platform|arch|stdout\.write|argv|memoryUsage|uptime|cwd|exit|hrtime|env\.\w+)|require\(\s*["'](?:\.{1,2}\/[\w./-]*\.json|\.\/package(?:\.json)?|(?:[\w@-]+\/)*package\.json|os|path|util|url|crypto|assert|v8)["']\s*\))|\[\d+\]|\[["'][\w-]+["']\]/g;

/**
 * Whether source text in the language clearly does nothing but compute and print. A list of words that reach further, not a
 * parser: any of them, even inside a string, makes the answer no. A language that is not listed is never clear.
 */
export function onlyPrints(language: string, source: string): boolean {
  const words = reach[language];
  if (words === undefined || source.length > 4096) return false;
  if (language === 'javascript') return !words.test(source.replace(harmlessNode, '0'));
  return !words.test(source);
}
