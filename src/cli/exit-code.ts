import type { Outcome } from '../engine/build-verify/events';
import { severities, type Severity } from '../engine/finding';
import { assertNever } from '../util/assert-never';

/** What the process ends with (README, "Exit codes"). */
export const exitCodes = {
  success: 0,
  /** `bvl audit`: a finding reaches `--fail-on` (rulings 42). */
  threshold: 1,
  /** Escalated or blocked: a person is wanted. */
  escalated: 2,
  /** Failed, or called in a way it cannot work with. */
  failed: 3,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const failOnLevels = ['high', 'medium', 'low', 'never'] as const;
export type FailOn = (typeof failOnLevels)[number];

/** Exit code of a run that ended. `audited` depends on the findings: see `auditExitCode`. */
export function exitCodeOf(outcome: Outcome): ExitCode {
  switch (outcome) {
    case 'success':
    case 'success-with-residual':
    case 'audited':
      return exitCodes.success;
    case 'blocked':
    case 'escalated: disagreement':
    case 'escalated: churn':
    case 'escalated: stalled':
    case 'escalated: cap':
    case 'escalated: budget':
    case 'escalated: stopped':
    case 'escalated: invalid report':
    case 'escalated: model failure':
    case 'escalated: decisions needed':
      return exitCodes.escalated;
    default:
      return assertNever(outcome, 'outcome');
  }
}

/** Exit code of an audit that has all its verdicts: 1 when a finding is at least as severe as `failOn` (rulings 42). */
export function auditExitCode(found: readonly Severity[], failOn: FailOn): ExitCode {
  if (failOn === 'never') return exitCodes.success;
  const limit = severities.findIndex((severity) => severity.toLowerCase() === failOn);
  return found.some((severity) => severities.indexOf(severity) <= limit)
    ? exitCodes.threshold
    : exitCodes.success;
}
