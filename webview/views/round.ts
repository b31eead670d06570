import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { CountsView, CriticView, PanelView, RoundView } from '../../src/protocol/views';
import { replyId, replyKey, roundId, roundIsOpen } from '../model';
import type { Panel } from '../panel';
import { roundName, severityIcons, severityWords } from '../words';
import { roundTags } from './chart';
import { findingGroups } from './finding';
import { button, disclosure, icon, verbatim } from './parts';

/** The rounds, newest first; a closed one builds nothing, an unchanged one is not looked at again. */
export function rounds(panel: Panel, run: PanelView): TemplateResult {
  const { say, model } = panel;
  if (run.rounds.length === 0) return html``;
  return html`<section class="rounds" aria-label=${say('roundsTitle')}>
    ${repeat(
      run.rounds.toReversed(),
      (round) => round.number,
      (round) =>
        guard([round, model.open, model.replies, say, run], () => roundSection(panel, run, round)),
    )}
  </section>`;
}

function roundSection(panel: Panel, run: PanelView, round: RoundView): TemplateResult {
  return disclosure(panel, {
    id: roundId(run.runId, round.number),
    byDefault: roundIsOpen(panel.model, run, round),
    level: 2,
    className: 'round',
    title: roundTitle(panel, run, round),
    body: () => roundBody(panel, run, round),
  });
}

function roundTitle(panel: Panel, run: PanelView, round: RoundView): TemplateResult {
  const { say } = panel;
  return html`<span class="round-name">${roundName(run, round.number, say)}</span
    ><span class="round-facts"
      >${round.complete || round.total > 0 ? counts(panel, round.counts, round.complete) : nothing}
      ${roundStates(panel, run, round).map((state) => html`<span class="tag">${state}</span>`)}
      ${roundTags(round, say).map(
        ({ words, help }) =>
          html`<span class="tag" title=${help}>${icon('warning', 'medium')}${words}</span>`,
      )}</span
    >`;
}

function roundStates(panel: Panel, run: PanelView, round: RoundView): string[] {
  const { say } = panel;
  if (round.complete) return [];
  const newest = round === run.rounds.at(-1);
  if (newest && run.live && run.prompt === null) return [say('running')];
  const interrupted =
    round.interruptedBy !== null ||
    (newest && run.interrupted !== null && run.interrupted.phase !== 'waiting');
  return [say(interrupted ? 'interrupted' : 'incomplete')];
}

/** Icons with figures, as the editor counts its problems; a clean round says so. */
export function counts(panel: Panel, figures: CountsView, complete: boolean): TemplateResult {
  const { say } = panel;
  const shown = (
    [
      ['HIGH', figures.high],
      ['MEDIUM', figures.medium],
      ['LOW', figures.low],
    ] as const
  ).filter(([, count]) => count > 0);
  if (shown.length === 0) {
    return complete
      ? html`<span class="count">${icon('check', 'good')}${say('clean')}</span>`
      : html``;
  }
  return html`${shown.map(
    ([severity, count]) =>
      html`<span class="count" title=${say(severityWords[severity])}
        >${icon(severityIcons[severity].icon, severityIcons[severity].tone)}${count}<span
          class="sr-only"
        >
          ${say(severityWords[severity])}</span
        ></span
      >`,
  )}`;
}

function roundBody(panel: Panel, run: PanelView, round: RoundView): TemplateResult {
  const { say } = panel;
  const { drift } = round;
  return html`${roundActions(panel, run, round)}
  ${
    drift === null
      ? nothing
      : html`<p class="note">
          ${icon('git-compare')}${say('driftDetail', {
            inText: drift.inTextOfFrom,
            high: drift.high,
            from: drift.from,
          })}
        </p>`
  }
  ${
    round.findings === null
      ? html`<p class="muted">${say('roundLoading')}</p>`
      : findingGroups(panel, run, round.findings, `${run.runId}/f`)
  }
  ${phases(panel, run, round)}`;
}

function roundActions(
  panel: Panel,
  run: PanelView,
  round: RoundView,
): TemplateResult | typeof nothing {
  const { say } = panel;
  const { number } = round;
  const { runId } = run;
  const compare = round.comparable;
  const restore = round.restorable && canRestore(run);
  if (!compare && !restore) return nothing;
  return html`<div class="actions">
    ${
      compare
        ? button(
            say('compareRound'),
            () => {
              panel.post({
                type: 'openDiff',
                runId,
                from: { kind: 'before', round: number },
                to: { kind: 'round', round: number },
              });
            },
            { icon: 'diff', title: say('compareRoundHelp', { round: number }) },
          )
        : nothing
    }
    ${
      restore
        ? button(
            say('restoreRound'),
            () => {
              panel.post({ type: 'restore', runId, round: number });
            },
            {
              icon: 'discard',
              title:
                number === 0
                  ? say('restoreBaselineHelp')
                  : say('restoreRoundHelp', { round: number }),
            },
          )
        : nothing
    }
  </div>`;
}

/** While the run goes on, going back is a decision's business (restore and go on), not a button beside it. */
function canRestore(run: PanelView): boolean {
  return !run.live && run.readOnly === null && run.mode === 'loop';
}

function phases(panel: Panel, run: PanelView, round: RoundView): TemplateResult {
  return html`<ul class="phases">
    ${round.number === 0 ? nothing : implementorLine(panel, run, round)}
    ${round.critics.map((critic) => criticLine(panel, run, round, critic))}
  </ul>`;
}

function implementorLine(panel: Panel, run: PanelView, round: RoundView): TemplateResult {
  const { say } = panel;
  const phase = round.implementor;
  const words = {
    pending: 'implementorPending',
    skipped: 'implementorSkipped',
    done: phase.revision === 'no-change' ? 'implementorNoChange' : 'implementorChanged',
    blocked: 'implementorBlocked',
    incomplete: 'implementorIncomplete',
  } as const;
  const answers = (['addressed', 'disputed', 'deferred', 'unanswered'] as const)
    .filter((kind) => phase.answers[kind] > 0)
    .map((kind) => `${phase.answers[kind]} ${say(kind)}`);
  const facts = [
    say(words[phase.status]),
    ...(phase.givenBy === null
      ? []
      : [phase.givenBy === 0 ? say('givenByBaseline') : say('givenBy', { round: phase.givenBy })]),
    ...(answers.length > 0 ? [say('answersLine', { list: answers.join(', ') })] : []),
    ...(phase.servedBy === null ? [] : [say('servedBy', { model: phase.servedBy })]),
  ];
  return html`<li>
    <span class="who">${icon('edit')}${say('implementor')}</span>
    <span class="muted">${facts.join('; ')}</span>
    ${phase.why === null ? nothing : verbatim(phase.why, say('implementor'))}
    ${
      phase.unfinished
        ? html`<p class="note">${icon('archive')}${say('implementorUnfinished')}</p>
            <div class="actions">
              ${button(
                say('compareUnfinished'),
                () => {
                  panel.post({
                    type: 'openDiff',
                    runId: run.runId,
                    from: { kind: 'before', round: round.number },
                    to: { kind: 'unfinished', round: round.number },
                  });
                },
                { icon: 'diff' },
              )}
              ${
                canRestore(run)
                  ? button(
                      say('restoreUnfinished'),
                      () => {
                        panel.post({
                          type: 'restore',
                          runId: run.runId,
                          round: round.number,
                          unfinished: true,
                        });
                      },
                      { icon: 'discard', title: say('restoreUnfinishedHelp') },
                    )
                  : nothing
              }
            </div>`
        : nothing
    }
    ${phase.unknown.map(
      (answer) =>
        html`<p class="note">${say('unknownAnswer', { number: answer.number })}</p>
          ${verbatim(answer.text, say('implementor'))}`,
    )}
    ${replies(panel, run, round.number, null, phase.attempts)}
  </li>`;
}

function criticLine(
  panel: Panel,
  run: PanelView,
  round: RoundView,
  critic: CriticView,
): TemplateResult {
  const { say } = panel;
  const { high, medium, low } = critic.counts;
  const total = high + medium + low;
  const words =
    critic.status === 'findings'
      ? total === 1
        ? say('criticFinding')
        : say('criticFindings', { count: total })
      : say(
          {
            pending: 'criticPending',
            clean: 'criticClean',
            blocked: 'criticBlocked',
            incomplete: 'criticIncomplete',
          }[critic.status] as 'criticPending',
        );
  const served = critic.servedBy === null ? '' : `; ${say('servedBy', { model: critic.servedBy })}`;
  return html`<li>
    <span class="who">${icon('eye')}${critic.lens}</span>
    <span class="muted">${words}${served}</span>
    ${critic.why === null ? nothing : verbatim(critic.why, critic.lens)}
    ${replies(panel, run, round.number, critic.lens, critic.attempts)}
  </li>`;
}

/** Raw replies, asked of the host when one is opened. */
function replies(
  panel: Panel,
  run: PanelView,
  round: number,
  lens: string | null,
  attempts: number,
): TemplateResult[] {
  const { say, model } = panel;
  const who = lens ?? say('implementor');
  return Array.from({ length: attempts }, (_, at) => {
    const attempt = at + 1;
    const key = replyKey(round, lens, attempt);
    const reply = model.replies[key];
    return disclosure(panel, {
      id: replyId(run.runId, key),
      toggled: (open) => {
        if (open) panel.post({ type: 'showReply', runId: run.runId, round, lens, attempt });
      },
      className: 'quiet',
      title: html`<span aria-hidden="true"
          >${attempts === 1 ? say('rawReply') : say('rawReplyAttempt', { attempt })}</span
        ><span class="sr-only"
          >${
            attempts === 1
              ? say('rawReplyOf', { who, round })
              : say('rawReplyAttemptOf', { who, round, attempt })
          }</span
        >`,
      body: () =>
        reply === undefined
          ? html`<p class="muted">${say('loading')}</p>`
          : html`${
              reply.outcome === 'ok'
                ? nothing
                : html`<p class="note">${say('rawReplyEnded', { why: reply.outcome })}</p>`
            }
            ${verbatim(reply.text === '' ? say('emptyReply') : reply.text, who, 'code')}
            ${button(
              say('copy'),
              () => {
                panel.post({ type: 'copy', text: reply.text });
              },
              { icon: 'copy' },
            )}`,
    });
  });
}
