import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunStart } from '../engine/build-verify/start';
import { estimateInput, firstRequests } from '../models/estimate';
import type { ModelSource } from './model-source';
import { countOf, tokenWords } from './number-words';

/**
 * What is said before the first call: that a run is a recorded one; or where the texts of a live one go, to which model, and
 * about how much it will take.
 * @param root workspace folder, to look at the artifact
 */
export async function sourceLines(
  source: ModelSource,
  start: RunStart,
  root: string,
): Promise<string[]> {
  const { model, recording, customHost } = source;
  if (recording !== null) {
    const priced = recording.calls.some(({ usage }) => (usage?.cost ?? null) !== null);
    return [
      `This is a recorded run ("${recording.title}"): no model is called, nothing leaves this machine.`,
      'Its recorded decisions answer for the person.',
      ...(priced ? [] : costLines(start)),
    ];
  }
  if (model.host === null) return [`Model: ${model.name}. Nothing leaves this machine.`];
  const input = estimateInput(
    firstRequests(start, () => model),
    await artifactTexts(start, root),
  );
  const { mode, cap } = start.options;
  const estimate =
    mode === 'audit'
      ? `at least ${tokenWords(input)}`
      : `at least ${tokenWords(input)} in the first round, at most ${countOf(cap, 'round')}`;
  return [
    `Live: brief, artifact and what the model reads go to ${model.host}.`,
    ...(customHost ? ["That host is set by ANTHROPIC_BASE_URL; it is not the service's own."] : []),
    `Model: ${model.name}. Estimate: ${estimate}.`,
    ...costLines(start),
  ];
}

/** A cost budget without a price is said to be none, instead of seeming to hold. */
function costLines({ options }: RunStart): string[] {
  return options.budget.cost === null
    ? []
    : ['No price is known here: the cost is unknown, and the cost budget cannot end the run.'];
}

/** As far as they can be read: an estimate needs no more, and the run itself says what is wrong with a file. */
function artifactTexts(start: RunStart, root: string): Promise<string[]> {
  return Promise.all(
    start.brief.artifacts.map((file) => readFile(path.join(root, file), 'utf8').catch(() => '')),
  );
}
