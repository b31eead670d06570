import { html, nothing, type TemplateResult } from 'lit';
import type { CallView } from '../../src/protocol/to-panel';
import type { PanelView, PhaseView } from '../../src/protocol/views';
import type { Panel } from '../panel';
import { baseName } from '../text';
import { interruptedWords, outcomeIcon, outcomeWords, phaseWords, roundProgress } from '../words';
import { button, icon, iconButton, linkButton, verbatim } from './parts';

/** File, task, and where the run stands: outcome, live phase, or what it waits for. */
export function runHeader(panel: Panel, run: PanelView): TemplateResult {
  const { say } = panel;
  return html`<header class="run-head">
    <div class="title-row">
      <h1 id="run-title" tabindex="-1">${artifactLinks(panel, run)}</h1>
      ${
        run.live
          ? nothing
          : iconButton('home', say('backToStart'), () => {
              panel.post({ type: 'showWelcome' });
            })
      }
    </div>
    <p class="task" dir="auto">${run.task}</p>
    ${
      run.recorded === null
        ? nothing
        : html`<p class="banner recorded">
            ${icon('history')}<span>${say('recordedRunNamed', { name: run.recorded })}</span>
          </p>`
    }
    ${
      run.readOnly === null
        ? nothing
        : html`<p class="banner">
            ${icon('lock')}<span
              >${
                run.readOnly.owner === null
                  ? say('readOnly')
                  : say('readOnlyOwner', { owner: run.readOnly.owner })
              }</span
            >
          </p>`
    }
    ${run.ended === null ? standing(panel, run) : outcome(panel, run)}
  </header>`;
}

function artifactLinks(panel: Panel, run: PanelView): TemplateResult[] {
  return run.artifacts.map(
    (path) =>
      html`${icon('file')}${linkButton(
        baseName(path),
        () => {
          panel.post({ type: 'openFile', path, line: null });
        },
        panel.say('openPlace', { place: path }),
      )}`,
  );
}

function standing(panel: Panel, run: PanelView): TemplateResult {
  const { say, model } = panel;
  const { runId } = run;
  if (run.interrupted !== null) {
    // It asks once it is taken up again: its answer cannot be taken before.
    const waits = run.interrupted.phase === 'waiting';
    const help = say(waits ? 'resumeWaitingHelp' : 'resumeHelp');
    return html`<div class="status">
        <span class="status-line"
          >${icon(waits ? 'bell-dot' : 'debug-pause', 'medium')}<span
            >${interruptedWords(run, say)}</span
          ></span
        >
      </div>
      ${figures(panel, run)}
      <div class="actions">
        ${button(
          say('resume'),
          () => {
            panel.post({ type: 'resume', runId });
          },
          { primary: true, icon: 'debug-continue', title: help },
        )}
        ${changedActions(panel, run)}
      </div>
      <p class="muted small">${help}</p>`;
  }
  const busy = run.phase !== null && run.phase.kind !== 'waiting';
  const stopping = model.stopping === runId;
  return html`<div class="status">
      <span class="status-line"
        >${busy ? icon('loading', 'codicon-modifier-spin') : icon('bell-dot', 'medium')}<span
          >${roundProgress(run, say)}${
            run.phase === null
              ? nothing
              : html`<span class="separator"> · </span>${phaseWords(
                    run.phase,
                    run.lenses.length,
                    say,
                  )}`
          }</span
        ></span
      >
      ${
        run.live
          ? button(
              stopping ? say('stopping') : say('stop'),
              () => {
                panel.dispatch({ type: 'stopAsked', runId });
                panel.post({ type: 'stop', runId });
              },
              { icon: 'debug-stop', disabled: stopping, title: say('stopHelp'), id: 'stop' },
            )
          : nothing
      }
    </div>
    ${busy ? calls(panel, run, callsOf(run.phase, model.calls)) : nothing} ${figures(panel, run)}`;
}

/** The calls of the phase that runs: news of them and news of the run come on two ways. */
function callsOf(phase: PhaseView | null, running: readonly CallView[]): readonly CallView[] {
  const roles: readonly CallView['role'][] =
    phase?.kind === 'implementor'
      ? ['implementor']
      : phase?.kind === 'critics'
        ? ['critic']
        : ['judge-repeat', 'judge-pairing'];
  return running.filter((call) => roles.includes(call.role));
}

/** One line for each model call that runs: who, what it reads, tokens, time, and the countdown while it backs off. */
function calls(panel: Panel, run: PanelView, running: readonly CallView[]): TemplateResult {
  return html`<ul class="calls">
    ${running.map((call) => callLine(panel, run, call))}
  </ul>`;
}

function callLine(panel: Panel, run: PanelView, call: CallView): TemplateResult {
  const { say } = panel;
  const tokens = call.inputTokens + call.outputTokens;
  const who = {
    implementor: say('callImplementor'),
    critic: call.lens ?? say('critic'),
    'judge-repeat': say('callJudgeRepeat'),
    'judge-pairing': say('callJudgePairing'),
  }[call.role];
  const doing =
    call.tool === null
      ? say('callStarting')
      : call.tool.path === null
        ? call.tool.name
        : say('callTool', { tool: call.tool.name, path: call.tool.path });
  // A replay's clock is not the model's.
  const clock = run.recorded === null ? html`<span data-since=${call.startedAt}></span>` : nothing;
  return html`<li title=${call.model}>
    <span class="who">${who}${call.attempt > 1 ? ` (${say('callAttempt')})` : ''}</span>
    ${
      call.waiting === null
        ? html`<span class="doing muted" title=${doing}>${doing}</span>`
        : html`<span
            class="doing"
            data-until=${call.waiting.until}
            data-text=${say('waitingSeconds', { why: call.waiting.why })}
          ></span>`
    }
    <span class="figures muted"
      >${tokens > 0 ? html`<span>${say('tokensShort', { count: say.compact(tokens) })}</span>` : nothing}${clock}</span
    >
  </li>`;
}

function figures(panel: Panel, run: PanelView): TemplateResult {
  const { say } = panel;
  const { spent, budget } = run;
  const about = (figure: string) => (spent.estimated ? say('aboutFigure', { figure }) : figure);
  const tokens = about(say.compact(spent.tokens));
  const cost = spent.cost === null ? '' : about(say.money(spent.cost));
  const parts = [
    budget.tokens === null
      ? say('tokens', { count: tokens })
      : say('tokensOf', { count: tokens, budget: say.compact(budget.tokens) }),
    ...(spent.cost === null
      ? []
      : [
          budget.cost === null
            ? say('cost', { cost })
            : say('costOf', { cost, budget: say.money(budget.cost) }),
        ]),
    ...(run.recorded === null ? [] : [say('recordedSpent')]),
    say(run.recorded === null ? 'started' : 'replayed', { time: say.time(run.startedAt) }),
    ...(run.resumes === 0
      ? []
      : [run.resumes === 1 ? say('resumedOnce') : say('resumedTimes', { count: run.resumes })]),
  ];
  return html`<p class="figures-line muted">${parts.map((part) => html`<span>${part}</span>`)}</p>`;
}

function outcome(panel: Panel, run: PanelView): TemplateResult {
  const { say } = panel;
  const { ended } = run;
  if (ended === null) return html``;
  const look = outcomeIcon(ended.outcome);
  const open =
    ended.open === 0
      ? say('noOpenFindings')
      : ended.open === 1
        ? say('openFinding')
        : say('openFindings', { count: ended.open });
  return html`<div class="status outcome">
      <span class="status-line"
        >${icon(look.icon, look.tone)}<strong>${outcomeWords(run, say)}</strong></span
      >
    </div>
    ${ended.why === '' ? nothing : verbatim(ended.why, outcomeWords(run, say))}
    ${putBack(panel, ended.putBack)}
    <p class="figures-line muted">
      <span>${roundProgress(run, say)}</span
      ><span>${ended.putBack === null ? open : say('atEnd', { what: open })}</span>
    </p>
    ${figures(panel, run)}
    <div class="actions">
      ${
        ended.resumable
          ? button(
              say('resume'),
              () => {
                panel.post({ type: 'resume', runId: run.runId });
              },
              { icon: 'debug-continue', title: say('resumeHelp') },
            )
          : nothing
      }
      ${button(
        say('openReport'),
        () => {
          panel.post({ type: 'openReport', runId: run.runId });
        },
        { icon: 'output', primary: true },
      )}
      ${changedActions(panel, run)}
    </div>`;
}

/** The outcome is history: the file is not that text any more. */
function putBack(panel: Panel, back: PanelView['restored']): TemplateResult | typeof nothing {
  if (back === null) return nothing;
  return html`<p class="status-line">
    ${icon('discard')}<span>${restoredWords(panel, back)}</span>
  </p>`;
}

function restoredWords(panel: Panel, back: NonNullable<PanelView['restored']>): string {
  const { say } = panel;
  if (back.round === null) return say('restoredSome');
  return back.round === 0 ? say('restoredStart') : say('restoredRound', { round: back.round });
}

/** What can be done about the file between two runs of the loop. */
function changedActions(panel: Panel, run: PanelView): TemplateResult {
  const { say } = panel;
  const { runId } = run;
  const mine = run.readOnly === null;
  const told = (run.ended?.putBack ?? null) !== null;
  return html`${
    run.changed
      ? button(
          say('compareStart'),
          () => {
            panel.post({
              type: 'openDiff',
              runId,
              from: { kind: 'start' },
              to: { kind: 'latest' },
            });
          },
          { icon: 'diff' },
        )
      : nothing
  }
  ${
    run.changed && mine
      ? button(
          say('undoRun'),
          () => {
            panel.post({ type: 'undoRun', runId });
          },
          { icon: 'discard', title: say('undoRunHelp') },
        )
      : nothing
  }
  ${
    run.restored !== null && mine
      ? html`<p class="note">
          ${told ? nothing : icon('info')}<span
            >${told ? nothing : restoredWords(panel, run.restored)}
            ${linkButton(say('undoRestore'), () => {
              panel.post({ type: 'undoRestore', runId });
            })}</span
          >
        </p>`
      : nothing
  }`;
}
