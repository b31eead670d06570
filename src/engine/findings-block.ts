import type { CriticVerdict } from './finding';

/** One Critic's complete reply, with what it means. */
export interface CriticReply {
  readonly lens: string;
  readonly reply: string;
  readonly verdict: CriticVerdict;
}

/** What the next Implementor gets, and exactly which parts of it are not the Critics' own words. */
export interface FindingsBlock {
  readonly text: string;
  /** Inserted parts as offsets in `text`, ascending, not touching the replies' own characters. */
  readonly insertions: readonly { readonly offset: number; readonly length: number }[];
}

/**
 * The findings block of one Critic phase (build-verify.md, "Several Critics"; rulings 26). One Critic: its reply, byte for byte.
 * Several: a section each in the given order, opened by `=== CRITIC: <lens> ===`, with ` [<lens>]` after each parsed header's
 * number and nothing else. Total: any strings are accepted.
 */
export function renderFindingsBlock(replies: readonly CriticReply[]): FindingsBlock {
  const only = replies[0];
  if (only && replies.length === 1) return { text: only.reply, insertions: [] };
  const pieces: string[] = [];
  const insertions: { offset: number; length: number }[] = [];
  let length = 0;
  const push = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
  };
  const insert = (piece: string): void => {
    insertions.push({ offset: length, length: piece.length });
    push(piece);
  };
  replies.forEach((critic, index) => {
    const before = replies[index - 1]?.reply;
    const lineEnd = before === undefined || /[\r\n]$/.test(before) ? '' : '\n';
    insert(`${lineEnd}=== CRITIC: ${critic.lens} ===\n`);
    let done = 0;
    for (const offset of tagOffsets(critic)) {
      push(critic.reply.slice(done, offset));
      insert(` [${critic.lens}]`);
      done = offset;
    }
    push(critic.reply.slice(done));
  });
  return { text: pieces.join(''), insertions };
}

/** Takes out exactly what was inserted, by position and never by pattern: gives the replies, joined, byte for byte. */
export function withoutInsertions(block: FindingsBlock): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { offset, length } of block.insertions) {
    pieces.push(block.text.slice(done, offset));
    done = offset + length;
  }
  pieces.push(block.text.slice(done));
  return pieces.join('');
}

function tagOffsets({ verdict }: CriticReply): number[] {
  if (verdict.kind !== 'findings') return [];
  return verdict.findings.map((finding) => finding.tagOffset).sort((a, b) => a - b);
}
