import { panelStrings, type PanelString } from '../src/protocol/strings';

export type Args = Record<string, string | number>;

/** Says things to the person: in their language, in their number and time formats. */
export interface Say {
  (key: PanelString, args?: Args): string;
  /** `12.4K` */
  compact(value: number): string;
  /** Money in dollars, two to four digits. */
  money(value: number): string;
  /** Date and time, short; the text itself when it is no time. */
  time(iso: string): string;
}

/** @param table English text to translation; what it lacks stays English. */
export function sayIn(locale: string, table: Readonly<Record<string, string>>): Say {
  const language = supported(locale);
  const compact = new Intl.NumberFormat(language, {
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const money = new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  });
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' });
  const say = (key: PanelString, args: Args = {}): string => {
    const english = panelStrings[key];
    return (table[english] ?? english).replace(/\{(\w+)\}/g, (whole, name: string) =>
      String(args[name] ?? whole),
    );
  };
  return Object.assign(say, {
    compact: (value: number) => compact.format(value),
    money: (value: number) => money.format(value),
    time: (iso: string) => {
      const at = new Date(iso);
      return Number.isNaN(at.getTime()) ? iso : time.format(at);
    },
  });
}

/** `0:42`, `12:05`, `1:02:05` */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  const hours = Math.floor(whole / 3600);
  const [minutes, rest] = parts.map((part) => String(part).padStart(2, '0'));
  return hours > 0 ? `${hours}:${minutes}:${rest}` : `${parts[0]}:${rest}`;
}

/** Last part of a path with `/`. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function supported(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
