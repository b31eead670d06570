import assert from 'node:assert/strict';
import { driftTag, foldRun, type RunEvent, type RunState } from '../../src/engine';
import { comparableEvents } from '../support/comparable-events';
import { expectRun } from '../support/expect-run';
import type { MemoryWorkspace } from '../support/memory-workspace';
import { decisions } from '../support/rulings/decisions';
import { phases } from '../support/rulings/phases';
import { rounds } from '../support/rulings/rounds';
import { runScripted, startOf } from '../support/run-scripted';
import { planText, play, scenarioModel, settledRounds, type Scenario } from '../support/scenario';
import { promptText, type ScriptedModel } from '../support/scripted-model';

const all = [...phases, ...decisions, ...rounds];

function callsOf({ requests }: ScriptedModel): string {
  return requests
    .filter(({ role }) => role === 'implementor' || role === 'critic')
    .map(({ role, round, lens }) => `${role.charAt(0)}${round}${lens?.charAt(0) ?? ''}`)
    .join(' ');
}

function judgesOf({ requests }: ScriptedModel): string {
  return requests
    .filter(({ role }) => role.startsWith('judge-'))
    .map(({ role, round }) => `${role.slice('judge-'.length)}${round}`)
    .join(' ');
}

function tagsOf(state: RunState): string {
  return state.rounds.flatMap((round) => driftTag(round) ?? []).join('; ');
}

/** Puts on the disk what a run with these events had written. */
async function setDisk(
  workspace: MemoryWorkspace,
  scenario: Scenario,
  events: readonly RunEvent[],
): Promise<void> {
  workspace.disk.clear();
  const files = scenario.files ?? { 'docs/plan.md': planText('0') };
  for (const [path, text] of Object.entries(files)) workspace.disk.set(path, text);
  const last = events.findLast((event) => event.type === 'revision');
  for (const file of last?.type === 'revision' ? last.files : []) {
    workspace.disk.set(file.path, await workspace.text(file));
  }
}

describe('runs by the rulings', () => {
  for (const { name, scenario, ends, prompts, ...more } of all) {
    it(name, async () => {
      const [outcome, row, line] = ends;
      const { model, state } = await expectRun(scenario, { outcome, row, rounds: line, prompts });
      if (more.calls !== undefined) assert.equal(callsOf(model), more.calls);
      if (more.judges !== undefined) assert.equal(judgesOf(model), more.judges);
      if (more.tags !== undefined) assert.equal(tagsOf(state), more.tags);
      if (more.settled !== undefined) assert.deepEqual(settledRounds(state), more.settled);
      if (more.brief !== undefined) assert.match(state.brief.text, more.brief);
      for (const [round, text] of more.given ?? []) {
        const last = model.requests.findLast(
          (request) => request.role === 'implementor' && request.round === round,
        );
        assert.match(last === undefined ? '' : promptText(last), text);
      }
    });
  }
});

/* Every third run is enough to meet each kind of event, and quick. */
const some = all.filter((_, index) => index % 3 === 0);

describe('the same runs, killed at every event', () => {
  for (const { name, scenario } of some) {
    it(name, async function () {
      this.timeout(30_000);
      const { events, workspace } = await play(scenario);
      for (let kept = 1; kept < events.length; kept += 1) {
        const past = events.slice(0, kept);
        await setDisk(workspace, scenario, past);
        const made = past.filter((event) => event.type === 'decision').length;
        const left = (scenario.decisions ?? []).slice(made);
        const resumed = await runScripted({
          past,
          model: scenarioModel(scenario),
          workspace,
          decide: (prompt) => left.shift()?.(prompt) ?? null,
        });
        assert.deepEqual(
          comparableEvents(resumed.events),
          comparableEvents(events),
          `killed after event ${kept}`,
        );
        assert.deepEqual(foldRun(resumed.events), resumed.state);
      }
    });
  }
});

describe('the same runs, stopped at every event', () => {
  /** What a Stop adds or leaves out by its nature. */
  const work = (events: readonly RunEvent[]): unknown[] =>
    comparableEvents(
      events.filter(
        (event) =>
          event.type !== 'interrupted' &&
          event.type !== 'run.ended' &&
          !(event.type === 'call' && event.outcome.kind === 'cancelled'),
      ),
    );

  for (const { name, scenario } of some) {
    it(name, async function () {
      this.timeout(30_000);
      const whole = await play(scenario);
      for (let at = 1; at < whole.events.length; at += 1) {
        const { workspace } = whole;
        await setDisk(workspace, scenario, []);
        const stop = new AbortController();
        const left = [...(scenario.decisions ?? [])];
        const baseline = scenario.baseline !== undefined;
        const first = await runScripted({
          start: startOf({ ...scenario.options, baseline }, scenario.lenses),
          model: scenarioModel(scenario),
          workspace,
          signal: stop.signal,
          decide: (prompt) => (stop.signal.aborted ? null : (left.shift()?.(prompt) ?? null)),
          onEvent: (event) => {
            if (event.seq + 1 === at) stop.abort();
          },
        });
        const resumed =
          first.state.ended?.outcome === 'escalated: stopped'
            ? await runScripted({
                past: first.events,
                model: scenarioModel(scenario),
                workspace,
                decide: (prompt) => left.shift()?.(prompt) ?? null,
              })
            : first;
        assert.deepEqual(work(resumed.events), work(whole.events), `stopped after event ${at}`);
        assert.deepEqual(resumed.state.ended, whole.state.ended);
      }
    });
  }
});
