import { lastCall } from './queries';
import type { RoundState } from './run-state';

/** Row 1: the Implementor, or a Critic after all were awaited, returned BLOCKED (rulings 2: it wins over incomplete). */
export function phaseIsBlocked(round: RoundState): boolean {
  if (round.implementorStatus === 'blocked') return true;
  return criticsEnded(round) && round.critics.some((critic) => critic.status === 'blocked');
}

/** Row 2: a phase's second unusable reply, a refusal or a failure for good. */
export function phaseIsIncomplete(round: RoundState): boolean {
  if (round.implementorStatus === 'incomplete') return true;
  return criticsEnded(round) && round.critics.some((critic) => critic.status === 'incomplete');
}

/** All Critics were awaited (build-verify.md "Several Critics"). */
export function criticsEnded(round: RoundState): boolean {
  return round.critics.every((critic) => critic.status !== 'pending');
}

interface Reason {
  readonly who: string;
  readonly text: string;
}

/** The BLOCKED reasons, verbatim. `who` is `implementor` or the lens. */
export function blockedReasons(round: RoundState): Reason[] {
  const said = round.implementor.at(-1)?.verdict;
  const implementor =
    round.implementorStatus === 'blocked' && said?.kind === 'blocked'
      ? [{ who: 'implementor', text: said.reason }]
      : [];
  const critics = round.critics.flatMap((critic) => {
    const verdict = lastCall(critic)?.verdict;
    return critic.status === 'blocked' && verdict?.kind === 'blocked'
      ? [{ who: critic.lens, text: verdict.reason }]
      : [];
  });
  return [...implementor, ...critics];
}

/** What went wrong, by role: the failure's or refusal's words, or why the reply could not be read. */
export function incompleteReasons(round: RoundState): Reason[] {
  const ended = (
    who: string,
    call: RoundState['implementor'][number] | Critic | undefined,
  ): Reason[] => {
    if (call === undefined) return [];
    const { outcome, verdict } = call;
    const text = 'why' in outcome ? outcome.why : verdict.kind === 'invalid' ? verdict.why : '';
    return [{ who, text }];
  };
  const implementor =
    round.implementorStatus === 'incomplete' ? ended('implementor', round.implementor.at(-1)) : [];
  const critics = round.critics.flatMap((critic) =>
    critic.status === 'incomplete' ? ended(critic.lens, lastCall(critic)) : [],
  );
  return [...implementor, ...critics];
}

type Critic = NonNullable<ReturnType<typeof lastCall>>;

/** Rulings 1: "invalid report" when some reply could not be parsed; "model failure" when every broken phase was refused, cut off or failed. */
export function isInvalidReport(round: RoundState): boolean {
  const outcomes = [
    ...(round.implementorStatus === 'incomplete' ? [round.implementor.at(-1)?.outcome] : []),
    ...round.critics
      .filter((critic) => critic.status === 'incomplete')
      .map((critic) => lastCall(critic)?.outcome),
  ];
  return outcomes.some((outcome) => outcome?.kind === 'ok');
}
