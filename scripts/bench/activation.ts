import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchBrowser } from '../../test/support/editor/browser';
import { exists } from '../../test/support/editor/cache';
import { startEditor } from '../../test/support/editor/server';
import { editorVersions } from '../../test/support/editor/versions';
import type { ActivationTimes } from '../../test/support/run/activation-probe';
import { bundleTests } from '../../test/support/run/bundle-tests';
import { buildAll } from '../bundles';
import { median, type Measure } from './measure';

const windows = 6;

/**
 * Activation in the current editor, beside an extension that does nothing: both are activated in
 * fresh windows, in turns the one and the other first.
 */
export async function activation(): Promise<Measure[]> {
  await buildAll({ production: true, watch: false });
  const folder = await mkdtemp(path.join(tmpdir(), 'bvl-activation-'));
  try {
    const nothing = await writeNothing(folder);
    const [probe] = await bundleTests(['test/support/run/activation-probe.ts']);
    if (probe === undefined) throw new Error('The probe was not built.');
    const samples: ActivationTimes[] = [];
    for (let at = 0; at < windows; at += 1) {
      samples.push(await sample(path.join(folder, `${at}.json`), probe, nothing, at % 2 === 0));
    }
    const ours = median(samples.map((one) => one.ours));
    const idle = median(samples.map((one) => one.nothing));
    return [
      { what: 'activation of an extension that does nothing', value: idle, unit: 'ms', aim: null },
      { what: 'activation of this one', value: ours, unit: 'ms', aim: null },
      { what: 'the difference', value: ours - idle, unit: 'ms', aim: 10 },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sample(
  resultFile: string,
  probe: string,
  nothing: string,
  oursFirst: boolean,
): Promise<ActivationTimes> {
  const editor = await startEditor({
    version: editorVersions.current,
    workspace: nothing,
    extensions: ['.', nothing],
    testModule: probe,
    environment: { BVL_BENCH_RESULT: resultFile, BVL_BENCH_FIRST: oursFirst ? 'ours' : 'nothing' },
  });
  try {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(editor.url);
      for (let attempt = 0; attempt < 300 && !(await exists(resultFile)); attempt += 1) {
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    } finally {
      await browser.close();
    }
  } finally {
    await editor.stop();
  }
  const result = JSON.parse(await readFile(resultFile, 'utf8')) as
    ActivationTimes | { readonly error: string };
  if ('error' in result) throw new Error(result.error);
  return result;
}

/** An extension of the same form as ours: an ECMAScript module with an `activate`. */
async function writeNothing(folder: string): Promise<string> {
  const place = path.join(folder, 'nothing');
  await mkdir(place);
  const manifest = {
    name: 'nothing',
    publisher: 'bench',
    version: '0.0.1',
    engines: { vscode: '^1.104.0' },
    main: './extension.mjs',
    activationEvents: [],
  };
  await writeFile(path.join(place, 'package.json'), JSON.stringify(manifest));
  await writeFile(
    path.join(place, 'extension.mjs'),
    "import * as vscode from 'vscode';\nexport function activate() { return vscode.version; }\n",
  );
  return place;
}
