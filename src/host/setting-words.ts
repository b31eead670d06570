import type { Translate } from '../util/translate';
import { assertNever } from '../util/assert-never';
import type { SettingProblem } from './settings';

/** What is wrong with a setting, and what was taken instead. */
export function settingProblemWords(problem: SettingProblem, t: Translate): string {
  const key = `bvl.${problem.key}`;
  switch (problem.code) {
    case 'url':
      return t('The setting {key} is not a web address; no run can start with it.', { key });
    case 'range':
      return t('The setting {key} is out of range; its default is used.', { key });
    case 'type':
      return t('The setting {key} has a value that cannot be used; its default is used.', { key });
    default:
      return assertNever(problem.code, 'setting problem');
  }
}
