/* What stands under the options in the help of each command: examples, and what the options do not say. */

export const generalHelp = `
RUN is an id, an unambiguous start of one, or last. Exit codes: 0 success (audit: below
--fail-on), 1 audit found it, 2 escalated or blocked, 3 failed or bad call, 130 interrupted.

Examples:
  bvl run --task "Invoice totals are right" --artifact src/invoice.ts \\
      --ac "Rounds half up to cents" --ac "Rejects negative quantities"
  bvl audit --brief .bvl/briefs/plan.md --critics security,coherence --fail-on medium
  bvl resume last
  bvl show last --round 2
  bvl diff last start end
  bvl restore last start

A model: ANTHROPIC_API_KEY in the environment, or --model recorded:FILE to replay a
recorded run without one.`;

export const runHelp = `
Examples:
  bvl run --task "A plan another team can follow" --artifact docs/plan.md \\
      --ac "Every step names who does it" --critics coherence,experience --cap 8
  bvl run --brief .bvl/briefs/plan.md --no-input --json > events.jsonl

Ctrl-C stops at once, nothing is published afterwards; bvl resume goes on.`;

export const auditHelp = `
Example:
  bvl audit --task "Safe upload" --artifact src/upload.ts \\
      --ac "No path outside the upload folder is written" --critics security --fail-on medium

Exit code 1: a finding is at least that severe (never: only look).`;

export const resumeHelp = `
Examples:
  bvl resume
  bvl resume 2026 --model anthropic:claude-opus-5-5`;

export const showHelp = `
Examples:
  bvl show last
  bvl show last --round 2 --raw`;

export const diffHelp = `
Examples:
  bvl diff last 1 2
  bvl diff last start end

unfinished: what the Implementor had written when its phase was stopped, cut off or blocked.`;

export const restoreHelp = `
Examples:
  bvl restore last 2
  bvl restore last start
  bvl restore last undo

unfinished: what the Implementor had written when its phase was stopped, cut off or blocked.`;
