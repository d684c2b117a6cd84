import type { Cmdlet, Given } from './call.ts';
import { WHERE, onFiles } from './fileCmdlets.ts';
import { NotUnderstood, bare, render, renderProgram, textOf, isShell } from './words.ts';

function requests(given: Given): string {
  const url = given.text('uri');
  const options = [
    given.words('outfile').map(word => `-o ${render(word, 'path')}`),
    given.words('method', 'custommethod').map(word => `-X ${(textOf(word) ?? 'POST').toUpperCase()}`),
    given.words('body').map(word => `-d ${render(word, 'text')}`),
    given.words('infile').map(word => `-T ${render(word, 'path')}`),
    given.words('headers').map(word => `-H ${render(word, 'text')}`),
  ].flat();
  if (given.has('form')) throw new NotUnderstood('a form');
  return `curl ${[...options, url].join(' ')}`;
}

/** Text that is run as PowerShell: looked through where it is known, fed to a shell where it is not. */
function invokes(given: Given): string {
  const [word] = given.words('command');
  if (word === undefined) return 'sh';
  const text = textOf(word);
  return text === undefined ? `eval ${render(word, 'text')}` : `{ ${given.translate(text) || 'true'}\n}`;
}

/** The words of a program that a cmdlet starts. A text with spaces in it is many words. */
function startsProcess(given: Given): string {
  const program = given.words('filepath')[0];
  if (program === undefined) throw new NotUnderstood('`Start-Process` without a program');
  const words = given.words('argumentlist', 'args').map(word => {
    const text = textOf(word);
    if (isShell(program)) return render(word, 'text');
    return text === undefined
      ? render(word, 'either')
      : text
          .split(/\s+/u)
          .map(each => render(bare(each), 'either'))
          .join(' ');
  });
  const runAs = /^runas$/iu.test(textOf(given.words('verb')[0] ?? bare('')) ?? '');
  return [
    ...(runAs ? ['sudo'] : []),
    ...(/^https?:/u.test(textOf(program) ?? '') ? ['xdg-open'] : []),
    renderProgram(program),
    ...words,
  ].join(' ');
}

const runsBlock = (given: Given): string => {
  if (given.has('computername') || given.has('session') || given.has('filepath'))
    throw new NotUnderstood('a command for another machine');
  const blocks = given.words('scriptblock', 'process', 'begin', 'end', 'initializationscript').map(({ block }) => block);
  if (blocks.length === 0 || blocks.includes(undefined)) throw new NotUnderstood('a script block that is not there');
  return blocks.join('\n');
};

/** What `Get-Process` prints where it names none. */
const EVERY_PROCESS = 'ps -e';

/** What is printed as it comes, in another shape. */
const shapes = (): string => 'cat';

/** Cmdlets that do more than work on files. */
export const OTHERS: readonly Cmdlet[] = [
  {
    names: 'write-output echo write write-host write-verbose write-warning write-error write-information write-debug',
    options:
      'inputobject= object= message= nonewline foregroundcolor= backgroundcolor= separator= noenumerate messagedata= tags=',
    order: 'rest',
    does: ({ words }) =>
      `printf '%s\\n' ${words('rest', 'inputobject', 'object', 'message', 'messagedata')
        .map(word => render(word, 'text'))
        .join(' ')}`,
  },
  {
    names:
      'select-object select sort-object sort measure-object measure group-object group format-table ft format-list fl format-wide fw out-string out-host oh out-null get-unique gu convertto-json convertfrom-json convertto-csv convertfrom-csv convertto-html convertto-xml compare-object compare diff get-member gm',
    options:
      'property= first= last= skip= unique expandproperty= expand= excludeproperty= descending ascending depth= compress ashashtable autosize wrap groupby= width= stream line word character sum average maximum minimum referenceobject= differenceobject= includeequal passthru delimiter= notypeinformation inputobject= noelement hidetableheaders membertype= static',
    order: 'rest',
    does: shapes,
  },
  {
    names: 'where-object where ?',
    options: 'filterscript= property= value= eq= ne= gt= lt= ge= le= like= notlike= match= notmatch= contains= in= is= not',
    order: 'filterscript rest',
    does: ({ words }) =>
      words('filterscript').map(({ block }) =>
        block === undefined ? 'cat' : `{ { ${block || 'true'}\n} > /dev/null\ncat\n}`,
      )[0] ?? 'cat',
  },
  {
    names: 'foreach-object foreach %',
    options: 'process= begin= end= membername= parallel= throttlelimit= argumentlist= inputobject=',
    order: 'process rest',
    does: given => {
      const [word] = given.words('process', 'parallel');
      if (
        word !== undefined &&
        word.block === undefined &&
        /^[\w.]+$/u.test(textOf(word) ?? '') &&
        !/^(?:delete|kill|invoke|start|stop|moveto|remove\w*)$/iu.test(textOf(word) ?? '')
      )
        return 'cat';
      const blocks = given.words('process', 'parallel', 'begin', 'end').map(({ block }) => block);
      if (blocks.includes(undefined) || blocks.length === 0) throw new NotUnderstood('a member that is called');
      return `while read -r ps__; do ${blocks.join('\n') || 'true'}\ndone`;
    },
  },
  {
    names: 'invoke-webrequest iwr curl wget invoke-restmethod irm',
    options:
      'uri= outfile= method= custommethod= body= infile= headers= form= usebasicparsing timeoutsec= useragent= contenttype= sessionvariable= websession= skipcertificatecheck maximumredirection= passthru proxy= usedefaultcredentials credential= authentication= token= disablekeepalive skiphttperrorcheck resume',
    order: 'uri',
    does: requests,
  },
  {
    names: 'start-bitstransfer',
    options: 'source= destination= asynchronous displayname= description= priority= transfertype=',
    order: 'source destination',
    does: given =>
      given.has('transfertype')
        ? `curl -T ${given.paths('source')} ${given.text('destination')}`
        : `curl -o ${given.paths('destination') || '.'} ${given.text('source')}`,
  },
  { names: 'invoke-expression iex', options: 'command=', order: 'command', does: invokes },
  {
    names: 'start-process saps start',
    options:
      'filepath= argumentlist= args= verb= wait nonewwindow windowstyle= passthru workingdirectory= wd= redirectstandardoutput= redirectstandarderror= loaduserprofile',
    order: 'filepath argumentlist',
    does: startsProcess,
  },
  { names: 'invoke-item ii', options: WHERE, order: 'path', does: given => onFiles('xdg-open', given) },
  {
    names: 'invoke-command icm start-job sajb start-threadjob',
    options: 'scriptblock= computername= cn= session= filepath= argumentlist= args= name= initializationscript= asjob',
    order: 'scriptblock',
    does: runsBlock,
  },
  { names: 'measure-command', options: 'expression= inputobject=', order: 'scriptblock', does: runsBlock },
  {
    names: 'stop-process kill spps',
    options: 'id= name= processname= force passthru inputobject=',
    order: 'id',
    does: given =>
      given.has('name') || given.has('processname')
        ? `pkill ${given.text('name') || given.text('processname')}`
        : given.fed === undefined
          ? `kill ${given
              .words('id')
              .map(word => render(word, 'text'))
              .join(' ')}`
          : given.fed === EVERY_PROCESS
            ? 'pkill .'
            : 'xargs kill',
  },
  {
    names: 'get-process ps gps',
    options: 'name= id= includeusername module fileversioninfo computername= inputobject=',
    order: 'name',
    does: ({ words }) =>
      words('name', 'id').length === 0
        ? EVERY_PROCESS
        : `pgrep ${words('name', 'id')
            .map(word => render(word, 'text'))
            .join(' ')}`,
  },
  {
    names: 'invoke-pester',
    options:
      'path= script= output= ci passthru show= tag= tagfilter= excludetag= fullnamefilter= testname= configuration= codecoverage= outputfile= outputformat= enableexit strict quiet container=',
    order: 'path',
    does: ({ paths }) => `bats ${paths('path', 'script')}`,
  },
  {
    names: 'invoke-scriptanalyzer',
    options: 'path= scriptdefinition= recurse severity= settings= includerule= excluderule= reportsummary enableexit',
    order: 'path',
    does: ({ paths }) => `shellcheck ${paths('path')}`,
  },
  {
    names: 'import-module ipmo',
    options:
      'name= force passthru global disablenamechecking scope= minimumversion= requiredversion= function= cmdlet= alias= prefix= noclobber',
    order: 'name',
    does: ({ paths, words }) =>
      /[/\\]|\.psm?1$/iu.test(textOf(words('name')[0] ?? bare('./')) ?? './') ? `pwsh -File ${paths('name')}` : 'true',
  },
  { names: 'stop-computer', options: 'force computername=', order: 'computername', does: () => 'shutdown now' },
  { names: 'restart-computer', options: 'force wait computername=', order: 'computername', does: () => 'reboot' },
  {
    names: 'stop-service spsv restart-service start-service sasv suspend-service set-service new-service remove-service',
    options: 'name= displayname= force passthru startuptype= status= binarypathname= description= nowait',
    order: 'name binarypathname',
    does: given => `systemctl stop ${given.text('name') || given.text('displayname')}`,
  },
  {
    names:
      'get-location gl pwd pop-location popd clear-host cls clear get-date get-random get-service gsv get-command gcm get-help help man get-alias gal get-module gmo get-variable gv get-host get-culture get-computerinfo get-psdrive gdr get-volume get-disk get-partition get-netipaddress get-netipconfiguration gip get-netadapter get-nettcpconnection get-winevent get-eventlog get-ciminstance gcim get-wmiobject gwmi get-executionpolicy get-job gjb wait-job receive-job start-sleep sleep test-connection resolve-dnsname test-netconnection get-timezone get-uptime set-strictmode new-timespan get-verb get-error get-package get-hotfix get-localuser get-localgroup get-scheduledtask get-installedmodule get-psrepository new-guid read-host get-filehash get-typedata set-clipboard write-progress',
    options: '*',
    order: 'rest',
    does: ({ words }) => {
      if (words('rest').some(({ block }) => block !== undefined)) throw new NotUnderstood('a script block');
      return `printf '%s\\n' ${words('rest')
        .map(word => render(word, 'text'))
        .join(' ')}`;
    },
  },
];
