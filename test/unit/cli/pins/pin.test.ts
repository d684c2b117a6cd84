import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { acceptable } from 'licet/source/pins/makePin.ts';
import { pinFile, pinFolder, pinPlace, pinnedFolder, placeFolder, readPin, writePin } from 'licet/source/pins/pin.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const world = realpathSync(mkdtempSync(join(tmpdir(), 'licet-pin-')));
const home = process.env['HOME'];
beforeAll(() => void (process.env['HOME'] = join(world, 'home')));
afterAll(() => {
  if (home === undefined) delete process.env['HOME'];
  else process.env['HOME'] = home;
  rmSync(world, { recursive: true, force: true });
});

let projects = 0;

function pinned(name = 'governance.yaml'): string {
  const root = join(world, `p${projects++}`);
  mkdirSync(root);
  const file = join(root, name);
  writeFileSync(file, 'version: 1\ndefault: pass\npolicy: { floor: {} }\n');
  writePin(acceptable(file, 'ann', new Date()).pin);
  return file;
}

/** Removes a pin with what says that there was one, but for the marks that are named. */
function forget(file: string, kept: 'in the home' | 'in the project' | 'nowhere'): void {
  const place = pinPlace(file);
  rmSync(pinFile(place));
  const marks = join(world, 'home', '.licet', 'state');
  if (kept !== 'in the home') rmSync(marks, { recursive: true });
  if (kept !== 'in the project') rmSync(join(dirname(file), '.licet'), { recursive: true });
}

describe('a pin', () => {
  it('is for its owner alone, and whole', () => {
    const file = pinned();
    const place = pinPlace(file);

    expect(statSync(pinFile(place)).mode & 0o777).toBe(0o600);
    expect(statSync(pinFolder()).mode & 0o777).toBe(0o700);
    expect(readPin(file)).toMatchObject({ place, acceptedBy: 'ann', policies: 1, files: [{ path: 'governance.yaml' }] });
    expect(readdirSync(pinFolder()).every(name => name.endsWith('.json'))).toBe(true);
  });

  it('may hold members that this version does not know', () => {
    const file = pinned();
    const pin = pinFile(pinPlace(file));
    writeFileSync(pin, JSON.stringify({ ...(JSON.parse(readFileSync(pin, 'utf8')) as object), keys: [] }));

    expect(readPin(file)).toMatchObject({ keys: [] });
  });

  it.each(['in the home', 'in the project'] as const)('is missed as long as a mark is left %s', kept => {
    const file = pinned();
    forget(file, kept);

    expect(() => readPin(file)).toThrow(expect.objectContaining({ code: 'pin_missing' }));
    expect(pinnedFolder(join(dirname(file), 'src'))).toBe(dirname(file));
  });

  it('is unknown without any of its marks', () => {
    const file = pinned();
    forget(file, 'nowhere');

    expect(readPin(file)).toBeUndefined();
    expect(pinnedFolder(dirname(file))).toBeUndefined();
  });

  it('is the same by whatever link the folder is reached, and of each policy with its own name', () => {
    const [file, own] = [pinned(), pinned('ci.yaml')];
    const link = join(world, `link${projects}`);
    symlinkSync(dirname(file), link);

    expect(readPin(join(link, 'governance.yaml'))).toEqual(readPin(file));
    expect(readPin(join(dirname(file), 'governance.yml'))).toEqual(readPin(file));
    expect(readPin(join(dirname(own), 'governance.yaml'))).toBeUndefined();
    expect([placeFolder(readPin(file)!), placeFolder(readPin(own)!)]).toEqual([dirname(file), dirname(own)]);
  });

  it('is written into a project that cannot be written', () => {
    const file = pinned();
    rmSync(join(dirname(file), '.licet'), { recursive: true });
    writeFileSync(join(dirname(file), '.licet'), 'no folder');
    const pin = readPin(file)!;

    expect(() => writePin(pin)).not.toThrow();
    expect(existsSync(pinFile(pin.place))).toBe(true);
  });

  it('is not written where nothing can be, and leaves what was there', () => {
    const file = pinned();
    const before = readPin(file)!;
    const folder = pinFolder();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');

    expect(() => writePin(before)).toThrow();
    rmSync(folder);
    mkdirSync(folder, { mode: 0o700 });
    writePin(before);
    expect(readPin(file)).toEqual(before);
  });
});
