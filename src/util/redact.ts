/**
 * Takes keys and home paths out of a text that is shown, logged, exported or recorded (rulings 30). Doing it twice is doing it once.
 * @param home the person's home folder, or null when it is not known; paths that look like somebody's home are shortened too
 */
export function redact(text: string, home: string | null): string {
  let clean = text;
  for (const [pattern, replacement] of secrets) clean = clean.replace(pattern, replacement);
  if (home !== null) {
    for (const spelling of spellings(home)) clean = clean.replace(spelling, '~');
  }
  for (const [pattern, replacement] of homes) clean = clean.replace(pattern, replacement);
  return clean;
}

const gone = '[key removed]';

/** The longest and surest shapes first. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [
    /-----BEGIN ([A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?)-----[\s\S]*?(?:-----END \1-----|$)/g,
    '[private key removed]',
  ],
  // Keys with a prefix of their own: Anthropic, OpenAI, GitHub, GitLab, Slack, npm, Hugging Face, Stripe, SendGrid, Google, AWS.
  [/\bsk-[A-Za-z0-9_-]{8,}/g, gone],
  [/\b(?:gh[opsur]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,})/g, gone],
  [/\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g, gone],
  [/\b(?:npm_[A-Za-z0-9]{20,}|hf_[A-Za-z0-9]{20,}|[rs]k_(?:live|test)_[A-Za-z0-9]{10,})/g, gone],
  [/\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g, gone],
  [/\bAIza[A-Za-z0-9_-]{30,}/g, gone],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, gone],
  // A signed token in three parts.
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{4,}/g, gone],
  [/\b(Bearer|Basic)\s+(?!\[key removed\])[A-Za-z0-9+/_~.=-]{12,}/gi, `$1 ${gone}`],
  // A password inside an address.
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:@/]+:)(?!\[key removed\])[^\s@/]+@/gi, `$1${gone}@`],
  // Anything that is called a key and looks like one: a long value in one word, with a digit in it.
  [
    /\b([\w-]*(?:api[_-]?key|access[_-]?key|secret|token|passw(?:or)?d|authorization)[\w-]*["']?\s*[:=]\s*["']?)(?=[^\s"',;]*\d)[A-Za-z0-9+/_.~-]{16,}={0,2}/gi,
    `$1${gone}`,
  ],
];

/** Home folders of people whose home is not known here, only where a path goes on below them and not inside an address. */
const homes: readonly (readonly [RegExp, string])[] = [
  [
    /(?:(?<![\w.~:/-])|(?<=\\[nrt]))(?:\/mnt\/[a-z])?\/(?:home|Users)\/[^/\s"'`<>|:*?\\]+(?=\/)/g,
    '~',
  ],
  [/\b[A-Za-z]:(\\\\?|\/)Users\1[^\\/\s"'`<>|:*?]+(?=[\\/])/gi, '~'],
  [/(?<=file:\/\/)\/(?:home|Users)\/[^/\s"'`<>|:*?]+(?=\/)/g, '/~'],
];

/** Where a path can begin: not inside a longer one; an escaped line end or tab before it is no letter of it. */
const pathStart = String.raw`(?:(?<![\w.~-])|(?<=\\[nrt]))`;
/** Where the home folder's last name ends; a full stop after it may end a sentence. */
const pathEnd = String.raw`(?![\w-]|\.\w)`;

/** A home folder as it can stand in texts: as it is, with the other slashes, escaped as in JSON, and encoded as in an address. */
function spellings(home: string): RegExp[] {
  const bare = home.replace(/[\\/]+$/, '');
  if (bare.length < 2 || /^[A-Za-z]:$/.test(bare)) return [];
  const forms = new Set([
    bare,
    bare.replaceAll('\\', '/'),
    bare.replaceAll('\\', '\\\\'),
    encodeURI(bare.replaceAll('\\', '/')),
    encodeURIComponent(bare),
  ]);
  const flags = /^[A-Za-z]:/.test(bare) ? 'gi' : 'g';
  return [...forms].map(
    (form) =>
      new RegExp(`${pathStart}${form.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}${pathEnd}`, flags),
  );
}
