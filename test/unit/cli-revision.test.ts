import assert from 'node:assert/strict';
import { revisionNamed, unfinishedRound } from '../../src/cli/read-run';
import { planText, play } from '../support/scenario';

describe('a text of a run by its name', () => {
  it('is a round, the start, the end, or what a phase left unfinished', async () => {
    const reply = 'BLOCKED — the address is missing';
    const writes = { 'docs/plan.md': planText('half') };
    const { state, workspace } = await play({
      rounds: [{ critics: { destruction: 'Ma' } }, { implementor: { reply, writes } }],
    });
    const text = async (name: string): Promise<string> => {
      const [file] = revisionNamed(name, state);
      assert.ok(file !== undefined);
      return workspace.text(file);
    };
    assert.equal(await text('start'), planText('0'));
    assert.equal(await text('1'), planText('1'));
    assert.equal(await text('end'), planText('1'));
    assert.equal(unfinishedRound(state), 2);
    assert.equal(await text('unfinished'), planText('half'));
    assert.throws(() => revisionNamed('7', state), { name: 'CliError', message: /round 7/ });
  });

  it('is none that the run does not have', async () => {
    const { state } = await play({ rounds: [{ critics: { destruction: 'BLOCKED — no file' } }] });
    assert.equal(unfinishedRound(state), null);
    assert.throws(() => revisionNamed('unfinished', state), { name: 'CliError' });
  });
});
