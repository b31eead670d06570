import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from '../../src/cli/program';
import { renderBrief, validateBrief } from '../../src/engine/brief';
import { parseBriefFile } from '../../src/engine/brief-file';
import { exitTable } from '../../src/engine/build-verify/exits';
import { parseLens } from '../../src/engine/lens';
import { builtInLenses } from '../../src/engine/roles';

const page = (name: string): string => readFileSync(path.join('docs', name), 'utf8');

/** The fenced blocks of a page, in order. */
function blocks(text: string, language: string): string[] {
  const all = [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)];
  return all.filter((block) => block[1] === language).map((block) => block[2] ?? '');
}

describe('docs', () => {
  const guide = page('brief-and-lenses.md');

  it('show a brief as it is rendered', () => {
    const [shown = ''] = blocks(guide, '');
    const brief = {
      task: 'Make the invoice totals right to the cent',
      artifacts: ['src/invoice.ts'],
      criteria: [
        'Rounds half a cent up',
        'Refuses a negative quantity with an error that names the line',
      ],
      context:
        'The function runs in the browser and on the server.\nIt gets data that has been through JSON.',
    };
    assert.equal(shown.trimEnd(), renderBrief(brief, ['keep — "export const version"']));
  });

  it('show a brief file and a lens that can be used', () => {
    const [briefFile = '', lens = ''] = blocks(guide, 'markdown');
    const parsed = parseBriefFile(briefFile);
    assert.ok('file' in parsed && 'brief' in validateBrief(parsed.file.input));
    assert.ok('lens' in parseLens(lens));
  });

  it('name every lens that ships', () => {
    for (const { name } of builtInLenses) assert.ok(guide.includes(`| \`${name}\``), name);
  });

  it('have a row for every row of the exit table', () => {
    const rows = [...page('build-verify.md').matchAll(/^\| (\d) \|/gm)].map((row) =>
      Number(row[1]),
    );
    assert.deepEqual(
      rows,
      exitTable.flatMap(({ row }) => row ?? []),
    );
  });

  it('give every option of the command, and no other', async () => {
    const help = new Set<string>();
    for (const name of ['run', 'audit', 'resume', 'runs', 'show', 'diff', 'restore']) {
      const told: string[] = [];
      const write = (text: string): void => void told.push(text);
      const unused = (): Promise<never> => Promise.reject(new Error('not to be run'));
      const commands = {
        ...{ run: unused, audit: unused, resume: unused, runs: unused },
        ...{ show: unused, diff: unused, restore: unused },
      };
      await runProgram([name, '--help'], { version: '0', commands, write, writeError: write });
      for (const [option] of told.join('').matchAll(/^ +--[a-z-]+/gm)) help.add(option.trim());
    }
    const told = new Set(page('command.md').match(/(?<!-)--[a-z]+(?:-[a-z]+)*/g));
    assert.deepEqual([...told].sort(), [...help].sort());
  });

  it('link only to what exists', () => {
    for (const name of readdirSync('docs').filter((one) => one.endsWith('.md')))
      for (const [, target = ''] of page(name).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g))
        assert.ok(existsSync(path.join('docs', target)), `${name}: ${target}`);
  });
});
