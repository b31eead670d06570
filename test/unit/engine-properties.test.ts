import assert from 'node:assert/strict';
import fc from 'fast-check';
import { roundsExecuted, type Choice, type DecisionPrompt } from '../../src/engine';
import { MemoryWorkspace } from '../support/memory-workspace';
import { runScripted, startOf } from '../support/run-scripted';
import { criticReply, planText } from '../support/scenario';
import { ScriptedModel } from '../support/scripted-model';

/* No run passes the cap; every run ends in exactly one exit; nothing counts as clean that is not. */

const finding = fc
  .tuple(
    fc.constantFrom('H', 'M', 'L'),
    fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    fc.constantFrom('', '!'),
  )
  .map((one) => one.join(''));
const reply = fc.oneof(
  { weight: 4, arbitrary: fc.constant('-') },
  {
    weight: 5,
    arbitrary: fc.array(finding, { minLength: 1, maxLength: 4 }).map((all) => all.join(' ')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('LGTM', 'BLOCKED — cannot read it', '', 'NO FINDINGS except one'),
  },
);
const outcome = fc.oneof(
  { weight: 9, arbitrary: fc.constant({ kind: 'ok' } as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { kind: 'refused', why: 'r' } as const,
      { kind: 'cut-off', why: 'c' } as const,
      { kind: 'failed', reason: 'server', why: '500' } as const,
    ),
  },
);

function answer(prompt: DecisionPrompt, pick: number): Choice | null {
  const offer = prompt.offers[pick % prompt.offers.length];
  switch (offer?.kind) {
    case 'settle':
      return {
        kind: 'settle',
        answers: prompt.findings.map((one) => ({
          key: one.key,
          answer: pick % 2 === 0 ? 'uphold' : 'dismiss',
          words: '',
        })),
      };
    case 'scope':
      return {
        kind: 'scope',
        answers: prompt.findings.map((one) => ({
          key: one.key,
          answer: pick % 2 === 0 ? 'keep' : 'remove',
        })),
      };
    case 'supply':
      return { kind: 'supply', words: 'it is there now' };
    case 'revise':
      return { kind: 'revise', task: 'Another task', criteria: [`criterion ${pick}`] };
    case 'restore':
      return { kind: 'restore', round: prompt.restorable[pick % prompt.restorable.length] ?? 0 };
    case 'raise-cap':
      return { kind: 'raise-cap', by: 1 };
    case 'more-budget':
      return { kind: 'more-budget', tokens: 1000, cost: 1, seconds: 10 };
    case 'retry':
    case 'one-more':
    case 'accept':
    case 'go-on':
    case 'stop':
    case 'keep-mine':
    case 'take-run':
      return { kind: offer.kind };
    case undefined:
      return null;
  }
}

describe('any run', () => {
  it('ends in exactly one exit, never past its cap, and calls nothing a success that is not', async function () {
    this.timeout(30_000);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          cap: fc.integer({ min: 1, max: 4 }),
          cleanRounds: fc.integer({ min: 1, max: 3 }),
          baseline: fc.boolean(),
          auditOnly: fc.boolean(),
          lenses: fc.constantFrom(['destruction'], ['destruction', 'security']),
          replies: fc.array(fc.tuple(reply, outcome), { minLength: 1, maxLength: 12 }),
          texts: fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 1, maxLength: 8 }),
          disputes: fc.boolean(),
          picks: fc.array(fc.nat(20), { maxLength: 6 }),
        }),
        async (plan) => {
          let call = 0;
          const model = new ScriptedModel((request) => {
            call += 1;
            if (request.role === 'judge-repeat') return { reply: call % 2 === 0 ? 'YES' : 'NO' };
            if (request.role === 'judge-pairing')
              return { reply: call % 3 === 0 ? 'N1 = NEW' : 'no idea' };
            const [text, ended] = plan.replies[call % plan.replies.length] ?? [
              '-',
              { kind: 'ok' } as const,
            ];
            if (request.role === 'critic') return { reply: criticReply(text), outcome: ended };
            return {
              reply: `DONE — artifact updated at docs/plan.md\nFINDING #1: ${plan.disputes ? 'Disputed — no' : 'Addressed'}`,
              writes: { 'docs/plan.md': planText(plan.texts[call % plan.texts.length] ?? 'A') },
              outcome: ended,
            };
          });
          const picks = [...plan.picks];
          const { events, state } = await runScripted({
            start: startOf(
              {
                cap: plan.cap,
                cleanRounds: plan.cleanRounds,
                baseline: plan.baseline,
                confirmRounds: plan.auditOnly ? 'audit-only' : 'full',
              },
              plan.lenses,
            ),
            model,
            workspace: new MemoryWorkspace({ 'docs/plan.md': planText('0') }),
            decide: (prompt) => {
              const pick = picks.shift();
              return pick === undefined ? null : answer(prompt, pick);
            },
          });
          assert.equal(events.filter((event) => event.type === 'run.ended').length, 1);
          assert.equal(events.at(-1)?.type, 'run.ended');
          assert.ok(roundsExecuted(state) <= state.cap);
          assert.ok(state.cap === plan.cap || state.decisions.length > 0);
          if (state.ended?.outcome === 'success') {
            const last = state.rounds.slice(-plan.cleanRounds);
            assert.equal(last.length, plan.cleanRounds);
            for (const round of last) {
              for (const critic of round.critics) {
                const final = critic.calls.at(-1);
                assert.equal(final?.outcome.kind, 'ok');
                assert.ok(final.verdict.kind === 'clean' || state.decided.length > 0);
              }
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
