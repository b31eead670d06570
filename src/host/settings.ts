import type { RunOptions } from '../engine/build-verify/events';
import { settingKeys, type SettingKey } from './contributions';

/** The settings of one workspace folder, read once and checked. */
export interface Settings {
  /** Address of the service; null: the official one. */
  readonly baseUrl: string | null;
  readonly model: string;
  /** The person's own prices in US dollars a million tokens; null: cost is unknown, never guessed. */
  readonly price: {
    readonly input: number;
    readonly output: number;
    readonly cacheCreation: number;
    readonly cacheRead: number;
  } | null;
  readonly cap: number;
  readonly cleanRounds: number;
  readonly confirmRounds: RunOptions['confirmRounds'];
  readonly baseline: boolean;
  readonly strictness: RunOptions['strictness'];
  readonly budget: RunOptions['budget'];
  readonly autoOpenDiff: boolean;
}

/** A setting that cannot be used as it stands; its default was taken instead (a base URL has none: runs are refused). */
export interface SettingProblem {
  readonly key: SettingKey;
  readonly code: 'url' | 'range' | 'type';
}

export interface SettingsRead {
  readonly settings: Settings;
  readonly problems: readonly SettingProblem[];
}

/** Default model; a test holds it against package.json. */
export const defaultModel = 'claude-sonnet-5-5';

/**
 * Reads every setting through `get` (the value, or undefined for one that is not set) and checks it.
 * @returns the settings, with a problem for each value that was not usable.
 */
export function readSettings(get: (key: SettingKey) => unknown): SettingsRead {
  const problems: SettingProblem[] = [];
  const problem = (key: SettingKey, code: SettingProblem['code']): void => {
    problems.push({ key, code });
  };
  const whole = (key: SettingKey, low: number, high: number, fallback: number): number => {
    const value = get(key);
    if (value === undefined || value === null) return fallback;
    if (Number.isInteger(value) && Number(value) >= low && Number(value) <= high) {
      return Number(value);
    }
    problem(key, 'range');
    return fallback;
  };
  const limit = (key: SettingKey, integer: boolean): number | null => {
    const value = get(key);
    if (value === undefined || value === null) return null;
    const usable = typeof value === 'number' && Number.isFinite(value) && value > 0;
    if (usable && (!integer || Number.isInteger(value))) return value;
    problem(key, 'range');
    return null;
  };
  const flag = (key: SettingKey, fallback: boolean): boolean => {
    const value = get(key);
    if (value === undefined) return fallback;
    if (typeof value === 'boolean') return value;
    problem(key, 'type');
    return fallback;
  };
  const word = <T extends string>(key: SettingKey, words: readonly T[], fallback: T): T => {
    const value = get(key);
    if (value === undefined) return fallback;
    const found = words.find((candidate) => candidate === value);
    if (found === undefined) problem(key, 'type');
    return found ?? fallback;
  };
  const settings: Settings = {
    baseUrl: readUrl(get(settingKeys.baseUrl), () => problem(settingKeys.baseUrl, 'url')),
    model: readModel(get(settingKeys.model), () => problem(settingKeys.model, 'type')),
    price: readPrice(get(settingKeys.price), () => problem(settingKeys.price, 'type')),
    cap: whole(settingKeys.cap, 1, 50, 5),
    cleanRounds: whole(settingKeys.cleanRounds, 1, 3, 2),
    confirmRounds: word(settingKeys.confirmRounds, ['full', 'audit-only'], 'full'),
    baseline: flag(settingKeys.baseline, true),
    strictness: word(settingKeys.strictness, ['normal', 'strict', 'lenient'], 'normal'),
    budget: {
      tokens: limit(settingKeys.tokens, true),
      cost: limit(settingKeys.cost, false),
      seconds: limit(settingKeys.seconds, false),
    },
    autoOpenDiff: flag(settingKeys.autoOpenDiff, true),
  };
  return { settings, problems };
}

function readUrl(value: unknown, problem: () => void): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '') return null;
    if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) return text;
  }
  problem();
  return null;
}

function readModel(value: unknown, problem: () => void): string {
  if (value === undefined) return defaultModel;
  if (typeof value === 'string' && /^\S+$/u.test(value.trim())) return value.trim();
  problem();
  return defaultModel;
}

function readPrice(value: unknown, problem: () => void): Settings['price'] {
  if (value === undefined || value === null) return null;
  const figure = (name: string): number => {
    const given = typeof value === 'object' ? (value as Record<string, unknown>)[name] : undefined;
    return typeof given === 'number' && Number.isFinite(given) && given >= 0 ? given : NaN;
  };
  const [input, output] = [figure('input'), figure('output')];
  const [cacheCreation, cacheRead] = [figure('cacheWrite'), figure('cacheRead')];
  if ([input, output, cacheCreation, cacheRead].some(Number.isNaN)) {
    problem();
    return null;
  }
  return { input, output, cacheCreation, cacheRead };
}
