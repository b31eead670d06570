import { chainOf, findingsOf, findRound } from './queries';
import type { FindingRecord } from './decisions';
import type { Drift, RoundState, RunState } from './run-state';

/** Rulings 17: the pairing judge is asked when this phase has a HIGH and the phase before had findings. */
export function needsPairing(state: RunState, round: RoundState): boolean {
  const before = findRound(state, round.givenBy);
  return round.counts.high > 0 && before !== undefined && findingCount(before) > 0;
}

export function findingCount(round: RoundState): number {
  return round.counts.high + round.counts.medium + round.counts.low;
}

/**
 * Writes down what a finished Critic phase closed and whether it is a drift round (build-verify.md "Drift"; rulings 17, 18), as
 * soon as everything it hangs on is known: the evidence and, where it was to be asked, the pairing.
 */
export function closeRound(state: RunState, round: RoundState): RunState {
  if (!round.complete || (needsPairing(state, round) && round.pairing === null)) return state;
  const findings = findingsOf(state, round.number);
  const closed = { ...round, closedHigh: closesHigh(state, round) };
  const withClosed = replaceRound(state, closed);
  return replaceRound(withClosed, { ...closed, drift: driftOf(withClosed, closed, findings) });
}

function replaceRound(state: RunState, round: RoundState): RunState {
  return {
    ...state,
    rounds: state.rounds.map((one) => (one.number === round.number ? round : one)),
  };
}

/** A HIGH that fell to MEDIUM was closed too: only a HIGH paired with a HIGH is still there. With no usable pairing nothing is said to be closed. */
function closesHigh(state: RunState, round: RoundState): boolean {
  const before = findRound(state, round.givenBy);
  if (before === undefined || before.counts.high === 0) return false;
  if (round.counts.high === 0) return true;
  if (round.pairing?.kind !== 'known') return false;
  const still = new Set(round.pairing.pairs.map(([, key]) => key));
  return findingsOf(state, before.number).some(
    (one) => one.severity === 'HIGH' && !still.has(one.key),
  );
}

function driftOf(
  state: RunState,
  round: RoundState,
  findings: readonly FindingRecord[],
): Drift | null {
  const high = findings.filter((one) => one.severity === 'HIGH');
  if (!high.some((one) => isNew(state, round, one))) return null;
  const from = chainOf(state, round).find((one) => one.closedHigh)?.number;
  if (from === undefined) return null;
  const changedBy = (number: number): number =>
    high.filter((one) => one.check?.changedBy === number).length;
  return {
    from,
    high: high.length,
    inTextOfFrom: changedBy(from),
    inTextOfRound: changedBy(round.number),
  };
}

/** A HIGH paired with none before; a settled one is never new (rulings 12), and none is when the pairing is unknown. */
function isNew(state: RunState, round: RoundState, finding: FindingRecord): boolean {
  if (finding.settled) return false;
  if (!needsPairing(state, round)) return true;
  if (round.pairing?.kind !== 'known') return false;
  return !round.pairing.pairs.some(([now]) => now === finding.key);
}

/** How many drift rounds the run has had; rows count them over the whole run (row 6). */
export function driftRounds(state: RunState): number {
  return state.rounds.filter((round) => round.drift !== null).length;
}
