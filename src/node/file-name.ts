import { hasLoneSurrogate } from '../util/well-formed';

/** The longest path that is looked at, in bytes (the kernel's PATH_MAX), and the longest name in it. */
const pathLimit = 4095;
const nameLimit = 255;

const windowsDevices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/**
 * Why a text cannot be a path, or null. Nothing is repaired: what would be cut, trimmed or replaced on the way to the disk would
 * name another file.
 * @param platform `process.platform`; Windows has names of its own (streams, devices, stripped dots and blanks, short names)
 */
export function nameProblem(given: string, platform: string): string | null {
  if (given === '') return 'it is empty';
  // U+FFFD is what a name that is not UTF-8 turns into on its way here: it names another file or none.
  if (hasLoneSurrogate(given) || given.includes('\ufffd')) return 'it is not valid UTF-8';
  if (/\p{Cc}/u.test(given)) return 'it contains a control character';
  if (Buffer.byteLength(given) > pathLimit) return 'it is too long';
  const segments = given.split(platform === 'win32' ? /[/\\]/ : '/');
  for (const [index, segment] of segments.entries()) {
    if (Buffer.byteLength(segment) > nameLimit) return 'it is too long';
    const drive = index === 0 && /^[a-z]:$/i.test(segment);
    if (platform === 'win32' && !drive) {
      const problem = windowsProblem(segment);
      if (problem !== null) return problem;
    }
  }
  return null;
}

function windowsProblem(segment: string): string | null {
  if (segment === '.' || segment === '..') return null;
  if (/[:*?"<>|]/.test(segment)) return 'it contains a character that Windows does not allow';
  if (/[. ]$/.test(segment)) return 'it ends in a dot or a blank, which Windows takes away';
  if (windowsDevices.test(segment)) return 'it is the name of a device';
  if (/~\d/.test(segment)) return 'it may be a short name of another file';
  return null;
}
