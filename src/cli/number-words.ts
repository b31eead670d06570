import type { Usage } from '../engine/build-verify/events';

/** `0:42`, `12:05`, `1:02:30`. */
export function clockWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** `850 tokens`, `12.3k tokens`. */
export function tokenWords(tokens: number): string {
  if (tokens === 1) return '1 token';
  if (tokens < 1000) return `${tokens} tokens`;
  if (tokens < 1_000_000) return `${(tokens / 1000).toFixed(1)}k tokens`;
  return `${(tokens / 1_000_000).toFixed(2)}M tokens`;
}

/** All tokens of a call, cached ones counted once (field-notes: four usage fields). */
export function tokensOf(usage: Usage | null): number {
  if (usage === null) return 0;
  return usage.input + usage.output + usage.cacheCreation + usage.cacheRead;
}

/** `$0.0420`, `$2.00`. */
export function costWords(cost: number): string {
  return cost < 0.1 ? `$${cost.toFixed(4)}` : `$${cost.toFixed(2)}`;
}

/** `1 round`, `3 rounds`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
