import assert from 'node:assert/strict';
import { auditExitCode, exitCodeOf } from '../../src/cli/exit-code';
import { outcomeSchema } from '../../src/engine/build-verify/events';

describe('exit codes of the terminal', () => {
  it('are 0 for every success and 2 for what a person is wanted for', () => {
    const codes = Object.fromEntries(
      outcomeSchema.options.map((outcome) => [outcome, exitCodeOf(outcome)]),
    );
    const zero = Object.keys(codes).filter((outcome) => codes[outcome] === 0);
    assert.deepEqual(zero, ['success', 'success-with-residual', 'audited']);
    assert.ok(Object.values(codes).every((code) => code === 0 || code === 2));
  });

  it('are 1 for an audit whose findings reach the threshold', () => {
    assert.equal(auditExitCode(['MEDIUM', 'LOW'], 'high'), 0);
    assert.equal(auditExitCode(['MEDIUM', 'LOW'], 'medium'), 1);
    assert.equal(auditExitCode(['HIGH'], 'high'), 1);
    assert.equal(auditExitCode(['HIGH'], 'low'), 1);
    assert.equal(auditExitCode(['LOW'], 'low'), 1);
    assert.equal(auditExitCode(['HIGH'], 'never'), 0);
    assert.equal(auditExitCode([], 'low'), 0);
  });
});
