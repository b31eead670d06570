/**
 * The texts a person can see, for translators: writes `l10n/bundle.l10n.json`, which has every English message of the sources as key and
 * value. A unit test says when that is needed. `node scripts/bootstrap.mjs scripts/l10n.ts`
 */
import { writeFileSync } from 'node:fs';
import { bundleFile, bundleText, collectMessages } from './messages';

writeFileSync(bundleFile, bundleText(collectMessages()));
