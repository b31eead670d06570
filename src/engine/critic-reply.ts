import { scanCritic } from './critic-scan';
import type { CriticVerdict } from './finding';
import { isCleanReply, reasonAfter } from './fixed-sentences';
import { afterThinking } from './reply-lines';

/**
 * What a Critic's reply means (build-verify.md, "Critic reply"; rulings 19 to 24). Strict about meaning, tolerant about form: nothing
 * but the fixed sentence is clean, and a reply is never read as fewer findings than it may hold; any doubt is `invalid`. Total: never
 * throws, linear in the reply's length.
 */
export function parseCriticReply(reply: string): CriticVerdict {
  const from = afterThinking(reply);
  if (from === null) return invalid('a thinking block never ends');
  const scan = scanCritic(reply, from);
  if (scan.problem !== null) return invalid(scan.problem);
  if (scan.findings.length > 0) {
    if (scan.saysClean) return invalid('it gives findings and says that there are none');
    if (scan.saysBlocked) return invalid('it gives findings and says BLOCKED');
    return { kind: 'findings', findings: scan.findings };
  }
  if (scan.firstStatus?.word === 'BLOCKED') {
    return { kind: 'blocked', reason: reasonAfter(reply, scan.firstStatus) };
  }
  if (scan.empty) return invalid('it is empty');
  if (isCleanReply(reply.slice(from))) return { kind: 'clean' };
  return invalid('it is neither findings nor one of the fixed sentences');
}

function invalid(why: string): CriticVerdict {
  return { kind: 'invalid', why };
}
