import type { FromPanel } from '../src/protocol/from-panel';
import type { OfferKind, OfferView, PanelView, PromptView } from '../src/protocol/views';
import type { DecisionDraft } from './model';

export type Choice = Extract<FromPanel, { type: 'decide' }>['choice'];

/**
 * The answer that an offer and what was typed make.
 * @returns what is missing when the offer needs it: something of its own, or how much more may be spent
 */
export function choiceFor(
  offer: OfferView,
  run: PanelView,
  prompt: PromptView,
  draft: DecisionDraft,
): Choice | 'own' | 'budget' {
  const own = ownChoice(offer.kind, run, prompt, draft);
  if (own === null) return 'own';
  if (!offer.needsBudget) return own;
  const more = moreOf(prompt, draft);
  if (more === null) return 'budget';
  switch (own.kind) {
    case 'stop':
    case 'accept':
    case 'more-budget':
    case 'keep-mine':
    case 'take-run':
      return own;
    default:
      return { ...own, more };
  }
}

function ownChoice(
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
      const more = moreOf(prompt, draft);
      return more === null ? null : { kind, ...more };
    }
    default:
      return { kind };
  }
}

/** A retry on the model that was typed or picked; null: none was. Any id can be named, the service knows which there are. */
export function otherModel(draft: DecisionDraft): string | null {
  const model = (draft.words['model'] ?? '').trim();
  return model === '' || /\s/u.test(model) ? null : model;
}

/** How much more may be spent of the budget that ran out; null: nothing usable was given. */
function moreOf(
  prompt: PromptView,
  draft: DecisionDraft,
): { readonly tokens: number; readonly cost: number; readonly seconds: number } | null {
  const none = { tokens: 0, cost: 0, seconds: 0 };
  if (prompt.spent === null) return none;
  const text = draft.words[prompt.spent] ?? '';
  const given = prompt.spent === 'tokens' ? whole(text) : amount(text);
  return given === null ? null : { ...none, [prompt.spent]: given };
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
