import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { relayAnswer, relayRequests, RelayResponder } from '../support/anthropic-double/relay';
import { readable } from '../support/anthropic-double/relay-command';
import { AnthropicDouble } from '../support/anthropic-double/server';
import { scriptSchema } from '../support/anthropic-double/script';
import { doubleModel, memoryStaging, modelRequest, withDouble } from '../support/model-call';
import { ManualClock } from '../support/manual-clock';

const never = new AbortController().signal;
const quiet = (): void => undefined;

describe('the double of the Messages API', () => {
  it('answers the official client: streams, whole answers, counts, models, keys', async () => {
    const turn = { text: 'hello', tools: [{ name: 'view', input: { path: 'a' } }] };
    await withDouble([{ turns: [turn] }, { turns: [turn] }], async ({ url }) => {
      const client = new Anthropic({ apiKey: 'test-key-1', authToken: null, baseURL: url });
      const body = {
        model: 'm-1',
        max_tokens: 9,
        messages: [{ role: 'user' as const, content: 'x' }],
      };
      const streamed = await client.messages.stream(body).finalMessage();
      const whole = await client.messages.create(body);
      for (const message of [streamed, whole]) {
        assert.deepEqual(
          message.content.map(({ type }) => type),
          ['text', 'tool_use'],
        );
        assert.equal(message.stop_reason, 'tool_use');
      }
      const { input_tokens: tokens } = await client.messages.countTokens({
        model: 'm-1',
        messages: body.messages,
      });
      assert.ok(tokens > 0);
      const models = await client.models.list();
      assert.ok(models.data.length > 0);
      const stranger = new Anthropic({
        apiKey: 'other',
        authToken: null,
        baseURL: url,
        maxRetries: 0,
      });
      await assert.rejects(stranger.messages.create(body), { status: 401 });
    });
  });

  it('chooses scripted conversations by role, lens and place in their order', async () => {
    const script = [
      { when: { role: 'critic', lens: 'security', nth: 2 }, turns: [{ text: 'second' }] },
      { when: { role: 'critic', lens: 'security', nth: 1 }, turns: [{ text: 'first' }] },
      { when: { role: 'critic' }, turns: [{ text: 'any critic' }] },
      { when: { role: 'judge' }, turns: [{ text: 'judge' }] },
      { when: { promptIncludes: 'special' }, turns: [{ text: 'special' }] },
    ] as const;
    const conversations = script.map((one) => ({ ...one, turns: [...one.turns] }));
    await withDouble(conversations, async (setup) => {
      const model = doubleModel(setup);
      const view = memoryStaging({});
      const ask = async (system: string, text = 'x', access: 'read' | 'none' = 'read') => {
        const request = modelRequest({ system, prompt: [{ text, cached: true }] });
        const tools =
          access === 'read' ? ({ kind: 'read', view } as const) : ({ kind: 'none' } as const);
        return (await model.run(request, tools, never, quiet)).reply;
      };
      assert.equal(await ask('Lens: Coherence'), 'any critic');
      assert.equal(await ask('Lens: Security'), 'first');
      assert.equal(await ask('Lens: Security'), 'second');
      assert.equal(await ask('x', 'something special'), 'special');
      assert.equal(await ask('judge', 'x', 'none'), 'judge');
      assert.equal(setup.responder.unused, 0);
      assert.equal(await ask('Lens: Security'), '');
    });
  });

  it('says what is wrong with a script', () => {
    const wrong = { conversations: [{ turns: [{ txt: 'x' }] }] };
    assert.match(String(scriptSchema.safeParse(wrong).error), /txt/);
  });

  it('relays requests through a folder, turn by turn of a conversation', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'bvl-relay-'));
    const double = new AnthropicDouble({ responder: new RelayResponder(folder) });
    try {
      const setup = { url: await double.listen(), clock: new ManualClock() };
      const staging = memoryStaging({ 'a.md': 'one\n' });
      const model = doubleModel({ ...setup, double, responder: undefined as never });
      const run = model.run(modelRequest(), { kind: 'edit', staging }, never, quiet);
      const first = await waitingRequest(folder);
      assert.equal(first.continues, null);
      assert.match(
        readable(first, false),
        /--- SYSTEM ---\nYou are the Implementor\..*"create_file"/s,
      );
      const input = { path: 'a.md', old_text: 'one', new_text: 'two' };
      await relayAnswer(folder, first.id, {
        content: [
          { type: 'text', text: 'An edit.' },
          { type: 'tool_use', name: 'replace_text', input },
        ],
      });
      const second = await waitingRequest(folder);
      assert.equal(second.continues, first.id);
      assert.match(readable(second, false), /\[tool result\]\nReplaced at line 1/);
      await relayAnswer(folder, second.id, {
        content: [{ type: 'text', text: 'DONE' }],
        model: 'a-model-elsewhere',
        usage: { input_tokens: 5, output_tokens: 6 },
      });
      const result = await run;
      assert.deepEqual([result.outcome.kind, result.reply], ['ok', 'DONE']);
      assert.equal(result.servedBy, 'claude-test-1, a-model-elsewhere');
      assert.equal(staging.texts.get('a.md'), 'two\n');
    } finally {
      await double.close();
      await rm(folder, { recursive: true });
    }
  });
});

async function waitingRequest(folder: string) {
  for (;;) {
    const found = (await relayRequests(folder)).find((one) => one.waiting);
    if (found !== undefined) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
