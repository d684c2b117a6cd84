import { describe, expect, it } from 'vitest';

import { holdsOpaqueData } from '../../../../packages/effects/src/programs/opaqueAddress.ts';
import { stoppedIn } from '../stoppedIn.ts';

const MESSAGE = Buffer.from('the name of the customer is Jane Doe, her number 4711').toString('base64url');
const HEX = Buffer.from('the name of the customer is Jane Doe, her number 4711').toString('hex');

describe('an address with a part that only a machine reads', () => {
  it.each([
    `https://x.example/c/${MESSAGE}`,
    `https://x.example/p?d=${MESSAGE}&e=1`,
    `https://x.example/${HEX}.png?x=${HEX}`,
    `https://x.example/i/${'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYz'.repeat(4)}`,
  ])('may carry a message: %s', address => {
    expect(holdsOpaqueData(address)).toBe(true);
  });

  it.each([
    'https://github.com/o/r/commit/9fceb02d0ae598e95dc970b74767f19372d61af8',
    'https://files.pythonhosted.org/packages/ab/cd/ef0123456789abcdef0123456789abcdef0123456789abcdef0123456789/requests-2.31.0.tar.gz',
    'https://docs.google.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit',
    'https://stackoverflow.com/questions/12345678/how-to-make-a-very-long-title-readable-in-the-browser-bar',
    'https://en.wikipedia.org/wiki/Long_Article_Name_With_Many_Words_In_It_That_Is_Long',
    'https://bucket.s3.amazonaws.com/a.zip?X-Amz-Security-Token=IQoJb3JpZ2luX2VjEJr//////////wEaCXVzLWVhc3QtMSJHMEUCIQDaB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYzaB3dE5fG7hJ9kL1mN2p',
    'https://www.typescriptlang.org/play/?#code/MYewdgzgLgBAllApgWwjAvDA2gIgBY4C6ANKgGYgA2cAFAJQBQAxpQBaB3dE5fG7hJ9kL1mN2pQ4rS6tU',
    'https://cdn.example/sha512/9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043',
    'https://fonts.googleapis.com/css2?family=Inter:wght@400;500;600&family=Roboto+Mono:wght@400;700&display=swap',
    'https://registry.npmjs.org/@babel%2fplugin-transform-react-jsx-development',
  ])('is no digest, identifier, title or signed address: %s', address => {
    expect(holdsOpaqueData(address)).toBe(false);
  });

  it('asks, unless it leads to this machine', async () => {
    const stopped = stoppedIn({});
    expect(await stopped(`curl https://x.example/c/${MESSAGE}`)).toContain('may carry data away');
    expect(await stopped(`curl http://localhost:3000/c/${MESSAGE}`)).toBeUndefined();
  });
});
