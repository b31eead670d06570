import assert from 'node:assert/strict';
import { promptText, systemText } from '../support/anthropic-double/turn';
import {
  doubleModel,
  memoryStaging,
  modelRequest,
  ProgressLog,
  withDouble,
} from '../support/model-call';

const never = new AbortController().signal;
const quiet = (): void => undefined;
const usage = {
  input_tokens: 10,
  output_tokens: 20,
  cache_creation_input_tokens: 300,
  cache_read_input_tokens: 4_000,
};

describe('the Anthropic model', () => {
  it('gives the text exactly, the four figures and who served it', async () => {
    const text = 'FINDING #1 — “é”\r\n\t🙂 end ';
    await withDouble([{ turns: [{ text, usage, model: 'claude-other-9' }] }], async (setup) => {
      const model = doubleModel(setup);
      const result = await model.run(modelRequest(), { kind: 'none' }, never, quiet);
      assert.deepEqual(result, {
        outcome: { kind: 'ok' },
        reply: text,
        usage: {
          input: 10,
          output: 20,
          cacheCreation: 300,
          cacheRead: 4_000,
          estimated: false,
          cost: null,
        },
        servedBy: 'claude-other-9',
        toolCalls: [],
      });
      assert.equal(model.name, 'anthropic: claude-test-1');
      assert.equal(`http://${model.host ?? ''}`, setup.url);
    });
  });

  it('prices the four kinds only with the prices it was given', async () => {
    await withDouble([{ turns: [{ text: 'x', usage }] }], async (setup) => {
      const price = { input: 3, output: 15, cacheCreation: 3.75, cacheRead: 0.3 };
      const model = doubleModel(setup, { price });
      const result = await model.run(modelRequest(), { kind: 'none' }, never, quiet);
      const expected = (10 * 3 + 20 * 15 + 300 * 3.75 + 4_000 * 0.3) / 1e6;
      assert.equal(result.usage?.cost, expected);
    });
  });

  it('sends the key once as it is, no sampling parameters, and nothing from the environment', async () => {
    process.env.ANTHROPIC_AUTH_TOKEN = 'token-of-the-environment';
    process.env.ANTHROPIC_BASE_URL = 'http://127.0.0.1:9/elsewhere';
    try {
      await withDouble([{ turns: [{ text: 'x' }] }], async (setup) => {
        await doubleModel(setup).run(modelRequest(), { kind: 'none' }, never, quiet);
        const [request] = setup.double.requests;
        assert.ok(request !== undefined);
        const headers = JSON.stringify(request.headers);
        assert.equal(headers.split('test-key-1').length, 2);
        assert.ok(!headers.includes('token-of-the-environment'));
        const body = JSON.parse(request.body) as Record<string, unknown>;
        assert.deepEqual(Object.keys(body).sort(), [
          'max_tokens',
          'messages',
          'model',
          'stream',
          'system',
        ]);
      });
    } finally {
      delete process.env.ANTHROPIC_AUTH_TOKEN;
      delete process.env.ANTHROPIC_BASE_URL;
    }
  });

  it('runs its own tool loop on the staging and replies with the last turn', async () => {
    const turns = [
      { text: 'Let me look.', tools: [{ name: 'view', input: { path: 'a.md' } }] },
      {
        thinking: 'two edits',
        tools: [
          { name: 'replace_text', input: { path: 'a.md', old_text: 'one', new_text: '1' } },
          { name: 'replace_text', input: { path: 'a.md', old_text: 'gone', new_text: '2' } },
        ],
      },
      { text: 'DONE — artifact updated at a.md', usage },
    ];
    await withDouble([{ turns }], async (setup) => {
      const staging = memoryStaging({ 'a.md': 'one two\n' });
      const log = new ProgressLog();
      const access = { kind: 'edit', staging } as const;
      const result = await doubleModel(setup).run(modelRequest(), access, never, log.add);
      assert.deepEqual(result.outcome, { kind: 'ok' });
      assert.equal(result.reply, 'DONE — artifact updated at a.md');
      assert.equal(staging.texts.get('a.md'), '1 two\n');
      assert.deepEqual(
        result.toolCalls.map(({ name, error }) => [name, error === null]),
        [
          ['view', true],
          ['replace_text', true],
          ['replace_text', false],
        ],
      );
      const last = setup.double.bodies.at(-1);
      const blocks = last?.messages.at(-1)?.content;
      assert.ok(Array.isArray(blocks));
      assert.deepEqual(
        blocks.map(({ type, is_error }) => [type, is_error ?? false]),
        [
          ['tool_result', false],
          ['tool_result', true],
        ],
      );
      const said = last?.messages.at(-2)?.content;
      assert.ok(Array.isArray(said));
      assert.deepEqual(said[0], {
        type: 'thinking',
        thinking: 'two edits',
        signature: Buffer.from('two edits').toString('base64'),
      });
      const kinds = log.all.flatMap((one) =>
        one.kind === 'tool' ? [`${one.name} ${one.path ?? ''}`] : [],
      );
      assert.deepEqual(kinds, ['view a.md', 'replace_text a.md', 'replace_text a.md']);
      assert.ok((result.usage?.output ?? 0) > 20, 'figures are summed over the turns');
    });
  });

  it('keeps tools, role prompt and brief one cached prefix and marks the end of the loop', async () => {
    const turns = [
      { tools: [{ name: 'view', input: { path: 'a.md' } }] },
      { tools: [{ name: 'view', input: { path: 'a.md' } }] },
      { text: 'DONE' },
    ];
    await withDouble([{ turns }, { turns: [{ text: 'DONE' }] }], async (setup) => {
      const access = { kind: 'edit', staging: memoryStaging({ 'a.md': 'x\n' }) } as const;
      const model = doubleModel(setup);
      const first = await model.run(modelRequest(), access, never, quiet);
      for (const body of setup.double.bodies) {
        const marks = body.messages.flatMap(({ content }, message) =>
          typeof content === 'string'
            ? []
            : content.flatMap(({ cache_control: mark }, block) =>
                mark === undefined ? [] : [`${message}.${block}`],
              ),
        );
        const last = body.messages.length - 1;
        assert.deepEqual(marks, ['0.0', last === 0 ? '0.1' : `${last}.0`]);
        assert.equal(promptText(body), 'TASK: totals\nfindings\n');
      }
      // The double works the cache out from the marks: a later turn and a later round read what was written.
      assert.ok((first.usage?.cacheRead ?? 0) > 0);
      const other = modelRequest({
        round: 2,
        prompt: [
          { text: 'TASK: totals\n', cached: true },
          { text: 'other findings\n', cached: false },
        ],
      });
      const second = await model.run(other, access, never, quiet);
      assert.ok((second.usage?.cacheRead ?? 0) > 0);
    });
  });

  it('sends a judge neither tools nor cache marks, and joins parts with nothing between', async () => {
    await withDouble([{ turns: [{ text: 'yes' }] }], async (setup) => {
      const prompt = [
        { text: 'a', cached: false },
        { text: '', cached: false },
        { text: 'b', cached: false },
      ];
      await doubleModel(setup).run(
        modelRequest({ role: 'judge-repeat', prompt }),
        { kind: 'none' },
        never,
        quiet,
      );
      const [body] = setup.double.bodies;
      assert.ok(body !== undefined && body.tools === undefined);
      assert.equal(systemText(body), 'You are the Implementor.');
      assert.deepEqual(body.messages, [{ role: 'user', content: [{ type: 'text', text: 'ab' }] }]);
    });
  });

  it('goes on after a pause with what was said so far', async () => {
    const turns = [{ text: 'FINDING ', stopReason: 'pause_turn' }, { text: '#1' }];
    await withDouble([{ turns }], async (setup) => {
      const result = await doubleModel(setup).run(modelRequest(), { kind: 'none' }, never, quiet);
      assert.equal(result.reply, 'FINDING #1');
      assert.deepEqual(result.outcome, { kind: 'ok' });
      assert.equal(setup.double.bodies.at(-1)?.messages.at(-1)?.role, 'assistant');
    });
  });

  it('survives any way the bytes of a stream are chunked', async () => {
    const text = 'A — 🙂 “quoted”\n'.repeat(20);
    for (const chunkBytes of [1, 2, 3, 7, 64, 1_000_000]) {
      await withDouble([{ turns: [{ text, chunkBytes, pingEvery: 2 }] }], async (setup) => {
        const result = await doubleModel(setup).run(modelRequest(), { kind: 'none' }, never, quiet);
        assert.equal(result.reply, text);
      });
    }
  });

  it('takes a reply of a million characters', async () => {
    const text = 'word '.repeat(200_000);
    await withDouble([{ turns: [{ text }] }], async (setup) => {
      const log = new ProgressLog();
      const result = await doubleModel(setup).run(modelRequest(), { kind: 'none' }, never, log.add);
      assert.equal(result.reply.length, text.length);
      const outputs = log.all.flatMap((one) => (one.kind === 'tokens' ? [one.output] : []));
      assert.ok(outputs.length > 10);
      assert.deepEqual(
        outputs.slice(0, -1),
        outputs.slice(0, -1).sort((a, b) => a - b),
      );
    });
  });

  describe('ends by name', () => {
    for (const [turn, kind, why] of [
      [{ text: 'half', stopReason: 'max_tokens' }, 'cut-off', /length limit of 32000 tokens/],
      [{ text: 'half', stopReason: 'model_context_window_exceeded' }, 'cut-off', /context window/],
      [
        { text: 'No.', stopReason: 'refusal', refusalCategory: 'cyber' },
        'refused',
        /category: cyber/,
      ],
      [{ text: 'No.', stopReason: 'refusal' }, 'refused', /refused to answer\./],
      [{ text: 'x', stopReason: 'stop_sequence' }, 'failed', /fits nothing/],
      [{ text: 'x', stopReason: 'tool_use' }, 'failed', /fits nothing/],
      [{ text: 'x', stopReason: 'brand_new' }, 'failed', /unknown reason: brand_new/],
      [{ text: 'x', stopReason: null }, 'failed', /unknown reason/],
    ] as const) {
      it(`${String(turn.stopReason)} is ${kind}`, async () => {
        await withDouble([{ turns: [turn] }], async (setup) => {
          const result = await doubleModel(setup).run(
            modelRequest(),
            { kind: 'none' },
            never,
            quiet,
          );
          assert.equal(result.outcome.kind, kind);
          assert.ok('why' in result.outcome);
          assert.match(result.outcome.why, why);
          assert.equal(result.reply, turn.text);
          assert.equal(setup.double.requests.length, 1);
        });
      });
    }

    it('an empty reply is an empty reply, not an error of ours', async () => {
      await withDouble([{ turns: [{}] }], async (setup) => {
        const result = await doubleModel(setup).run(modelRequest(), { kind: 'none' }, never, quiet);
        assert.deepEqual([result.outcome.kind, result.reply], ['ok', '']);
      });
    });

    it('a length stop in the middle of a tool call applies nothing', async () => {
      const turn = {
        tools: [{ name: 'create_file', rawInput: '{"path":"a.md","text":"half of' }],
        stopReason: 'max_tokens',
      };
      await withDouble([{ turns: [turn] }], async (setup) => {
        const staging = memoryStaging({ 'a.md': 'whole\n' });
        const result = await doubleModel(setup).run(
          modelRequest(),
          { kind: 'edit', staging },
          never,
          quiet,
        );
        assert.equal(result.outcome.kind, 'cut-off');
        assert.deepEqual(staging.writes, []);
      });
    });
  });

  it('returns invalid tool input to the model and applies nothing of it', async () => {
    const turns = [
      {
        tools: [
          { name: 'create_file', rawInput: '{"path":"a.md","text":"x"' },
          { name: 'create_file', rawInput: '[1]' },
          { name: 'create_file', input: { path: 'a.md' } },
          { name: 'run_command', input: { command: 'rm' } },
        ],
      },
      { text: 'BLOCKED — tools' },
    ];
    await withDouble([{ turns }], async (setup) => {
      const staging = memoryStaging({ 'a.md': 'whole\n' });
      const access = { kind: 'edit', staging } as const;
      const result = await doubleModel(setup).run(modelRequest(), access, never, quiet);
      assert.equal(result.reply, 'BLOCKED — tools');
      assert.deepEqual(staging.writes, []);
      assert.equal(result.toolCalls.length, 4);
      for (const { error } of result.toolCalls) assert.ok(error !== null);
      const results = setup.double.bodies.at(-1)?.messages.at(-1)?.content;
      assert.ok(Array.isArray(results) && results.every((block) => block.is_error === true));
      const sent = setup.double.bodies.at(-1)?.messages.at(-2)?.content;
      assert.ok(Array.isArray(sent));
      assert.deepEqual(sent[0]?.input, { invalid_json: '{"path":"a.md","text":"x"' });
    });
  });

  it('ends a loop that never answers, and says so', async () => {
    const view = { tools: [{ name: 'view', input: { path: 'a.md' } }] };
    await withDouble([{ turns: [view, view, view] }], async (setup) => {
      const access = { kind: 'read', view: memoryStaging({ 'a.md': 'x\n' }) } as const;
      const model = doubleModel(setup, { maxTurns: 3, maxToolCalls: 2 });
      const result = await model.run(modelRequest(), access, never, quiet);
      assert.ok(result.outcome.kind === 'failed' && result.outcome.reason === 'other');
      assert.match(result.outcome.why, /3 turns/);
      assert.match(result.toolCalls[2]?.error ?? '', /All 2 tool calls/);
    });
  });

  it('fails by name when a tool breaks for a reason that is not the model', async () => {
    const view = { tools: [{ name: 'view', input: { path: 'a.md' } }] };
    await withDouble([{ turns: [view] }], async (setup) => {
      const broken = { ...memoryStaging({}), readText: () => Promise.reject(new Error('EIO')) };
      const result = await doubleModel(setup).run(
        modelRequest(),
        { kind: 'read', view: broken },
        never,
        quiet,
      );
      assert.ok(result.outcome.kind === 'failed');
      assert.match(result.outcome.why, /view failed: EIO/);
    });
  });

  describe('needs something to call', () => {
    for (const [over, reason, why] of [
      [{ apiKey: '' }, 'auth', /There is no key/],
      [{ apiKey: ' ' }, 'auth', /There is no key/],
      [{ apiKey: 'key\nwith a line' }, 'auth', /no key has/],
      [{ baseUrl: 'not an address' }, 'request', /not a web address/],
      [{ baseUrl: 'file:///etc' }, 'request', /not a web address/],
    ] as const) {
      it(`${JSON.stringify(over)} fails without a request`, async () => {
        await withDouble([], async (setup) => {
          const model = doubleModel(setup, over);
          const { outcome } = await model.run(modelRequest(), { kind: 'none' }, never, quiet);
          assert.ok(outcome.kind === 'failed' && outcome.reason === reason);
          assert.match(outcome.why, why);
          assert.equal(setup.double.requests.length, 0);
        });
      });
    }
  });
});
