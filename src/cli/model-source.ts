import type { Model } from '../engine/ports';
import { anthropicModel } from '../models/anthropic';
import { anthropicBaseUrl } from '../models/anthropic-client';
import type { Recording } from '../models/recording';
import { systemClock } from '../node/system-clock';
import { CliError } from './cli-error';
import { visibleLine } from './visible-text';

/** Default model id of the service, the same as in the editor. */
export const defaultModel = 'claude-sonnet-5-5';

/** What a run runs on. */
export interface ModelSource {
  readonly model: Model;
  /** Null: live. */
  readonly recording: Recording | null;
  /** The host is not the service's own: ANTHROPIC_BASE_URL names another. */
  readonly customHost: boolean;
  /** The same service with the model of another id; null: a recording, which stays what it is. */
  readonly other: ((id: string) => Model) | null;
}

/** What each role runs on, for the report. */
export function modelNames({ model }: ModelSource): Record<string, string> {
  return { Implementor: model.name, Critics: model.name, Judges: model.name };
}

/**
 * The live model that `--model` names, or the one there is a key for (rulings 43).
 * @param wanted `anthropic:ID`, `anthropic`, or null.
 * @throws CliError that says how to get one.
 */
export function liveSource(
  wanted: string | null,
  env: Readonly<Record<string, string | undefined>>,
): ModelSource {
  const match = /^anthropic(?::(\S+))?$/.exec(wanted ?? 'anthropic');
  if (match === null) {
    throw new CliError(
      `There is no model ${visibleLine(wanted ?? '')}.`,
      `Use --model anthropic:ID (for example anthropic:${defaultModel}) or --model recorded:FILE.`,
    );
  }
  const apiKey = env['ANTHROPIC_API_KEY']?.trim() ?? '';
  if (apiKey === '')
    throw new CliError(
      'No model is set up: ANTHROPIC_API_KEY is not in the environment.',
      noKeyStep,
    );
  const baseUrl = env['ANTHROPIC_BASE_URL']?.trim() ?? '';
  const url = baseUrl === '' ? new URL(anthropicBaseUrl) : webAddress(baseUrl);
  if (url === null) {
    throw new CliError(
      `ANTHROPIC_BASE_URL is not a web address: ${visibleLine(baseUrl)}`,
      'Correct it, or take it out of the environment.',
    );
  }
  const make = (model: string): Model =>
    anthropicModel({
      apiKey,
      baseUrl: baseUrl === '' ? null : baseUrl,
      model,
      clock: systemClock,
    });
  return {
    model: make(match[1] ?? defaultModel),
    other: make,
    recording: null,
    customHost: url.host !== new URL(anthropicBaseUrl).host,
  };
}

const noKeyStep = [
  'Set it (export ANTHROPIC_API_KEY=…), or replay a recorded run, which needs none:',
  '  bvl run --model recorded:FILE    (npm run demo shows one; others are in examples/recordings)',
].join('\n');

function webAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) ? url : null;
}
