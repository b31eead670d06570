import assert from 'node:assert/strict';
import { redact } from '../../src/util/redact';

describe('redact', () => {
  for (const [what, text, expected] of [
    ['an Anthropic key', 'key sk-ant-api03-AbC_123-xyz!', 'key [key removed]!'],
    ['an OpenAI key', '"sk-proj-abcdefgh12345678"', '"[key removed]"'],
    ['a GitHub token', `ghp_${'a1B2'.repeat(9)}.`, '[key removed].'],
    ['a fine-grained GitHub token', `github_pat_${'a1_B2'.repeat(6)}`, '[key removed]'],
    ['a Slack token', 'xoxb-12345-67890-abcdef', '[key removed]'],
    ['an npm token', `npm_${'a1B2'.repeat(9)}`, '[key removed]'],
    ['a Google key', `AIza${'a1B2-'.repeat(7)}`, '[key removed]'],
    ['an AWS key id', 'AKIAABCDEFGHIJKLMNOP', '[key removed]'],
    ['a signed token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '[key removed]'],
    [
      'a bearer header',
      'Authorization: Bearer abcdef123456.xyz',
      'Authorization: Bearer [key removed]',
    ],
    ['a password in an address', 'https://me:secret@host/x', 'https://me:[key removed]@host/x'],
    ['a named key', 'MY_API_KEY=abcd1234efgh5678', 'MY_API_KEY=[key removed]'],
    [
      'a named key in JSON',
      '{"client_secret": "abcd1234efgh5678"}',
      '{"client_secret": "[key removed]"}',
    ],
    [
      'a private key',
      'a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nb',
      'a\n[private key removed]\nb',
    ],
    ['half a private key', '-----BEGIN PRIVATE KEY-----\nMIIE', '[private key removed]'],
    ['the home folder', 'in /home/me/work/a.ts', 'in ~/work/a.ts'],
    ['the home folder alone', 'cd /home/me', 'cd ~'],
    ['the home folder at the end of a sentence', 'It is in /home/me.', 'It is in ~.'],
    ['homes after an escaped line end', '"a\\n/home/me/x\\n/home/you/y"', '"a\\n~/x\\n~/y"'],
    ['a file address', 'file:///home/me/a%20b.ts', 'file://~/a%20b.ts'],
    ['somebody else’s home', '/Users/other/x and /home/other/y', '~/x and ~/y'],
    ['a Windows home', 'C:\\Users\\other\\x', '~\\x'],
    ['a Windows home in JSON', '"C:\\\\Users\\\\other\\\\x"', '"~\\\\x"'],
    ['a mounted Windows home', '/mnt/c/Users/other/x', '~/x'],
  ] as const) {
    it(`takes out ${what}`, () => {
      assert.equal(redact(text, '/home/me'), expected);
    });
  }

  it('finds a Windows home in each of its spellings', () => {
    for (const text of [
      'D:\\Homes\\Jo Doe',
      'd:\\homes\\jo doe',
      'D:/Homes/Jo Doe',
      'D:\\\\Homes\\\\Jo Doe',
      'D:/Homes/Jo%20Doe',
    ]) {
      assert.equal(redact(`x ${text}`, 'D:\\Homes\\Jo Doe'), 'x ~');
    }
  });

  for (const text of [
    'The task-list, the disk-cache and sk-1 stay.',
    'token: short',
    'const token = readTokenFromStore();',
    'password: correct horse battery',
    'max_tokens: 32000, input_tokens=1234567',
    'https://example.com/home/index/page and https://host/Users/list/1',
    'GET /users/alice/posts',
    'src/home/me/page.ts',
    '/home-menu/x is not below it',
    'a:b@c and me@example.com',
    'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ]) {
    it(`leaves ${JSON.stringify(text)}`, () => {
      assert.equal(redact(text, '/home/me'), text);
    });
  }

  it('does not take a longer name for the home folder', () => {
    assert.equal(redact('/srv/me2/x', '/srv/me'), '/srv/me2/x');
    assert.equal(redact('/srv/me/x', '/srv/me/'), '~/x');
    assert.equal(redact('/x', '/'), '/x');
  });

  it('done twice is done once', () => {
    const text =
      'Bearer abcdef123456 sk-ant-abcdefgh1234 https://a:b@c API_KEY="abcd1234efgh5678" /home/me/x C:\\Users\\o\\y';
    const once = redact(text, '/home/me');
    assert.equal(redact(once, '/home/me'), once);
    assert.equal(redact(once, null), once);
  });
});
