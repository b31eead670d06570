/** True when a text holds half of a surrogate pair: it cannot be written as UTF-8 or UTF-16 without a loss. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Cs}/u.test(text);
}
