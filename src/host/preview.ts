import type { RunStart } from '../engine/build-verify/start';
import type { PromptPart } from '../engine/ports';
import { criticPrompt, implementorPrompt } from '../engine/prompt';
import { estimateFirstRound, type PreviewRequest } from '../models/estimate';
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
  const critics = start.critics.map((critic): PreviewRequest => ({
    role: 'critic',
    lens: critic.lens,
    system: critic.system,
    prompt: criticPrompt(start.briefText, artifacts),
    access: 'read',
    ...servedBy(source, critic.lens),
  }));
  const implementor: PreviewRequest = {
    role: 'implementor',
    lens: null,
    system: start.implementor.system,
    prompt: implementorPrompt(start.briefText, artifacts, null),
    access: 'edit',
    ...servedBy(source, null),
  };
  const requests = audit ? critics : [implementor, ...critics];
  const round = estimateFirstRound(requests, artifactTexts).input;
  const hasText = artifactTexts.some((text) => text !== '');
  const baseline =
    !audit && start.options.baseline && hasText
      ? estimateFirstRound(critics, artifactTexts).input
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

function servedBy(
  source: Pick<ModelSource, 'modelFor'>,
  lens: string | null,
): Pick<PreviewRequest, 'model' | 'host'> {
  const { name, host } = source.modelFor(lens === null ? 'implementor' : 'critic', lens);
  return { model: name, host };
}

function joined(parts: readonly PromptPart[]): string {
  return parts.map((part) => part.text).join('');
}
