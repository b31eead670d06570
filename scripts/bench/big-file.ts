import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { advanceOrigins } from '../../src/engine/changed-text';
import type { Finding } from '../../src/engine';
import { checkEvidence } from '../../src/engine/quote';
import { NodeWorkspace } from '../../src/node/node-workspace';
import { median, type Measure } from './measure';

const lineCount = 50_000;
const repeats = 7;

/** What a round does with a file of 50,000 lines beside the model: snapshot, line diff, ten quotes. */
export async function bigFile(): Promise<Measure[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'bvl-bench-'));
  try {
    const runFolder = path.join(root, '.bvl', 'runs', 'bench');
    await mkdir(runFolder, { recursive: true });
    const workspace = new NodeWorkspace(root, runFolder);
    const file = path.join(root, 'big.ts');
    let before = bigText(0, 1000);
    const [old, rewritten] = [bigText(0, 100), bigText(1, 100)];
    const torn = await timed(() => advanceOrigins([], old, rewritten, 1));
    const parts = { snapshot: [] as number[], diff: [] as number[], quotes: [] as number[] };
    for (let round = 1; round <= repeats; round += 1) {
      const after = bigText(round, 1000);
      await writeFile(file, after);
      const snapshot = await timed(() => workspace.snapshot(['big.ts']));
      const diff = await timed(() => advanceOrigins([], before, after, round));
      const quotes = await timed(() => {
        const checks = checkEvidence('destruction', tenFindings(round), [
          { path: 'big.ts', text: after },
        ]);
        const located = checks.filter(({ result }) => result === 'located').length;
        if (located !== 9) throw new Error(`${located} of the bench's quotes were found, not 9.`);
      });
      parts.snapshot.push(snapshot);
      parts.diff.push(diff);
      parts.quotes.push(quotes);
      before = after;
    }
    const sums = parts.snapshot.map(
      (time, index) => time + (parts.diff[index] ?? 0) + (parts.quotes[index] ?? 0),
    );
    return [
      { what: '50,000 lines: snapshot', value: median(parts.snapshot), unit: 'ms', aim: null },
      {
        what: '50,000 lines: line diff, 50 changed',
        value: median(parts.diff),
        unit: 'ms',
        aim: null,
      },
      {
        what: '50,000 lines: 10 quotes, one not there',
        value: median(parts.quotes),
        unit: 'ms',
        aim: null,
      },
      { what: 'beside it: line diff, 500 changed', value: torn, unit: 'ms', aim: null },
      { what: '50,000 lines: all three', value: median(sums), unit: 'ms', aim: 150 },
    ];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** About 3 MB; one line of every so many differs from round to round. */
function bigText(round: number, every: number): string {
  const lines = Array.from({ length: lineCount }, (_, line) =>
    line % every === 50
      ? `export const entry${line} = revision(${round}, ${line * 7});`
      : `export const entry${line} = compute(${line}, 'a value of the table');`,
  );
  return `${lines.join('\n')}\n`;
}

function tenFindings(round: number): Finding[] {
  return Array.from({ length: 10 }, (_, index) => ({
    number: index + 1,
    severity: 'MEDIUM',
    acReference: '1',
    kind: null,
    issue: 'The entry is not checked',
    evidence:
      index === 9
        ? '"export const entryNowhere = compute();"'
        : `"export const entry${index * 5000 + 50} = revision(${round}, ${(index * 5000 + 50) * 7});"`,
    tagOffset: 0,
  }));
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
