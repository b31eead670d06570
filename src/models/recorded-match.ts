import type { CallRole } from '../engine/build-verify/events';
import type { ModelRequest } from '../engine/ports';
import type { Translate } from '../util/translate';
import type { RecordedCall, Recording } from './recording';

type Place = Pick<ModelRequest, 'role' | 'lens' | 'round' | 'attempt'>;

/** The recorded call for a request, or in words what differs from the nearest one. */
export function findCall(
  recording: Recording,
  request: Place & Pick<ModelRequest, 'briefHash'>,
  t: Translate,
): { readonly call: RecordedCall } | { readonly differs: string } {
  const sameRole = recording.calls.filter((call) => call.role === request.role);
  const sameLens = sameRole.filter((call) => call.lens === request.lens);
  const sameRound = sameLens.filter((call) => call.round === request.round);
  const samePlace = sameRound.filter((call) => call.attempt === request.attempt);
  const call = samePlace.find((one) => one.briefHash === request.briefHash);
  if (call !== undefined) return { call };
  const asked = callName(request, t);
  if (samePlace.length > 0) {
    return {
      differs: t(
        'the brief is not the recorded one at {call} (task, artifacts, criteria, context and decisions must be the same)',
        { call: asked },
      ),
    };
  }
  if (sameRound.length > 0) {
    return {
      differs: t('it has {call}, but only {n} attempts of it', {
        call: callName({ ...request, attempt: 1 }, t),
        n: sameRound.length,
      }),
    };
  }
  if (sameLens.length > 0) {
    const rounds = [...new Set(sameLens.map((one) => one.round))].join(', ');
    return {
      differs: t('it has no {call}; this role was called in rounds {rounds}', {
        call: asked,
        rounds,
      }),
    };
  }
  if (sameRole.length > 0) {
    const lenses = [...new Set(sameRole.map((one) => one.lens ?? ''))].join(', ');
    return { differs: t('it has no {call}; its lenses are: {lenses}', { call: asked, lenses }) };
  }
  return { differs: t('it has no {call}', { call: asked }) };
}

/** A call in words: `Critic (Security), round 2, attempt 1`. */
export function callName({ role, lens, round, attempt }: Place, t: Translate): string {
  const who = lens === null ? roleName(role, t) : `${roleName(role, t)} (${lens})`;
  return t('{who}, round {round}, attempt {attempt}', { who, round, attempt });
}

function roleName(role: CallRole, t: Translate): string {
  const names: Readonly<Record<CallRole, string>> = {
    implementor: t('Implementor'),
    critic: t('Critic'),
    'judge-repeat': t('equivalence judge'),
    'judge-pairing': t('pairing judge'),
  };
  return names[role];
}
