import type { RunStart } from '../engine/build-verify/start';
import type { PromptPart } from '../engine/ports';
import { estimateInput, firstRequests } from '../models/estimate';
import type { PreviewView } from '../protocol/to-panel';
import type { ModelSource } from './model-sources';
import type { Settings } from './settings';

/**
 * What a run will send, before anything is sent: the exact role prompts and first prompts, where they go, and a rough size. What the
 * models read of the workspace beside the artifact comes on top and cannot be known before.
 * @param artifactTexts the artifact's texts now; empty for a file that does not exist yet
 */
export function previewOf(
  token: string,
  start: RunStart,
  source: Pick<ModelSource, 'modelFor' | 'hosts' | 'customHost'>,
  price: Settings['price'],
  artifactTexts: readonly string[],
): PreviewView {
  const { artifacts } = start.brief;
  const audit = start.options.mode === 'audit';
  const requests = firstRequests(start, source.modelFor);
  const round = estimateInput(requests, artifactTexts);
  const hasText = artifactTexts.some((text) => text !== '');
  const baseline =
    !audit && start.options.baseline && hasText
      ? estimateInput(
          requests.filter(({ role }) => role === 'critic'),
          artifactTexts,
        )
      : 0;
  const run = audit ? round : round * start.options.cap + baseline;
  return {
    token,
    prompts: requests.map((request) => ({
      who: request.lens ?? 'Implementor',
      model: request.model,
      system: request.system,
      user: joined(request.prompt),
    })),
    hosts: [...source.hosts],
    customHost: source.customHost,
    estimate: { round, run, cost: price === null ? null : (run * price.input) / 1_000_000 },
    task: start.brief.task,
    artifacts: [...artifacts],
  };
}

function joined(parts: readonly PromptPart[]): string {
  return parts.map((part) => part.text).join('');
}
