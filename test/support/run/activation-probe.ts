import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';

/** Milliseconds that each of the two extensions took to activate. */
export interface ActivationTimes {
  readonly nothing: number;
  readonly ours: number;
}

/** Called inside the extension host: activates both extensions and writes down how long each took. */
export async function run(): Promise<void> {
  const file = process.env['BVL_BENCH_RESULT'];
  if (file === undefined) throw new Error('BVL_BENCH_RESULT must name a file.');
  const result = await measure().catch((error: unknown) => ({ error: String(error) }));
  writeFileSync(file, JSON.stringify(result));
}

async function measure(): Promise<ActivationTimes> {
  const oursFirst = process.env['BVL_BENCH_FIRST'] === 'ours';
  const first = await timeOf(oursFirst ? ours : nothing);
  const second = await timeOf(oursFirst ? nothing : ours);
  return oursFirst ? { ours: first, nothing: second } : { ours: second, nothing: first };
}

const ours = 'bvl.build-verify-loop';
const nothing = 'bench.nothing';

async function timeOf(id: string): Promise<number> {
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined) throw new Error(`${id} is not installed in this window.`);
  if (extension.isActive) throw new Error(`${id} is active already.`);
  const started = performance.now();
  await extension.activate();
  return performance.now() - started;
}
