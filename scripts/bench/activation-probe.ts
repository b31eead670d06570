import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ActivationTimes } from './activation';

/** Called inside the extension host: activates both extensions and writes down how long each took. */
export async function run(): Promise<void> {
  const file = process.env['BVL_BENCH_RESULT'];
  if (file === undefined) throw new Error('BVL_BENCH_RESULT must name a file.');
  const order =
    process.env['BVL_BENCH_FIRST'] === 'ours' ? ['ours', 'nothing'] : ['nothing', 'ours'];
  const times = new Map<string, number>();
  for (const which of order) {
    times.set(which, await timeOf(which === 'ours' ? 'bvl.build-verify-loop' : 'bench.nothing'));
  }
  const result: ActivationTimes = {
    nothing: times.get('nothing') ?? Number.NaN,
    ours: times.get('ours') ?? Number.NaN,
  };
  writeFileSync(file, JSON.stringify(result));
}

async function timeOf(id: string): Promise<number> {
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined) throw new Error(`${id} is not installed in this window.`);
  if (extension.isActive) throw new Error(`${id} is active already.`);
  const started = performance.now();
  await extension.activate();
  return performance.now() - started;
}
