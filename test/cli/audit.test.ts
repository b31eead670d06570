import assert from 'node:assert/strict';
import { CliWorkspace } from '../support/cli/cli-workspace';
import { clean, critic, findings, Service, type Conversation } from '../support/cli/story';

const text = 'Upload\n\nFiles go where their name says.\n';
const medium = {
  severity: 'MEDIUM',
  issue: 'A name may lead out of the folder.',
  quote: 'Files go where their name says.',
} as const;
const brief = ['--task', 'Safe upload', '--artifact', 'upload.md', '--ac', 'Stays in its folder'];

describe('bvl audit', () => {
  let workspace: CliWorkspace;
  let service: Service | null = null;

  beforeEach(async () => {
    workspace = await CliWorkspace.create({ 'upload.md': text });
  });
  afterEach(async () => {
    await workspace.dispose();
    await service?.stop();
  });

  const audit = async (
    conversations: readonly Conversation[],
    ...args: string[]
  ): ReturnType<CliWorkspace['bvl']> => {
    service = await Service.start(conversations);
    return workspace.bvl(['audit', ...brief, ...args], { env: service.env });
  };

  const cases: readonly (readonly [string[], number])[] = [
    [[], 0],
    [['--fail-on', 'high'], 0],
    [['--fail-on', 'medium'], 1],
    [['--fail-on', 'low'], 1],
    [['--fail-on', 'never'], 0],
  ];
  for (const [args, code] of cases) {
    it(`exits with ${code} for a MEDIUM finding and "${args.join(' ')}", the file untouched`, async () => {
      const ended = await audit([critic(findings(medium), 'upload.md')], ...args);
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stdout, /MEDIUM A name may lead out of the folder\./);
      assert.match(ended.stdout, /- Outcome: audited/);
      assert.equal(await workspace.read('upload.md'), text);
    });
  }

  it('runs one Critic for each lens at the same time and shows whose findings they are', async () => {
    const conversations = [
      { ...critic(findings(medium), 'upload.md'), when: { role: 'critic', lens: 'trust' } },
      { ...critic(clean, 'upload.md'), when: { role: 'critic' } },
    ] as const;
    const ended = await audit(conversations, '--critics', 'security,coherence', '--fail-on', 'low');
    assert.equal(ended.code, 1, ended.stderr);
    assert.match(ended.stdout, /Critics {3}Security, Coherence/);
    assert.match(ended.stdout, /#1 Security · AC 1 · upload\.md:3/);
    assert.match(ended.stdout, /Coherence +no findings/);
  });

  it('is escalated, not passed, when a Critic gives no usable verdict', async () => {
    const ended = await audit([critic('Looks good to me!'), critic('Looks good to me!')]);
    assert.equal(ended.code, 2, ended.stderr);
    assert.match(ended.stdout, /- Outcome: escalated — invalid report/);
  });
});
