import * as z from 'zod/mini';
import { briefForm } from '../src/protocol/brief-form';
import { emptyDecision, emptyModel, replyMark, type PanelModel } from './model';

/** What of the panel outlives hiding and a reload: what was typed, and what was opened. The rest comes from the host again. */
const saved = z.object({
  locale: z.string(),
  table: z.record(z.string(), z.string()),
  drafts: z.record(z.string(), briefForm),
  open: z.record(z.string(), z.boolean()),
  decision: z.object({
    promptId: z.string(),
    picks: z.record(z.string(), z.string()),
    words: z.record(z.string(), z.string()),
    task: z.nullable(z.string()),
    criteria: z.nullable(z.array(z.string())),
  }),
});

/** Disclosures remembered; older ones fall back to how they come. */
const keptOpen = 200;

export function toSaved(model: PanelModel): unknown {
  const { locale, table, drafts, decision } = model;
  const open = Object.fromEntries(
    Object.entries(model.open)
      .filter(([id]) => !id.includes(replyMark))
      .slice(-keptOpen),
  );
  const { promptId, picks, words, task, criteria } = decision;
  return { locale, table, drafts, open, decision: { promptId, picks, words, task, criteria } };
}

/** The model a new panel starts from; what does not read as saved is as if nothing had been. */
export function fromSaved(value: unknown): PanelModel {
  const read = saved.safeParse(value);
  if (!read.success) return emptyModel;
  const { decision, ...rest } = read.data;
  return { ...emptyModel, ...rest, decision: { ...emptyDecision, ...decision } };
}
