import type { ModelOption } from '../protocol/brief-form';
import type { Translate } from '../util/translate';

const names: readonly (readonly [id: string, label: string])[] = [
  ['claude-sonnet-5-5', 'Claude Sonnet 5.5'],
  ['claude-opus-5-5', 'Claude Opus 5.5'],
  ['claude-haiku-5-5', 'Claude Haiku 5.5'],
  ['claude-fable-5-2', 'Claude Fable 5.2'],
];

/** The models a form offers: the one of the settings first. Any other id can be set there. */
export function knownModels(configured: string, t: Translate): ModelOption[] {
  const known = names.find(([id]) => id === configured);
  return [
    { id: configured, label: known?.[1] ?? configured, detail: t('from the settings') },
    ...names.filter(([id]) => id !== configured).map(([id, label]) => ({ id, label, detail: id })),
  ];
}
