import { english, type Translate } from '../util/translate';

/** A criterion that nobody can check, and why. A warning: nothing is changed and nothing is refused. */
export interface CriterionWarning {
  /** Index in the list that was given. */
  readonly index: number;
  /** The words that leave it open, as they stand in the criterion. */
  readonly words: string;
  readonly code: VagueKind;
  readonly message: string;
}

type VagueKind = 'quality' | 'tone' | 'amount' | 'fitness';

const vague: readonly { readonly code: VagueKind; readonly pattern: RegExp }[] = [
  {
    code: 'quality',
    pattern:
      /\b(?:high|good|best|top|excellent|production)[ -]?quality\b|\bproduction[ -](?:ready|grade)\b|\bwell[ -](?:written|structured|designed|crafted)\b|\bworld[ -]class\b|\bbest practices?\b|\b(?:clean|elegant|polished) (?:code|design|text|prose)\b|高质量|高品质|优质|高質量|高品質|優質|写得好|最佳实践|最佳實踐|고품질|품질이 (?:좋|높|우수)|높은 품질|우수한 품질|잘 (?:작성|설계|구성)된|모범 사례/giu,
  },
  {
    code: 'tone',
    pattern:
      /\bprofessional (?:tone|language|style|voice|look)\b|\b(?:friendly|engaging|compelling|appropriate|suitable|right) (?:tone|style|voice|language)\b|专业的?(?:语气|语调|口吻|风格|语言)|專業的?(?:語氣|語調|口吻|風格|語言)|语气(?:得体|恰当|合适)|語氣(?:得體|恰當|合適)|(?:전문적|프로페셔널)(?:인|으로)? ?(?:어조|톤|말투|문체|느낌)|적절한 (?:어조|톤|말투|문체)/giu,
  },
  {
    code: 'amount',
    pattern:
      /\bthorough(?:ly)?\b|\bcomprehensive(?:ly)?\b|\bexhaustive(?:ly)?\b|\bin[ -]depth\b|\b(?:sufficient|enough|adequate|appropriate) (?:detail|depth|coverage|tests?|examples?)\b|\bas (?:needed|appropriate|necessary)\b|\band so on\b|\betc\b\.?|全面|彻底|徹底|详尽|詳盡|深入|足够(?:的)?(?:详细|细节)|足夠(?:的)?(?:詳細|細節)|철저(?:한|하게|히)|포괄적|종합적|충분(?:한|히) (?:자세|상세|설명|세부)|상세하게|빠짐없이/giu,
  },
  {
    code: 'fitness',
    pattern:
      /\b(?:user|reader|developer)[ -]friendly\b|\b(?:intuitive|robust|scalable|maintainable|readable|performant|seamless)\b|\beasy to (?:use|read|understand|maintain|follow)\b|\b(?:reasonabl[ey]|properly|correctly) (?:fast|secure|handled|formatted|documented|tested)\b|\b(?:is|are|be) (?:clear|simple|fast|secure|correct|complete|good|nice)$|用户友好|用戶友好|易于(?:使用|理解|阅读|维护)|易於(?:使用|理解|閱讀|維護)|直观|直觀|健壮|健壯|사용자 친화|직관적|(?:이해|사용|읽|유지보수)하?기 쉬(?:운|워|울|움)|견고/giu,
  },
];

/** A figure, quoted words, code, or text after a colon: the criterion says itself by what it is to be checked. */
const measure = /\d|["“”„«「『`]|[:：]\s*\S/u;

/**
 * Finds criteria whose words leave open what would meet them, in English, Chinese and Korean (build-verify.md, "The brief"). A criterion
 * that also gives a figure, a quotation or an explanation after a colon is left in peace.
 * @param criteria as they were typed.
 */
export function lintCriteria(
  criteria: readonly string[],
  t: Translate = english,
): CriterionWarning[] {
  return criteria.flatMap((criterion, index) => {
    const text = criterion.trim().replace(/[.。!！]+$/u, '');
    if (measure.test(text)) return [];
    const warnings: CriterionWarning[] = [];
    for (const { code, pattern } of vague) {
      const words = text.match(pattern)?.[0];
      if (words !== undefined) warnings.push({ index, words, code, message: why(code, words, t) });
    }
    return warnings;
  });
}

function why(code: VagueKind, words: string, t: Translate): string {
  switch (code) {
    case 'quality':
      return t(
        '"{words}" names no standard: two readers would judge it differently. Say what would show it.',
        { words },
      );
    case 'tone':
      return t(
        '"{words}" is a matter of taste. Name the reader, or words that must or must not occur.',
        { words },
      );
    case 'amount':
      return t(
        '"{words}" has no end: a Critic can always ask for more. List what must be covered.',
        { words },
      );
    case 'fitness':
      return t(
        '"{words}" cannot be shown in the file. Say who can do what with it, or give a figure.',
        { words },
      );
  }
}
