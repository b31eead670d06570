/*
 * Files that are never read into a prompt and never written, whatever a brief or a model says (field notes, row 19). Matching
 * ignores letter case everywhere, since `.ENV` is `.env` on some file systems.
 */

/** Folders that are closed with everything in them, at any depth. */
const closedFolders = new Set(['.git', '.hg', '.svn', '.ssh', '.aws', '.azure', '.gnupg', '.kube']);

/** Two-part folders that are closed, at any depth. */
const closedPairs = new Set(['.bvl/runs', '.config/gcloud', '.docker/config.json']);

const closedNames: readonly RegExp[] = [
  /^\.env/,
  /^id_(rsa|dsa|ecdsa|ed25519|xmss)/,
  /\.(pem|key|p12|pfx|p8|jks|keystore|kdbx|ppk|tfstate|ovpn|mobileprovision)$/,
  /^\.(npmrc|yarnrc|yarnrc\.yml|netrc|pypirc|pgpass|my\.cnf|htpasswd|dockercfg|s3cfg|boto)$/,
  /^_netrc$/,
  /^\.?(git-credentials|vault-token|vault_pass|terraformrc|credentials\.toml)$/,
  /^(credentials|secrets?)\.(json|ya?ml|toml|ini|env|properties)$/,
  /^credentials$/,
  /^service-?account.*\.json$/,
];

/**
 * The rule that closes a path, or null when none does.
 * @param relative path from the workspace root, with `/`
 */
export function deniedBy(relative: string): string | null {
  const segments = relative
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');
  for (const [index, segment] of segments.entries()) {
    if (closedFolders.has(segment)) return `${segment}/**`;
    const pair = `${segment}/${segments[index + 1] ?? ''}`;
    if (closedPairs.has(pair)) return `${pair}/**`;
  }
  const name = segments.at(-1) ?? '';
  return closedNames.some((rule) => rule.test(name)) ? 'it may hold keys or passwords' : null;
}
