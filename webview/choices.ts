import type { FromPanel } from '../src/protocol/from-panel';
import type { OfferKind, PanelView, PromptView } from '../src/protocol/views';
import type { DecisionDraft } from './model';

export type Choice = Extract<FromPanel, { type: 'decide' }>['choice'];

/**
 * The answer that an offer and what was typed make.
 * @returns null when something the offer needs is missing
 */
export function choiceFor(
  kind: OfferKind,
  run: PanelView,
  prompt: PromptView,
  draft: DecisionDraft,
): Choice | null {
  switch (kind) {
    case 'supply': {
      const words = (draft.words['supply'] ?? '').trim();
      return words === '' ? null : { kind, words };
    }
    case 'settle': {
      const answers = prompt.findings.flatMap((finding) => {
        const answer = draft.picks[finding.key];
        return answer === 'uphold' || answer === 'dismiss'
          ? [{ key: finding.key, answer, words: (draft.words[finding.key] ?? '').trim() } as const]
          : [];
      });
      return answers.length === prompt.findings.length ? { kind, answers } : null;
    }
    case 'scope': {
      const answers = prompt.findings.flatMap((finding) => {
        const answer = draft.picks[finding.key];
        return answer === 'keep' || answer === 'remove'
          ? [{ key: finding.key, answer } as const]
          : [];
      });
      return answers.length === prompt.findings.length ? { kind, answers } : null;
    }
    case 'revise': {
      const task = (draft.task ?? run.task).trim();
      const criteria = (draft.criteria ?? run.criteria)
        .map((criterion) => criterion.trim())
        .filter((criterion) => criterion !== '');
      return task === '' || criteria.length === 0 ? null : { kind, task, criteria };
    }
    case 'restore': {
      const round = restoreTarget(prompt, draft);
      return round === null ? null : { kind, round };
    }
    case 'raise-cap': {
      const by = whole(draft.words['by'] ?? '1');
      return by === null ? null : { kind, by };
    }
    case 'more-budget': {
      const tokens = whole(draft.words['tokens'] ?? '');
      const cost = amount(draft.words['cost'] ?? '');
      const seconds = amount(draft.words['seconds'] ?? '');
      const given = { tokens: tokens ?? 0, cost: cost ?? 0, seconds: seconds ?? 0 };
      // A run the person stopped has no budget spent: going on needs no more.
      return prompt.spent !== null && given[prompt.spent] === 0 ? null : { kind, ...given };
    }
    default:
      return { kind };
  }
}

/** Round chosen to go back to: the latest restorable one until another is picked. */
export function restoreTarget(prompt: PromptView, draft: DecisionDraft): number | null {
  const picked = draft.words['restore'];
  const latest = prompt.restorable.at(-1) ?? null;
  if (picked === undefined) return latest;
  const round = Number(picked);
  return prompt.restorable.includes(round) ? round : latest;
}

/** A whole number from 1 on, or null. */
function whole(text: string): number | null {
  const value = /^\s*\d{1,12}\s*$/.test(text) ? Number(text) : 0;
  return value > 0 ? value : null;
}

/** A number above 0, or null. */
function amount(text: string): number | null {
  const value = /^\s*\d{1,9}([.,]\d{1,6})?\s*$/.test(text) ? Number(text.replace(',', '.')) : 0;
  return value > 0 ? value : null;
}
