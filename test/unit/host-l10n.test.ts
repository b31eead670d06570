import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { bundleFile, collectMessages } from '../../scripts/messages';
import { panelStrings } from '../../src/protocol/strings';

describe('the bundle for translators', () => {
  const bundle = JSON.parse(readFileSync(bundleFile, 'utf8')) as Record<string, string>;

  it('has every message of the sources, and no other (scripts/l10n.ts writes it)', () => {
    assert.deepEqual(Object.keys(bundle).sort(), collectMessages());
  });

  it('has the panel’s sentences', () => {
    for (const text of Object.values(panelStrings)) assert.equal(bundle[text], text);
  });
});
