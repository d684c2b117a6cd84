import { applyWords, emitUploadElsewhere } from './applyWords.ts';
import type { AssignedCall, FinishedCall, GivenCall } from './call.ts';
import { emitFound, emitStated } from './fixedEffects.ts';
import { emitServed, emitShared } from './network.ts';
import { rememberContent, rememberCopies } from './remember.ts';
import { emitCodeByAddress, emitSending } from './rules/addresses.ts';
import { emitRecorded, filterEnvironment } from './rules/allVariables.ts';
import { emitQueries, emitStatements } from './rules/databases.ts';
import { emitForeignCode, emitPackageSources, rememberFetched } from './rules/foreignCode.ts';
import { emitFilled, emitGovernedValues } from './rules/governedWords.ts';
import { judgeCalledPrograms, judgeInnerPrograms } from './rules/innerPrograms.ts';
import { emitComposed, readContainerFiles, readListed, readLoaded, readOwn, startTasks } from './rules/projectFiles.ts';
import { noticeAim } from './rules/secretsAmong.ts';
import { emitSettings, emitSettingWords } from './rules/settings.ts';
import { emitScreen, emitShown, emitTyping, emitUnreadCode } from './rules/shownByWords.ts';
import { emitGovernedPlaces, emitUnclear, emitUnclearLoss } from './rules/unclear.ts';
import {
  emitDeployment,
  emitForeignCommand,
  emitLikelyFiles,
  emitLosingVerb,
  emitPayment,
  emitPrintedCredentials,
  emitUnpacked,
  runNamedPrograms,
  runScratchSource,
} from './rules/undescribed.ts';
import { keepClusterFile } from './surroundings.ts';

/** What a step leaves behind: effects, or what later parts of the same command are judged by. */
type Gives = 'effects' | 'memory';

/** One step of judging a call: a rule, with the facts that it reads. The compiler holds that it reads no other. */
export interface Step<Facts> {
  readonly name: string;
  readonly needs: readonly (keyof Facts)[];
  readonly gives: Gives;
  readonly apply: (facts: Facts) => void;
}

const stepsOn =
  <Facts>() =>
  <Needs extends keyof Facts>(
    name: string,
    needs: readonly Needs[],
    gives: Gives,
    apply: (facts: Pick<Facts, Needs>) => void,
  ): Step<Facts> => ({ name, needs, gives, apply });

const given = stepsOn<GivenCall>();
const assigned = stepsOn<AssignedCall>();
const finished = stepsOn<FinishedCall>();

/** What the words of any program say, described or not. In order: effects are said in it, and a step may look at those before it. */
export const EVERY_CALL: readonly Step<GivenCall>[] = [
  given('code from an address', ['name', 'args', 'descriptor', 'frame'], 'effects', emitCodeByAddress),
  given('data that leaves', ['name', 'args', 'descriptor', 'frame'], 'effects', emitSending),
  given('typing into another program', ['name', 'args', 'text', 'frame'], 'effects', emitTyping),
  given('the screen', ['name', 'text', 'frame'], 'effects', emitScreen),
  given('code that is not read', ['name', 'text', 'frame'], 'effects', emitUnreadCode),
  given('folders that it fills', ['name', 'args', 'text', 'frame'], 'effects', emitFilled),
  given('files behind a server of this machine', ['name', 'args', 'frame'], 'effects', emitServed),
  given('credentials that it prints', ['name', 'text', 'frame'], 'effects', emitShown),
  given('files that it loads by itself', ['name', 'args', 'frame'], 'effects', readOwn),
];

/** What the words of a program say that no description knows. */
export const UNDESCRIBED_CALL: readonly Step<GivenCall>[] = [
  given('sources that its words load', ['name', 'args', 'frame'], 'effects', readLoaded),
  given('a command of another system', ['name', 'args', 'frame'], 'effects', emitForeignCommand),
  given('files that words look like', ['name', 'args', 'frame'], 'effects', emitLikelyFiles),
  given('a source among temporary files', ['name', 'args', 'frame'], 'effects', runScratchSource),
  given('what it unpacks', ['name', 'args', 'frame'], 'effects', emitUnpacked),
  given('programs among the words', ['name', 'args', 'frame'], 'effects', judgeInnerPrograms),
  given('verbs of loss', ['name', 'args', 'frame'], 'effects', emitLosingVerb),
  given('verbs that print credentials', ['name', 'args', 'frame'], 'effects', emitPrintedCredentials),
  given('statements of databases', ['name', 'args', 'frame'], 'effects', emitStatements),
  given('deployment', ['name', 'args', 'frame'], 'effects', emitDeployment),
  given('payments', ['name', 'args', 'frame'], 'effects', emitPayment),
  given('settings in words', ['name', 'args', 'frame'], 'effects', emitSettingWords),
  given('programs that it starts', ['name', 'args', 'frame'], 'effects', runNamedPrograms),
];

/** What a described call does, unless it only asks for help. */
export const DESCRIBED_CALL: readonly Step<AssignedCall>[] = [
  assigned('a subcommand that is not listed', ['call', 'plain', 'tags', 'frame'], 'effects', emitUnclear),
  assigned('what its description states', ['call', 'effects', 'tags', 'there'], 'effects', emitStated),
  assigned('a loss by its name', ['call', 'findings', 'frame'], 'effects', emitUnclearLoss),
  assigned('what its description finds', ['call', 'findings', 'tags', 'there'], 'effects', emitFound),
  assigned('a search for credentials', ['call', 'words', 'frame'], 'memory', noticeAim),
  assigned('each word by its use', ['call', 'words', 'context', 'frame'], 'effects', applyWords),
  assigned('programs that it may run', ['call', 'plain', 'inside'], 'effects', judgeCalledPrograms),
  assigned('queries of databases', ['call', 'plain', 'inside'], 'effects', emitQueries),
  assigned('code from elsewhere', ['call', 'words', 'inside'], 'effects', emitForeignCode),
  assigned('values that Compose fills in', ['call', 'inside'], 'effects', emitComposed),
  assigned('where packages come from', ['call', 'inside'], 'effects', emitPackageSources),
  assigned('credentials that become history', ['call', 'plain', 'inside'], 'effects', emitRecorded),
  assigned('files by a list', ['call', 'inside'], 'effects', readListed),
  assigned('settings that lead programs', ['call', 'findings', 'inside'], 'effects', emitSettings),
  assigned('credentials that others read', ['call', 'plain', 'effects', 'findings', 'inside'], 'effects', emitShared),
  assigned('tasks of the project', ['call', 'findings', 'inside'], 'effects', startTasks),
  assigned('data that is sent nowhere in particular', ['words', 'context'], 'effects', emitUploadElsewhere),
  assigned('credentials out of a list of variables', ['call', 'words', 'context'], 'effects', filterEnvironment),
  assigned('files that govern the agent, as places', ['call', 'inside'], 'effects', emitGovernedPlaces),
  assigned('files that govern the agent, as values', ['call', 'words', 'context'], 'effects', emitGovernedValues),
];

/** What a described call loads beside its words, and what later parts of the command are judged by. */
export const AFTER_CALL: readonly Step<FinishedCall>[] = [
  finished('sources that its words load', ['name', 'args', 'frame'], 'effects', readLoaded),
  finished('files that say what containers see', ['name', 'args', 'frame'], 'effects', readContainerFiles),
  finished('settings of the clusters that it creates', ['call', 'frame'], 'memory', keepClusterFile),
  finished('folders that it fetches', ['call', 'words', 'frame'], 'memory', rememberFetched),
  finished('copies and links', ['call', 'words', 'frame'], 'memory', rememberCopies),
  finished('files that it fills', ['call', 'words', 'frame'], 'memory', rememberContent),
];
