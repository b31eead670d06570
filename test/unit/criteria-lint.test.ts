import assert from 'node:assert/strict';
import { lintCriteria } from '../../src/engine/criteria-lint';

function found(...criteria: string[]): string[] {
  return lintCriteria(criteria).map(({ index, words, code }) => `${index} ${code}: ${words}`);
}

describe('criteria lint', () => {
  it('warns about what nobody can check', () => {
    assert.deepEqual(
      found(
        'The text is of high quality',
        'Professional tone throughout',
        'A thorough review.',
        'The API is easy to use',
      ),
      [
        '0 quality: high quality',
        '1 tone: Professional tone',
        '2 amount: thorough',
        '3 fitness: easy to use',
      ],
    );
    assert.deepEqual(found('Follows best practices and is comprehensive'), [
      '0 quality: best practices',
      '0 amount: comprehensive',
    ]);
    assert.deepEqual(found('The error messages are clear.'), ['0 fitness: are clear']);
  });

  it('reads Chinese and Korean', () => {
    assert.deepEqual(found('文档质量高，高质量的示例', '使用专业的语气', '内容全面', '易于理解'), [
      '0 quality: 高质量',
      '1 tone: 专业的语气',
      '2 amount: 全面',
      '3 fitness: 易于理解',
    ]);
    assert.deepEqual(
      found('품질이 높아야 한다', '전문적인 어조로 쓴다', '철저한 검토', '이해하기 쉬운 설명'),
      [
        '0 quality: 품질이 높',
        '1 tone: 전문적인 어조',
        '2 amount: 철저한',
        '3 fitness: 이해하기 쉬운',
      ],
    );
  });

  it('leaves in peace what says how it is to be checked', () => {
    assert.deepEqual(
      found(
        'Error messages are clear: each names the file and the line',
        'High quality JPEG at 90 percent',
        'Uses the words "professional tone" nowhere',
        '全面：列出每个接口',
        'Every public function has a docstring',
        'The amount is refunded in full',
        'The total is correct to the cent',
      ),
      [],
    );
  });

  it('says why, and changes nothing', () => {
    const criteria = Object.freeze(['A thorough text']);
    assert.match(
      lintCriteria(criteria)[0]?.message ?? '',
      /"thorough" has no end.*List what must be covered/,
    );
    assert.deepEqual(criteria, ['A thorough text']);
  });
});
