import path from 'node:path';
import type { Model } from '../engine/ports';
import { anthropicModel } from '../models/anthropic';
import { anthropicBaseUrl } from '../models/anthropic-client';
import type { Recording } from '../models/recording';
import { systemClock } from '../node/system-clock';
import { CliError } from './cli-error';
import type { CommandContext } from './command-context';
import { loadRecording, recordedSource } from './recorded-source';
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
}

/** What each role runs on, for the report. */
export function modelNames({ model }: ModelSource): Record<string, string> {
  return { Implementor: model.name, Critics: model.name, Judges: model.name };
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The model that `--model` names, or the one there is a key for (rulings 43).
 * @param wanted `anthropic:ID`, `anthropic`, `recorded:FILE`, or null.
 * @throws CliError that says how to get one.
 */
export async function modelSource(
  wanted: string | null,
  context: Pick<CommandContext, 'env' | 'cwd' | 'terminal'>,
): Promise<ModelSource> {
  const [kind = '', ...rest] = (wanted ?? 'anthropic').split(':');
  const name = rest.join(':').trim();
  if (kind === 'recorded' && name !== '')
    return recordedSource(await loadRecording(path.resolve(context.cwd, name)), context.terminal);
  if (kind !== 'anthropic' || /\s/.test(name)) {
    throw new CliError(
      `There is no model ${visibleLine(wanted ?? '')}.`,
      `Use --model anthropic:ID (for example anthropic:${defaultModel}) or --model recorded:FILE.`,
    );
  }
  return anthropicSource(name === '' ? defaultModel : name, context.env);
}

function anthropicSource(model: string, env: Environment): ModelSource {
  const apiKey = env['ANTHROPIC_API_KEY']?.trim() ?? '';
  if (apiKey === '') {
    throw new CliError(
      'No model is set up: ANTHROPIC_API_KEY is not in the environment.',
      [
        'Set it (export ANTHROPIC_API_KEY=…), or replay a recorded run without a key:',
        '  bvl run --model recorded:FILE    (recordings ship in examples/recordings; npm run demo shows one)',
      ].join('\n'),
    );
  }
  const baseUrl = env['ANTHROPIC_BASE_URL']?.trim() ?? '';
  if (baseUrl !== '' && !/^https?:$/.test(urlOf(baseUrl)?.protocol ?? '')) {
    throw new CliError(
      `ANTHROPIC_BASE_URL is not a web address: ${visibleLine(baseUrl)}`,
      'Correct it, or take it out of the environment.',
    );
  }
  const own = baseUrl === '' || urlOf(baseUrl)?.host === new URL(anthropicBaseUrl).host;
  return {
    model: anthropicModel({
      apiKey,
      baseUrl: baseUrl === '' ? null : baseUrl,
      model,
      clock: systemClock,
    }),
    recording: null,
    customHost: !own,
  };
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
