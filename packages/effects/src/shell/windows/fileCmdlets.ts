import type { Cmdlet, Given } from './call.ts';
import { NotUnderstood, bare, render, textOf } from './words.ts';

/** Options that say which items are meant. */
export const WHERE = 'path= literalpath= pspath= lp= filter= include= exclude= force credential=';

/** A program on the files that are named, or on those that come through the pipe. */
export const onFiles = (program: string, { paths, fed }: Given, others: string = ''): string => {
  const named = paths('path', 'literalpath', 'pspath', 'lp');
  return named === '' && fed !== undefined ? `xargs ${program}${others}` : `${program}${others} ${named}`;
};

const removes = (given: Given): string =>
  given.has('whatif') ? 'true' : onFiles(given.has('recurse') ? 'rm -r' : 'rm', given, given.has('force') ? ' -f' : '');

const writes =
  (sign: string) =>
  (given: Given): string => {
    const to = given.paths('path', 'literalpath', 'pspath', 'filepath');
    const value = given.words('value', 'inputobject').map(word => render(word, 'text'));
    return value.length === 0 ? `cat ${sign} ${to}` : `printf '%s\\n' ${value.join(' ')} ${sign} ${to}`;
  };

function newItem(given: Given): string {
  const name = given.words('name').map(word => render(word, 'path'));
  const folder = given.paths('path');
  const path = name.length === 0 ? folder : folder === '' ? name.join(' ') : `${folder}/${name.join(' ')}`;
  const type = textOf(given.words('itemtype', 'type')[0] ?? bare('file'))?.toLowerCase() ?? '';
  if (type.startsWith('d')) return `mkdir -p ${path}`;
  if (/link|junction/u.test(type)) return `ln -s ${given.paths('target', 'value')} ${path}`;
  if (type !== 'file') throw new NotUnderstood('the kind of an item');
  return given.has('value') || given.has('force') ? `printf %s ${given.text('value') || "''"} > ${path}` : `touch ${path}`;
}

/** Names in a folder: those of a whole tree are found, so that what comes behind the pipe works on nothing else. */
function lists(given: Given): string {
  const folder = given.paths('path', 'literalpath', 'pspath', 'lp');
  if (/^'?env:/iu.test(folder)) return 'printenv';
  const names = given.words('include', 'filter').map(word => `-name ${render(word, 'text')}`);
  const kind = given.has('directory') || given.has('ad') ? ' -type d' : given.has('file') || given.has('af') ? ' -type f' : '';
  if (names.length === 0 || !given.has('recurse')) return `ls${given.has('recurse') ? ' -R' : ''} ${folder}`;
  return `find ${folder || '.'} \\( ${names.join(' -o ')} \\)${kind}`;
}

/** Cmdlets on files and folders. */
export const FILE_CMDLETS: readonly Cmdlet[] = [
  {
    names: 'get-content gc cat type',
    options: `${WHERE} totalcount= first= head= tail= last= delimiter= encoding= readcount= stream= raw wait asbytestream`,
    order: 'path',
    does: given => onFiles('cat', given),
  },
  {
    names: 'get-childitem gci ls dir',
    options: `${WHERE} recurse depth= name file directory hidden system readonly attributes= followsymlink ad af ah`,
    order: 'path filter',
    does: lists,
  },
  {
    names: 'get-item gi test-path resolve-path rvpa get-itemproperty gp get-itempropertyvalue gpv get-acl',
    options: `${WHERE} name= pathtype= isvalid relative stream= audit newerthan= olderthan=`,
    order: 'path name',
    does: ({ words }) =>
      words('path', 'literalpath', 'pspath', 'lp').some(word => /^env:/iu.test(textOf(word) ?? 'env:')) ? 'printenv' : 'true',
  },
  {
    names: 'get-filehash',
    options: `${WHERE} algorithm= inputstream=`,
    order: 'path',
    does: given => onFiles('sha256sum', given),
  },
  {
    names: 'select-string sls',
    options: `${WHERE} pattern= simplematch casesensitive quiet list notmatch allmatches encoding= context= raw noemphasis culture= inputobject=`,
    order: 'pattern path',
    does: given => {
      const program = `grep -e ${given.text('pattern') || "''"}`;
      return given.fed !== undefined && /^(?:ls|xargs)\b/u.test(given.fed)
        ? `xargs ${program}`
        : `${program} ${given.paths('path', 'literalpath', 'pspath', 'lp')}`;
    },
  },
  { names: 'remove-item ri rm del erase rd rmdir', options: `${WHERE} recurse stream=`, order: 'path', does: removes },
  { names: 'clear-content clc', options: `${WHERE} stream=`, order: 'path', does: given => onFiles('truncate -s 0', given) },
  {
    names: 'copy-item copy cp cpi',
    options: `${WHERE} destination= recurse container passthru tosession= fromsession=`,
    order: 'path destination',
    does: given => `${onFiles(given.has('recurse') ? 'cp -r' : 'cp', given)} ${given.paths('destination') || '.'}`,
  },
  {
    names: 'move-item move mv mi',
    options: `${WHERE} destination= passthru`,
    order: 'path destination',
    does: given => `${onFiles('mv', given)} ${given.paths('destination') || '.'}`,
  },
  {
    names: 'rename-item ren rni',
    options: `${WHERE} newname= passthru`,
    order: 'path newname',
    does: given => `${onFiles('mv', given)} ${given.paths('newname')}`,
  },
  {
    names: 'set-content',
    options: `${WHERE} value= encoding= nonewline asbytestream passthru stream=`,
    order: 'path value',
    does: writes('>'),
  },
  {
    names: 'add-content ac',
    options: `${WHERE} value= encoding= nonewline asbytestream passthru stream=`,
    order: 'path value',
    does: writes('>>'),
  },
  {
    names: 'out-file',
    options: 'filepath= literalpath= path= pspath= encoding= width= append force noclobber nonewline inputobject=',
    order: 'filepath encoding',
    does: given => writes(given.has('append') ? '>>' : '>')(given),
  },
  {
    names: 'tee-object tee',
    options: 'filepath= literalpath= variable= append inputobject= encoding=',
    order: 'filepath',
    does: ({ paths }) => `tee ${paths('filepath', 'literalpath')}`,
  },
  {
    names: 'export-csv epcsv export-clixml',
    options:
      'path= literalpath= notypeinformation nti delimiter= encoding= append force depth= useculture inputobject= useQuotes=',
    order: 'path delimiter',
    does: writes('>'),
  },
  {
    names: 'import-csv ipcsv import-clixml import-powershelldatafile',
    options: 'path= literalpath= delimiter= header= encoding= useculture',
    order: 'path delimiter',
    does: given => onFiles('cat', given),
  },
  { names: 'new-item ni', options: 'path= name= itemtype= type= value= target= force credential=', order: 'path', does: newItem },
  { names: 'mkdir md', options: 'path= name= force', order: 'path', does: given => `mkdir -p ${given.paths('path', 'name')}` },
  {
    names: 'set-location cd sl chdir push-location pushd',
    options: 'path= literalpath= stackname= passthru',
    order: 'path',
    does: ({ paths }) => `cd ${paths('path', 'literalpath')}`,
  },
  {
    names: 'split-path',
    options: 'path= literalpath= parent leaf leafbase extension qualifier noqualifier isabsolute resolve',
    order: 'path',
    does: ({ paths, has }) => `${has('leaf') ? 'basename' : 'dirname'} ${paths('path', 'literalpath')}`,
  },
  {
    names: 'join-path',
    options: 'path= childpath= additionalchildpath= resolve',
    order: 'path childpath additionalchildpath',
    does: ({ words }) =>
      `printf %s ${words('path', 'childpath', 'additionalchildpath')
        .map(word => render(word, 'path'))
        .join('/')}`,
  },
  {
    names: 'expand-archive',
    options: 'path= literalpath= destinationpath= force passthru',
    order: 'path destinationpath',
    does: given => `unzip -o ${given.paths('path', 'literalpath')} -d ${given.paths('destinationpath') || '.'}`,
  },
  {
    names: 'compress-archive',
    options: 'path= literalpath= destinationpath= compressionlevel= update force passthru',
    order: 'path destinationpath',
    does: given => `zip -r ${given.paths('destinationpath')} ${given.paths('path', 'literalpath')}`,
  },
];
