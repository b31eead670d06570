import { html, nothing, svg, type TemplateResult } from 'lit';
import type { PanelView, RoundView } from '../../src/protocol/views';
import type { Panel } from '../panel';
import type { Say } from '../text';
import { disclosure } from './parts';

const height = 44;
const labelHeight = 12;
const markHeight = 8;
/** Units; the picture scales down with the panel and never up. */
const widest = 280;

/** Severity evolution: one stacked bar a round, drift rounds marked, and the same as a table. */
export function chart(panel: Panel, run: PanelView): TemplateResult {
  const { say } = panel;
  const rounds = run.rounds.filter((round) => round.complete || round.total > 0);
  if (rounds.length === 0) return html``;
  return html`<section class="chart" aria-label=${say('chartTitle')}>
    <h2>${say('chartTitle')}</h2>
    ${picture(rounds, say)}
    <div class="legend" aria-hidden="true">
      <span><i class="swatch high"></i>${say('severityHigh')}</span>
      <span><i class="swatch medium"></i>${say('severityMedium')}</span>
      <span><i class="swatch low"></i>${say('severityLow')}</span>
      ${
        rounds.some((round) => round.drift !== null)
          ? html`<span><i class="swatch drift"></i>${say('driftShort')}</span>`
          : nothing
      }
    </div>
    ${disclosure(panel, {
      id: `${run.runId}/chart-table`,
      title: say('show', { what: say('chartTable') }),
      className: 'quiet',
      body: () => table(rounds, say),
    })}
  </section>`;
}

function picture(rounds: readonly RoundView[], say: Say): TemplateResult {
  const step = Math.max(5, Math.min(28, Math.floor(widest / rounds.length)));
  const bar = Math.max(3, Math.min(14, step - 3));
  const width = Math.max(step * rounds.length, 60);
  const most = Math.max(1, ...rounds.map((round) => round.total));
  const everyLabel = Math.ceil((rounds.length * 18) / width);
  const words = rounds.map((round) => `${shortName(round, say)}: ${roundWords(round, say)}`);
  return html`<svg
    class="bars"
    role="img"
    aria-label=${say('chartAria', { rounds: words.join('; ') })}
    width=${width}
    viewBox="0 0 ${width} ${markHeight + height + labelHeight}"
  >
    <line
      class="axis"
      x1="0"
      x2=${width}
      y1=${markHeight + height + 0.5}
      y2=${markHeight + height + 0.5}
    ></line>
    ${rounds.map((round, at) => {
      const x = at * step + (step - bar) / 2;
      return svg`<g>
        <title>${words[at]}</title>
        ${stack(round, x, bar, most)}
        ${
          at % everyLabel === 0
            ? svg`<text class="label" x=${x + bar / 2} y=${markHeight + height + 10}>${
                round.number === 0 ? '0' : round.number
              }</text>`
            : nothing
        }
      </g>`;
    })}
  </svg>`;
}

/** HIGH stands on the axis, so that its course can be read along one line. */
function stack(round: RoundView, x: number, bar: number, most: number): unknown {
  const base = markHeight + height;
  const { high, medium, low } = round.counts;
  let y = base;
  const parts = (
    [
      ['high', high],
      ['medium', medium],
      ['low', low],
    ] as const
  )
    .filter(([, count]) => count > 0)
    .map(([tone, count]) => {
      const tall = Math.max(1.5, (count / most) * height);
      y -= tall;
      return svg`<rect class="bar ${tone}" x=${x} y=${Math.max(markHeight, y)} width=${bar} height=${Math.max(0.5, tall - 0.5)}></rect>`;
    });
  if (round.total === 0) {
    parts.push(svg`<circle class="clean" cx=${x + bar / 2} cy=${base - 3.5} r="2"></circle>`);
  }
  if (round.drift !== null) {
    const middle = x + bar / 2;
    const tip = Math.max(markHeight, y) - 1.5;
    parts.push(svg`<path class="drift" d="M ${middle - 3.5} ${tip - 5} h 7 l -3.5 5 z"></path>`);
  }
  return parts;
}

function table(rounds: readonly RoundView[], say: Say): TemplateResult {
  return html`<table class="counts-table">
    <thead>
      <tr>
        <th scope="col">${say('chartRound')}</th>
        <th scope="col" class="number">${say('severityHigh')}</th>
        <th scope="col" class="number">${say('severityMedium')}</th>
        <th scope="col" class="number">${say('severityLow')}</th>
        <th scope="col">${say('chartTag')}</th>
      </tr>
    </thead>
    <tbody>
      ${rounds.map(
        (round) =>
          html`<tr>
            <th scope="row">${shortName(round, say)}</th>
            <td class="number">${round.counts.high}</td>
            <td class="number">${round.counts.medium}</td>
            <td class="number">${round.counts.low}</td>
            <td>${tagWords(round, say).join(', ')}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function shortName(round: RoundView, say: Say): string {
  return round.number === 0 ? say('baselineShort') : `R${round.number}`;
}

function roundWords(round: RoundView, say: Say): string {
  return [say('countsLine', { ...round.counts }), ...tagWords(round, say)].join(', ');
}

/** A round's mark beside its counts, and what it means in plain words. */
export interface RoundTag {
  readonly words: string;
  readonly help: string;
}

/** What a round is marked with beside its counts. */
export function roundTags(round: RoundView, say: Say): RoundTag[] {
  const tags: RoundTag[] = [];
  if (round.drift !== null) {
    const { from } = round.drift;
    tags.push({ words: say('driftTag', { from }), help: say('driftHelp', { from }) });
  }
  if (round.pairingUnknown) {
    tags.push({ words: say('pairingUnknown'), help: say('pairingUnknownHelp') });
  }
  if (round.repeats) tags.push({ words: say('repeatsTag'), help: say('repeatsHelp') });
  return tags;
}

function tagWords(round: RoundView, say: Say): string[] {
  return roundTags(round, say).map((tag) => tag.words);
}
